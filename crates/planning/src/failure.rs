//! Errors of requests.

use crate::input_error::InputError;
use crate::model_fault::ModelFault;
use crate::proof::{ProofError, ProofFault};
use patsat_base::FormatError;
use patsat_game::rules::Cost;
use patsat_game::state::Plan;
use patsat_game::verify::{
    BoundFault, ClosedSetFault, Fault, HeightFault, PatternFault, SweptFault, TrackedFault,
};
use patsat_lrat::CoverFault;
use patsat_solvers::{BackendError, UnknownBackendError};
use std::fmt;

/// An internal contradiction: the verifier refused a claim of the search. This is a bug.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SelfCheck {
    /// A plan that does not replay.
    #[error("the plan found by the search was refused by the verifier: {fault}")]
    Plan {
        /// The plan.
        plan: Plan,
        /// The verifier's reason.
        fault: Box<Fault>,
    },
    /// A model that describes no plan.
    #[error("the model that the solver found was refused: {what}")]
    Model {
        /// What is wrong with it.
        #[source]
        what: Box<ModelFault>,
        /// The formula, the model and the query.
        files: Files,
    },
    /// A lower bound above the length of a verified plan.
    #[error(
        "the search claims that every plan has at least {lower} moves ({cost}), but found one of {found}"
    )]
    Bound {
        /// The claim.
        lower: u32,
        /// The plan's length.
        found: u32,
        /// In which count.
        cost: Cost,
    },
    /// A certificate that the verifier refuses.
    #[error("a certificate was refused by the verifier: {fault}")]
    Certificate {
        /// The verifier's reason.
        fault: Box<ClosedSetFault>,
    },
    /// A swept set that the verifier refuses.
    #[error("a certificate was refused by the verifier: {fault}")]
    SweptSet {
        /// The verifier's reason.
        fault: Box<SweptFault>,
    },
    /// Tracked cards that the verifier refuses.
    #[error("a certificate was refused by the verifier: {fault}")]
    TrackedCards {
        /// The verifier's reason.
        fault: Box<TrackedFault>,
    },
    /// A height game that the verifier refuses.
    #[error("a certificate was refused by the verifier: {fault}")]
    HeightGame {
        /// The verifier's reason.
        fault: Box<HeightFault>,
    },
    /// Dead patterns that the verifier refuses.
    #[error("the dead patterns were refused by the verifier: {fault}")]
    Patterns {
        /// The verifier's reason.
        fault: Box<PatternFault>,
    },
    /// Circles of waiting cards that the verifier refuses.
    #[error("a lower bound on plans was refused by the verifier: {0}")]
    Circles(#[from] BoundFault),
    /// A proof that there is no plan within a bound, which cannot be made or which the verifier refuses.
    #[error("a solver reports that there is no plan within the bound, but {0}")]
    BoundProof(#[from] Box<ProofError>),
    /// A plan that one search reports as shortest, although another found a shorter one.
    #[error("the search reports a plan of {length} moves ({cost}) as shortest, and has found a shorter one")]
    Shorter {
        /// The length of the plan reported as shortest.
        length: u32,
        /// In which count.
        cost: Cost,
    },
    /// A game that one search reports as unwinnable and another as winnable.
    #[error("one search reports that the game cannot be won, another that it can")]
    Winnable,
}

impl SelfCheck {
    /// A model that describes no plan, with files for the report.
    pub fn model(what: impl Into<ModelFault>, files: Files) -> SelfCheck {
        SelfCheck::Model { what: Box::new(what.into()), files }
    }
}

/// Files for the report of a bug: name and content.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Files(pub Vec<(&'static str, String)>);

impl fmt::Debug for Files {
    /// Names only: the contents are long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

/// A missing solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MissingSolverError {
    /// The back-end is not built in, or its program is not installed.
    #[error(transparent)]
    Backend(BackendError),
    /// The table of back-ends has no row for the built-in solver.
    #[error(transparent)]
    Unknown(#[from] UnknownBackendError),
    /// No solver of a schedule is built in.
    #[error("no back-end of schedule '{0}' is built in")]
    Schedule(&'static str),
}

/// A solver that failed or contradicts itself, or whose answer cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The solver crashed or printed no valid answer.
    #[error(transparent)]
    Backend(BackendError),
    /// The solver reports that a formula with a model is unsatisfiable.
    #[error("the solver '{0}' reports that there is no plan within the bound, but the formula has a model")]
    Model(String),
    /// The cubes of a formula leave a case out.
    #[error("the cubes are no tree: {0}. This is a bug of patsat")]
    Cover(#[from] CoverFault),
    /// Its proof cannot be written.
    #[error(transparent)]
    Proof(#[from] Box<ProofFault>),
    /// Its plan cannot be written.
    #[error(transparent)]
    Plan(#[from] Box<FormatError>),
    /// The system cannot start a thread.
    #[error("cannot start a worker: {0}")]
    Thread(std::io::ErrorKind),
}

/// The reason why a request has no answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Failure {
    /// The request is invalid.
    #[error(transparent)]
    Input(InputError),
    /// A back-end is missing.
    #[error(transparent)]
    Missing(#[from] MissingSolverError),
    /// A back-end failed.
    #[error(transparent)]
    Broken(#[from] SolverError),
    /// The program contradicts itself.
    #[error(transparent)]
    SelfCheck(#[from] SelfCheck),
}

impl Failure {
    /// Returns the failure of invalid files, described by a sentence.
    pub fn files(sentence: impl Into<String>) -> Failure {
        Failure::Input(InputError::Files(sentence.into()))
    }
}

impl<E: Into<InputError>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Input(error.into())
    }
}

impl From<BackendError> for Failure {
    fn from(error: BackendError) -> Failure {
        match error {
            BackendError::Missing(_) => MissingSolverError::Backend(error).into(),
            BackendError::Broken(_) => SolverError::Backend(error).into(),
        }
    }
}
