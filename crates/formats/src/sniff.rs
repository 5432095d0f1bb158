//! Which format a content has.
//!
//! A text is first taken apart ([`Content`]). Then every row of the table of formats checks whether this is its mark.
//!
//! A board and standard notation differ in whether their words are cards or moves. Words such
//! as `7c` are both, so where a game is wanted a board goes first, and where a plan is wanted
//! notation does.

use super::content::{Content, Lines};
use super::paste;
use super::table::{Format, Row, TABLE};
use patsat_base::{FormatError, quoted};
use patsat_game::state::Instance;
use serde::de::IgnoredAny;
use std::collections::HashMap;

pub(super) const KNOWN: &str = "a board, a plan, or JSON of one of them";
pub(super) const BOARD: &str = "a board or a deal";
pub(super) const PLAN: &str = "a plan";
pub(super) const RULES: &str = "rules as JSON, ours or Solvitaire's";

/// The use that a caller has for a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileRole {
    /// A game.
    Game,
    /// A plan.
    Plan,
}

impl FileRole {
    fn is_in(self, row: &Row) -> bool {
        match self {
            FileRole::Game => row.read_instance.is_some(),
            FileRole::Plan => row.read_plan.is_some(),
        }
    }
}

/// The format of a file. Where one thing is wanted, a text that is certainly not the other passes
/// for it, so that its reader can say what is wrong with it.
pub(super) fn sniff(text: &str, wanted: Option<FileRole>) -> Result<Format, FormatError> {
    let content = match Content::of(text)? {
        // Labels and brackets of face-down cards, `1: (QC)`, look like the actions of a plan.
        Content::Pddl { task: false } if wanted == Some(FileRole::Game) && paste::looks_like_one(text) => {
            Content::Lines(Lines(text))
        }
        content => content,
    };
    let marked = || const { &TABLE }.iter().filter(|row| (row.sniff)(&content));
    let preferred = wanted.and_then(|wanted| marked().find(|row| wanted.is_in(row)));
    match (preferred.or_else(|| marked().next()), &content, wanted) {
        (Some(row), ..) => Ok(row.format),
        (None, Content::Json(_), _) => Err(FormatError::unexpected(
            "JSON without any of these keys",
            "'rules' (a game), 'tableau piles' (a deal of Solvitaire), 'moves' (a plan) or 'tableau' (lists of cards)",
        )),
        (None, _, Some(FileRole::Game)) => Ok(Format::Board),
        (None, _, Some(FileRole::Plan)) => Ok(Format::Standard),
        (None, _, None) => {
            let first = text.lines().zip(1..).find(|(line, _)| !line.trim().is_empty());
            let (line, number) = first.unwrap_or((text, 1));
            Err(FormatError::unexpected(quoted(line.trim()), KNOWN).at(number))
        }
    }
}

/// Detects the format of a plan for this game. If the game is a planner's task, a text without a mark is a planner's
/// plan, so that errors name actions.
pub(super) fn sniff_plan(text: &str, instance: &Instance) -> Result<Format, FormatError> {
    let format = sniff(text, Some(FileRole::Plan))?;
    let is_marked = || {
        const { &TABLE }
            .iter()
            .find(|row| row.format == format)
            .is_some_and(|row| Content::of(text).is_ok_and(|content| (row.sniff)(&content)))
    };
    if instance.names.is_some() && format == Format::Standard && !is_marked() {
        return Ok(Format::IpcPlan);
    }
    Ok(format)
}

/// Whether a file of rules is one of ours, not Solvitaire's.
pub(super) fn is_our_rules(text: &str) -> Result<bool, FormatError> {
    if !text.trim_start().starts_with('{') {
        return Err(FormatError::unexpected("another text", RULES).at(1));
    }
    let keys: HashMap<String, IgnoredAny> = serde_json::from_str(text)?;
    for (key, found) in [("schema", "an instance"), ("moves", "a plan")] {
        if keys.contains_key(key) {
            return Err(FormatError::unexpected(found, RULES));
        }
    }
    Ok(keys.contains_key("deck") || keys.contains_key("layout"))
}
