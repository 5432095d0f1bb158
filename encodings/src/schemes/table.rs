//! The table of encodings.

use crate::timeless::TIMELESS;
use crate::unroll::Encoding;

/// The encoding used where none is asked for.
pub const DEFAULT: &str = "exists-loose";

/// All encodings, the default first.
pub const ENCODINGS: &[Encoding] = &[TIMELESS];

/// A name that is no encoding's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown encoding '{name}': expected one of {known}")]
pub struct UnknownEncoding {
    /// What was asked for.
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// The encoding of that name; `exists` is short for the default view of it.
///
/// # Errors
/// If there is none; the error lists the known names.
pub fn encoding(name: &str) -> Result<&'static Encoding, UnknownEncoding> {
    ENCODINGS.iter().find(|e| e.name == name).ok_or_else(|| UnknownEncoding {
        name: name.chars().take(40).collect(),
        known: ENCODINGS.iter().map(|e| e.name).collect::<Vec<_>>().join(", "),
    })
}
