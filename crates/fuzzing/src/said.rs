//! What a reader says of a broken file: a sentence for a person.

use std::fmt::Display;

/// Longer than this is no sentence.
const MOST_CHARS: usize = 1500;

/// Looks at an error: one line, not empty, without codes that a terminal would obey.
pub(crate) fn sentence(error: impl Display) {
    let text = error.to_string();
    assert!(!text.trim().is_empty(), "an error without words");
    assert!(text.chars().count() <= MOST_CHARS, "an error of {} characters: {text:.200}", text.len());
    assert!(!text.chars().any(char::is_control), "an error with control characters: {text:?}");
}
