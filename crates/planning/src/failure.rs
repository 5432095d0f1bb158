//! Why a request has no answer.

use patsat_encodings::unroll::Unsupported;
use patsat_game::rules::Cost;
use patsat_game::state::Plan;
use patsat_game::verify::{ClosedSetFault, Fault, PatternFault, SweptFault};
use patsat_lowering::lower::LowerError;
use patsat_solvers::BackendError;
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
        what: String,
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
    /// Dead patterns that the verifier refuses.
    #[error("the dead patterns were refused by the verifier: {fault}")]
    Patterns {
        /// What the verifier says.
        fault: Box<PatternFault>,
    },
    /// Circles of waiting cards that are none.
    #[error("a lower bound on plans was refused by the verifier: {0}")]
    Circles(String),
    /// A proof that there is no plan within a bound, which cannot be made or is refused.
    #[error("a solver says that there is no plan within the bound, but {0}")]
    BoundProof(String),
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

/// Files for the report of a bug: name and content.
#[derive(Clone, PartialEq, Eq)]
pub struct Files(pub Vec<(&'static str, String)>);

impl fmt::Debug for Files {
    /// Names only: the contents are long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

/// Why a request has no answer at all.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Failure {
    /// It cannot be asked.
    #[error("{0}")]
    Input(String),
    /// A back-end is not there.
    #[error("{0}")]
    Missing(String),
    /// A back-end broke down.
    #[error("{0}")]
    Broken(String),
    /// The program contradicts itself.
    #[error(transparent)]
    SelfCheck(#[from] SelfCheck),
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<Unsupported> for Failure {
    fn from(error: Unsupported) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<BackendError> for Failure {
    fn from(error: BackendError) -> Failure {
        match error {
            BackendError::Missing(text) => Failure::Missing(text),
            BackendError::Broken(text) => Failure::Broken(text),
        }
    }
}
