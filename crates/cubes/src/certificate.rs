//! The proof that one cube has no plan.
//!
//! ```text
//! patsat cube-proof 1\n      the kind of file, and its version
//! one line of JSON           which formula, which cube
//! DEFLATE stream             LRAT: the formula's clauses, then one a literal of the cube
//! 32 bytes                   SHA-256 of everything before
//! ```

use super::Split;
use patsat_base::printable;
use patsat_encodings::formula::Formula;
use patsat_lrat::{LratFault, Refutation};
use patsat_planning::formula::BoundedFormula;
use patsat_planning::proof::ProofFault;
use patsat_solvers::proof_file::{self, open, seal};
use rustsat::types::Lit;
use serde::{Deserialize, Serialize};

const MAGIC: &[u8] = b"patsat cube-proof 1\n";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// Hash of the formula's clauses.
    formula: String,
    /// The number of the cube, from 1.
    cube: usize,
    /// Its literals, as DIMACS has them.
    literals: Vec<i32>,
    proof: String,
}

impl Header {
    fn of(split: &Split, cube: usize) -> Header {
        let literals = split.cubes[cube].iter().map(|literal| literal.to_ipasir()).collect();
        Header { formula: split.header.formula.clone(), cube: cube + 1, literals, proof: "lrat".into() }
    }
}

/// The clauses whose refutation refutes a cube.
pub(super) fn clauses<'a>(formula: &'a Formula, cube: &'a [Lit]) -> impl Iterator<Item = &'a [Lit]> {
    formula.clauses_from(0).chain(cube.chunks(1))
}

/// Follows a proof as solvers leave it.
pub(super) fn follow(
    formula: &Formula,
    cube: &[Lit],
    proof: &[u8],
    memory_mib: u64,
) -> Result<Refutation, LratFault> {
    proof_file::follow(clauses(formula, cube), proof, memory_mib)
}

/// The file of a proof; cubes are counted from 0.
pub(super) fn file(split: &Split, cube: usize, proof: Vec<u8>) -> Result<Vec<u8>, ProofFault> {
    Ok(seal(MAGIC, &Header::of(split, cube), proof)?)
}

/// Checks a file: that it is about this cube, and that its proof holds.
pub(super) fn check(
    split: &Split,
    bounded: &BoundedFormula<'_>,
    cube: usize,
    file: &[u8],
    memory_mib: u64,
) -> Result<Refutation, ProofFault> {
    let (found, proof): (Header, &[u8]) = open(MAGIC, file)?;
    let here = Header::of(split, cube);
    let rows = [
        ("hash", found.formula, here.formula),
        ("cube", found.cube.to_string(), here.cube.to_string()),
        ("literals", format!("{:?}", found.literals), format!("{:?}", here.literals)),
        ("proof format", found.proof, here.proof),
    ];
    if let Some((what, found, expected)) = rows.into_iter().find(|(_, found, expected)| found != expected) {
        let cut = |text: String| printable(&text, 80);
        return Err(ProofFault::OtherFormula { what, found: cut(found), expected: cut(expected) });
    }
    Ok(follow(bounded.formula(), &split.cubes[cube], proof, memory_mib)?)
}
