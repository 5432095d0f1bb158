//! Errors in models: why a model of a formula is no plan of its game.

use patsat_encodings::unroll::ReadError;
use patsat_game::rules::Move;
use patsat_game::state::MoveError;
use patsat_game::verify::Fault;
use patsat_lowering::check::PlanFault;
use patsat_lowering::decode::DecodeError;
use patsat_reductions::{LiftError, LowerError};

/// The reason why a model is no plan: a bug of the program or of an external solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// It has no steps.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its steps are no plan.
    #[error(transparent)]
    Plan(#[from] PlanFault),
    /// One of its moves breaks a rule.
    #[error("the move {action} is illegal: {illegal}")]
    Move {
        /// The move.
        action: Move,
        /// The rule.
        #[source]
        illegal: MoveError,
    },
    /// Moves that were found for a part of a plan do not fit into it.
    #[error("moves found for {first} to {last} of the plan do not fit into it")]
    Part {
        /// The first move of the part, from 1.
        first: usize,
        /// Its last move.
        last: usize,
    },
    /// In a deal made from a formula, its moves give no assignment.
    #[error(transparent)]
    Lift(#[from] LiftError),
    /// In a deal made from a formula, its assignment gives no plan.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// Its plan reaches less than it claims.
    #[error("it claims the value {claimed}, its plan reaches {reached}")]
    Value {
        /// What it claims.
        claimed: u32,
        /// What its plan reaches.
        reached: u32,
    },
    /// The end of its stage is worse than requested.
    #[error("its end has the value {value}, expected one below {below}")]
    End {
        /// The value of the end.
        value: u32,
        /// The bound.
        below: u32,
    },
    /// Its plan is not shorter than the best one.
    #[error("the plan has {moves} moves, as many as the best one had or more ({before})")]
    NotShorter {
        /// Its moves.
        moves: usize,
        /// Those of the best plan before.
        before: u32,
    },
    /// It chooses what a known plan wins.
    #[error("a choice that a plan wins was chosen again")]
    Again,
    /// A solver found no plan of this length, but a search did.
    #[error("no plan of {0} moves, but there is one")]
    Missed(u32),
}

impl From<DecodeError> for ModelFault {
    fn from(error: DecodeError) -> ModelFault {
        PlanFault::from(error).into()
    }
}

impl From<Fault> for ModelFault {
    fn from(fault: Fault) -> ModelFault {
        PlanFault::from(fault).into()
    }
}
