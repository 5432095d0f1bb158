//! Priced patterns: a position that matches a pattern of price `p` needs at least `p` moves more
//! than it has counted facts.
//!
//! A pattern is a set of facts with a price. All patterns together make one claim, for every
//! position that respects the groups: if it matches a pattern of price `p` while `n` counted facts
//! hold, then no plan from there is shorter than `n + p`. This is so if
//!
//! 1. no goal matches a pattern, but the empty one, whose price is 0, and
//! 2. no action lowers `n + p` by more than 1: one that takes away a counted fact leads to a pattern
//!    of at least the same price, any other one to a pattern whose price is at most 1 less.
//!
//! An action that takes away no fact of a pattern leads to the same pattern. So only the actions
//! that take away a fact of the pattern need a check, and of those only the ones that its facts
//! allow.
//!
//! Source: dead patterns of this project (`why`), with prices; the claim is the invariant of a lower
//! bound of Dold, Helmert, Nordström, Röger and Schindler (arXiv 2504.18443, 2025), with the counted
//! facts as its potential. Patterns are found from the start. A pattern begins with a fact of a
//! position that is known to need N moves, or with its pattern of the next lower price. More facts
//! of the position are added until the second condition holds. If a move of the position itself must
//! be answered, the position after it comes first. Then facts that are not needed are left out.

use super::OptimalityProofError;
use super::facts::Facts;
use super::groups::Structure;
use std::collections::{BTreeMap, BTreeSet};

/// A set of facts, and the number of moves that it adds to the number of counted facts.
#[derive(Clone, Debug)]
pub(super) struct PricedFacts {
    pub(super) facts: Facts,
    pub(super) price: usize,
}

/// Why an action that takes away a fact of a pattern does not lower the sum by more than 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The count alone implies the claim afterwards.
    Count,
    /// The facts of the pattern forbid it.
    Forbidden,
    /// It leads to this pattern.
    Pattern(usize),
    /// It is not answered.
    Open,
}

/// For each pattern, actions or classes of them, and the patterns that they lead to.
pub(super) type PatternActions = BTreeMap<usize, Vec<(usize, usize)>>;

/// The patterns, the empty one first, and how they are found.
pub(super) struct Prices<'a> {
    pub(super) structure: Structure<'a>,
    pub(super) patterns: Vec<PricedFacts>,
    /// For each action the facts that exclude a fact it needs.
    forbidding: Vec<Facts>,
    /// For each action the facts that it needs, adds and deletes.
    sets: Vec<[Facts; 3]>,
    goal: Facts,
    /// Facts that cannot hold at the goal.
    against: Facts,
    /// Positions that may still be expanded.
    pub(super) left: usize,
}

