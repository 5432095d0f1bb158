//! Verdicts on random proofs, valid and mutated, are those of the naive checker, as text and in binary, step by step.
//! Refuted formulas have no model.

use crate::naive::{NaiveChecker, Step, Verdict};
use crate::proofs::{by_decisions, change, formula, resolving, satisfiable};
use crate::{Clause, Dice, binary, checked, text};
use patsat_lrat::{LratFault, Refutation};

fn verdict(found: Result<Refutation, LratFault>, clauses: usize) -> Verdict {
    match found {
        Ok(found) => {
            assert_eq!(found.clauses(), clauses as u64);
            Verdict::Refuted { derived: found.derived(), hints: found.hints() }
        }
        Err(LratFault::Wrong { step, .. }) => Verdict::Wrong { step },
        Err(LratFault::Unfinished { steps }) => Verdict::Unfinished { steps },
        Err(other) => panic!("{other}"),
    }
}

/// The numbers of proofs by verdict (refuted, wrong, unfinished), and of proofs with a step by resolution.
#[derive(Default, Debug)]
struct Census([usize; 4]);

fn compare(formula: &[Clause], steps: &[Step], census: &mut Census) {
    let (expected, by_resolution) = NaiveChecker::check(formula, steps);
    for proof in [text(steps), binary(steps)] {
        // An empty proof is the same in both formats.
        let found = verdict(checked(formula, &proof), formula.len());
        assert_eq!(found, expected, "{formula:?}\n{}", String::from_utf8_lossy(&text(steps)));
    }
    let kind = match expected {
        Verdict::Refuted { .. } => {
            assert!(!satisfiable(formula), "{formula:?}");
            0
        }
        Verdict::Wrong { .. } => 1,
        Verdict::Unfinished { .. } => 2,
    };
    census.0[kind] += 1;
    census.0[3] += usize::from(by_resolution > 0);
}

#[test]
fn verdicts_are_those_of_the_naive_checker() {
    let mut census = Census::default();
    for seed in 0..3_000 {
        let mut dice = Dice(seed);
        let variables = 1 + dice.below(4);
        let count = 1 + dice.below(4 * variables);
        let formula = formula(&mut dice, variables, count);
        // Steps that only preserve satisfiability, then a refutation.
        let mut naive = NaiveChecker::new(&formula);
        let mut steps = Vec::new();
        let mut added = 0;
        for _ in 0..dice.below(6) {
            // Some steps delete a clause, which later steps must not resolve with.
            let step = if dice.below(3) == 0 {
                naive
                    .clauses
                    .keys()
                    .nth(dice.below(formula.len()))
                    .map(|&id| Step::Delete { ids: vec![id as i64] })
            } else {
                resolving(&mut dice, &naive, formula.len() as u64 + added + 1, variables)
            };
            let Some(step) = step.filter(|step| naive.make(step)) else { continue };
            added += u64::from(matches!(step, Step::Add { .. }));
            steps.push(step);
        }
        for step in by_decisions(&formula).unwrap_or_default() {
            let clauses = formula.len() as u64;
            let Step::Add { id, literals, mut hints } = step else { unreachable!() };
            for hint in hints.iter_mut().filter(|hint| **hint as u64 > clauses) {
                *hint += added as i64;
            }
            steps.push(Step::Add { id: id + added, literals, hints });
        }
        compare(&formula, &steps, &mut census);
        for _ in 0..6 {
            let mut changed = steps.clone();
            (0..1 + dice.below(3)).for_each(|_| change(&mut dice, &mut changed, variables, formula.len()));
            compare(&formula, &changed, &mut census);
        }
    }
    assert!(census.0.iter().all(|&n| n > 1_000), "{census:?}");
}

#[test]
fn what_has_no_model_has_a_proof_and_nothing_else() {
    let (mut refuted, mut models) = (0, 0);
    for seed in 0..500 {
        let mut dice = Dice(seed);
        let formula = formula(&mut dice, 3, 8);
        match by_decisions(&formula) {
            Some(steps) => {
                let found = checked(&formula, &text(&steps)).unwrap();
                assert_eq!(found.derived(), steps.len() as u64);
                refuted += 1;
            }
            None => {
                assert!(satisfiable(&formula) || formula.iter().any(Vec::is_empty));
                models += 1;
            }
        }
    }
    assert!(refuted > 100 && models > 100, "{refuted} {models}");
}

#[test]
fn a_formula_with_an_empty_clause_needs_no_proof() {
    let found = checked(&[vec![1, 2], vec![]], b"").unwrap();
    assert_eq!((found.clauses(), found.derived(), found.hints()), (2, 0, 0));
}

/// Each step has its own stamp for false literals, so those of an earlier step do not count.
#[test]
fn what_was_false_in_a_step_is_forgotten_in_the_next() {
    // Clause 4 would follow if 2 were still false.
    let formula = [vec![1, 2], vec![-1, 2]];
    let proof = b"3 2 0 1 2 0\n4 1 0 1 0\n";
    assert!(matches!(checked(&formula, proof), Err(LratFault::Wrong { step: 2, .. })));
}
