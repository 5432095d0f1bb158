//! Why a request has no answer.

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
use patsat_solvers::{BackendError, UnknownBackend};
use std::fmt;

/// The program contradicts itself: a claim of the search was refused. This is a bug.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SelfCheck {
    /// A plan that does not replay.
    #[error("the plan found by the search was refused by the verifier: {fault}")]
    Plan {
        /// The plan.
        plan: Plan,
        /// What the verifier says.
        fault: Box<Fault>,
    },
    /// A model that describes no plan.
    #[error("the model that the solver found was refused: {what}")]
    Model {
        /// What is wrong with it.
        #[source]
        what: Box<ModelFault>,
        /// Formula, model, and what was asked.
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
        /// What the verifier says.
        fault: Box<ClosedSetFault>,
    },
    /// A swept set that the verifier refuses.
    #[error("a certificate was refused by the verifier: {fault}")]
    SweptSet {
        /// What the verifier says.
        fault: Box<SweptFault>,
    },
    /// Tracked cards that the verifier refuses.
    #[error("a certificate was refused by the verifier: {fault}")]
    TrackedCards {
        /// What the verifier says.
        fault: Box<TrackedFault>,
    },
    /// A height game that the verifier refuses.
    #[error("a certificate was refused by the verifier: {fault}")]
    HeightGame {
        /// What the verifier says.
        fault: Box<HeightFault>,
    },
    /// Dead patterns that the verifier refuses.
    #[error("the dead patterns were refused by the verifier: {fault}")]
    Patterns {
        /// What the verifier says.
        fault: Box<PatternFault>,
    },
    /// Circles of waiting cards that are none.
    #[error("a lower bound on plans was refused by the verifier: {0}")]
    Circles(#[from] BoundFault),
    /// A proof that there is no plan within a bound, which cannot be made or is refused.
    #[error("a solver says that there is no plan within the bound, but {0}")]
    BoundProof(#[from] Box<ProofError>),
    /// One search found a shortest plan, another a shorter one.
    #[error(
        "the search says that a plan of {length} moves ({cost}) is shortest, and has found a shorter one"
    )]
    Shorter {
        /// Of the plan.
        length: u32,
        /// In which count.
        cost: Cost,
    },
    /// One search found no win where another did.
    #[error("one search says that the game cannot be won, another that it can")]
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

/// A solver that is not there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MissingSolver {
    /// It is not built in, or its program is not installed.
    #[error(transparent)]
    Backend(BackendError),
    /// The built-in one has no row in the table.
    #[error(transparent)]
    Unknown(#[from] UnknownBackend),
    /// No solver of a schedule is built in.
    #[error("no back-end of schedule '{0}' is built in")]
    Schedule(&'static str),
}

/// A solver that broke down, or contradicts itself, or whose answer cannot be kept.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// It crashed, or its answer is none.
    #[error(transparent)]
    Backend(BackendError),
    /// It reports that a formula with a model has none.
    #[error("the solver '{0}' says that there is no plan within the bound, but the formula has a model")]
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
    /// The system gives no thread to work on.
    #[error("cannot start a worker: {0}")]
    Thread(std::io::ErrorKind),
}

/// Why a request has no answer at all.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Failure {
    /// It cannot be asked.
    #[error(transparent)]
    Input(InputError),
    /// A back-end is not there.
    #[error(transparent)]
    Missing(#[from] MissingSolver),
    /// A back-end broke down.
    #[error(transparent)]
    Broken(#[from] SolverError),
    /// The program contradicts itself.
    #[error(transparent)]
    SelfCheck(#[from] SelfCheck),
}

impl Failure {
    /// Files that are not as they should be, in a sentence.
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
            BackendError::Missing(_) => MissingSolver::Backend(error).into(),
            BackendError::Broken(_) => SolverError::Backend(error).into(),
        }
    }
}
