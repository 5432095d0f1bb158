//! AutoStart as text, tables and figures.

pub mod figures;
mod single;
mod tally;
pub mod trials;

pub use single::{Answer, json, text};
pub use tally::{csv, json as tally_json, markdown};

use crate::Intermediate;

/// Intermediate moves in words.
#[must_use]
pub fn moves(rules: Intermediate) -> &'static str {
    match rules {
        Intermediate::None => "none",
        Intermediate::Suit => "onto suit",
        Intermediate::SuitOrEmpty => "onto suit or empty",
    }
}
