//! Proofs that formulas have no model: real ones are accepted, spoilt ones are not.

use patsat_base::Limit;
use patsat_lrat::{LratFault, Refutation, check_refutation, check_refutation_within};
use patsat_solvers::{Control, RefutationResult, backend};
use patsat_testkit::Dice;
use patsat_testkit::formulas::{Clauses, clauses, pigeons, satisfiable};
use patsat_testkit::proofs::{OPTIONS, proof, provers, refutable, refute};
use rustsat::types::Lit;
use std::io::BufReader;
use std::time::Instant;

fn check(clauses: &Clauses, proof: &[u8]) -> Result<Refutation, LratFault> {
    check_refutation(clauses.iter().map(Vec::as_slice), proof)
}

#[test]
fn proofs_of_every_prover_are_accepted() {
    let mut formulas = refutable(0..300);
    assert!(formulas.len() > 100);
    formulas.extend((2..8).map(|n| pigeons(n, n - 1)));
    formulas.push(clauses(&[&[1], &[2, -2], &[-1, -1], &[1, 2]]));
    formulas.push(clauses(&[&[1, 2], &[]]));
    for row in provers() {
        for formula in &formulas {
            let proof = proof(row, formula);
            let found = check(formula, &proof).unwrap_or_else(|e| panic!("{}: {e}: {formula:?}", row.name));
            assert_eq!(found.clauses(), formula.len() as u64);
        }
    }
}

#[test]
fn satisfiable_formulas_and_limits_give_no_proof() {
    for row in provers() {
        let easy = pigeons(5, 5);
        let RefutationResult::No(model) = refute(row, &easy, Control::default()) else {
            panic!("{}", row.name)
        };
        let holds = |l: &Lit| model[l.vidx()] == l.is_pos();
        assert!(easy.iter().all(|clause| clause.iter().any(holds)), "{}", row.name);
        let hard = pigeons(13, 12);
        let late = Control { deadline: Some(Instant::now()), ..Control::default() };
        assert_eq!(refute(row, &hard, late), RefutationResult::Unknown(Limit::Time));
        let few = Control { conflicts: Some(500), ..Control::default() };
        assert_eq!(refute(row, &hard, few), RefutationResult::Unknown(Limit::Conflicts));
    }
    for name in ["kissat", "cmd:minisat"] {
        let error = backend(name).unwrap().refute(std::iter::empty(), 0, &OPTIONS, Control::default());
        assert!(error.unwrap_err().to_string().ends_with("expected cadical or varisat"));
    }
}

#[test]
fn a_proof_is_ended_where_it_needs_more_memory_than_it_may_have() {
    let formula = pigeons(3, 2);
    let within =
        |proof: &str, mib| check_refutation_within(formula.iter().map(Vec::as_slice), proof.as_bytes(), mib);
    // Clauses that no step needs: tautologies, so that no hint derives them.
    let useless: String = (0..100_000).map(|n| format!("{} 1 -1 2 3 4 5 6 0 0\n", 1000 + n)).collect();
    assert!(matches!(within(&useless, 1), Err(LratFault::Memory { step: 5_000..50_000, mib: 1 })));
    assert_eq!(within(&useless, 64), Err(LratFault::Unfinished { steps: 100_000 }));
    // The same, each deleted after the next: that needs no memory.
    let forgotten: String =
        (0..100_000).map(|n| format!("{0} 1 -1 2 3 4 5 6 0 0\n{0} d {0} 0\n", 1000 + n)).collect();
    assert_eq!(within(&forgotten, 1), Err(LratFault::Unfinished { steps: 200_000 }));
    // Every step names a variable further out than its bytes can pay for.
    let far: String = (1..1_000u64).map(|n| format!("{} {1} -{1} 0 0\n", 1000 + n, 100 * n * n)).collect();
    let found = within(&far, 4096).unwrap_err().to_string();
    assert_eq!(found, "step 2 of the proof is wrong: variable 400 is out of reach");
    for row in provers() {
        let proof = proof(row, &formula);
        assert!(
            check_refutation_within(formula.iter().map(Vec::as_slice), &proof[..], 1).is_ok(),
            "{}",
            row.name
        );
    }
}

/// No formula that has a model has a proof, whatever the bytes are.
#[test]
fn proofs_of_other_formulas_are_refused() {
    for row in provers() {
        for (n, formula) in refutable(300..500).iter().enumerate() {
            let proof = proof(row, formula);
            let mut dice = Dice::new(n as u64);
            for _ in 0..20 {
                let mut other = formula.clone();
                match dice.below(3) {
                    0 => {
                        other.remove(dice.below(formula.len()));
                    }
                    1 => {
                        let clause = dice.below(formula.len());
                        let place = dice.below(other[clause].len());
                        other[clause][place] = !other[clause][place];
                    }
                    _ => other.truncate(dice.below(formula.len())),
                }
                let accepted = check(&other, &proof).is_ok();
                assert!(!accepted || !satisfiable(&other, 12), "{}: {other:?}", row.name);
            }
        }
    }
}

/// The proof of the formula (1 2)(1 -2)(-1 2)(-1 -2), by hand.
const BY_HAND: &str = "5 1 0 1 2 0\n5 d 1 0\n6 0 5 3 4 0\n";

fn square() -> Clauses {
    clauses(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]])
}

#[test]
fn proofs_are_read_as_text_too() {
    let found = check(&square(), BY_HAND.as_bytes()).unwrap();
    assert_eq!((found.clauses(), found.derived(), found.hints()), (4, 2, 5));
    assert!(check(&square(), format!("c by hand\n\n{BY_HAND}").as_bytes()).is_ok());
}

