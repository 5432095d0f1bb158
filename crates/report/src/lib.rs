//! Answers about card games as a person reads them: in words, and as one page to watch.
//!
//! Verdicts ([`human`]) and what they rest on ([`trust`]), moves ([`sentences`]), the next move ([`hint`], or [`advice`] where cards are unseen), why a game is lost ([`why`]), and a
//! plan move by move ([`replay`]). The program prints them, the page in a browser shows them. Plans come in as
//! [`patsat_game::verify::Verified`] only, and nothing is written here: every function returns text or data, so
//! that the same answer gives the same bytes.

#![warn(clippy::unwrap_used)]

pub mod advice;
pub mod hint;
pub mod human;
pub mod notation;
pub mod replay;
pub mod sentences;
pub mod title;
pub mod trust;
pub mod view;
pub mod why;

/// The names in a sentence: `text, json or solver`.
#[must_use]
pub fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    joined(names, "or").unwrap_or_default()
}

/// Parts of a sentence: `this, that and another`; `None` for an empty list.
#[must_use]
pub fn all_of(parts: impl Iterator<Item = String>) -> Option<String> {
    joined(parts, "and")
}

fn joined(parts: impl Iterator<Item = impl AsRef<str>>, word: &str) -> Option<String> {
    let mut text = String::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let comma = match (text.is_empty(), parts.peek()) {
            (true, _) => String::new(),
            (false, None) => format!(" {word} "),
            (false, Some(_)) => ", ".to_owned(),
        };
        text = text + &comma + part.as_ref();
    }
    (!text.is_empty()).then_some(text)
}
