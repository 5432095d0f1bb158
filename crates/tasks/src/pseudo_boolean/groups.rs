//! Sets of facts of which at most one holds at a time, and facts that can be counted.
//!
//! A set is a group if at most one of it holds at the start, and every action that makes one of it
//! true takes away another that it needed. These are monotonicity invariants (Helmert, Artificial
//! Intelligence 173, 2009), here found on ground facts. Groups are only proposed here: the proof
//! derives each of them, before each step, from the step before.

use super::facts::Facts;
use super::opb::ByFact;
use patsat_pddl::strips::GroundTask;
use std::collections::{BTreeMap, BTreeSet};

/// Choices that are tried to make a group of a set.
const TRIES: usize = 200;

/// Properties of a task that searches and proofs use.
#[derive(Clone, Debug)]
pub(super) struct Structure<'a> {
    pub(super) task: &'a GroundTask,
    /// Which actions need, add and delete each fact.
    pub(super) all: ByFact,
    /// The same of possible actions.
    pub(super) by: ByFact,
    /// The groups. The first `plain_groups` of them hold whatever the impossible actions do; the
    /// others follow once these actions are excluded.
    pub(super) groups: Vec<Vec<usize>>,
    pub(super) plain_groups: usize,
    /// Actions that need two facts of a group.
    pub(super) impossible: Vec<usize>,
    /// For each fact, the facts that exclude it.
    pub(super) excludes: Vec<Facts>,
    /// Facts that cannot hold at the goal, of which no action takes away more than one, or adds more
    /// than it takes away; empty if there are no such facts.
    pub(super) counted: Vec<usize>,
    /// The change of their number by each action, 0 or -1 of possible ones.
    pub(super) change: Vec<i32>,
}

impl<'a> Structure<'a> {
    pub(super) fn new(task: &'a GroundTask) -> Structure<'a> {
        let below = task.facts.len();
        let all = ByFact::new(task);
        let mut groups = proposed(task, &all);
        let plain_groups = groups.len();
        let excludes = excluding(below, &groups);
        let twice = |n: &usize| {
            let needs = &task.actions[*n].needs;
            needs.iter().any(|&fact| needs.iter().any(|&other| excludes[fact].has(other)))
        };
        let impossible: Vec<usize> = (0..task.actions.len()).filter(twice).collect();
        let by = all.without(&impossible);
        groups.extend(
            proposed(task, &by).into_iter().filter(|group| !groups.contains(group)).collect::<Vec<_>>(),
        );
        let excludes = excluding(below, &groups);
        let change = vec![0; task.actions.len()];
        let counted = Vec::new();
        let mut structure =
            Structure { task, all, by, groups, plain_groups, impossible, excludes, counted, change };
        structure.count();
        structure
    }

    /// Returns the group in which every action that adds this fact needs another fact, and that fact
    /// for each action.
    pub(super) fn adders(&self, fact: usize) -> Option<(usize, Vec<usize>)> {
        (0..self.groups.len()).filter(|&group| self.groups[group].contains(&fact)).find_map(|group| {
            let need = |&action: &usize| {
                let needs = &self.task.actions[action].needs;
                needs.iter().copied().find(|&f| f != fact && self.groups[group].contains(&f))
            };
            let needs: Option<Vec<usize>> = self.by.adding[fact].iter().map(need).collect();
            needs.map(|needs| (group, needs))
        })
    }

    /// Chooses the predicates whose facts together are most at the start, and counts their facts.
    fn count(&mut self) {
        let task = self.task;
        let mut predicates: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, fact) in task.facts.iter().enumerate() {
            let against = task.goal.iter().any(|&goal| self.excludes[number].has(goal));
            if against && (self.by.adding[number].is_empty() || self.adders(number).is_some()) {
                predicates.entry(&fact.0[0]).or_default().push(number);
            }
        }
        let predicates: Vec<Vec<usize>> = predicates.into_values().take(12).collect();
        let start = Facts::of(task.facts.len(), &task.start);
        let mut best = (0, 0);
        for choice in 1u32..1 << predicates.len() {
            let chosen = predicates.iter().enumerate().filter(|(n, _)| choice >> n & 1 == 1);
            let mut counted: Vec<usize> = chosen.flat_map(|(_, facts)| facts.iter().copied()).collect();
            counted.sort_unstable();
            let set = Facts::of(task.facts.len(), &counted);
            let number = |list: &[usize]| list.iter().filter(|&&fact| set.has(fact)).count() as i32;
            let change: Vec<i32> =
                task.actions.iter().map(|a| number(&a.adds) - number(&a.deletes)).collect();
            // Of equal sums the set with more facts is better: it marks more actions as not helping.
            let value = (counted.iter().filter(|&&fact| start.has(fact)).count(), counted.len());
            let possible = |n: &usize| self.impossible.binary_search(n).is_err();
            if value > best && (0..change.len()).filter(possible).all(|n| (-1..=0).contains(&change[n])) {
                (best, self.counted, self.change) = (value, counted, change);
            }
        }
    }
}

