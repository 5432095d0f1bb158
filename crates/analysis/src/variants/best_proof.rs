//! Proofs that nothing better is reached within a number of moves.
//!
//! ```text
//! patsat best-proof 1\n      the kind of file, and its version
//! one line of JSON           which formula: instance, goal, moves, the value that is not reached
//! DEFLATE stream             the LRAT proof that the formula has no model
//! 32 bytes                   SHA-256 of everything before
//! ```
//! As for bounds on plans ([`patsat_planning::proof`]), the formula is not in the file. It is the formula of
//! `best_within` with the claim of the value as a clause, and the checker rebuilds it. The proof trusts the
//! rules and the encoder. It does not show that the value below is reached; a plan does.

use super::within::claims_within;
use patsat_base::{Limit, printable};
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_game::state::closed_set::instance_digest;
use patsat_game::state::{Goal, Instance};
use patsat_lrat::{LratFault, Refutation};
use patsat_planning::formula::{FormulaError, fingerprint};
use patsat_planning::proof::{ProofError, ProofFault};
use patsat_solvers::proof_file::{FileFault, MEMORY_MIB, follow, hex, open, seal};
use patsat_solvers::{BackendChoice, BackendOptions, Control, RefutationResult};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8] = b"patsat best-proof 1\n";

/// Which formula a proof is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The game's name, for people.
    game: String,
    /// SHA-256 of rules and position.
    instance: String,
    goal: String,
    moves: u32,
    /// The value that is not reached.
    value: u32,
    variables: u32,
    clauses: usize,
    /// Hash of the clauses.
    formula: String,
    proof: String,
}

/// The statement of a proof: no plan of at most `moves` moves reaches `value`.
#[derive(Clone, Debug)]
pub struct ValueUpperBound {
    /// The goal.
    pub goal: Goal,
    /// The most moves.
    pub moves: u32,
    /// The value that is not reached.
    pub value: u32,
    /// The refutation that the verifier followed.
    pub refutation: Refutation,
}

/// A proof that the verifier has accepted, with its file.
#[derive(Clone, Debug)]
pub struct BestProof {
    /// The file.
    pub bytes: Vec<u8>,
    /// The statement that it proves.
    pub shown: ValueUpperBound,
}

/// Whether a file begins as such a proof does.
#[must_use]
pub fn looks_like_best_proof(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// Builds the formula that claims a value, and its header.
fn formula(
    instance: &Instance,
    goal: Goal,
    moves: u32,
    value: u32,
    memory_mib: Option<u64>,
) -> Result<(Formula, Header), ProofFault> {
    let mut formula = Formula::with_limit(memory_mib);
    let options = Options::default();
    let claims = claims_within(instance, goal, moves, options, &mut formula)
        .map_err(|error| ProofFault::Question(error.to_string()))?
        .claims;
    let start = goal.value(instance, &instance.table());
    let number = value.checked_sub(start + 1).and_then(|n| claims.get(n as usize));
    let &claim = number.ok_or(ProofFault::Value(value))?;
    formula.add(&[claim]);
    formula.check().map_err(|too_large| FormulaError::TooLarge { horizon: moves, too_large })?;
    let size = formula.size();
    let header = Header {
        game: instance.rules.name.clone(),
        instance: hex(&instance_digest(instance)?),
        goal: goal.name().into(),
        moves,
        value,
        variables: size.variables,
        clauses: size.clauses,
        formula: fingerprint(&formula),
        proof: "lrat".into(),
    };
    Ok((formula, header))
}

impl BestProof {
    /// Makes a proof that no plan of at most `moves` moves reaches `value`, and verifies it.
    ///
    /// # Errors
    /// If a plan reaches it, the solver breaks down or is stopped, or the verifier refuses its proof.
    pub fn make(
        instance: &Instance,
        goal: Goal,
        moves: u32,
        value: u32,
        backend: &BackendChoice,
        control: Control<'_>,
    ) -> Result<BestProof, ProofError> {
        let (formula, header) = formula(instance, goal, moves, value, control.memory_mib)?;
        let count = formula.size().clauses;
        let options = BackendOptions::default();
        let proof = match backend.refute(formula.clauses_from(0), count, &options, control)?.0 {
            RefutationResult::Yes(proof) => proof,
            RefutationResult::No(_) => return Err(ProofError::Satisfiable),
            RefutationResult::Unknown(limit) => return Err(ProofError::Limit(limit)),
        };
        let memory_mib = control.memory_mib.unwrap_or(MEMORY_MIB);
        let refutation = match follow(formula.clauses_from(0), &proof, memory_mib) {
            Err(LratFault::Memory { .. }) => return Err(ProofError::Limit(Limit::Memory)),
            checked => checked.map_err(ProofFault::from)?,
        };
        let bytes = seal(MAGIC, &header, proof).map_err(ProofFault::from)?;
        Ok(BestProof { bytes, shown: ValueUpperBound { goal, moves, value, refutation } })
    }
}

/// Checks a proof for an instance.
///
/// # Errors
/// The first reason why the file proves nothing.
pub fn check_best_proof(
    instance: &Instance,
    file: &[u8],
    memory_mib: u64,
) -> Result<ValueUpperBound, ProofFault> {
    let (header, proof): (Header, &[u8]) = open(MAGIC, file)?;
    if header.instance != hex(&instance_digest(instance)?) {
        return Err(ProofFault::OtherInstance);
    }
    let goal: Goal =
        header.goal.parse().map_err(|_| ProofFault::from(FileFault::Header("its goal is unknown".into())))?;
    let (moves, value) = (header.moves, header.value);
    let (formula, here) = formula(instance, goal, moves, value, Some(memory_mib))?;
    if header != here {
        return Err(ProofFault::OtherFormula {
            what: "hash",
            found: printable(&header.formula, 80),
            expected: here.formula,
        });
    }
    let refutation = follow(formula.clauses_from(0), proof, memory_mib)?;
    Ok(ValueUpperBound { goal, moves, value, refutation })
}
