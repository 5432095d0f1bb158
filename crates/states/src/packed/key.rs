//! The canonical key of a packed position: 3 or 4 bits a card.

use super::{AT_HOME, CardId, CardSet, IN_CELL, IN_RESERVE, NONE, Size, Slots, Small};
use std::hash::{Hash, Hasher};

pub(super) const HOME: u64 = 0;
pub(super) const CELL: u64 = 1;
const BASE: u64 = 2;
pub(super) const NATIVE: u64 = 3;
const ON: u64 = 4;

/// What each code means for one card: a table made once a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meanings<S: Size> {
    pub(super) card: CardId,
    /// By code, what lies under the card.
    pub(super) below: S::Codes<u8>,
    /// By code, the set of the one card that it lies on.
    pub(super) covers: S::Codes<S::Set>,
}

impl<S: Size> Meanings<S> {
    pub(super) fn of(card: CardId, native: u8) -> Meanings<S> {
        let mut below = S::Codes::filled(AT_HOME);
        let places = [AT_HOME, IN_CELL, NONE, native];
        let upper = (0..S::SUITS).map(|suit| S::of(S::rank(card) + 1, suit));
        for (code, place) in places.into_iter().chain(upper).enumerate() {
            below[code] = place;
        }
        let mut covers = S::Codes::filled(S::Set::default());
        for (covers, &below) in covers.as_mut().iter_mut().zip(below.as_ref()) {
            *covers = S::Set::one_if(usize::from(below) < S::CARDS, below);
        }
        Meanings { card, below, covers }
    }
}

/// The canonical key: equal exactly for positions equal up to the order of columns and cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct PackedKey<S: Size = Small>(S::Key);

/// The code of `card` lying on `below`.
#[inline]
fn code<S: Size>(card: CardId, below: u8) -> u64 {
    match below {
        NONE => BASE,
        IN_CELL => CELL,
        IN_RESERVE => NATIVE,
        AT_HOME => HOME,
        below if S::rank(below) == S::rank(card) + 1 => ON + u64::from(S::suit(below)),
        _ => NATIVE,
    }
}

impl<S: Size> PackedKey<S> {
    /// Cards in one word.
    pub(super) const PER_WORD: usize = (64 / S::KEY_BITS) as usize;

    pub(super) fn of(below: &S::Cards<u8>) -> PackedKey<S> {
        let mut key = PackedKey::default();
        for (card, &below) in below.as_ref().iter().enumerate() {
            key.set(card as CardId, HOME, code::<S>(card as CardId, below));
        }
        key
    }

    /// Changes what one card lies on, from and to a card or one of the codes of [`super`].
    #[inline]
    pub fn change(&mut self, card: CardId, from: u8, to: u8) {
        self.set(card, code::<S>(card, from), code::<S>(card, to));
    }

    #[inline]
    fn set(&mut self, card: CardId, old: u64, new: u64) {
        let card = usize::from(card);
        self.0[card / Self::PER_WORD] ^= (old ^ new) << (S::KEY_BITS as usize * (card % Self::PER_WORD));
    }

    /// The words of the key.
    #[must_use]
    pub fn words(self) -> S::Key {
        self.0
    }

    /// A well-mixed hash of the key.
    #[inline]
    #[must_use]
    pub fn mix(self) -> u64 {
        let fold = |x: u64, y: u64| {
            let wide = u128::from(x) * u128::from(y);
            wide as u64 ^ (wide >> 64) as u64
        };
        // Three words at a time.
        self.0.as_ref().chunks(3).fold(0, |mixed, words| {
            let word = |n: usize| words.get(n).copied().unwrap_or(0);
            let two = fold(mixed ^ word(0) ^ 0x9e37_79b9_7f4a_7c15, word(1) ^ 0xd1b5_4a32_d192_ed03);
            fold(two ^ word(2), 0xa076_1d64_78bd_642f)
        })
    }
}

impl<S: Size> Hash for PackedKey<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mix());
    }
}
