//! The header of a text certificate, which binds the file to one game and position.
//!
//! ```text
//! game freecell
//! deal ms:11982
//! instance 64 hex digits      SHA-256 of the rules and the position, as JSON
//! ```
//! The lines `game` and `deal` are for readers; the digest binds the file. Everything from a `#` to the end of its line
//! is a comment, and empty lines are skipped.

use super::Instance;
use super::closed_set::{DigestError, instance_digest};
use std::fmt::Write;

fn digest(instance: &Instance) -> Result<String, DigestError> {
    Ok(instance_digest(instance)?.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Returns the header lines of an instance.
pub(super) fn lines(instance: &Instance) -> String {
    // A name from a file must not break the line or begin a comment.
    let word = |name: &str| name.chars().filter(|c| !c.is_control() && *c != '#').collect::<String>();
    let mut text = format!("game {}\n", word(&instance.rules.name));
    if let Some(id) = &instance.id {
        let _ = writeln!(text, "deal {}", word(&id.to_string()));
    }
    let _ = match digest(instance) {
        Ok(digest) => writeln!(text, "instance {digest}"),
        // No file can be bound to this game: the reader rejects this line.
        Err(error) => writeln!(text, "instance none # {}", word(&error.to_string())),
    };
    text
}

/// Returns the lines that are neither empty nor comments, with their numbers from 1.
pub(super) fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).map(|(line, text)| {
        let text = text.split('#').next().unwrap_or_default();
        (line, text.trim())
    });
    lines.filter(|(_, text)| !text.is_empty())
}

/// Returns whether the digest of a line `instance` is that of this instance.
///
/// # Errors
/// If the text is no digest, or the instance has none.
pub(super) fn is(instance: &Instance, hex: &str) -> Result<bool, String> {
    let hex = hex.trim();
    if hex.len() != 64 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(format!("'{}' is no digest: expected 64 hex digits", short(hex)));
    }
    Ok(hex.eq_ignore_ascii_case(&digest(instance).map_err(|error| error.to_string())?))
}

/// Shortens a wrong text for an error message.
pub(super) fn short(text: &str) -> String {
    let kept: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    if kept.len() < text.len() { kept + "..." } else { kept }
}
