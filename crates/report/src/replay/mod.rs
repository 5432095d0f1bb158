//! A plan to watch: a position after each move, as cards that change their places.
//!
//! A [`Film`] is moves that the verifier has played, with the words for each. [`Screen`]
//! shows it on a terminal, [`page`] writes it as one HTML file.

mod cards;
mod data;
mod page;
mod screen;

pub use cards::{PileKind, kinds};
pub use data::Data;
pub use page::{PageSizeError, fits_a_page, page};
pub use screen::{Key, Screen};

use super::sentences;
use patsat_base::Style;
use patsat_formats::board::title;
use patsat_formats::{self as formats, Format};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Table};
use patsat_game::verify::{Play, Verified};
use std::fmt::Write;

/// Moves that were played on the rules, ready to be shown.
#[derive(Clone, Debug)]
pub struct Film<'a> {
    instance: &'a Instance,
    moves: &'a [Move],
    /// Each move in standard notation; empty where the game has none.
    words: Vec<String>,
    /// How many of the first moves are made at the end of each step; empty where unknown.
    steps: Vec<usize>,
}

/// Steps that do not add up to the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the steps of the plan hold {found} moves: expected its {expected}")]
pub struct OtherSteps {
    /// Moves in all steps.
    pub found: usize,
    /// Moves of the plan.
    pub expected: usize,
}

impl<'a> Film<'a> {
    /// Moves as they were played; `steps` gives how many of them make up each step of the encoding
    /// that found them, and may be empty.
    ///
    /// # Errors
    /// If the steps are of another plan.
    pub fn new(
        instance: &'a Instance,
        played: &'a Verified<Play>,
        steps: &[usize],
    ) -> Result<Film<'a>, OtherSteps> {
        let moves = &played.plan.moves[..];
        let mut ends = Vec::with_capacity(steps.len());
        for count in steps.iter().filter(|&&count| count > 0) {
            ends.push(ends.last().copied().unwrap_or(0) + count);
        }
        if let Some(&found) = ends.last().filter(|&&end| end != moves.len()) {
            return Err(OtherSteps { found, expected: moves.len() });
        }
        let text = formats::write_plan(instance, &played.plan, Format::Standard).unwrap_or_default();
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let words = if words.len() == moves.len() { words } else { Vec::new() };
        Ok(Film { instance, moves, words, steps: ends })
    }

    /// The game's name.
    #[must_use]
    pub fn title(&self) -> String {
        title(self.instance)
    }

    /// Number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The step that a move belongs to, from 0.
    fn step_of(&self, number: usize) -> Option<usize> {
        let step = self.steps.partition_point(|&end| end <= number);
        (step < self.steps.len()).then_some(step)
    }

    /// Every position with the move before it, as plain text: for a pipe.
    #[must_use]
    pub fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n\n", style.bold(&self.title()));
        let mut table = self.instance.table();
        text.push_str(&patsat_formats::board::board(&table, style));
        for (number, &action) in self.moves.iter().enumerate() {
            let _ = write!(text, "\n{}\n\n", style.bold(&self.caption(&table, number, style)));
            // Played before: every move is legal.
            let _ = table.apply(action);
            text.push_str(&patsat_formats::board::board(&table, style));
        }
        text
    }

    /// The position after some moves, with the last of them: for a pipe.
    #[must_use]
    pub fn text_at(&self, after: usize, style: Style) -> String {
        let after = after.min(self.len());
        let mut table = self.instance.table();
        let mut caption = self.title();
        for (number, &action) in self.moves[..after].iter().enumerate() {
            if number + 1 == after {
                caption = self.caption(&table, number, style);
            }
            let _ = table.apply(action);
        }
        format!("{}\n\n{}", style.bold(&caption), patsat_formats::board::board(&table, style))
    }

    /// What move `number` (from 0) does on the table before it.
    fn caption(&self, table: &Table, number: usize, style: Style) -> String {
        let mut text = format!("move {} of {}", number + 1, self.len());
        if let Some(step) = self.step_of(number) {
            let _ = write!(text, " (step {} of {})", step + 1, self.steps.len());
        }
        if let Some(word) = self.words.get(number) {
            let _ = write!(text, ", {word}");
        }
        let _ = write!(text, ": {}", sentences::sentence(table, self.moves[number], style));
        text
    }
}
