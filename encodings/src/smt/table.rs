//! The table of SMT encodings.

use super::{SmtEncoding, thesis};
use crate::unroll::Unit;

/// The encoding used where none is asked for.
pub const DEFAULT: &str = "thesis";

/// All SMT encodings, the default first.
pub const ENCODINGS: &[SmtEncoding] = &[SmtEncoding {
    name: "thesis",
    about: "Spider with cards as a data type and piles as lists, one move a step, a run that leaves being one",
    source: "Laubersheimer 2024, chapter 3",
    unit: Unit::Moves,
    first_bound: 3,
    build: thesis::build,
}];

/// A name that is no SMT encoding's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown SMT encoding '{name}': expected one of {known}")]
pub struct UnknownEncoding {
    /// What was asked for.
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// The SMT encoding of that name.
///
/// # Errors
/// If there is none; the error lists the known names.
pub fn encoding(name: &str) -> Result<&'static SmtEncoding, UnknownEncoding> {
    ENCODINGS.iter().find(|e| e.name == name).ok_or_else(|| UnknownEncoding {
        name: name.chars().take(40).collect(),
        known: ENCODINGS.iter().map(|e| e.name).collect::<Vec<_>>().join(", "),
    })
}
