//! Checks the error messages of readers.

use std::fmt::Display;

/// The most characters of an error message.
const MOST_CHARS: usize = 1500;

/// Asserts that an error message is one line, not empty, and without control characters.
pub(crate) fn sentence(error: impl Display) {
    let text = error.to_string();
    assert!(!text.trim().is_empty(), "an error without words");
    assert!(text.chars().count() <= MOST_CHARS, "an error of {} characters: {text:.200}", text.len());
    assert!(!text.chars().any(char::is_control), "an error with control characters: {text:?}");
}
