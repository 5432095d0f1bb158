//! Proofs that formulas have no model: real ones are accepted, spoilt ones are not.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Dice;
use common::formulas::{Clauses, clauses, pigeons, random, satisfiable};
use flate2::read::DeflateDecoder;
use patsat::solve::{BACKENDS, BackendOptions, BackendRow, Control, Refuted, SolverLimit, backend};
use patsat::verify::{LratFault, Refutation, Verified, check_refutation};
use rustsat::types::Lit;
use std::io::{BufReader, Read, Write};
use std::process::Command;
use std::time::Instant;

const OPTIONS: BackendOptions = BackendOptions { seed: 0 };

fn provers() -> impl Iterator<Item = &'static BackendRow> {
    BACKENDS.iter().filter(|row| row.proves())
}

/// What a back-end makes of clauses; a proof is unpacked.
fn refute(row: &BackendRow, clauses: &Clauses, control: Control<'_>) -> Refuted {
    let lists = clauses.iter().map(Vec::as_slice);
    match row.refute(lists, clauses.len(), &OPTIONS, control).unwrap().0 {
        Refuted::Yes(packed) => {
            let mut proof = Vec::new();
            DeflateDecoder::new(&packed[..]).read_to_end(&mut proof).unwrap();
            Refuted::Yes(proof)
        }
        other => other,
    }
}

fn proof(row: &BackendRow, clauses: &Clauses) -> Vec<u8> {
    match refute(row, clauses, Control::default()) {
        Refuted::Yes(proof) => proof,
        other => panic!("{}: {other:?}", row.name),
    }
}

fn check(clauses: &Clauses, proof: &[u8]) -> Result<Verified<Refutation>, LratFault> {
    check_refutation(clauses.iter().map(Vec::as_slice), proof)
}

/// Seeded formulas without a model, among them some with repeated and unit clauses.
fn refutable(seeds: std::ops::Range<u64>) -> Vec<Clauses> {
    let formula = |seed| {
        let mut dice = Dice::new(seed);
        let variables = 3 + dice.below(9);
        let clauses = random(&mut dice, variables, 6 * variables);
        (!satisfiable(&clauses, variables)).then_some(clauses)
    };
    seeds.filter_map(formula).collect()
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
            assert_eq!(found.clauses, formula.len() as u64);
        }
    }
}

#[test]
fn satisfiable_formulas_and_limits_give_no_proof() {
    for row in provers() {
        assert_eq!(refute(row, &pigeons(5, 5), Control::default()), Refuted::No, "{}", row.name);
        let hard = pigeons(13, 12);
        let late = Control { deadline: Some(Instant::now()), ..Control::default() };
        assert_eq!(refute(row, &hard, late), Refuted::Unknown(SolverLimit::Time));
        let few = Control { conflicts: Some(500), ..Control::default() };
        assert_eq!(refute(row, &hard, few), Refuted::Unknown(SolverLimit::Conflicts));
    }
    for name in ["minisat", "cmd:minisat"] {
        let error = backend(name).unwrap().refute(std::iter::empty(), 0, &OPTIONS, Control::default());
        assert!(error.unwrap_err().to_string().ends_with("expected cadical or varisat"));
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
    assert_eq!(*found, Refutation { clauses: 4, derived: 2, hints: 5 });
    assert!(check(&square(), format!("c by hand\n\n{BY_HAND}").as_bytes()).is_ok());
}

#[test]
fn spoilt_proofs_are_refused_in_a_sentence() {
    let says = |proof: &str| check(&square(), proof.as_bytes()).unwrap_err().to_string();
    let spoilt = |from: &str, to: &str| {
        assert!(BY_HAND.contains(from));
        says(&BY_HAND.replacen(from, to, 1))
    };
    assert_eq!(says(""), "the proof ends after 0 steps without the empty clause");
    assert_eq!(says("5 1 0 1 2 0\n"), "the proof ends after 1 steps without the empty clause");
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
        says("5 2000000000 0 1 0\n"),
        "step 1 of the proof is wrong: variable 2000000000 is out of reach"
    );
    assert_eq!(
        says("5 99999999999 0 1 0\n"),
        "step 1 of the proof cannot be read: variable 99999999999 is too large"
    );
    assert_eq!(says("\u{1}"), "step 1 of the proof cannot be read: '\u{1}' is no number");
}

