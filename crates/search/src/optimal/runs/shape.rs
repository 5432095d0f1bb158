//! What does not change in a game, as the bound reads it: its columns, its ranks, its rows.

use patsat_states::runs::{MAX_COLUMNS, RunGame};

/// Most rows still to be dealt.
pub(super) const MOST_ROWS: usize = 12;

/// Most ranks of a game: four suits of sixteen are bits of a word.
const MOST_RANKS: u8 = 15;
/// Most cards of a game: groups are bits of two words.
pub(super) const MOST_CARDS: usize = 127;

/// Kinds of cards as bits, by their [`byte`].
pub(super) type Kinds = u64;

/// The byte of a card here, sixteen for each suit, from that of the fast state.
#[inline(always)]
pub(super) fn byte(card: u8) -> u8 {
    card & 15 | card >> 1 & 0x30
}

/// The rank of such a byte.
#[inline(always)]
pub(super) fn rank(byte: u8) -> u8 {
    byte & 15
}

/// Columns, ranks and rows of a game.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) columns: usize,
    pub(super) ranks: u8,
    pub(super) by_move: bool,
    pub(super) rows: Vec<[u8; MAX_COLUMNS]>,
}

impl Shape {
    /// The shape of a game; `None` if it has more than 12 rows to deal, 15 ranks or 127 cards.
    pub(super) fn new(game: &RunGame) -> Option<Shape> {
        let fits = game.rows.len() <= MOST_ROWS && game.ranks <= MOST_RANKS && game.cards() <= MOST_CARDS;
        fits.then(|| Shape {
            columns: game.columns,
            ranks: game.ranks,
            by_move: game.by_move,
            rows: game.rows.iter().map(|row| row.map(byte)).collect(),
        })
    }

    /// The cards of a suit below its king.
    #[inline]
    pub(super) fn below_king(&self, card: u8) -> Kinds {
        ((1 << self.ranks) - 2) << (card & 0x30)
    }

    /// The higher cards of a card's suit.
    #[inline]
    pub(super) fn above(&self, card: u8) -> Kinds {
        (self.below_king(card) << 1) & (!0 << card << 1)
    }
}
