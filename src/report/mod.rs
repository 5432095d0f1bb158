//! What a person or a program reads: verdicts, boards, plans, surveys as text.
//!
//! Plans come in as [`crate::verify::Verified`] only. Nothing here writes to a stream;
//! every function returns text, so that the same answer gives the same bytes.

pub mod autostart;
pub mod board;
pub mod campaign;
pub mod carcassonne;
pub mod class;
pub mod cubes;
pub mod estimate;
pub mod human;
pub mod jsonl;
mod labels;
pub mod notation;
pub mod plot;
pub mod replay;
pub mod rummikub;
pub mod sentences;
pub mod solver_lines;
pub mod style;
pub mod survey;
pub mod two_players;
pub mod variants;
pub mod why;

pub use style::Style;

use crate::state::Instance;

/// What an instance is called: `freecell ms:617`, or `freecell` alone.
#[must_use]
pub fn title(instance: &Instance) -> String {
    let game = &instance.rules.name;
    match &instance.id {
        Some(id) => format!("{game} {id}"),
        None => game.clone(),
    }
}
