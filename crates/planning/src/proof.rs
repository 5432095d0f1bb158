//! Proofs that there is no plan within a bound: made by a solver, believed only when verified.
//!
//! ```text
//! patsat bound-proof 1\n     the kind of file, and its version
//! one line of JSON           which formula: instance, encoding, options, bound
//! DEFLATE stream             the LRAT proof that the formula has no model
//! 32 bytes                   SHA-256 of everything before
//! ```
//! The formula is not in the file. Whoever checks it builds the formula anew from the instance
//! and the header, and the verifier gets the clauses as data. So a proof trusts the rules, the
//! encoder, and nothing of the solver; of games it says "no plan within this bound of this
//! encoding", never more.

use super::formula::{Bounded, FormulaError, FormulaRequest, Wanted};
use super::proof_text::{Text, Unreadable, proof_text};
use patsat_base::printable;
use patsat_encodings::emit::write_dimacs;
use patsat_encodings::options::{OptionError, Options};
use patsat_encodings::schemes::{self, UnknownEncoding};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{DigestError, instance_digest};
use patsat_lrat::{LratFault, Refutation};
use patsat_solvers::drat::{self, DratError};
use patsat_solvers::proof_file::{FileFault, MEMORY_MIB, follow, hex, open, seal};
use patsat_solvers::{BackendError, BackendOptions, Chosen, Control, Limit, Refuted, SolverStats};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8] = b"patsat bound-proof 1\n";

/// Which formula a proof is about.
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
    /// What there is to be within the bound, if it is not a win.
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

/// What a proof shows: the formula of this request has no model.
#[derive(Clone, Debug)]
pub struct NoPlanWithin {
    /// Encoding, options and bound.
    pub request: FormulaRequest,
    /// Whether every plan would be within the bound, so that the game is lost.
    pub every_plan: bool,
    /// What the verifier followed.
    pub refutation: Refutation,
}

/// A proof that the verifier has accepted, with its file.
#[derive(Clone, Debug)]
pub struct BoundProof {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it shows.
    pub shown: NoPlanWithin,
    /// What the solver did for it.
    pub stats: SolverStats,
}

impl Eq for BoundProof {}

