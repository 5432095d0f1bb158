//! AutoStart as text, tables and figures.

pub mod figures;
mod single;
mod tally;
pub mod trials;

pub use single::{Answer, json, text};
pub use tally::{csv, json as tally_json, markdown};

use crate::IntermediatePlace;

/// Intermediate moves in words.
#[must_use]
pub fn moves(rules: IntermediatePlace) -> &'static str {
    match rules {
        IntermediatePlace::None => "none",
        IntermediatePlace::Suit => "onto suit",
        IntermediatePlace::SuitOrEmpty => "onto suit or empty",
    }
}
