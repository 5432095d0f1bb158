//! What each reduction makes of a formula, or why it makes nothing.

use patsat_game::cards::Deal;
use patsat_game::rules::Rules;
use patsat_game::state::InstanceError;

/// The game that a reduction makes of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltGame {
    /// The rules of the game.
    pub rules: Rules,
    /// The position it starts from.
    pub deal: Deal,
    /// What each column stands for, from the left: `x3`, `clause 2, literal 1`.
    pub labels: Vec<String>,
}

/// Why a formula becomes no deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReduceError {
    /// A clause that the reduction does not take.
    #[error("clause {} has {found} literals: expected {expected}", .clause + 1)]
    Clause {
        /// Its number, from 0.
        clause: usize,
        /// How many literals it has.
        found: usize,
        /// What the reduction takes.
        expected: &'static str,
    },
    /// A literal of a variable that the formula does not have.
    #[error("clause {} has the literal {literal}: expected variables 1..{variables}", .clause + 1)]
    Literal {
        /// The clause's number, from 0.
        clause: usize,
        literal: i32,
        variables: u32,
    },
    /// More of something than a game can have.
    #[error("the deal would need {needed} {what}: expected at most {most}")]
    TooLarge {
        /// Of what.
        what: &'static str,
        /// How many.
        needed: u64,
        /// How many there can be.
        most: u64,
    },
    /// An option that makes no sense.
    #[error("{0}")]
    Option(String),
    /// The deal does not fit its rules: a fault of the reduction.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}
