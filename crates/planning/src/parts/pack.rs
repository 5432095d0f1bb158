//! Computes an upper bound on the number of parallel steps that a part of a plan needs.
//!
//! Moves are added to the current step as long as three conditions hold. No move takes cards from a column that
//! received cards in the step. No move fills a column that the step has emptied. The longest chain of moves that share
//! columns has at most one move for each label of a step. A formula with this number of steps has a model: the known
//! moves.

use super::course::Course;
use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;
use std::ops::Range;

/// Returns two numbers of steps: the maximum before a row, and those after the last row.
pub(super) fn steps(course: &Course, part: Range<usize>, labels: u32) -> (u32, u32) {
    let (mut before, mut step) = (0, Step::default());
    let mut count = 0;
    for at in part {
        let Move::Cards { from: Place::Column(from), to: Place::Column(to), .. } = course.moves[at] else {
            before = before.max(count);
            (count, step) = (0, Step::default());
            continue;
        };
        let (from, to) = (usize::from(from), usize::from(to));
        if count == 0 || !step.takes(from, to, labels) {
            count += 1;
            step = Step::default();
            step.takes(from, to, labels);
        }
        step.note(&course.tables[at + 1], from, to);
    }
    (before, count)
}

/// Whether a move of the plan splits a run.
pub(super) fn splits(course: &Course, part: Range<usize>) -> bool {
    part.into_iter().any(|at| {
        let Move::Cards { from: Place::Column(from), count, .. } = course.moves[at] else { return false };
        let pile = &course.tables[at].columns()[usize::from(from)];
        let Some(base) = pile.cards.len().checked_sub(count as usize) else { return false };
        let below = base.checked_sub(1).filter(|&below| below >= pile.face_down);
        let rules = course.tables[at].rules();
        below.is_some_and(|below| rules.in_sequence(pile.cards[below], pile.cards[base]))
    })
}

/// The moves of a step so far, by column.
#[derive(Default)]
struct Step {
    /// The labels of moves from or to a column.
    labels: Vec<(usize, u32)>,
    /// Columns that were emptied.
    emptied: Vec<usize>,
    /// Columns that received cards.
    reached: Vec<usize>,
}

impl Step {
    /// Adds a move to the step if it fits; returns whether it does.
    fn takes(&mut self, from: usize, to: usize, labels: u32) -> bool {
        if self.reached.contains(&from) || self.emptied.contains(&to) {
            return false;
        }
        let last = self.labels.iter().filter(|(n, _)| *n == from || *n == to).map(|&(_, label)| label + 1);
        let label = last.max().unwrap_or(0);
        if label >= labels {
            return false;
        }
        self.labels.extend([(from, label), (to, label)]);
        self.reached.push(to);
        true
    }

    /// Records the columns that a move has emptied.
    fn note(&mut self, table: &Table, from: usize, to: usize) {
        self.emptied.extend([from, to].into_iter().filter(|&n| table.columns()[n].cards.is_empty()));
    }
}
