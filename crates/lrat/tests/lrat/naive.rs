//! A naive LRAT checker, directly from the definition: it uses sets of literals and visits all clauses for each step.

use crate::Clause;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    Add { id: u64, literals: Vec<i32>, hints: Vec<i64> },
    Delete { ids: Vec<i64> },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Refuted { derived: u64, hints: u64 },
    Wrong { step: u64 },
    Unfinished { steps: u64 },
}

pub(crate) struct NaiveChecker {
    pub(crate) clauses: BTreeMap<u64, BTreeSet<i32>>,
    last: u64,
    followed: u64,
    /// Steps that hold by resolution on their first literal.
    pub(crate) by_resolution: u64,
}

/// The result of following hints.
enum HintOutcome {
    Conflict,
    Nowhere,
    Wrong,
}

impl NaiveChecker {
    pub(crate) fn new(formula: &[Clause]) -> NaiveChecker {
        let clauses: BTreeMap<u64, BTreeSet<i32>> =
            (1..).zip(formula).map(|(id, clause)| (id, clause.iter().copied().collect())).collect();
        NaiveChecker { last: clauses.len() as u64, clauses, followed: 0, by_resolution: 0 }
    }

    /// Follows hints that are clauses' numbers, adding to what is false.
    fn follow(&mut self, falsified: &mut BTreeSet<i32>, hints: &[i64]) -> HintOutcome {
        for &hint in hints {
            self.followed += 1;
            let Some(clause) = self.clauses.get(&(hint as u64)) else { return HintOutcome::Wrong };
            let open: Vec<i32> = clause.iter().copied().filter(|l| !falsified.contains(l)).collect();
            match open[..] {
                [] => return HintOutcome::Conflict,
                [unit] => _ = falsified.insert(-unit),
                _ => return HintOutcome::Wrong,
            }
        }
        HintOutcome::Nowhere
    }

    fn holds(&mut self, literals: &[i32], hints: &[i64]) -> bool {
        let mut falsified: BTreeSet<i32> = literals.iter().copied().collect();
        if literals.iter().any(|l| falsified.contains(&-l)) {
            return true;
        }
        // Each part after the first begins with a negative number.
        let parts: Vec<&[i64]> = hints.chunk_by(|_, next| *next > 0).collect();
        let (own, others) = match parts.split_first() {
            Some((first, rest)) if first[0] > 0 => (*first, rest),
            _ => (&[][..], &parts[..]),
        };
        match self.follow(&mut falsified, own) {
            HintOutcome::Conflict => return true,
            HintOutcome::Wrong => return false,
            HintOutcome::Nowhere => {}
        }
        let Some(&pivot) = literals.first() else { return false };
        let mut to_do: BTreeSet<u64> =
            self.clauses.iter().filter(|(_, clause)| clause.contains(&-pivot)).map(|(&id, _)| id).collect();
        for part in others {
            let id = part[0].unsigned_abs();
            if !to_do.remove(&id) {
                return false;
            }
            let others: Vec<i32> = self.clauses[&id].iter().copied().filter(|&l| l != -pivot).collect();
            let clash = others.iter().any(|l| falsified.contains(&-l));
            let mut more: BTreeSet<i32> = falsified.iter().copied().chain(others).collect();
            if !clash && !matches!(self.follow(&mut more, &part[1..]), HintOutcome::Conflict) {
                return false;
            }
        }
        // Where no clause has the opposite of the first literal there is nothing to resolve with.
        let holds = to_do.is_empty();
        self.by_resolution += u64::from(holds);
        holds
    }

    /// Whether the step holds; then it is made.
    pub(crate) fn make(&mut self, step: &Step) -> bool {
        match step {
            Step::Delete { ids } => {
                ids.iter().all(|&id| u64::try_from(id).is_ok_and(|id| self.clauses.remove(&id).is_some()))
            }
            Step::Add { id, literals, hints } => {
                if *id <= self.last || !self.holds(literals, hints) {
                    return false;
                }
                self.last = *id;
                self.clauses.insert(*id, literals.iter().copied().collect());
                true
            }
        }
    }

    pub(crate) fn check(formula: &[Clause], steps: &[Step]) -> (Verdict, u64) {
        let mut naive = NaiveChecker::new(formula);
        if formula.iter().any(Vec::is_empty) {
            return (Verdict::Refuted { derived: 0, hints: 0 }, 0);
        }
        let mut derived = 0;
        for (number, step) in (1..).zip(steps) {
            if !naive.make(step) {
                return (Verdict::Wrong { step: number }, naive.by_resolution);
            }
            if let Step::Add { literals, .. } = step {
                derived += 1;
                if literals.is_empty() {
                    return (Verdict::Refuted { derived, hints: naive.followed }, naive.by_resolution);
                }
            }
        }
        (Verdict::Unfinished { steps: steps.len() as u64 }, naive.by_resolution)
    }
}