/// Returns, for each fact, the facts that share a group with it.
fn excluding(below: usize, groups: &[Vec<usize>]) -> Vec<Facts> {
    let mut excludes = vec![Facts::none(below); below];
    for group in groups {
        for &fact in group {
            excludes[fact].add(&Facts::of(below, group));
            excludes[fact].remove(fact);
        }
    }
    excludes
}

/// Returns all groups that grow from the facts with one object in one place of one predicate.
fn proposed(task: &GroundTask, by: &ByFact) -> Vec<Vec<usize>> {
    let mut seeds: BTreeMap<(&str, usize, &str), Vec<usize>> = BTreeMap::new();
    for (number, fact) in task.facts.iter().enumerate() {
        let predicate = fact.0[0].as_str();
        seeds.entry((predicate, 0, "")).or_default().push(number);
        for (place, object) in fact.0.iter().enumerate().skip(1) {
            seeds.entry((predicate, place, object)).or_default().push(number);
        }
    }
    let grower = Grower { task, by, start: Facts::of(task.facts.len(), &task.start) };
    let mut found: BTreeSet<Vec<usize>> = BTreeSet::new();
    for ((.., object), seed) in seeds {
        let mut tries = TRIES;
        if let Some(group) = grower.balanced(&Facts::of(task.facts.len(), &seed), object, &mut tries) {
            found.insert(grower.closed(group).iter().collect());
        }
    }
    let all: Vec<Vec<usize>> = found.into_iter().filter(|group| group.len() > 1).collect();
    let inside = |a: &[usize], b: &[usize]| a.len() < b.len() && a.iter().all(|fact| b.contains(fact));
    all.iter().filter(|group| !all.iter().any(|other| inside(group, other))).cloned().collect()
}

struct Grower<'a> {
    task: &'a GroundTask,
    by: &'a ByFact,
    start: Facts,
}

impl Grower<'_> {
    /// Grows a group until every action that adds a fact of it takes away another one, and returns
    /// it. For an action that does not, it adds a fact that the action takes away and that names the
    /// object. If `object` is empty, it adds all facts of that predicate. Each attempt counts against
    /// `tries`.
    fn balanced(&self, group: &Facts, object: &str, tries: &mut usize) -> Option<Facts> {
        *tries = tries.checked_sub(1)?;
        if self.start.common(&group.iter().collect::<Vec<_>>()) > 1 {
            return None;
        }
        let adding = group.iter().flat_map(|fact| &self.by.adding[fact]);
        let Some(&unpaid) = adding.into_iter().find(|&&action| !self.pays(action, group)) else {
            return self.holds(group).then(|| group.clone());
        };
        let unpaid = &self.task.actions[unpaid];
        let mentions = |&fact: &usize| self.task.facts[fact].0[1..].iter().any(|word| word == object);
        unpaid.deletes.iter().copied().filter(|fact| unpaid.needs.contains(fact)).find_map(|fact| {
            let more = match object {
                "" => self.predicate(fact),
                _ => Some(fact).filter(mentions).into_iter().collect(),
            };
            let mut larger = group.clone();
            more.iter().for_each(|&fact| larger.insert(fact));
            (larger != *group).then(|| self.balanced(&larger, object, tries)).flatten()
        })
    }

    fn predicate(&self, fact: usize) -> Vec<usize> {
        let facts = &self.task.facts;
        (0..facts.len()).filter(|&other| facts[other].0[0] == facts[fact].0[0]).collect()
    }

    /// Adds every fact that keeps it a group.
    fn closed(&self, mut group: Facts) -> Facts {
        loop {
            let before = group.count();
            for fact in 0..self.task.facts.len() {
                let pays = |&action: &usize| self.pays(action, &group);
                if !group.has(fact)
                    && !self.by.adding[fact].is_empty()
                    && self.by.adding[fact].iter().all(pays)
                {
                    group.insert(fact);
                    if !self.holds(&group) {
                        group.remove(fact);
                    }
                }
            }
            if group.count() == before {
                return group;
            }
        }
    }

    /// Whether an action takes away a fact of the group that it needs.
    fn pays(&self, action: usize, group: &Facts) -> bool {
        let action = &self.task.actions[action];
        action.deletes.iter().any(|fact| group.has(*fact) && action.needs.contains(fact))
    }

    /// Whether at most one holds at the start, and every action that adds one adds no other and pays.
    fn holds(&self, group: &Facts) -> bool {
        let mut start = group.clone();
        start.keep(&self.start);
        let mut adding: Vec<usize> =
            group.iter().flat_map(|fact| self.by.adding[fact].iter().copied()).collect();
        let number = adding.len();
        adding.sort_unstable();
        adding.dedup();
        start.count() <= 1 && adding.len() == number && adding.iter().all(|&n| self.pays(n, group))
    }
}
