//! Which format a content has.
//!
//! JSON opens with a brace and is told by its keys, PDDL with a parenthesis. Of the texts, Freecell Solver's output
//! has its header or its sentences; a board and standard notation are told by whether their
//! words are cards or moves. Words such as `7c` are both, so the reader of games tries a
//! board first, the reader of plans a plan.

use super::error::quoted;
use super::fcsolve::{Line, classify};
use super::replay::{Talk, talk};
use super::{Format, FormatError, card_json, kpat, notation, pddl};
use crate::cards::Card;
use serde::de::IgnoredAny;
use std::collections::HashMap;

const KNOWN: &str = "a board, a plan, or JSON of one of them";

/// The text of a file, if it is one.
pub(super) fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let binary = |at: usize| {
        let line = 1 + bytes[..at].iter().filter(|&&b| b == b'\n').count();
        FormatError::unexpected("binary data", "text").at(line)
    };
    let text = std::str::from_utf8(bytes).map_err(|e| binary(e.valid_up_to()))?;
    if let Some(at) = text.find(|c: char| c.is_control() && !c.is_whitespace()) {
        return Err(binary(at));
    }
    if text.trim().is_empty() {
        return Err(FormatError::unexpected("an empty file", KNOWN));
    }
    Ok(text)
}

/// The format of any file.
pub(super) fn sniff(text: &str) -> Result<Format, FormatError> {
    match sniff_marked(text)? {
        Some(format) => Ok(format),
        None if looks_like(text, is_board_line) => Ok(Format::FcSolve),
        None if looks_like(text, is_notation_line) => Ok(Format::Standard),
        None => {
            let first = text.lines().zip(1..).find(|(line, _)| !line.trim().is_empty());
            let (line, number) = first.unwrap_or((text, 1));
            Err(FormatError::unexpected(quoted(line.trim()), KNOWN).at(number))
        }
    }
}

/// The format of a file that should hold a game. A text that is certainly no plan passes for
/// a board, so that its reader can say what is wrong with it.
pub(super) fn sniff_instance(text: &str) -> Result<Format, FormatError> {
    match sniff_marked(text)? {
        Some(format) => Ok(format),
        None if !looks_like(text, is_board_line) && looks_like(text, is_notation_line) => {
            Ok(Format::Standard)
        }
        None => Ok(Format::FcSolve),
    }
}

/// The format of a file that should hold a plan. As [`sniff_instance`], for standard notation.
pub(super) fn sniff_plan(text: &str) -> Result<Format, FormatError> {
    match sniff_marked(text)? {
        Some(format) => Ok(format),
        None if !looks_like(text, is_notation_line) && looks_like(text, is_board_line) => Ok(Format::FcSolve),
        None => Ok(Format::Standard),
    }
}

/// Whether a file of rules is one of ours, not Solvitaire's.
pub(super) fn is_our_rules(text: &str) -> Result<bool, FormatError> {
    if !text.trim_start().starts_with('{') {
        let expected = "rules as JSON, ours or Solvitaire's";
        return Err(FormatError::unexpected("another text", expected).at(1));
    }
    let keys: HashMap<String, IgnoredAny> = serde_json::from_str(text)?;
    for (key, found) in [("schema", "an instance"), ("moves", "a plan")] {
        if keys.contains_key(key) {
            return Err(FormatError::unexpected(found, "rules as JSON, ours or Solvitaire's"));
        }
    }
    Ok(keys.contains_key("deck") || keys.contains_key("layout"))
}

/// The formats that bear a mark: JSON, XML, PDDL, the sentences of Freecell Solver.
fn sniff_marked(text: &str) -> Result<Option<Format>, FormatError> {
    if text.trim_start().starts_with('{') {
        let keys: HashMap<String, IgnoredAny> = serde_json::from_str(text)?;
        let formats =
            [("tableau piles", Format::Solvitaire), ("moves", Format::PlanJson), ("rules", Format::Json)];
        let known = formats.iter().find(|(key, _)| keys.contains_key(*key));
        return match known {
            Some(&(_, format)) => Ok(Some(format)),
            None if card_json::looks_like_one(keys.keys()) => Ok(Some(Format::CardJson)),
            None => Err(FormatError::unexpected(
                "JSON without any of these keys",
                "'rules' (a game), 'tableau piles' (a deal of Solvitaire), 'moves' (a plan) or 'stack0' (piles of cards)",
            )),
        };
    }
    if text.trim_start().starts_with('<') {
        return Ok(Some(if kpat::sniff(text)? { Format::KpatLegacy } else { Format::Kpat }));
    }
    if let Some(task) = pddl::sniff(text) {
        return Ok(Some(if task { Format::Pddl } else { Format::IpcPlan }));
    }
    let moves = text.lines().any(|line| line.trim_start().starts_with("Move "));
    Ok(moves.then_some(Format::Replay))
}

/// Whether the lines, as far as they are not talk, are of a kind, and there is one.
fn looks_like(text: &str, kind: fn(&str) -> bool) -> bool {
    let mut lines = text.lines().filter(|line| talk(line) != Talk::Skip).peekable();
    lines.peek().is_some() && lines.all(kind)
}

fn is_board_line(line: &str) -> bool {
    match classify(line) {
        Line::Foundations(_) | Line::Freecells(_) => true,
        Line::Nothing => false,
        Line::Column(rest) => rest.split_whitespace().all(|word| word.parse::<Card>().is_ok()),
    }
}

fn is_notation_line(line: &str) -> bool {
    line.split_whitespace().all(|word| notation::parse(word).is_some())
}
