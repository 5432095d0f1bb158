//! Why the column counts 180,045 positions of deal 11982 where there are 83,239.
//!
//! The column's key lists the columns in the order of their deepest cards. The order is
//! kept beside the board and put right when a column falls empty or gets its first card,
//! but not everywhere: not when a move is undone that had emptied or begun a column, nor
//! when a run of several cards goes to an empty column. The same position is then met again
//! under another order, is taken for a new one, and walked again, until the orders repeat.
//! Walking deal 11982 that way counts 180,045 to the digit; sorting every time, 83,239; with
//! only the undone moves put right, 83,715.
//!
//! Source: the column's public sources (`FreeCellNode.sortMap`, the moves' `undo`, `DFS`).

use super::board::{COLUMNS, ColumnBoard};
use hashbrown::HashSet;
use patsat_game::rules::{Move, Place};
use patsat_game::state::Position;
use rustc_hash::FxBuildHasher;

/// When the order of the columns is put right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sorting {
    /// Before every key: equal positions have equal keys.
    Always,
    /// As the column does it.
    AsTheColumn,
    /// As the column, and when a move is undone.
    AlsoWhenUndone,
}

/// Sorts the order by the deepest cards; empty columns first, equal ones as they were.
fn sort(order: &mut [u8; COLUMNS], board: &ColumnBoard) {
    order.sort_by_key(|&column| board.deepest(column.into()));
}

/// Whether the column's program sorts after this move, made on `board`.
fn sorts(board: &ColumnBoard, action: Move) -> bool {
    let Move::Cards { from, to, count } = action else { return false };
    let height = |place| match place {
        Place::Column(n) => Some(board.height(n.into())),
        _ => None,
    };
    height(from) == Some(count as usize) || (height(to) == Some(0) && count == 1)
}

/// Walks everything reachable from `start` by backtracking, in the column's order of moves,
/// and counts the positions entered, the start included.
///
/// Returns `None` if a win is met or more than `most` positions are entered.
#[must_use]
pub fn positions_entered(start: &ColumnBoard, sorting: Sorting, most: u64) -> Option<u64> {
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    sort(&mut order, start);
    let mut seen: HashSet<_, FxBuildHasher> = HashSet::with_hasher(FxBuildHasher);
    let list = |board: &ColumnBoard| {
        let mut moves = Vec::new();
        board.single_moves_into(&mut moves);
        moves.into_iter()
    };
    let mut entered = 1;
    if sorting == Sorting::Always {
        seen.insert(start.key());
    }
    let mut path = vec![(start.clone(), list(start))];
    while let Some((board, moves)) = path.last_mut() {
        let Some(action) = moves.next() else {
            path.pop();
            if let (Sorting::AlsoWhenUndone, Some((board, _))) = (sorting, path.last()) {
                sort(&mut order, board);
            }
            continue;
        };
        let mut next = board.clone();
        next.make(action);
        if sorting == Sorting::Always || sorts(board, action) {
            sort(&mut order, &next);
        }
        if seen.insert(next.key_in_order(&order)) {
            entered += 1;
            if next.is_won() || entered > most {
                return None;
            }
            let moves = list(&next);
            path.push((next, moves));
        } else if sorting == Sorting::AlsoWhenUndone {
            sort(&mut order, board);
        }
    }
    Some(entered)
}
