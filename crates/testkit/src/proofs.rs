//! Proofs by every back-end that writes them, and formulas to prove.

use super::Dice;
use super::formulas::{Clauses, random, satisfiable};
use flate2::read::DeflateDecoder;
use patsat_solvers::{BACKENDS, BackendOptions, BackendRow, Control, RefutationResult};
use std::io::Read;

pub const OPTIONS: BackendOptions = BackendOptions { seed: 0 };

pub fn provers() -> impl Iterator<Item = &'static BackendRow> {
    BACKENDS.iter().filter(|row| row.proves())
}

/// Runs a back-end on clauses and unpacks its proof.
pub fn refute(row: &BackendRow, clauses: &Clauses, control: Control<'_>) -> RefutationResult {
    let lists = clauses.iter().map(Vec::as_slice);
    match row.refute(lists, clauses.len(), &OPTIONS, control).unwrap().0 {
        RefutationResult::Yes(packed) => {
            let mut proof = Vec::new();
            DeflateDecoder::new(&packed[..]).read_to_end(&mut proof).unwrap();
            RefutationResult::Yes(proof)
        }
        other => other,
    }
}

pub fn proof(row: &BackendRow, clauses: &Clauses) -> Vec<u8> {
    match refute(row, clauses, Control::default()) {
        RefutationResult::Yes(proof) => proof,
        other => panic!("{}: {other:?}", row.name),
    }
}

/// Seeded formulas without a model, among them some with repeated and unit clauses.
pub fn refutable(seeds: std::ops::Range<u64>) -> Vec<Clauses> {
    let formula = |seed| {
        let mut dice = Dice::new(seed);
        let variables = 3 + dice.below(9);
        let clauses = random(&mut dice, variables, 6 * variables);
        (!satisfiable(&clauses, variables)).then_some(clauses)
    };
    seeds.filter_map(formula).collect()
}
