//! Moves that are left out because another order of the same moves comes to the same position.
//!
//! Two moves in a row that could as well be made the other way round are made in one order only.
//! Let `x` lead from `p` to `q`, and `m` from there to `t`. If `m` was possible in `p`, `x` after
//! it, and `m` comes before `x` in a fixed order of moves, then `m` is left out in `q`. `t` is
//! still found: by `x` from the position `m` leads to from `p`. That fails only if the position was
//! reached by a move that commutes with `x` and comes later than `x` in the order. Then the
//! argument repeats, along a chain of moves that rise in the order, which must end. All positions
//! of that chain are as near to the start as `q`, so by induction on the distance each of them is
//! met. (Only moves of single cards that go elsewhere than home are compared.)
//!
//! A card that has just moved does not move again: it could have gone there at once.

use super::store::{Node, ROOT, Trace};
use patsat_states::packed::{Board, Game, IN_CELL, NONE, Step, Target};

/// What is known of a position's last move that lets moves be left out.
pub(super) struct Last {
    trace: Trace,
    /// Whether it was the move of a single card.
    single: bool,
    /// Cells and columns that were empty before it.
    cells: u32,
    columns: u32,
}

impl Last {
    /// The last move to a position; none of the first, nor if more than one card may have moved.
    pub(super) fn of(game: &Game, board: &Board, node: &Node) -> Option<Last> {
        let trace = node.trace();
        if node.parent == ROOT || trace.followed || trace.step.to == Target::HOME {
            return None;
        }
        let to = |target| u32::from(trace.step.to == target);
        Some(Last {
            single: (board.top_set | board.cell_set) >> trace.step.card & 1 != 0,
            cells: board.free_cells(game) + to(Target::CELL) - u32::from(trace.from == IN_CELL),
            columns: board.empty_columns(game) + to(Target::EMPTY) - u32::from(trace.from == NONE),
            trace,
        })
    }

    /// Whether this step moves the card that has just moved.
    #[inline]
    pub(super) fn moved(&self, step: Step) -> bool {
        self.trace.step.card == step.card
    }

    /// Whether the last move and this one could change places, and this one comes first in
    /// the order; for moves of single cards, and if no forced step follows.
    #[inline]
    pub(super) fn comes_after(&self, step: Step) -> bool {
        let Trace { step: last, from, .. } = self.trace;
        self.single
            && step.card < last.card
            && step.card != from
            && match step.to {
                Target::HOME => false,
                Target::CELL => self.cells > 0,
                Target::EMPTY => self.columns > 0,
                Target(onto) => onto != from && onto != last.card,
            }
    }
}
