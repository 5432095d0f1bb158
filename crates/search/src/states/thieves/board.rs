//! A position.

use super::step::PILES;
use super::{MAX_CARDS, MAX_COLUMNS, MAX_KINDS, NONE};

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThiefBoard {
    /// What lies under each card of a pile.
    under: [u8; MAX_CARDS],
    pub(super) tops: [u8; PILES],
    pub(super) hashes: [u64; PILES],
    pub(super) heights: [u8; PILES],
    /// How many of the deepest cards of each column lie face down.
    pub(super) face_down: [u8; MAX_COLUMNS],
    /// For each kind how many cards of it are home.
    pub(super) home: [u8; MAX_KINDS],
    /// Cards that are not home.
    pub left: u8,
    /// Redeals made.
    pub redeals: u8,
}

impl Default for ThiefBoard {
    fn default() -> ThiefBoard {
        ThiefBoard {
            under: [NONE; MAX_CARDS],
            tops: [NONE; PILES],
            hashes: [0; PILES],
            heights: [0; PILES],
            face_down: [0; MAX_COLUMNS],
            home: [0; MAX_KINDS],
            left: 0,
            redeals: 0,
        }
    }
}

impl ThiefBoard {
    /// Turns the deepest cards of a column down, as a position is laid out.
    pub(super) fn turn_down(&mut self, pile: usize, face_down: u8) {
        if let Some(place) = self.face_down.get_mut(pile) {
            *place = face_down;
        }
    }

    /// How many cards a pile has.
    #[inline]
    #[must_use]
    pub(crate) fn height(&self, pile: u8) -> usize {
        self.heights[usize::from(pile)].into()
    }

    /// The top card of a pile, or [`NONE`].
    #[inline]
    #[must_use]
    pub fn top(&self, pile: u8) -> u8 {
        self.tops[usize::from(pile)]
    }

    /// Sixty-four bits of a pile, blind to twins.
    pub(crate) fn pile_hash(&self, pile: u8) -> u64 {
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

    /// Puts a card of a kind on a pile.
    #[inline]
    pub(super) fn push(&mut self, pile: usize, card: u8, kind: u8) {
        self.under[usize::from(card)] = self.tops[pile];
        self.tops[pile] = card;
        self.heights[pile] += 1;
        let code = u64::from(kind) + 1;
        self.hashes[pile] = self.hashes[pile].wrapping_mul(FACTOR).wrapping_add(code);
    }

    /// Takes the top card, which is of this kind, off a pile.
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
