//! What does not change in a game, as the bound reads it: its columns, its ranks, its rows.

use crate::states::runs::{MAX_COLUMNS, RunGame, suit};

/// Most rows still to be dealt.
pub(super) const MOST_ROWS: usize = 12;

/// Kinds of cards as bits: bit `code` of the fast state's byte.
pub(super) type Kinds = u64;

/// Columns, ranks and rows of a game.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) columns: usize,
    pub(super) ranks: u8,
    pub(super) by_move: bool,
    pub(super) rows: Vec<[u8; MAX_COLUMNS]>,
}

impl Shape {
    /// The shape of a game; `None` if it has more than twelve rows to deal.
    pub(super) fn new(game: &RunGame) -> Option<Shape> {
        (game.rows.len() <= MOST_ROWS).then(|| Shape {
            columns: game.columns,
            ranks: game.ranks,
            by_move: game.by_move,
            rows: game.rows.clone(),
        })
    }

    /// The cards of a suit below its king.
    #[inline]
    pub(super) fn below_king(&self, card: u8) -> Kinds {
        ((1 << self.ranks) - 2) << (16 * suit(card))
    }

    /// The higher cards of a card's suit.
    #[inline]
    pub(super) fn above(&self, card: u8) -> Kinds {
        (self.below_king(card) << 1) & (!0 << card << 1)
    }
}
