//! Proofs that patterns are closed: made by a solver, accepted only after verification.
//!
//! ```text
//! patsat closure-proof 1\n   the kind of file, and its version
//! one line of JSON           which game, which patterns, which formula
//! DEFLATE stream             the LRAT proof that the formula has no model
//! 32 bytes                   SHA-256 of everything before
//! ```
//! The file has neither the patterns nor the formula. The check takes the patterns as input, rebuilds the formula of
//! [`patsat_patterns::closure`] and passes its clauses to the verifier. So a proof trusts the rules and the definition
//! of a single move, but not the search for patterns.

use super::formula::fingerprint;
use super::proof::ProofFault;
use patsat_base::{Limit, printable};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::instance_digest;
use patsat_game::state::patterns::{Patterns, write};
use patsat_lrat::{LratFault, Refutation};
use patsat_patterns::{Closure, ClosureError};
use patsat_solvers::proof_file::{MEMORY_MIB, follow, hex, open, seal};
use patsat_solvers::{BackendChoice, BackendError, BackendOptions, Control, RefutationResult, SolverStats};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const MAGIC: &[u8] = b"patsat closure-proof 1\n";

/// The header of a proof, which identifies its formula.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The game's name, for people.
    game: String,
    /// SHA-256 of rules and position.
    instance: String,
    /// SHA-256 of the patterns as text.
    patterns: String,
    variables: u32,
    clauses: usize,
    /// Hash of the clauses.
    formula: String,
}

/// A proof that the verifier has accepted, with its file.
#[derive(Clone, Debug)]
pub struct ClosureProof {
    /// The file.
    pub bytes: Vec<u8>,
    /// The size of the checked proof.
    pub refutation: Refutation,
    /// The statistics of the solver.
    pub stats: SolverStats,
}

/// The reason why patterns have no proof.
#[derive(Debug, thiserror::Error)]
pub enum ClosureProofError {
    /// There is no formula.
    #[error(transparent)]
    Closure(#[from] ClosureError),
    /// A move leads out of the patterns.
    #[error("the patterns are not closed: some move leads from one of them to a position outside")]
    Open,
    /// A limit was reached.
    #[error("a limit ended the proof")]
    Limit(Limit),
    /// The solver failed, is missing, or writes no proofs.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The verifier refuses the solver's proof: a bug.
    #[error("the verifier refuses the proof: {0}")]
    Refused(#[from] ProofFault),
}

/// The reason why a file is no proof about these patterns.
#[derive(Debug, thiserror::Error)]
pub enum ClosureFault {
    /// There is no formula.
    #[error(transparent)]
    Closure(#[from] ClosureError),
    /// The file is no such proof, or it belongs to another instance or formula.
    #[error(transparent)]
    Proof(#[from] ProofFault),
    /// The proof was made for other patterns.
    #[error("the proof was made for other patterns")]
    OtherPatterns,
}

/// Whether a file starts like a proof that patterns are closed.
#[must_use]
pub fn looks_like_one(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

impl Header {
    fn of(instance: &Instance, patterns: &Patterns, closure: &Closure) -> Result<Header, ProofFault> {
        let size = closure.formula.size();
        Ok(Header {
            game: instance.rules.name.clone(),
            instance: hex(&instance_digest(instance)?),
            patterns: hex(&Sha256::digest(write(instance, patterns).as_bytes())),
            variables: size.variables,
            clauses: size.clauses,
            formula: fingerprint(&closure.formula),
        })
    }
}

impl ClosureProof {
    /// Makes a proof that patterns are closed, and verifies it.
    ///
    /// # Errors
    /// If they are not, if the solver fails or is stopped, or if the verifier refuses its proof.
    pub fn make(
        instance: &Instance,
        patterns: &Patterns,
        backend: &BackendChoice,
        options: &BackendOptions,
        control: Control<'_>,
    ) -> Result<ClosureProof, ClosureProofError> {
        let closure = patsat_patterns::closure(instance, patterns)?;
        let formula = &closure.formula;
        let (answer, stats) =
            backend.refute(formula.clauses_from(0), formula.size().clauses, options, control)?;
        let lrat = match answer {
            RefutationResult::Yes(lrat) => lrat,
            RefutationResult::No(_) => return Err(ClosureProofError::Open),
            RefutationResult::Unknown(limit) => return Err(ClosureProofError::Limit(limit)),
        };
        let refutation = follow(formula.clauses_from(0), &lrat, MEMORY_MIB).map_err(ProofFault::from)?;
        let bytes =
            seal(MAGIC, &Header::of(instance, patterns, &closure)?, lrat).map_err(ProofFault::from)?;
        Ok(ClosureProof { bytes, refutation, stats })
    }
}

/// Checks a proof that patterns are closed for an instance, within `memory_mib` MiB. A valid proof shows that the
/// position is lost.
///
/// # Errors
/// The first error in the file or its proof.
pub fn check_closure_proof(
    instance: &Instance,
    patterns: &Patterns,
    file: &[u8],
    memory_mib: u64,
) -> Result<Refutation, ClosureFault> {
    let (header, lrat): (Header, &[u8]) = open(MAGIC, file).map_err(ProofFault::from)?;
    if header.instance != hex(&instance_digest(instance).map_err(ProofFault::from)?) {
        return Err(ProofFault::OtherInstance.into());
    }
    let closure = patsat_patterns::closure(instance, patterns)?;
    let here = Header::of(instance, patterns, &closure)?;
    if header.patterns != here.patterns {
        return Err(ClosureFault::OtherPatterns);
    }
    if header.formula != here.formula {
        return Err(ProofFault::OtherFormula {
            what: "hash",
            found: printable(&header.formula, 80),
            expected: here.formula,
        }
        .into());
    }
    follow(closure.formula.clauses_from(0), lrat, memory_mib)
        .map_err(|fault: LratFault| ProofFault::from(fault).into())
}
