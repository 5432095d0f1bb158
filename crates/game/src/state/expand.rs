//! Expansion of supermoves into single moves.

use super::table::{Table, spare_columns};
use crate::rules::{Move, Place};
use std::collections::HashMap;

/// Returns the single-card moves that a legal move stands for, the fewest of this scheme.
///
/// A run of `n` cards moves in three parts: `k` cards to an empty column, the other cards to the target, then the `k`
/// cards to the target. Each part is expanded in the same way with one empty column less. A part that is short enough
/// moves through the cells alone. `k` is chosen for the fewest moves. A move that is no supermove stands for itself.
#[must_use]
pub fn expand(table: &Table, action: Move) -> Vec<Move> {
    let Move::Cards { from, to: Place::Column(target), count: count @ 2.. } = action else {
        return vec![action];
    };
    if table.rules().group != crate::rules::Group::BySpaces {
        return vec![action];
    }
    let cells: Vec<u16> = (0..).zip(table.cells()).filter(|(_, c)| c.is_none()).map(|(n, _)| n).collect();
    let spare = spare_columns(table, target);
    let mut plan = Expansion { splits: Splits::new(cells.len()), cells, moves: Vec::new() };
    plan.transfer(count as usize, from, Place::Column(target), &spare);
    plan.moves
}

/// Returns the number of moves that [`expand`] makes of a legal supermove of `cards` cards.
///
/// `cells` is the number of empty cells. `columns` is the number of empty columns that any card may fill, the target
/// not counted.
#[must_use]
pub fn supermove_length(cards: usize, cells: usize, columns: usize) -> usize {
    Splits::new(cells).fewest(cards, columns).map_or(1, |(moves, _)| moves)
}

/// The cheapest splits of runs for a fixed number of empty cells.
struct Splits {
    cells: usize,
    /// Fewest moves and the split `k` that gives them, by cards and empty columns.
    best: HashMap<(usize, usize), Option<(usize, usize)>>,
}

impl Splits {
    fn new(cells: usize) -> Splits {
        Splits { cells, best: HashMap::new() }
    }

    /// Fewest single moves for `cards` cards with `columns` empty columns, and the split.
    fn fewest(&mut self, cards: usize, columns: usize) -> Option<(usize, usize)> {
        if cards <= self.cells + 1 {
            return Some((2 * cards - 1, 0));
        }
        let columns = columns.checked_sub(1)?;
        if let Some(&known) = self.best.get(&(cards, columns)) {
            return known;
        }
        let mut best: Option<(usize, usize)> = None;
        for aside in 1..cards {
            let (Some((a, _)), Some((b, _))) =
                (self.fewest(aside, columns), self.fewest(cards - aside, columns))
            else {
                continue;
            };
            if best.is_none_or(|(moves, _)| 2 * a + b < moves) {
                best = Some((2 * a + b, aside));
            }
        }
        self.best.insert((cards, columns), best);
        best
    }
}

struct Expansion {
    cells: Vec<u16>,
    splits: Splits,
    moves: Vec<Move>,
}

impl Expansion {
    fn transfer(&mut self, cards: usize, from: Place, to: Place, spare: &[u16]) {
        match (self.splits.fewest(cards, spare.len()), spare.split_last()) {
            (Some((_, aside @ 1..)), Some((&column, fewer))) => {
                self.transfer(aside, from, Place::Column(column), fewer);
                self.transfer(cards - aside, from, to, fewer);
                self.transfer(aside, Place::Column(column), to, fewer);
            }
            _ => {
                let cells: Vec<Place> = self.cells.iter().take(cards - 1).map(|&n| Place::Cell(n)).collect();
                self.moves.extend(cells.iter().map(|&cell| Move::one(from, cell)));
                self.moves.push(Move::one(from, to));
                self.moves.extend(cells.iter().rev().map(|&cell| Move::one(cell, to)));
            }
        }
    }
}