/// With a new variable x for "1 and 2", which no hint can derive but which harms nothing.
#[test]
fn steps_that_only_keep_satisfiability_are_followed() {
    let definition = "5 3 -1 -2 0 0\n6 -3 1 0 -5 0\n7 -3 2 0 -5 0\n";
    let rest = "8 1 0 1 2 0\n9 0 8 3 4 0\n";
    let text = format!("{definition}{rest}");
    assert!(check(&square(), text.as_bytes()).is_ok(), "{:?}", check(&square(), text.as_bytes()));
    let says = |text: String| check(&square(), text.as_bytes()).unwrap_err().to_string();
    assert!(says(text.replace("6 -3 1 0 -5 0", "6 -3 1 0 0")).ends_with("its hints lead to no conflict"));
    assert!(says(text.replace("6 -3 1 0 -5 0", "6 -3 1 0 -4 0")).contains("does not have the opposite"));
    assert!(says(text.replace("6 -3 1 0 -5 0", "6 -3 1 0 -5 -5 0")).ends_with("resolved with twice"));
    // A literal alone is none of the kind: it would remove models.
    assert!(says("5 1 0 -3 0\n".into()).ends_with("its hints for clause 3 lead to no conflict"));
    assert!(says("5 3 0 0\n6 -3 0 -5 0\n".into()).contains("step 2"));
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

fn write_dimacs(clauses: &Clauses, path: &std::path::Path) {
    let variables = clauses.iter().flatten().map(|l| l.vidx() + 1).max().unwrap_or(0);
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        clause.iter().for_each(|l| text += &format!("{} ", l.to_ipasir()));
        text += "0\n";
    }
    std::fs::write(path, text).unwrap();
}

/// The clauses and deletions of a binary LRAT proof, without hints: a DRAT proof.
fn drat(formula: &Clauses, proof: &[u8]) -> String {
    let mut alive: std::collections::HashMap<u64, Vec<i64>> =
        (1..).zip(formula.iter().map(|c| c.iter().map(|l| i64::from(l.to_ipasir())).collect())).collect();
    let mut bytes = proof.iter().copied();
    let mut text = String::new();
    fn list(bytes: &mut impl Iterator<Item = u8>) -> Vec<u64> {
        let mut number = || {
            let (mut value, mut shift) = (0u64, 0);
            loop {
                let byte = bytes.next().unwrap();
                value |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    return value;
                }
            }
        };
        std::iter::from_fn(|| Some(number()).filter(|&n| n != 0)).collect()
    }
    let show = |clause: &[i64]| clause.iter().map(|l| format!("{l} ")).collect::<String>() + "0\n";
    while let Some(kind) = bytes.next() {
        let items = list(&mut bytes);
        if kind == b'd' {
            for id in items {
                let clause = alive.remove(&(id / 2)).unwrap();
                // Checkers of DRAT keep units, and call their deletion a mistake.
                if clause.len() > 1 {
                    text += &format!("d {}", show(&clause));
                }
            }
        } else {
            let signed = |n: &u64| (n / 2) as i64 * if n.is_multiple_of(2) { 1 } else { -1 };
            let clause: Vec<i64> = items[1..].iter().map(signed).collect();
            text += &show(&clause);
            alive.insert(items[0] / 2, clause);
            list(&mut bytes);
        }
    }
    text
}

/// A second opinion, where the program `rate` is installed: the same clauses in the same order,
/// without our hints.
#[test]
fn another_checker_agrees() {
    let there = Command::new("rate").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: the proof checker 'rate' is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (cnf, path) = (folder.path().join("f.cnf"), folder.path().join("f.drat"));
    let mut formulas = refutable(600..620);
    formulas.push(pigeons(7, 6));
    for row in provers() {
        for formula in &formulas {
            write_dimacs(formula, &cnf);
            let text = drat(formula, &proof(row, formula));
            std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
            let output = Command::new("rate").args([&cnf, &path]).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains("s VERIFIED"), "{}: {said}", row.name);
        }
    }
}

/// Speed by hand: `cargo test --release --test proofs -- --ignored --nocapture`.
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
