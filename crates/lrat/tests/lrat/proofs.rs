//! Formulas of a few variables, their proofs without a solver, and changes of these.

use crate::naive::{NaiveChecker, Step};
use crate::{Clause, Dice};
use std::collections::BTreeSet;

/// Clauses of one to three literals; some have a literal twice or with its opposite.
pub(crate) fn formula(dice: &mut Dice, variables: usize, clauses: usize) -> Vec<Clause> {
    let literal = |dice: &mut Dice| (1 + dice.below(variables) as i32) * [1, -1][dice.below(2)];
    (0..clauses).map(|_| (0..1 + dice.below(3)).map(|_| literal(dice)).collect()).collect()
}

/// Whether some assignment satisfies all clauses; all are tried.
pub(crate) fn satisfiable(formula: &[Clause]) -> bool {
    let most = formula.iter().flatten().map(|l| l.unsigned_abs()).max().unwrap_or(0);
    let holds = |bits: u32, l: i32| (bits >> (l.unsigned_abs() - 1) & 1 == 1) == (l > 0);
    (0..1u32 << most).any(|bits| formula.iter().all(|clause| clause.iter().any(|&l| holds(bits, l))))
}

/// A proof from the tree of decisions on one variable after the other: a clause for each node, against the
/// decisions that lead to it, from the clauses of its two children. Nothing if there is a model.
pub(crate) fn by_decisions(formula: &[Clause]) -> Option<Vec<Step>> {
    fn node(
        formula: &[Clause],
        decided: &mut Vec<i32>,
        last: &mut u64,
        steps: &mut Vec<Step>,
    ) -> Option<u64> {
        let falsified = |clause: &Clause| clause.iter().all(|l| decided.contains(&-l));
        if let Some(at) = formula.iter().position(falsified) {
            return Some(at as u64 + 1);
        }
        let next = decided.len() as i32 + 1;
        if !formula.iter().flatten().any(|l| l.abs() >= next) {
            return None;
        }
        let mut sides = Vec::new();
        for side in [next, -next] {
            decided.push(side);
            let found = node(formula, decided, last, steps);
            decided.pop();
            sides.push(found? as i64);
        }
        *last += 1;
        let literals = decided.iter().map(|l| -l).collect();
        steps.push(Step::Add { id: *last, literals, hints: sides });
        Some(*last)
    }
    let mut steps = Vec::new();
    let root = node(formula, &mut Vec::new(), &mut (formula.len() as u64), &mut steps)?;
    // A clause of the formula may be empty itself.
    (root > formula.len() as u64).then_some(steps)
}

/// Hints that find a conflict by looking at all clauses until nothing more follows.
fn hints(naive: &NaiveChecker, falsified: &BTreeSet<i32>) -> Option<Vec<i64>> {
    let (mut falsified, mut hints) = (falsified.clone(), Vec::new());
    loop {
        let mut news = false;
        for (&id, clause) in &naive.clauses {
            let open: Vec<i32> = clause.iter().copied().filter(|l| !falsified.contains(l)).collect();
            match open[..] {
                [] => {
                    hints.push(id as i64);
                    return Some(hints);
                }
                [unit] if falsified.insert(-unit) => {
                    hints.push(id as i64);
                    news = true;
                }
                _ => {}
            }
        }
        if !news {
            return None;
        }
    }
}

/// A random clause that resolution on its first literal, perhaps of a new variable, shows to be harmless.
pub(crate) fn resolving(dice: &mut Dice, naive: &NaiveChecker, id: u64, variables: usize) -> Option<Step> {
    let literal = |dice: &mut Dice| (1 + dice.below(variables + 1) as i32) * [1, -1][dice.below(2)];
    let literals: Vec<i32> = (0..1 + dice.below(3)).map(|_| literal(dice)).collect();
    let falsified: BTreeSet<i32> = literals.iter().copied().collect();
    let mut all = Vec::new();
    for (&other, clause) in naive.clauses.iter().filter(|(_, clause)| clause.contains(&-literals[0])) {
        let others: Vec<i32> = clause.iter().copied().filter(|&l| l != -literals[0]).collect();
        all.push(-(other as i64));
        if others.iter().any(|l| falsified.contains(&-l)) {
            continue;
        }
        all.extend(hints(naive, &falsified.iter().copied().chain(others).collect())?);
    }
    Some(Step::Add { id, literals, hints: all })
}

fn change_list<T: Copy>(dice: &mut Dice, list: &mut Vec<T>, new: impl Fn(&mut Dice) -> T, other: fn(T) -> T) {
    let at = dice.below(list.len() + 1);
    let other_at = dice.below(list.len().max(1));
    match dice.below(5) {
        0 => list.insert(at, new(dice)),
        _ if at == list.len() => {}
        1 => drop(list.remove(at)),
        2 => list[at] = new(dice),
        3 => list.swap(at, other_at),
        _ => list[at] = other(list[at]),
    }
}

/// One random change of a proof.
pub(crate) fn change(dice: &mut Dice, steps: &mut Vec<Step>, variables: usize, clauses: usize) {
    let literal = |dice: &mut Dice| (1 + dice.below(variables + 1) as i32) * [1, -1][dice.below(2)];
    let most = clauses + steps.len() + 1;
    let number = |dice: &mut Dice| 1 + dice.below(most) as i64;
    let at = dice.below(steps.len() + 1);
    match dice.below(6) {
        0 => {
            let ids = (0..dice.below(3)).map(|_| number(dice) * [1, 1, 1, -1][dice.below(4)]).collect();
            steps.insert(at, Step::Delete { ids });
        }
        _ if at == steps.len() => {}
        1 => drop(steps.remove(at)),
        kind => match &mut steps[at] {
            Step::Delete { ids } => change_list(dice, ids, number, |n| -n),
            Step::Add { id, literals, hints } => match kind {
                2 => *id = dice.below(most) as u64 + 1,
                3 => change_list(dice, literals, literal, |l| -l),
                _ => change_list(dice, hints, number, |n| -n),
            },
        },
    }
}
