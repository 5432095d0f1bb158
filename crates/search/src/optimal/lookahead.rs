//! Positions in which the next useful move puts a card from a cell back into the tableau.
//!
//! Where every cell is taken, no column is empty and no foundation's next card is within
//! reach, cards move from column to column or from a cell to a column, and nothing else
//! moves. If moves between columns alone can never bring a next card to the top nor empty a
//! column, then every plan has a move from a cell to a column first. Such a move takes no
//! card out of the deadlock graph, so it costs one without lowering the bound: the bound
//! may be raised by one. (Three quarters of the positions a proof visits have full cells.)
//!
//! What moves between columns can bring to light is over-estimated: a card that was a top
//! once stays one, and may be put on whatever was a top once. That set only shrinks along such moves, so
//! the raised bound falls by no more than one a move, too.

use patsat_states::packed::{Board, Game, NONE};

/// By how much the bound of a settled position may be raised; `None` if it is lost.
#[inline]
pub(super) fn raise(game: &Game, board: &Board) -> Option<u32> {
    if board.free_cells(game) > 0 || board.empty_columns(game) > 0 || board.reserve_set != 0 {
        return Some(0);
    }
    let next = (0..4u64)
        .filter(|&suit| board.home[suit as usize] < game.ranks)
        .fold(0, |set, suit| set | 1 << (4 * u64::from(board.home[suit as usize]) + suit));
    if (board.top_set | board.cell_set) & next != 0 || board.is_won() {
        return Some(0);
    }
    let mut tops = board.top_set;
    let mut still = tops;
    loop {
        let before = still;
        let mut rest = still;
        while rest != 0 {
            let card = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if game.onto[card] & tops != 0 {
                let below = board.below[card];
                if below == NONE || next >> below & 1 != 0 {
                    return Some(0);
                }
                tops |= 1 << below;
                still = still & !(1 << card) | 1 << below;
            }
        }
        if still == before {
            break;
        }
    }
    let mut cells = board.cell_set;
    while cells != 0 {
        if game.onto[cells.trailing_zeros() as usize] & tops != 0 {
            return Some(1);
        }
        cells &= cells - 1;
    }
    None
}