#[test]
fn spoilt_proofs_are_refused_in_a_sentence() {
    let message = |proof: &str| check(&square(), proof.as_bytes()).unwrap_err().to_string();
    let spoilt = |from: &str, to: &str| {
        assert!(BY_HAND.contains(from));
        message(&BY_HAND.replacen(from, to, 1))
    };
    assert_eq!(message(""), "the proof ends after 0 steps without the empty clause");
    assert_eq!(message("5 1 0 1 2 0\n"), "the proof ends after 1 steps without the empty clause");
    assert_eq!(
        spoilt("5 1 0 1 2 0", "5 1 0 3 4 0"),
        "step 1 of the proof is wrong: clause 3 is neither false nor unit where it is a hint"
    );
    assert_eq!(
        spoilt("5 1 0 1 2 0", "5 1 0 1 0"),
        "step 1 of the proof is wrong: its hints lead to no conflict"
    );
    assert_eq!(spoilt("5 1 0 1 2 0", "5 1 0 1 9 0"), "step 1 of the proof is wrong: there is no clause 9");
    assert_eq!(spoilt("5 d 1 0", "5 d 3 0"), "step 3 of the proof is wrong: there is no clause 3");
    assert_eq!(
        spoilt("5 d 1 0", "5 d 1 1 0"),
        "step 2 of the proof is wrong: it deletes clause 1, which there is not"
    );
    assert_eq!(
        spoilt("6 0", "5 0"),
        "step 3 of the proof is wrong: clause number 5 is not above those before"
    );
    assert_eq!(spoilt("6 0", "x 0"), "step 3 of the proof cannot be read: 'x' is no number");
    assert_eq!(spoilt("3 4 0", "3 4"), "step 3 of the proof cannot be read: it is cut short");
    assert_eq!(
        spoilt("3 4 0", "3 4 0 1"),
        "step 3 of the proof cannot be read: something stands behind its end"
    );
    assert_eq!(
        message("5 2000000000 0 1 0\n"),
        "step 1 of the proof is wrong: variable 2000000000 is out of reach"
    );
    assert_eq!(
        message("5 99999999999 0 1 0\n"),
        "step 1 of the proof cannot be read: variable 99999999999 is too large"
    );
    assert_eq!(message("\u{1}"), "step 1 of the proof cannot be read: '?' is no number");
}

/// With a new variable x for "1 and 2", which no hint can derive but which harms nothing.
#[test]
fn steps_that_only_keep_satisfiability_are_followed() {
    let definition = "5 3 -1 -2 0 0\n6 -3 1 0 -5 0\n7 -3 2 0 -5 0\n";
    let rest = "8 1 0 1 2 0\n9 0 8 3 4 0\n";
    let text = format!("{definition}{rest}");
    assert!(check(&square(), text.as_bytes()).is_ok(), "{:?}", check(&square(), text.as_bytes()));
    let message = |text: String| check(&square(), text.as_bytes()).unwrap_err().to_string();
    assert!(message(text.replace("6 -3 1 0 -5 0", "6 -3 1 0 0")).ends_with("its hints lead to no conflict"));
    assert!(message(text.replace("6 -3 1 0 -5 0", "6 -3 1 0 -4 0")).contains("does not have the opposite"));
    assert!(message(text.replace("6 -3 1 0 -5 0", "6 -3 1 0 -5 -5 0")).ends_with("resolved with twice"));
    // A single literal is no definition: it would remove models.
    assert!(message("5 1 0 -3 0\n".into()).ends_with("its hints for clause 3 lead to no conflict"));
    assert!(message("5 3 0 0\n6 -3 0 -5 0\n".into()).contains("step 2"));
    let satisfiable = clauses(&[&[1, 2], &[-1, 2]]);
    assert!(check(&satisfiable, b"3 -2 0 -1 -2 0\n").is_err());
}

/// Bytes flipped, cut and repeated: most such proofs are refused, none is accepted wrongly,
/// none makes the checker panic. That a formula has no model stays true, so a harmless change
/// may pass; on a formula with a model nothing may.
#[test]
fn damaged_proofs_do_no_harm() {
    for row in provers() {
        for (n, formula) in refutable(500..540).iter().enumerate() {
            let proof = proof(row, formula);
            let mut dice = Dice::new(n as u64);
            let mut weaker = formula.clone();
            while !satisfiable(&weaker, 12) {
                weaker.remove(dice.below(weaker.len()));
            }
            for _ in 0..100 {
                let mut bytes = proof.clone();
                for _ in 0..=dice.below(3) {
                    let at = dice.below(bytes.len());
                    match dice.below(4) {
                        0 => bytes[at] ^= 1 << dice.below(8),
                        1 => bytes.truncate(at.max(1)),
                        2 => bytes.insert(at, dice.below(256) as u8),
                        _ => {
                            bytes.remove(at);
                            bytes.push(0);
                        }
                    }
                }
                let _ = check(formula, &bytes);
                assert!(check(&weaker, &bytes).is_err());
            }
            let cut = &proof[..proof.len() - 1];
            assert!(check(formula, cut).is_err());
        }
    }
}

/// Speed by hand: `cargo test --release -p patsat-solvers --test solvers -- --ignored --nocapture proof_is_checked_fast`.
#[test]
#[ignore = "a measurement"]
fn a_long_proof_is_checked_fast() {
    let formula = pigeons(10, 9);
    for row in provers() {
        let started = Instant::now();
        let proof = proof(row, &formula);
        let solved = started.elapsed();
        let started = Instant::now();
        let found = check_refutation(formula.iter().map(Vec::as_slice), BufReader::new(&proof[..])).unwrap();
        let (checked, mib) = (started.elapsed(), proof.len() >> 20);
        eprintln!("{}: {mib} MiB, solved in {solved:.1?}, checked in {checked:.1?}: {found:?}", row.name);
    }
    let _: &[Lit] = &formula[0];
}