impl PartialEq for BoundProof {
    /// The file says everything.
    fn eq(&self, other: &BoundProof) -> bool {
        self.bytes == other.bytes
    }
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// There is no formula.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The formula has a model.
    #[error("there is a plan within this bound, or the formula says so")]
    Satisfiable,
    /// A limit came first.
    #[error("a limit ended the proof")]
    Limit(Limit),
    /// The solver broke down, is not there, or writes no proofs.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The verifier refuses the solver's proof: a bug.
    #[error("the verifier refuses the proof: {0}")]
    Refused(#[from] ProofFault),
}

/// Why a file proves nothing about an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofFault {
    /// It is no such file, or was damaged.
    #[error(transparent)]
    File(#[from] FileFault),
    /// It belongs to another game or position.
    #[error("the proof was made for other rules or another position")]
    OtherInstance,
    /// It names an encoding that there is not.
    #[error("the proof's header: {0}")]
    Encoding(#[from] UnknownEncoding),
    /// It names an option that there is not.
    #[error("the proof's header: {0}")]
    Options(#[from] OptionError),
    /// It is about locks, which a longer play might take off.
    #[error(
        "the proof says that the locks are not off within {found}: expected {expected}, the bound within \
         which they are or never"
    )]
    Short {
        /// Its bound.
        found: u32,
        /// The least that proves anything of the game.
        expected: u32,
    },
    /// It is about locks, in an encoding or under options of which no bound is known.
    #[error("the proof is about locks within a bound that says nothing of the game, with encoding {0}")]
    NoBound(String),
    /// Its formula cannot be built.
    #[error("the proof's formula cannot be built: {0}")]
    Formula(#[from] FormulaError),
    /// The formula of its header is another.
    #[error("the proof was made for another formula: it has {what} {found}, expected {expected}")]
    OtherFormula {
        /// What differs.
        what: &'static str,
        /// What the header says.
        found: String,
        /// What it is here.
        expected: String,
    },
    /// The formula of its question cannot be built, for this reason.
    #[error("the proof's formula cannot be built: {0}")]
    Question(String),
    /// It is about a value that can be reached.
    #[error("the proof's formula cannot be built: value {0} is reachable or out of range")]
    Value(u32),
    /// It cannot be unpacked.
    #[error("the proof cannot be read: {0}")]
    Unreadable(#[from] Unreadable),
    /// It proves nothing.
    #[error(transparent)]
    Proof(#[from] LratFault),
    /// Nothing can be bound to this game.
    #[error(transparent)]
    Digest(#[from] DigestError),
    /// It is DRAT, and no program makes a proof of it.
    #[error(transparent)]
    Drat(#[from] DratError),
}

impl ProofFault {
    /// Whether a limit ended the check, so that it says nothing of the proof.
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
        bounded: &Bounded<'_>,
        request: &FormulaRequest,
    ) -> Result<Header, DigestError> {
        let size = bounded.formula().size();
        Ok(Header {
            game: instance.rules.name.clone(),
            instance: hex(&instance_digest(instance)?),
            encoding: request.encoding.name.into(),
            options: request.options.to_string(),
            bound: request.horizon,
            goal: (request.wanted == Wanted::Locks).then_some(Goal::Locks),
            unit: request.encoding.unit.word(request.horizon).into(),
            variables: size.variables,
            clauses: size.clauses,
            formula: bounded.fingerprint(),
            proof: "lrat".into(),
        })
    }

    /// Where the formula that was built is not the one the header speaks of.
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
    /// Makes a proof that the formula of a request has no model, and has it verified.
    ///
    /// # Errors
    /// If the formula has a model or cannot be built, the solver breaks down or is stopped, or
    /// the verifier refuses its proof.
    pub fn make(
        instance: &Instance,
        mut request: FormulaRequest,
        backend: &Chosen,
        options: &BackendOptions,
        control: Control<'_>,
    ) -> Result<BoundProof, ProofError> {
        request.counted = false;
        let bounded = Bounded::build(instance, request)?;
        let clauses = || bounded.formula().clauses_from(0);
        let (answer, stats) =
            backend.refute(clauses(), bounded.formula().size().clauses, options, control)?;
        let proof = match answer {
            Refuted::Yes(proof) => proof,
            Refuted::No(_) => return Err(ProofError::Satisfiable),
            Refuted::Unknown(limit) => return Err(ProofError::Limit(limit)),
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

    /// The formula in DIMACS, under this name of the instance, and the proof about it as text for other checkers.
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
        let bounded = Bounded::build(instance, self.shown.request)?;
        let formula = bounded.formula();
        let mut dimacs = Vec::new();
        // Memory takes everything.
        let _ = write_dimacs(&mut dimacs, &bounded.legend(name), formula);
        let proof = proof_text(packed, text, formula.clauses_from(0));
        Ok((dimacs, proof?))
    }
}

/// Checks an LRAT proof, text or binary, that the formula of a request has no model.
///
/// # Errors
/// If there is no such formula, or the proof proves nothing.
pub fn check_lrat(
    instance: &Instance,
    request: FormulaRequest,
    proof: &[u8],
) -> Result<NoPlanWithin, ProofFault> {
    let bounded = Bounded::build(instance, request)?;
    let clauses = bounded.formula().clauses_from(0);
    let refutation = patsat_lrat::check_refutation_within(clauses, proof, request.memory_mib)?;
    Ok(NoPlanWithin { request, every_plan: bounded.bounds_every_plan(), refutation })
}

/// Checks a DRAT proof, text or binary, that the formula of a request has no model. A program gives it hints; what it
/// writes is checked as LRAT.
///
/// # Errors
/// If there is no such formula or program, or the proof proves nothing.
pub fn check_drat(
    instance: &Instance,
    request: FormulaRequest,
    proof: &[u8],
    control: Control<'_>,
) -> Result<NoPlanWithin, ProofFault> {
    let bounded = Bounded::build(instance, request)?;
    let clauses = || bounded.formula().clauses_from(0);
    let lrat = drat::lrat_of(&mut clauses(), proof, control)?;
    let refutation = patsat_lrat::check_refutation_within(clauses(), &*lrat, request.memory_mib)?;
    Ok(NoPlanWithin { request, every_plan: bounded.bounds_every_plan(), refutation })
}

/// Checks a proof of a bound for an instance; so much memory may its formula take, and so much the check.
///
/// # Errors
/// The first reason why the file proves nothing.
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
    let wanted = header.goal.map_or(Wanted::Win, |Goal::Locks| Wanted::Locks);
    let request =
        FormulaRequest { encoding, options, horizon: header.bound, wanted, counted: false, memory_mib };
    let bounded = Bounded::build(instance, request)?;
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
