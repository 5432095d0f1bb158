//! A text, taken apart as far as the marks of several formats need it.
//!
//! JSON opens with a brace and is recognised by its keys, XML by its root, PDDL by a parenthesis, Freecell Solver's
//! output by its sentences. The rows of the table of formats query the result.

use super::fcsolve::{Line, classify};
use super::replay::{Talk, talk};
use super::{klondike_solver, notation, paste};
use patsat_base::FormatError;
use patsat_game::cards::Card;
use patsat_pddl as pddl;
use serde::de::IgnoredAny;
use std::collections::HashMap;

/// A text, taken apart as far as the marks of formats need it.
pub(super) enum Content<'a> {
    /// JSON, by its keys.
    Json(HashMap<String, IgnoredAny>),
    /// A saved game of KPatience.
    SavedGame,
    /// PDDL.
    Pddl {
        /// Whether a task; else a plan.
        task: bool,
    },
    /// Moves in Freecell Solver's sentences.
    Sentences,
    /// Any other text.
    Lines(Lines<'a>),
}

impl Content<'_> {
    /// Takes a text apart.
    pub(super) fn of(text: &str) -> Result<Content<'_>, FormatError> {
        let start = text.trim_start();
        Ok(if start.starts_with('{') {
            match serde_json::from_str::<HashMap<String, IgnoredAny>>(text) {
                Ok(keys) if ["rules", "moves", "tableau piles"].iter().any(|key| keys.contains_key(*key)) => {
                    Content::Json(keys)
                }
                _ if paste::is_lists(text) => Content::Lines(Lines(text)),
                keys => Content::Json(keys?),
            }
        } else if start.starts_with('<') {
            Content::SavedGame
        } else if let Some(task) = pddl::is_task(text) {
            Content::Pddl { task }
        } else if text.lines().any(|line| line.trim_start().starts_with("Move ")) {
            Content::Sentences
        } else {
            Content::Lines(Lines(text))
        })
    }

    /// Whether this is JSON with such a key.
    pub(super) fn has_key(&self, key: &str) -> bool {
        matches!(self, Content::Json(keys) if keys.contains_key(key))
    }
}

/// A text of lines without a mark.
pub(super) struct Lines<'a>(pub(super) &'a str);

impl Lines<'_> {
    /// Whether there are lines beside a program's remarks, all of them of this kind.
    fn are(&self, kind: fn(&str) -> bool) -> bool {
        let mut lines = self.0.lines().filter(|line| talk(line) != Talk::Skip).peekable();
        lines.peek().is_some() && lines.all(kind)
    }

    /// Whether the words are cards.
    pub(super) fn are_a_board(&self) -> bool {
        self.are(|line| match classify(line) {
            Line::Foundations(_) | Line::Freecells(_) => true,
            Line::Nothing => false,
            Line::Column(rest) => rest.split_whitespace().all(|word| word.parse::<Card>().is_ok()),
        })
    }

    /// Whether this is a board in other words.
    pub(super) fn are_a_loose_board(&self) -> bool {
        !klondike_solver::is_deck(self.0) && paste::looks_like_one(self.0)
    }

    /// Whether this is a deck or moves of Klondike-Solver.
    pub(super) fn are_of_klondike_solver(&self) -> bool {
        klondike_solver::is_deck(self.0) || klondike_solver::are_moves(self.0)
    }

    /// Whether the words are moves.
    pub(super) fn are_notation(&self) -> bool {
        self.are(|line| notation::moves_of(line).is_ok())
    }

    /// Whether this is what `solve` prints of a plan.
    pub(super) fn are_a_report(&self) -> bool {
        self.0.lines().any(|line| line.starts_with(notation::SOLVED))
    }
}
