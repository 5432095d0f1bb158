//! No pattern's facts hold where its price is too high, backwards from the end.
//!
//! At the goal no pattern's facts hold. Before an earlier step, if they do: a class of actions that takes
//! one of them away and is not forbidden leads to a pattern whose price is too high after the step; one
//! line each. Any other leaves the facts, which then stand after the step with the same price.

use super::super::OptimalityProofError;
use super::super::prices::PatternActions;
use super::Proof;
use super::classes::{self, Classes};
use super::sums::{Moves, variable};
use std::collections::{BTreeMap, VecDeque};

impl Proof<'_> {
    /// # Errors
    /// If the proof gets longer than `bytes` bytes.
    pub(super) fn patterns(
        &mut self,
        root: usize,
        needed: &PatternActions,
        classes: &Classes,
        moves: &[Option<Moves>],
        bytes: usize,
    ) -> Result<(), OptimalityProofError> {
        let steps = self.opb.steps.len();
        let times = first_times(root, needed);
        // The numbers of the claims about the time after: one for each pattern, the empty one among them.
        let mut after: BTreeMap<usize, usize> = BTreeMap::new();
        for t in (1..=steps).rev() {
            let mut now = BTreeMap::new();
            let moves = moves.get(t).and_then(Option::as_ref);
            let claim = format!("1 ~{} >= 1", variable(t, 0));
            let count = match moves {
                None => self.derive(&format!("rup {claim}")),
                Some(moves) => self.propagate(&claim, &[after[&0], moves.same[0]]),
            };
            now.insert(0, count);
            for (&pattern, answers) in
                needed.iter().filter(|(pattern, _)| **pattern > 0 && times[*pattern] <= t)
            {
                let number = match moves {
                    None => self.derive(&format!("rup {}>= 1", self.claim(pattern, t))),
                    Some(moves) => self.pattern(pattern, t, answers, classes, moves, &after),
                };
                now.insert(pattern, number);
                if self.text.len() > bytes {
                    return Err(OptimalityProofError::Long { mib: bytes >> 20 });
                }
            }
            after = now;
        }
        Ok(())
    }

    fn claim(&self, pattern: usize, t: usize) -> String {
        let priced = &self.prices.patterns[pattern];
        let facts: Vec<usize> = priced.facts.iter().collect();
        format!("{}1 ~{} ", self.facts("~", &facts, t), variable(t, priced.price))
    }

    /// Derives the claim of one pattern before one step.
    fn pattern(
        &mut self,
        pattern: usize,
        t: usize,
        answers: &[(usize, usize)],
        classes: &Classes,
        moves: &Moves,
        after: &BTreeMap<usize, usize>,
    ) -> usize {
        let structure = &self.prices.structure;
        let priced = self.prices.patterns[pattern].clone();
        let claim = self.claim(pattern, t);
        let Moves { alike, same, less, lower } = moves;
        let mut reasons = Vec::new();
        for &(n, other) in answers {
            let class = &classes.list[n];
            let led = &self.prices.patterns[other];
            let left = if class.loses { priced.price } else { priced.price - 1 };
            let mut from = vec![alike.one];
            from.extend(if class.loses { vec![same[priced.price]] } else { less[priced.price].clone() });
            from.extend((left + 1..=led.price).filter_map(|price| lower[price]));
            for fact in led.facts.iter() {
                if class.adds.has(fact) {
                    from.push(alike.adds[&fact]);
                } else {
                    from.extend(class.needs.has(fact).then(|| alike.needs[&fact]));
                    from.push(alike.goes[&fact]);
                }
            }
            from.push(after[&other]);
            let claim = format!("{claim}1 ~{} >= 1", classes::variable(t, n));
            reasons.push(self.propagate(&claim, &from));
        }
        reasons.push(same[priced.price]);
        if priced.price == 1 {
            reasons.extend(less[1].iter().copied().chain([after[&0]]));
        }
        for fact in priced.facts.iter() {
            let groups = (0..structure.groups.len()).filter(|&group| structure.groups[group].contains(&fact));
            reasons.extend(groups.map(|group| self.groups[t][group]));
            reasons.extend(structure.excludes[fact].iter().map(|other| alike.needs[&other]));
            reasons.push(alike.goes[&fact]);
        }
        reasons.push(after[&pattern]);
        self.propagate(&format!("{claim}>= 1"), &reasons)
    }
}

/// Returns the first step before which each pattern is needed.
fn first_times(root: usize, needed: &PatternActions) -> BTreeMap<usize, usize> {
    let mut times = BTreeMap::from([(root, 1)]);
    let mut queue = VecDeque::from([root]);
    while let Some(pattern) = queue.pop_front() {
        for &(_, other) in &needed[&pattern] {
            if !times.contains_key(&other) {
                times.insert(other, times[&pattern] + 1);
                queue.push_back(other);
            }
        }
    }
    times
}
