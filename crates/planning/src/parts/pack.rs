//! How many steps of several moves a piece of a plan needs.
//!
//! A bound from above: moves are put into the present step as long as none takes cards from a
//! column that the step has brought cards to, none fills a column that it has emptied, and no more
//! of them wait for each other by the columns they share than a step has labels. A formula with
//! so many steps has a model, as the moves that are known are one.

use super::course::Course;
use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;
use std::ops::Range;

/// Steps before each row and after the last, those of the longest stretch before a row first.
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

/// Whether a move of the plan parts neighbours of a run.
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

/// What a step has done so far, by column.
#[derive(Default)]
struct Step {
    /// The labels of moves from or to a column.
    labels: Vec<(usize, u32)>,
    /// Columns that were emptied.
    emptied: Vec<usize>,
    /// Columns that cards came to: they all have moved.
    reached: Vec<usize>,
}

impl Step {
    /// Whether a move has room in the step; then it is in it.
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

    /// Looks at the columns after a move.
    fn note(&mut self, table: &Table, from: usize, to: usize) {
        self.emptied.extend([from, to].into_iter().filter(|&n| table.columns()[n].cards.is_empty()));
    }
}
