//! What a person or a program reads: verdicts, boards, plans, surveys as text.
//!
//! Plans come in as [`patsat_game::verify::Verified`] only. Nothing here writes to a stream;
//! every function returns text, so that the same answer gives the same bytes.

pub mod certify;
pub mod class;
pub mod cubes;
pub mod estimate;
pub mod hint;
pub mod human;
pub mod jsonl;
pub mod notation;
pub mod rate;
pub mod replay;
pub mod sentences;
pub mod solver_lines;
pub mod two_players;
pub mod variants;
pub mod why;

use patsat_console::envelope;
use patsat_console::exit::Exit;
use patsat_game::state::Instance;
use serde_json::Value;

/// The JSON lines of a command that says nothing on the way.
#[must_use]
pub fn lines(command: &str, instance: &Instance, result: &Value, exit: Exit) -> String {
    envelope::lines(command, instance.id.as_ref().map(ToString::to_string).as_deref(), result, exit)
}

/// The names in a sentence: `text, json or solver`.
pub(crate) fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    joined(names, "or").unwrap_or_default()
}

/// Parts of a sentence: `this, that and another`; `None` if there are none.
pub(crate) fn all_of(parts: impl Iterator<Item = String>) -> Option<String> {
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
