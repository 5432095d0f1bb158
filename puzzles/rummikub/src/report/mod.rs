//! Answers and counts of the Rummikub puzzle.

pub mod counts;
pub mod figure;
pub mod picture;

use crate::{Goal, Meld, Puzzle, VerifiedMelds};
use patsat_base::Style;
use std::fmt::Write;

/// An answer, its position and the method that found it.
#[derive(Clone, Copy, Debug)]
pub struct AnswerReport<'a> {
    /// The name of the position.
    pub title: &'a str,
    /// The position.
    pub puzzle: &'a Puzzle,
    /// The goal of the search.
    pub goal: &'a Goal,
    /// The name of the method.
    pub by: &'a str,
    /// The sets; `None` if no sets meet the goal.
    pub best: Option<&'a VerifiedMelds>,
    /// Whether no better sets exist.
    pub optimal: bool,
}

fn plural(count: impl Into<u64>, one: &str) -> String {
    let count = count.into();
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

fn names<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

fn joined<T: ToString>(items: &[T]) -> String {
    names(items).join(" ")
}

fn opening_text(best: &VerifiedMelds) -> String {
    best.opening().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl AnswerReport<'_> {
    /// Sentences and sets.
    #[must_use]
    pub fn text(&self, style: Style) -> String {
        let table = match self.puzzle.sets().len() {
            0 if self.puzzle.table_count() == 0 => String::new(),
            0 => format!(", {} on the table", plural(self.puzzle.table_count(), "tile")),
            sets => format!(
                ", {} in {} on the table",
                plural(self.puzzle.table_count(), "tile"),
                plural(sets as u64, "set")
            ),
        };
        let title = format!("{}\n", style.bold(self.title));
        title + &self.puzzle.palette().renamed(&self.body(&table, style))
    }

    fn body(&self, table: &str, style: Style) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} on the rack{table}", plural(self.puzzle.rack_count(), "tile"));
        let Some(best) = self.best else {
            let why = match (self.optimal, self.goal.at_least) {
                (false, _) => "nothing was found within the limit".to_owned(),
                (true, Some(least)) => format!("no sets are worth {least} or more"),
                (true, None) => "the tiles of the table cannot all be laid".to_owned(),
            };
            let _ = writeln!(text, "{why} (by {})", self.by);
            return text;
        };
        let score = best.score();
        if !best.opening().is_empty() {
            let value: u64 = best.opening().iter().map(Meld::value).sum();
            let _ = writeln!(text, "opening, worth {value}: {}", opening_text(best));
        }
        for set in best.melds() {
            let _ = writeln!(text, "  {set}");
        }
        let left = if best.left().is_empty() { "nothing".into() } else { joined(best.left()) };
        let _ = writeln!(text, "left on the rack: {left}");
        let mut worth = format!("{} laid, sets worth {}", plural(score.tiles, "tile"), score.value);
        if !self.puzzle.sets().is_empty() {
            let _ =
                write!(worth, ", {} of {} kept", score.kept, plural(self.puzzle.sets().len() as u64, "set"));
        }
        let _ = writeln!(text, "{}", style.bold(&worth));
        let sure = if self.optimal { "best" } else { "the best so far, not proved best" };
        let _ = writeln!(text, "{sure} by {}, found by {}; checked", self.goal.objective.name(), self.by);
        text
    }

    /// The answer as data.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let palette = self.puzzle.palette();
        let named = |words: Vec<String>| words.iter().map(|word| palette.renamed(word)).collect::<Vec<_>>();
        let sets = |sets: &[Meld]| sets.iter().map(|set| named(names(&set.0))).collect::<Vec<_>>();
        let score = self.best.map(VerifiedMelds::score);
        serde_json::json!({
            "by": self.by,
            "objective": self.goal.objective.name(),
            "at_least": self.goal.at_least,
            "found": self.best.is_some(),
            "optimal": self.optimal,
            "value": score.map(|score| score.value),
            "tiles": score.map(|score| score.tiles),
            "sets_kept": score.map(|score| score.kept),
            "opening": self.best.map(VerifiedMelds::opening).filter(|opening| !opening.is_empty()).map(sets),
            "sets": self.best.map(|best| sets(best.melds())),
            "left": self.best.map(|best| named(names(best.left()))),
        })
    }
}
