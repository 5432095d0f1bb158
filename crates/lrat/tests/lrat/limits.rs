//! The memory limit is close to the memory in use, whatever the kind of step that needs it.

use crate::naive::Step;
use crate::{Clause, binary, text};
use patsat_lrat::{LratFault, Refutation, check_refutation_within};

const MIB: u64 = 1 << 20;

fn within(formula: &[Clause], proof: &[u8], mib: u64) -> Result<Refutation, LratFault> {
    check_refutation_within(formula.iter().map(Vec::as_slice), proof, mib)
}

/// Returns the step that exceeds a limit of `mib` MiB.
fn stops_at(formula: &[Clause], proof: &[u8], mib: u64) -> u64 {
    match within(formula, proof, mib) {
        Err(LratFault::Memory { step, mib: reported }) => {
            assert_eq!(reported, mib);
            step
        }
        other => panic!("{other:?}"),
    }
}

fn one() -> Vec<Clause> {
    vec![vec![1], vec![-1]]
}

const LAST: u64 = 1 << 40;

/// The empty clause.
fn end() -> Step {
    Step::Add { id: LAST, literals: vec![], hints: vec![1, 2] }
}

#[test]
fn a_small_proof_fits_one_mebibyte_and_not_zero() {
    let proof = text(&[end()]);
    assert_eq!(stops_at(&one(), &proof, 0), 1);
    assert!(within(&one(), &proof, 1).is_ok() && within(&one(), &binary(&[end()]), 1).is_ok());
    assert_eq!(
        within(&one(), &proof, 0).unwrap_err().to_string(),
        "step 1 of the proof needs more than 0 MiB of memory"
    );
}

/// Unused clauses count towards the limit: 64 bytes each and 4 a literal.
#[test]
fn clauses_that_pile_up_reach_the_limit_where_it_is() {
    for length in [1, 30, 300] {
        let formula = vec![(1..=length).collect(), vec![-1]];
        let literals: Vec<i32> = (1..=length).collect();
        let each = 64 + 4 * length as u64;
        let more = 2 * MIB / each;
        let step = |n: u64| Step::Add { id: n + 3, literals: literals.clone(), hints: vec![1] };
        let steps: Vec<Step> = (0..more).map(step).collect();
        for (mib, proof) in [(1, text(&steps)), (1, binary(&steps)), (2, binary(&steps))] {
            let stop = stops_at(&formula, &proof, mib);
            let held = stop * each;
            assert!(
                (mib * MIB - 8 * each - 24 * length as u64 - 1024..=mib * MIB).contains(&held),
                "{length}: {held} at step {stop}"
            );
        }
    }
}

#[test]
fn what_is_deleted_is_not_held() {
    let mut steps = Vec::new();
    for n in 0..20_000 {
        steps.push(Step::Add { id: n + 3, literals: vec![1], hints: vec![1] });
        steps.push(Step::Delete { ids: vec![n as i64 + 3] });
    }
    steps.push(end());
    let found = within(&one(), &binary(&steps), 1).unwrap();
    assert_eq!((found.derived(), found.hints()), (20_001, 20_002));
}

/// A deletion frees the memory of its own clauses and no more.
#[test]
fn what_is_deleted_gives_back_its_own_memory() {
    let add = |n: i64| Step::Add { id: n as u64, literals: vec![1], hints: vec![1] };
    let most = MIB as i64 / 68;
    let mut steps: Vec<Step> = (3..most * 9 / 10).map(add).collect();
    steps.push(Step::Delete { ids: (3..most / 10).collect() });
    let piled = steps.len() as u64;
    steps.extend((most..most * 2).map(add));
    let stop = (stops_at(&one(), &binary(&steps), 1) - piled) as i64;
    assert!((most * 17 / 100..most * 21 / 100).contains(&stop), "{stop} of {most}");
}

/// A variable takes 16 bytes, one for each of its literals' marks and counts.
#[test]
fn variables_are_held_against_the_limit() {
    let far = |variable: i32| vec![vec![1], vec![-1], vec![variable]];
    let proof = text(&[end()]);
    assert!(within(&far(60_000), &proof, 1).is_ok());
    assert_eq!(stops_at(&far(70_000), &proof, 1), 1);
    assert!(within(&far(70_000), &proof, 2).is_ok());
    // The same for variables that the proof introduces, within the number that its length allows.
    let mut formula = one();
    formula.push(vec![1, 2]);
    let comment = format!("c {}\n", "-".repeat(30_000));
    let new = |variable| text(&[Step::Add { id: 4, literals: vec![variable, 1], hints: vec![] }, end()]);
    let proof = |variable| [comment.as_bytes(), &new(variable)].concat();
    assert!(within(&formula, &proof(60_000), 1).is_ok());
    assert_eq!(stops_at(&formula, &proof(70_000), 1), 1);
    assert!(within(&formula, &proof(70_000), 2).is_ok());
}

/// The checker allows 8 variables (16 literals) for each byte of the proof that was read so far.
#[test]
fn variables_are_within_reach_of_the_bytes_read() {
    let formula = one();
    for length in [20, 50, 99] {
        let of = |variable: i32| {
            let line = format!("5 {variable} 0 0");
            format!("{line}{}\n6 0 1 2 0\n", " ".repeat(length - 1 - line.len()))
        };
        // One variable of the formula, and the line with its end.
        let most = 1 + 8 * length as i32;
        assert!(within(&formula, of(most).as_bytes(), 1).is_ok(), "{length}");
        let beyond = within(&formula, of(most + 1).as_bytes(), 1).unwrap_err().to_string();
        assert_eq!(beyond, format!("step 1 of the proof is wrong: variable {} is out of reach", most + 1));
    }
    let steps = |variable| {
        [
            Step::Add { id: 5, literals: vec![variable], hints: vec![] },
            Step::Add { id: 6, literals: vec![], hints: vec![1, 2] },
        ]
    };
    // A letter, two numbers of a byte, two ends.
    assert_eq!(binary(&steps(41)[..1]).len(), 5);
    assert!(within(&formula, &binary(&steps(41)), 1).is_ok());
    assert!(within(&formula, &binary(&steps(42)), 1).is_err());
}

/// A single step above the limit is refused before it is stored.
#[test]
fn a_line_and_a_list_without_end_end_at_the_limit() {
    // A fifth of the mebibyte may be a line.
    let line = |length: usize| format!("{LAST} 0 1 2 0{}\n", " ".repeat(length)).into_bytes();
    assert!(within(&one(), &line(180_000), 1).is_ok());
    assert_eq!(stops_at(&one(), &line(240_000), 1), 1);
    assert!(within(&one(), &line(240_000), 2).is_ok());
    // A line that ends with the file, not with its mark.
    let cut = line(180_000);
    assert!(within(&one(), &cut[..cut.len() - 1], 1).is_ok());
    // An eighth of its bytes are numbers.
    let hints = |count: usize| {
        let hints = [vec![1; count], vec![2]].concat();
        binary(&[Step::Add { id: LAST, literals: vec![], hints }])
    };
    assert!(within(&one(), &hints(120_000), 1).is_ok());
    assert_eq!(stops_at(&one(), &hints(140_000), 1), 1);
    let literals = |count: usize| {
        let literals = vec![1; count];
        binary(&[Step::Add { id: 3, literals, hints: vec![1] }, end()])
    };
    assert!(within(&one(), &literals(120_000), 1).is_ok());
    assert_eq!(stops_at(&one(), &literals(140_000), 1), 1);
}