impl<'a> Prices<'a> {
    pub(super) fn new(structure: Structure<'a>, positions: usize) -> Prices<'a> {
        let below = structure.task.facts.len();
        let of = |list: &[usize]| Facts::of(below, list);
        let excluded = |facts: &[usize]| {
            let mut all = Facts::none(below);
            facts.iter().for_each(|&fact| all.add(&structure.excludes[fact]));
            all
        };
        let actions = &structure.task.actions;
        Prices {
            patterns: vec![PricedFacts { facts: Facts::none(below), price: 0 }],
            forbidding: actions.iter().map(|action| excluded(&action.needs)).collect(),
            sets: actions.iter().map(|a| [of(&a.needs), of(&a.adds), of(&a.deletes)]).collect(),
            goal: of(&structure.task.goal),
            against: excluded(&structure.task.goal),
            left: positions,
            structure,
        }
    }

    /// Returns a pattern of at least this price that the position matches.
    ///
    /// # Errors
    /// If the position has a plan that is shorter, or the search takes too long.
    pub(super) fn prove(&mut self, position: &Facts, price: usize) -> Result<usize, OptimalityProofError> {
        if price == 0 {
            return Ok(0);
        }
        if let Some(known) = self.matching(position, price) {
            return Ok(known);
        }
        if self.goal.within(position) {
            return Err(OptimalityProofError::Shorter);
        }
        self.left = self.left.checked_sub(1).ok_or(OptimalityProofError::Positions(0))?;
        for action in self.applicable(position) {
            if self.structure.change[action] < 0 {
                let after = self.after(position, action);
                self.prove(&after, price)?;
                if let Some(known) = self.matching(position, price) {
                    return Ok(known);
                }
            }
        }
        let mut best: Option<Facts> = None;
        if price == 1 {
            let mut seeds = position.clone();
            seeds.keep(&self.against);
            for seed in seeds.iter() {
                let grown = self.grown(position, &[seed], price)?;
                if best.as_ref().is_none_or(|best| grown.count() < best.count()) {
                    best = Some(grown);
                }
            }
        } else {
            let base = self.prove(position, price - 1)?;
            let base: Vec<usize> = self.patterns[base].facts.iter().collect();
            best = Some(self.grown(position, &base, price)?);
        }
        let mut facts = best.ok_or(OptimalityProofError::NoPattern)?;
        self.shrink(&mut facts, price);
        self.patterns.push(PricedFacts { facts, price });
        Ok(self.patterns.len() - 1)
    }

    /// Returns the smallest known pattern of this price or more that a set of facts matches.
    fn matching(&self, facts: &Facts, price: usize) -> Option<usize> {
        let fits = |&n: &usize| self.patterns[n].price >= price && self.patterns[n].facts.within(facts);
        (1..self.patterns.len()).filter(fits).min_by_key(|&n| self.patterns[n].facts.count())
    }

    /// The same among some patterns only.
    fn among(&self, facts: &Facts, price: usize, some: &BTreeSet<usize>) -> Option<usize> {
        let fits = |n: &&usize| self.patterns[**n].price >= price && self.patterns[**n].facts.within(facts);
        some.iter().filter(|n| **n > 0).filter(fits).min_by_key(|&&n| self.patterns[n].facts.count()).copied()
    }

    fn applicable(&self, position: &Facts) -> Vec<usize> {
        let possible = |action: &usize| self.structure.impossible.binary_search(action).is_err();
        let applies = |action: &usize| self.sets[*action][0].within(position);
        (0..self.sets.len()).filter(applies).filter(possible).collect()
    }

    fn after(&self, position: &Facts, action: usize) -> Facts {
        let [_, adds, deletes] = &self.sets[action];
        let mut after = position.clone();
        after.take(deletes);
        after.add(adds);
        after
    }

    /// Returns the price that must be left after an action.
    pub(super) fn left_after(&self, price: usize, action: usize) -> usize {
        if self.structure.change[action] < 0 { price } else { price - 1 }
    }

    /// Returns why an action that takes away a fact of these is harmless. It leads to one of the
    /// `preferred` patterns if possible.
    pub(super) fn answer(
        &self,
        facts: &Facts,
        price: usize,
        action: usize,
        preferred: Option<&BTreeSet<usize>>,
    ) -> Answer {
        let need = self.left_after(price, action);
        if need == 0 {
            return Answer::Count;
        }
        if facts.meets(&self.forbidding[action]) {
            return Answer::Forbidden;
        }
        let mut before = facts.clone();
        before.add(&self.sets[action][0]);
        let after = self.after(&before, action);
        let known = preferred.and_then(|some| self.among(&after, need, some));
        known.or_else(|| self.matching(&after, need)).map_or(Answer::Open, Answer::Pattern)
    }

    /// Adds facts of the position to some of them until every action is answered.
    fn grown(
        &mut self,
        position: &Facts,
        seed: &[usize],
        price: usize,
    ) -> Result<Facts, OptimalityProofError> {
        let below = self.structure.task.facts.len();
        let mut facts = Facts::of(below, seed);
        let mut queue: Vec<usize> = seed.to_vec();
        while let Some(fact) = queue.pop() {
            for action in self.structure.by.deleting[fact].clone() {
                if self.answer(&facts, price, action, None) != Answer::Open {
                    continue;
                }
                let mut more = Facts::none(below);
                if self.sets[action][0].within(position) {
                    let after = self.after(position, action);
                    let pattern = self.prove(&after, self.left_after(price, action))?;
                    more.add(&self.patterns[pattern].facts);
                    more.take(&self.sets[action][1]);
                    more.take(&self.sets[action][0]);
                } else {
                    let mut blockers = self.forbidding[action].clone();
                    blockers.keep(position);
                    let weak = |&fact: &usize| (self.weakness(position, &facts, fact, price), fact);
                    more.insert(blockers.iter().min_by_key(weak).ok_or(OptimalityProofError::Groups)?);
                }
                more.take(&facts);
                facts.add(&more);
                queue.extend(more.iter());
            }
        }
        Ok(facts)
    }

    /// Returns a weight of the actions that would have to be answered if this fact were one of the
    /// pattern.
    fn weakness(&self, position: &Facts, facts: &Facts, fact: usize, price: usize) -> usize {
        let mut with = facts.clone();
        with.insert(fact);
        let weigh = |&action: &usize| match self.left_after(price, action) {
            0 => 0,
            _ if with.meets(&self.forbidding[action]) => 0,
            _ if !self.sets[action][0].within(position) => 1,
            _ if self.structure.change[action] < 0 => 1000,
            _ => 30,
        };
        self.structure.by.deleting[fact].iter().map(weigh).sum()
    }

    /// Leaves out each fact without which the pattern still holds.
    fn shrink(&self, facts: &mut Facts, price: usize) {
        for fact in facts.clone().iter() {
            facts.remove(fact);
            if !self.closed(facts, price) {
                facts.insert(fact);
            }
        }
    }

    /// Whether both conditions hold for a pattern, given the others.
    fn closed(&self, facts: &Facts, price: usize) -> bool {
        let answered = |action: &usize| self.answer(facts, price, *action, None) != Answer::Open;
        facts.meets(&self.against)
            && facts.iter().all(|fact| self.structure.by.deleting[fact].iter().all(answered))
    }

    /// Returns all patterns that this one needs, itself among them, and for each its actions that
    /// lead to another pattern, with that pattern.
    pub(super) fn needed(&self, root: usize) -> PatternActions {
        let mut found = PatternActions::new();
        let mut preferred = BTreeSet::new();
        let mut queue = vec![root];
        while let Some(pattern) = queue.pop() {
            if found.contains_key(&pattern) {
                continue;
            }
            preferred.insert(pattern);
            let PricedFacts { facts, price } = &self.patterns[pattern];
            let touching = facts.iter().flat_map(|fact| self.structure.by.deleting[fact].iter().copied());
            let touching: BTreeSet<usize> = touching.collect();
            let mut answered = Vec::new();
            for action in touching {
                if let Answer::Pattern(other) = self.answer(facts, *price, action, Some(&preferred)) {
                    preferred.insert(other);
                    answered.push((action, other));
                }
            }
            queue.extend(answered.iter().map(|(_, other)| *other));
            found.insert(pattern, answered);
        }
        found
    }
}
