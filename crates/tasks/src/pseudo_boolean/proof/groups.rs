//! At most one fact of each group holds, at any time.
//!
//! From one step to the next: a fact `f'` afterwards, and the actions that take `f` away (they need it,
//! and make `f'` false), are together at most `f` before and the actions that add it. With `k` actions
//! that take away, the three constraints
//!
//! ```text
//! ~f' +  f + added              >= 1
//! ~f'      + not taken away     >= k
//!        f + not taken away     >= k
//! ```
//!
//! add up to twice that with 1 missing, which division by 2 rounds up. Summed over a group, what adds
//! one fact takes away another, and so the group after is at most the group before.

use super::Proof;
use std::collections::{BTreeMap, BTreeSet};

impl Proof<'_> {
    /// Before step 1 things are as at the start, since step 0 waits.
    pub(super) fn first_groups(&mut self) {
        let structure = &self.prices.structure;
        let claim = |group: &Vec<usize>| format!("rup {}>= {}", self.facts("~", group, 1), group.len() - 1);
        let claims: Vec<String> = structure.groups.iter().map(claim).collect();
        let numbers = claims.iter().map(|claim| self.derive(claim)).collect();
        self.groups.push(numbers);
        self.rule_out(1);
    }

    /// The groups after a step.
    pub(super) fn next_groups(&mut self, t: usize) {
        let structure = &self.prices.structure;
        let all = &structure.all;
        let mut next = Vec::new();
        for (number, group) in structure.groups.iter().enumerate() {
            // Groups of the first kind do not need to know which actions are impossible.
            let by = if number < structure.plain_groups { all } else { &structure.by };
            let mut pays: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            for &fact in group {
                for &action in &by.adding[fact] {
                    let of = &structure.task.actions[action];
                    let paid = of.deletes.iter().find(|&f| group.contains(f) && of.needs.contains(f));
                    paid.map(|&paid| pays.entry(paid).or_default().insert(action));
                }
            }
            let step = &self.opb.steps[t];
            let mut line = format!("pol {}", self.groups[t][number]);
            for fact in group {
                let comes = if number < structure.plain_groups {
                    step.comes[*fact].to_string()
                } else {
                    self.possible(step.comes[*fact], t, &all.adding[*fact])
                };
                line = match pays.get(fact) {
                    None => format!("{line} {comes} +"),
                    Some(paying) => {
                        let rest = |all: &[usize]| -> Vec<usize> {
                            all.iter().copied().filter(|action| !paying.contains(action)).collect()
                        };
                        let deletes = self.without(step.deletes[*fact], t, rest(&all.deleting[*fact]));
                        let needs = self.without(step.needs[*fact], t, rest(&all.needing[*fact]));
                        format!("{line} {comes} {deletes} + {needs} + 2 d +")
                    }
                };
            }
            next.push(self.derive(&line));
        }
        self.groups.push(next);
        self.rule_out(t + 1);
    }

    /// Actions that need two facts of a group are not taken.
    fn rule_out(&mut self, t: usize) {
        let structure = &self.prices.structure;
        let mut numbers = Vec::new();
        if t < self.opb.steps.len() {
            for &action in &structure.impossible {
                let needs = &structure.task.actions[action].needs;
                let reasons: Vec<usize> = (needs.iter().map(|&fact| self.opb.steps[t].needs[fact]))
                    .chain((0..structure.plain_groups).filter_map(|group| {
                        let within = needs.iter().filter(|fact| structure.groups[group].contains(fact));
                        (within.count() > 1).then(|| self.groups[t][group])
                    }))
                    .collect();
                let claim = format!("1 ~{} >= 1", self.opb.action(action, t));
                numbers.push(self.propagate(&claim, &reasons));
            }
        }
        self.impossible.push(numbers);
    }
}
