//! The canonical key of a packed position: 3 bits a card.

use super::{AT_HOME, CardId, IN_CELL, IN_RESERVE, MAX_CARDS, NONE};
use std::hash::{Hash, Hasher};

/// Cards in one word of the key.
pub(super) const PER_WORD: usize = 21;

pub(super) const HOME: u64 = 0;
pub(super) const CELL: u64 = 1;
const BASE: u64 = 2;
pub(super) const NATIVE: u64 = 3;
const ON: u64 = 4;

/// What each code means for one card: a table made once a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meanings {
    pub(super) card: CardId,
    /// By code, what lies under the card.
    pub(super) below: [u8; 8],
    /// By code, the set of the one card that it lies on.
    pub(super) covers: [u64; 8],
}

impl Meanings {
    pub(super) fn of(card: CardId, native: u8) -> Meanings {
        let upper = 4 * ((card >> 2) + 1);
        let below = [AT_HOME, IN_CELL, NONE, native, upper, upper + 1, upper + 2, upper + 3];
        let covers = below.map(|below| if below < MAX_CARDS as u8 { 1 << below } else { 0 });
        Meanings { card, below, covers }
    }
}

/// The canonical key: equal exactly for positions equal up to the order of columns and cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct PackedKey([u64; 3]);

/// The code of `card` lying on `below`.
#[inline]
fn code(card: CardId, below: u8) -> u64 {
    match below {
        NONE => BASE,
        IN_CELL => CELL,
        IN_RESERVE => NATIVE,
        AT_HOME => HOME,
        below if below >> 2 == (card >> 2) + 1 => ON + u64::from(below & 3),
        _ => NATIVE,
    }
}

impl PackedKey {
    pub(super) fn of(below: &[u8; MAX_CARDS]) -> PackedKey {
        let mut key = PackedKey::default();
        for (card, &below) in below.iter().enumerate() {
            key.set(card as CardId, HOME, code(card as CardId, below));
        }
        key
    }

    /// Changes what one card lies on, from and to a card or one of the codes of [`super`].
    #[inline]
    pub fn change(&mut self, card: CardId, from: u8, to: u8) {
        self.set(card, code(card, from), code(card, to));
    }

    #[inline]
    fn set(&mut self, card: CardId, old: u64, new: u64) {
        let card = usize::from(card);
        self.0[card / PER_WORD] ^= (old ^ new) << (3 * (card % PER_WORD));
    }

    /// The words of the key.
    #[must_use]
    pub fn words(self) -> [u64; 3] {
        self.0
    }

    /// A well-mixed hash of the key.
    #[inline]
    #[must_use]
    pub fn mix(self) -> u64 {
        let [a, b, c] = self.0;
        let fold = |x: u64, y: u64| {
            let wide = u128::from(x) * u128::from(y);
            wide as u64 ^ (wide >> 64) as u64
        };
        let ab = fold(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xd1b5_4a32_d192_ed03);
        fold(ab ^ c, 0xa076_1d64_78bd_642f)
    }
}

impl Hash for PackedKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mix());
    }
}
