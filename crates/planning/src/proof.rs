//! Proofs that there is no plan within a bound: made by a solver, accepted only after verification.
//!
//! ```text
//! patsat bound-proof 1\n     the kind of file, and its version
//! one line of JSON           which formula: instance, encoding, options, bound
//! DEFLATE stream             the LRAT proof that the formula has no model
//! 32 bytes                   SHA-256 of everything before
//! ```
//! The formula is not in the file. The check rebuilds it from the instance and the header, and passes its clauses to
//! the verifier as data. So a proof trusts the rules and the encoder, but not the solver. It shows that a game has no
//! plan within this bound of this encoding, and no more than that.

use super::formula::{BoundedFormula, FormulaError, FormulaGoal, FormulaRequest};
use super::proof_text::{ProofTextError, Text, proof_text};
use patsat_base::{Limit, printable};
use patsat_encodings::emit::write_dimacs;
use patsat_encodings::options::{OptionError, Options};
use patsat_encodings::schemes::{self, UnknownEncodingError};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{DigestError, instance_digest};
use patsat_lrat::{LratFault, Refutation};
use patsat_solvers::drat::{self, DratError};
use patsat_solvers::proof_file::{FileFault, MEMORY_MIB, follow, hex, open, seal};
use patsat_solvers::{BackendChoice, BackendError, BackendOptions, Control, RefutationResult, SolverStats};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8] = b"patsat bound-proof 1\n";

/// The header of a proof, which identifies its formula.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The game's name, for people.
    game: String,
    /// SHA-256 of rules and position.
    instance: String,
    encoding: String,
    options: String,
    bound: u32,
    /// The goal to reach within the bound, if it is not a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
    /// What the bound counts.
    unit: String,
    variables: u32,
    clauses: usize,
    /// Hash of the clauses.
    formula: String,
    proof: String,
}

/// A goal other than the win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Goal {
    /// The locks of a game made from a formula have left.
    Locks,
}

/// The statement of a checked proof: the formula of this request has no model.
#[derive(Clone, Debug)]
pub struct NoPlanWithin {
    /// Encoding, options and bound.
    pub request: FormulaRequest,
    /// Whether every plan would be within the bound, so that the game is unwinnable.
    pub every_plan: bool,
    /// The size of the checked proof.
    pub refutation: Refutation,
}

/// A proof that the verifier has accepted, with its file.
#[derive(Clone, Debug)]
pub struct BoundProof {
    /// The file.
    pub bytes: Vec<u8>,
    /// The statement that the proof shows.
    pub shown: NoPlanWithin,
    /// The statistics of the solver.
    pub stats: SolverStats,
}

impl Eq for BoundProof {}

impl PartialEq for BoundProof {
    /// Compares the files, which determine all other fields.
    fn eq(&self, other: &BoundProof) -> bool {
        self.bytes == other.bytes
    }
}

/// The reason why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// There is no formula.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The formula has a model.
    #[error("the formula has a model: expected none within this bound")]
    Satisfiable,
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

