//! The LRAT checker: it must never accept a refutation of a formula that has a model.
//!
//! A proof of a formula without a model goes to that formula, and to the same without one of its clauses, which
//! then has models: there every step but the last ones holds, and none may be the empty clause.

use super::chosen;
use crate::Target;
use crate::messages::sentence;
use patsat_lrat::{LratFault, check_refutation};
use patsat_planning::proof_text::{Text, proof_text};
use patsat_solvers::{BACKENDS, BackendOptions, Control, RefutationResult};
use patsat_testkit::Dice;
use patsat_testkit::formulas::{Clauses, pigeons, random, satisfiable};
use std::io::Read;
use std::sync::OnceLock;

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "lrat-text",
        about: "LRAT proofs as text: no formula with a model is refuted",
        run: check,
        seeds: texts,
        words: &["0", "d", "-1", "1", "2", "3", "-2", "-3", "\n", "9", "10", "11", "c"],
    },
    Target {
        name: "lrat-binary",
        about: "LRAT proofs in binary: no formula with a model is refuted",
        run: check,
        seeds: binaries,
        words: &[],
    },
];

struct Case {
    clauses: Clauses,
    has_model: bool,
    /// A packed proof about it, or about a formula of one clause more.
    proof: Vec<u8>,
}

/// The most variables. The target tries all assignments.
const VARIABLES: usize = 6;

fn formulas() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let row = BACKENDS.iter().find(|row| row.name == "varisat").expect("it is built in");
        let mut dice = Dice::new(1);
        let mut lists = vec![pigeons(3, 2)];
        lists.extend((0..40).map(|_| {
            let variables = 3 + dice.below(VARIABLES - 2);
            random(&mut dice, variables, 5 * variables)
        }));
        let mut all = Vec::new();
        for clauses in lists.into_iter().filter(|clauses| !satisfiable(clauses, VARIABLES)).take(8) {
            let refuted = row.refute(
                clauses.iter().map(Vec::as_slice),
                clauses.len(),
                &BackendOptions::default(),
                Control::default(),
            );
            let Ok((RefutationResult::Yes(proof), _)) = refuted else { continue };
            // Without a clause that is needed it has a model.
            let less = |n: usize| {
                let mut less = clauses.clone();
                less.remove(n);
                less
            };
            if let Some(less) = (0..clauses.len()).map(less).find(|less| satisfiable(less, VARIABLES)) {
                all.push(Case { clauses: less, has_model: true, proof: proof.clone() });
            }
            all.push(Case { clauses, has_model: false, proof });
        }
        assert!(all.iter().filter(|case| case.has_model).count() >= 4, "too few formulas");
        all
    })
}

fn check(bytes: &[u8]) {
    let (byte, proof) = chosen(bytes);
    let all = formulas();
    let case = &all[usize::from(byte) % all.len()];
    match check_refutation(case.clauses.iter().map(Vec::as_slice), proof) {
        Err(fault) => {
            if let LratFault::Wrong { step, .. } | LratFault::Format { step, .. } = &fault {
                assert!(*step as usize <= proof.len() + 1, "a step is counted that is not there");
            }
            sentence(fault);
        }
        Ok(found) => {
            assert!(!case.has_model, "a formula with a model is refuted");
            assert_eq!(found.clauses(), case.clauses.len() as u64);
        }
    }
}

/// New variables, and clauses that resolve on them: steps that only keep satisfiability.
fn extended(clauses: &Clauses) -> String {
    let last = clauses.len();
    let (x, a, b) = (VARIABLES as i32 + 1, 1, 2);
    let (one, two, three) = (last + 1, last + 2, last + 3);
    // x <-> a or b: the first is new to all, the others resolve with it.
    format!("{one} -{x} {a} {b} 0 0\n{two} {x} -{a} 0 -{one} 0\n{three} {x} -{b} 0 -{one} 0\n")
}

fn texts() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (number, case) in formulas().iter().enumerate() {
        let number = [number as u8];
        if let Ok(text) = proof_text(&case.proof, Text::Lrat, case.clauses.iter().map(Vec::as_slice)) {
            all.push([&number, text.as_bytes()].concat());
        }
        all.push([&number, extended(&case.clauses).as_bytes()].concat());
    }
    all
}

fn binaries() -> Vec<Vec<u8>> {
    let unpacked = |(number, case): (usize, &Case)| {
        let mut input = vec![number as u8];
        flate2::read::DeflateDecoder::new(&case.proof[..]).read_to_end(&mut input).ok()?;
        Some(input)
    };
    formulas().iter().enumerate().filter_map(unpacked).collect()
}
