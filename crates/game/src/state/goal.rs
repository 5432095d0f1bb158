//! Goals other than a win, for games of complete runs.
//!
//! Source: Laubersheimer 2024, 4.5: how many runs can be taken off, whether one can, how long
//! a run can be made. Each goal gives a position a value; the question is for the largest value
//! that legal moves reach.

use super::{Instance, Table};
use crate::cards::Pile;
use crate::rules::Rules;

/// The value to maximize.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Complete runs that have left, those that had left before the start included.
    Runs,
    /// 1 if a complete run has left since the start, else 0.
    OneRun,
    /// Cards in the longest face-up run of a suit; all ranks if a complete run has left since
    /// the start, for it was one.
    LongestRun,
}

/// A name that is no goal's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown goal '{0}': expected runs, one-run or longest-run")]
pub struct UnknownGoalError(pub String);

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 3] = [Goal::Runs, Goal::OneRun, Goal::LongestRun];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Goal::Runs => "runs",
            Goal::OneRun => "one-run",
            Goal::LongestRun => "longest-run",
        }
    }

    /// Whether the question makes sense in this game: one whose cards leave as complete runs.
    #[must_use]
    pub fn is_for(instance: &Instance) -> bool {
        instance.rules.home.of_runs()
    }

    /// The value of a position that was reached from the start of `instance`.
    #[must_use]
    pub fn value(self, instance: &Instance, table: &Table) -> u32 {
        let ranks = instance.rules.deck.ranks;
        let complete = |heights: &[u32]| heights.iter().filter(|&&height| height == ranks).count() as u32;
        let (before, now) = (complete(&instance.deal.foundations), complete(table.foundations()));
        match self {
            Goal::Runs => now,
            Goal::OneRun => u32::from(now > before),
            Goal::LongestRun if now > before => ranks,
            Goal::LongestRun => {
                table.columns().iter().map(|pile| longest(table.rules(), pile)).max().unwrap_or(0)
            }
        }
    }

    /// No position has a larger value than this.
    #[must_use]
    pub fn most(self, instance: &Instance) -> u32 {
        match self {
            Goal::Runs => instance.deal.foundations.len() as u32,
            Goal::OneRun => 1,
            Goal::LongestRun => instance.rules.deck.ranks,
        }
    }
}

impl std::str::FromStr for Goal {
    type Err = UnknownGoalError;

    fn from_str(text: &str) -> Result<Goal, UnknownGoalError> {
        let found = Goal::ALL.into_iter().find(|goal| goal.name() == text);
        found.ok_or_else(|| UnknownGoalError(text.chars().take(40).collect()))
    }
}

/// Cards of the longest face-up sequence of one suit and ranks falling by one.
fn longest(rules: &Rules, pile: &Pile) -> u32 {
    let (mut best, mut length) = (0, 0);
    for (n, &card) in pile.cards.iter().enumerate().skip(pile.face_down) {
        let goes_on = n > pile.face_down && rules.in_sequence(pile.cards[n - 1], card);
        length = if goes_on { length + 1 } else { 1 };
        best = best.max(length);
    }
    best
}