/// The reason why a file is no proof about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofFault {
    /// The file is no proof, or it is damaged.
    #[error(transparent)]
    File(#[from] FileFault),
    /// The proof belongs to another game or position.
    #[error("the proof was made for other rules or another position")]
    OtherInstance,
    /// The header names an unknown encoding.
    #[error("the proof's header: {0}")]
    Encoding(#[from] UnknownEncodingError),
    /// The header names an unknown option.
    #[error("the proof's header: {0}")]
    Options(#[from] OptionError),
    /// The proof is about locks, within a bound that does not exclude longer plays.
    #[error(
        "the proof says that the locks are not off within {found}: expected {expected}, the bound within \
         which they are or never"
    )]
    Short {
        /// Its bound.
        found: u32,
        /// The least bound that decides the game.
        expected: u32,
    },
    /// The proof is about locks, with an encoding or options that have no known bound.
    #[error("the proof is about locks within a bound that says nothing of the game, with encoding {0}")]
    NoBound(String),
    /// Its formula cannot be built.
    #[error("the proof's formula cannot be built: {0}")]
    Formula(#[from] FormulaError),
    /// The header describes another formula.
    #[error("the proof was made for another formula: it has {what} {found}, expected {expected}")]
    OtherFormula {
        /// What differs.
        what: &'static str,
        /// The value in the header.
        found: String,
        /// The value of the rebuilt formula.
        expected: String,
    },
    /// The formula of its question cannot be built, for this reason.
    #[error("the proof's formula cannot be built: {0}")]
    Question(String),
    /// The proof is about a value that is reachable or out of range.
    #[error("the proof's formula cannot be built: value {0} is reachable or out of range")]
    Value(u32),
    /// The proof cannot be unpacked.
    #[error("the proof cannot be read: {0}")]
    Unreadable(#[from] ProofTextError),
    /// The proof did not pass its check.
    #[error(transparent)]
    Proof(#[from] LratFault),
    /// The instance has no digest.
    #[error(transparent)]
    Digest(#[from] DigestError),
    /// The proof is DRAT, and its conversion to LRAT failed.
    #[error(transparent)]
    Drat(#[from] DratError),
}

impl ProofFault {
    /// Whether a limit ended the check. The proof may then still be valid.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        match self {
            ProofFault::Proof(LratFault::Memory { .. }) | ProofFault::Drat(DratError::Limit(_)) => true,
            ProofFault::Formula(error) => error.is_limit(),
            _ => false,
        }
    }
}

/// Whether a file starts like a proof of a bound.
#[must_use]
pub fn looks_like_one(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

impl Header {
    fn of(
        instance: &Instance,
        bounded: &BoundedFormula<'_>,
        request: &FormulaRequest,
    ) -> Result<Header, DigestError> {
        let size = bounded.formula().size();
        Ok(Header {
            game: instance.rules.name.clone(),
            instance: hex(&instance_digest(instance)?),
            encoding: request.encoding.name.into(),
            options: request.options.to_string(),
            bound: request.horizon,
            goal: (request.wanted == FormulaGoal::Locks).then_some(Goal::Locks),
            unit: request.encoding.unit.word(request.horizon).into(),
            variables: size.variables,
            clauses: size.clauses,
            formula: bounded.fingerprint(),
            proof: "lrat".into(),
        })
    }

    /// Returns the first difference between the header and the rebuilt formula.
    fn differs(&self, here: &Header) -> Option<ProofFault> {
        let rows = [
            ("unit", &self.unit, &here.unit),
            ("variables", &self.variables.to_string(), &here.variables.to_string()),
            ("clauses", &self.clauses.to_string(), &here.clauses.to_string()),
            ("hash", &self.formula, &here.formula),
            ("proof format", &self.proof, &here.proof),
        ];
        rows.into_iter().find(|(_, found, expected)| found != expected).map(|(what, found, expected)| {
            let found = printable(found, 80);
            ProofFault::OtherFormula { what, found, expected: expected.clone() }
        })
    }
}

impl BoundProof {
    /// Makes a proof that the formula of a request has no model, and verifies it.
    ///
    /// # Errors
    /// If the formula has a model or cannot be built, if the solver fails or is stopped, or if the verifier refuses its
    /// proof.
    pub fn make(
        instance: &Instance,
        mut request: FormulaRequest,
        backend: &BackendChoice,
        options: &BackendOptions,
        control: Control<'_>,
    ) -> Result<BoundProof, ProofError> {
        request.counted = false;
        let bounded = BoundedFormula::build(instance, request)?;
        let clauses = || bounded.formula().clauses_from(0);
        let (answer, stats) =
            backend.refute(clauses(), bounded.formula().size().clauses, options, control)?;
        let proof = match answer {
            RefutationResult::Yes(proof) => proof,
            RefutationResult::No(_) => return Err(ProofError::Satisfiable),
            RefutationResult::Unknown(limit) => return Err(ProofError::Limit(limit)),
        };
        let memory_mib = control.memory_mib.unwrap_or(MEMORY_MIB);
        let refutation = match follow(clauses(), &proof, memory_mib) {
            Err(LratFault::Memory { .. }) => return Err(ProofError::Limit(Limit::Memory)),
            checked => checked.map_err(ProofFault::from)?,
        };
        let bytes = seal(MAGIC, &Header::of(instance, &bounded, &request).map_err(ProofFault::from)?, proof)
            .map_err(ProofFault::from)?;
        let shown = NoPlanWithin { request, every_plan: bounded.bounds_every_plan(), refutation };
        Ok(BoundProof { bytes, shown, stats })
    }

    /// Returns the formula in DIMACS, with this name of the instance, and the proof as text for other checkers.
    ///
    /// # Errors
    /// If the file of the proof was changed.
    pub fn standard(
        &self,
        instance: &Instance,
        name: &str,
        text: Text,
    ) -> Result<(Vec<u8>, String), ProofFault> {
        let (_, packed): (Header, &[u8]) = open(MAGIC, &self.bytes)?;
        let bounded = BoundedFormula::build(instance, self.shown.request)?;
        let formula = bounded.formula();
        let mut dimacs = Vec::new();
        // Writing to memory does not fail.
        let _ = write_dimacs(&mut dimacs, &bounded.legend(name), formula);
        let proof = proof_text(packed, text, formula.clauses_from(0));
        Ok((dimacs, proof?))
    }
}

/// Checks an LRAT proof, text or binary, that the formula of a request has no model.
///
/// # Errors
/// If the formula cannot be built, or if the proof does not pass its check.
pub fn check_lrat(
    instance: &Instance,
    request: FormulaRequest,
    proof: &[u8],
) -> Result<NoPlanWithin, ProofFault> {
    let bounded = BoundedFormula::build(instance, request)?;
    let clauses = bounded.formula().clauses_from(0);
    let refutation = patsat_lrat::check_refutation_within(clauses, proof, request.memory_mib)?;
    Ok(NoPlanWithin { request, every_plan: bounded.bounds_every_plan(), refutation })
}

/// Checks a DRAT proof, text or binary, that the formula of a request has no model. An external program converts it to
/// LRAT, which is then checked.
///
/// # Errors
/// If the formula cannot be built, if the program is missing, or if the proof does not pass its check.
pub fn check_drat(
    instance: &Instance,
    request: FormulaRequest,
    proof: &[u8],
    control: Control<'_>,
) -> Result<NoPlanWithin, ProofFault> {
    let bounded = BoundedFormula::build(instance, request)?;
    let clauses = || bounded.formula().clauses_from(0);
    let lrat = drat::lrat_of(&mut clauses(), proof, control)?;
    let refutation = patsat_lrat::check_refutation_within(clauses(), &*lrat, request.memory_mib)?;
    Ok(NoPlanWithin { request, every_plan: bounded.bounds_every_plan(), refutation })
}

/// Checks a proof of a bound for an instance. Its formula and the check may each use `memory_mib` MiB.
///
/// # Errors
/// The first error in the file or its proof.
pub fn check_bound_proof(
    instance: &Instance,
    file: &[u8],
    memory_mib: u64,
) -> Result<NoPlanWithin, ProofFault> {
    let (header, proof): (Header, &[u8]) = open(MAGIC, file)?;
    if header.instance != hex(&instance_digest(instance)?) {
        return Err(ProofFault::OtherInstance);
    }
    let encoding = schemes::encoding(&header.encoding)?;
    let options: Options = header.options.parse()?;
    let wanted = header.goal.map_or(FormulaGoal::Win, |Goal::Locks| FormulaGoal::Locks);
    let request =
        FormulaRequest { encoding, options, horizon: header.bound, wanted, counted: false, memory_mib };
    let bounded = BoundedFormula::build(instance, request)?;
    if let Some(complete) = bounded.complete_bound() {
        let none = || ProofFault::NoBound(format!("{} (options {options})", encoding.name));
        let expected = complete.ok_or_else(none)?;
        if header.bound < expected {
            return Err(ProofFault::Short { found: header.bound, expected });
        }
    }
    if let Some(fault) = header.differs(&Header::of(instance, &bounded, &request)?) {
        return Err(fault);
    }
    let refutation = follow(bounded.formula().clauses_from(0), proof, memory_mib)?;
    Ok(NoPlanWithin { request, every_plan: bounded.bounds_every_plan(), refutation })
}
