//! Positions, and what may be done in them.
//!
//! [`Table`] is the obvious state: vectors of cards and a list of checks. It is the only
//! definition of a legal move in the project.

mod canon;
pub mod closed_set;
mod expand;
mod goal;
mod header;
pub mod height_game;
mod instance;
mod move_error;
mod names;
mod origin;
pub mod patterns;
mod plan;
mod position;
mod progress;
mod saved_game;
pub mod swept_set;
mod table;
pub mod tracked_cards;

pub use canon::StateKey;
pub use expand::{expand, supermove_length};
pub use goal::{Goal, UnknownGoalError};
pub use instance::{Instance, InstanceError};
pub use move_error::MoveError;
pub use names::Names;
pub use origin::Origin;
pub use plan::{CardMove, CardTarget, Plan};
pub use position::Position;
pub use saved_game::{SavedCard, SavedGame, SavedState};
pub use table::{Table, supermove_capacity};
