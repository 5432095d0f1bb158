//! Whether cards could leave, if moves did not get into each other's way.

use super::board::{Board, CardNo, NONE};
use std::ops::Range;

/// What a look at a position has found.
pub(super) struct LookAhead {
    /// Of each card the number of the look, and what it found.
    found: Vec<(u32, bool)>,
    look: u32,
}

impl LookAhead {
    pub(super) fn new(cards: usize) -> LookAhead {
        LookAhead { found: vec![(0, false); cards], look: 0 }
    }

    /// Forgets what was found before a move.
    pub(super) fn again(&mut self) {
        self.look += 1;
    }

    /// The same for positions in which this card stays.
    pub(super) fn again_without(&mut self, card: CardNo) {
        self.again();
        self.found[card as usize] = (self.look, false);
    }

    /// Whether a card and all that lies on it could leave, at this look.
    pub(super) fn may_leave(
        &mut self,
        board: &Board,
        fixed: &Range<CardNo>,
        refused: &[(CardNo, CardNo)],
        card: CardNo,
    ) -> bool {
        if board.moved(card) || fixed.contains(&card) {
            return false;
        }
        let (look, found) = self.found[card as usize];
        if look == self.look {
            return found;
        }
        // A card that waits for itself does not leave.
        self.found[card as usize] = (self.look, false);
        let above = board.above(card);
        let found = (above == NONE || self.may_leave(board, fixed, refused, above))
            && self.has_way(board, fixed, refused, card);
        self.found[card as usize].1 = found;
        found
    }

    /// Whether a card, once it is bare, could go anywhere.
    pub(super) fn has_way(
        &mut self,
        board: &Board,
        fixed: &Range<CardNo>,
        refused: &[(CardNo, CardNo)],
        card: CardNo,
    ) -> bool {
        if board.has_free_cell() || board.empty_column(card).is_some() {
            return true;
        }
        board.lands(card).iter().any(|&onto| {
            !refused.contains(&(card, onto))
                && match board.above(onto) {
                    NONE => !board.is_in_cell(onto),
                    above => !fixed.contains(&onto) && self.may_leave(board, fixed, refused, above),
                }
        })
    }
}
