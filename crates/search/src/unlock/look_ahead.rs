//! Whether cards could leave, if moves did not get into each other's way.

use super::board::{Board, CardNo, NONE};
use std::ops::Range;

/// The position to examine.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) board: &'a Board,
    /// Cards that stay.
    pub(super) fixed: &'a Range<CardNo>,
    /// Whether each card ever leaves.
    pub(super) matters: &'a [bool],
    /// Joins that are not made, and whether the lower card had moved.
    pub(super) refused: &'a [(CardNo, CardNo, bool)],
}

impl Scene<'_> {
    /// Whether a join is refused for good. If the lower card may leave, it is another join afterwards.
    fn refuses(&self, card: CardNo, onto: CardNo) -> bool {
        let moved = self.board.moved(onto);
        (moved || !self.matters[onto as usize]) && self.refused.contains(&(card, onto, moved))
    }
}

/// What is known of a card.
#[derive(Clone, Copy)]
enum Found {
    Known(bool),
    /// The search is examining it, at this depth.
    Open(u32),
}

/// An answer, and the least depth of an open question that a "no" rests on.
type Answer = (bool, u32);

/// What a look at a position has found.
pub(super) struct LookAhead {
    /// Of each card the number of the look, and what it found.
    found: Vec<(u32, Found)>,
    look: u32,
}

impl LookAhead {
    pub(super) fn new(cards: usize) -> LookAhead {
        LookAhead { found: vec![(0, Found::Known(false)); cards], look: 1 }
    }

    /// Forgets what was found before a move.
    pub(super) fn again(&mut self) {
        self.look += 1;
    }

    /// The same for positions in which this card stays.
    pub(super) fn again_without(&mut self, card: CardNo) {
        self.again();
        self.found[card as usize] = (self.look, Found::Known(false));
    }

    /// Whether a card and all that lies on it could leave.
    pub(super) fn may_leave(&mut self, scene: Scene<'_>, card: CardNo) -> bool {
        self.leaves(scene, card, 0).0
    }

    /// Whether a card, once it is bare, could go anywhere.
    pub(super) fn has_way(&mut self, scene: Scene<'_>, card: CardNo) -> bool {
        self.goes(scene, card, 0).0
    }

    fn leaves(&mut self, scene: Scene<'_>, card: CardNo, depth: u32) -> Answer {
        if scene.board.moved(card) || scene.fixed.contains(&card) {
            return (false, u32::MAX);
        }
        match self.found[card as usize] {
            (look, Found::Known(found)) if look == self.look => return (found, u32::MAX),
            // A card that waits for itself does not leave.
            (look, Found::Open(at)) if look == self.look => return (false, at),
            _ => {}
        }
        self.found[card as usize] = (self.look, Found::Open(depth));
        let above = match scene.board.above(card) {
            NONE => (true, u32::MAX),
            above => self.leaves(scene, above, depth + 1),
        };
        let (found, least) = if above.0 { self.goes(scene, card, depth + 1) } else { above };
        // A "no" that rests on an open question may change with it.
        let known = found || least >= depth;
        self.found[card as usize] = (if known { self.look } else { 0 }, Found::Known(found));
        (found, if known { u32::MAX } else { least })
    }

    fn goes(&mut self, scene: Scene<'_>, card: CardNo, depth: u32) -> Answer {
        let Scene { board, fixed, .. } = scene;
        if board.has_free_cell() || board.empty_column(card).is_some() {
            return (true, u32::MAX);
        }
        let mut least = u32::MAX;
        for &onto in board.lands(card) {
            if scene.refuses(card, onto) {
                continue;
            }
            let (found, rests) = match board.above(onto) {
                NONE => (!board.is_in_cell(onto), u32::MAX),
                _ if fixed.contains(&onto) => (false, u32::MAX),
                above => self.leaves(scene, above, depth),
            };
            if found {
                return (true, u32::MAX);
            }
            least = least.min(rests);
        }
        (false, least)
    }
}
