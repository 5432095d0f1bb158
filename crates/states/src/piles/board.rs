//! A position.

use super::{NONE, Room, Small};
use crate::packed::Slots;

/// A pile's hash is a polynomial in this odd number, so that the top card can be taken out again.
pub(super) const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Its inverse modulo two to the sixty-fourth.
pub(super) const INVERSE: u64 = inverse(FACTOR);

const fn inverse(odd: u64) -> u64 {
    // Newton's iteration doubles the number of right bits.
    let (mut x, mut n) = (odd, 0);
    while n < 6 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
        n += 1;
    }
    x
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct PileBoard<R: Room = Small> {
    /// What lies under each card of a pile.
    pub(super) under: R::Cards<u8>,
    pub(super) tops: R::Tops<u8>,
    pub(super) hashes: R::Piles<u64>,
    pub(super) heights: R::Piles<u8>,
    /// How many of the deepest cards of each column lie face down.
    pub(super) face_down: R::Columns<u8>,
    /// For each kind how many cards of it are home.
    pub(super) home: R::Kinds<u8>,
    /// What cells and reserve add to the hash.
    pub(super) spots_hash: u64,
    /// Cards that are not home.
    pub left: u8,
    /// Redeals made.
    pub redeals: u8,
    /// Cells that are taken.
    pub(super) cells_taken: u8,
    /// Cards in the reserve.
    pub(super) reserve: u8,
}

impl<R: Room> Default for PileBoard<R> {
    fn default() -> Self {
        PileBoard {
            under: Slots::filled(NONE),
            tops: Slots::filled(NONE),
            hashes: Slots::filled(0),
            heights: Slots::filled(0),
            face_down: Slots::filled(0),
            home: Slots::filled(0),
            spots_hash: 0,
            left: 0,
            redeals: 0,
            cells_taken: 0,
            reserve: 0,
        }
    }
}

impl<R: Room> PileBoard<R> {
    /// How many cards a column, the waste or the stock has.
    #[inline]
    #[must_use]
    pub fn height(&self, pile: u8) -> usize {
        self.heights[usize::from(pile)].into()
    }

    /// The top card of a pile, or [`NONE`].
    #[inline]
    #[must_use]
    pub fn top(&self, pile: u8) -> u8 {
        self.tops[usize::from(pile)]
    }

    /// Sixty-four bits of a column, the waste or the stock, blind to twins.
    #[must_use]
    pub fn pile_hash(&self, pile: u8) -> u64 {
        self.hashes[usize::from(pile)]
    }

    /// The card under another, or [`NONE`].
    #[inline]
    #[must_use]
    pub fn under(&self, card: u8) -> u8 {
        self.under[usize::from(card)]
    }

    /// How many of the deepest cards of a column lie face down.
    #[inline]
    #[must_use]
    pub fn face_down(&self, column: u8) -> u8 {
        self.face_down[usize::from(column)]
    }

    /// How many cards of a kind are home.
    #[inline]
    #[must_use]
    pub fn home(&self, kind: u8) -> u8 {
        self.home[usize::from(kind)]
    }

    /// Whether every card is home.
    #[inline]
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.left == 0
    }

    /// How many cells are taken.
    #[inline]
    #[must_use]
    pub fn cells_taken(&self) -> u8 {
        self.cells_taken
    }

    /// How many cards lie in the reserve.
    #[inline]
    #[must_use]
    pub fn reserve(&self) -> u8 {
        self.reserve
    }

    /// Puts a card of a kind on a column, the waste or the stock.
    #[inline]
    pub(super) fn push(&mut self, pile: usize, card: u8, kind: u8) {
        self.under[usize::from(card)] = self.tops[pile];
        self.tops[pile] = card;
        self.heights[pile] += 1;
        let code = u64::from(kind) + 1;
        self.hashes[pile] = self.hashes[pile].wrapping_mul(FACTOR).wrapping_add(code);
    }

    /// Takes the top card, which is of this kind, off a column, the waste or the stock.
    #[inline]
    pub(super) fn take(&mut self, pile: usize, kind: u8) -> u8 {
        let card = self.tops[pile];
        self.tops[pile] = self.under[usize::from(card)];
        self.heights[pile] -= 1;
        let code = u64::from(kind) + 1;
        self.hashes[pile] = self.hashes[pile].wrapping_sub(code).wrapping_mul(INVERSE);
        card
    }
}
