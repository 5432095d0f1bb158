//! Sets of cards: bits of a word, or of several.

use super::CardId;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Not};

/// A set of cards.
pub trait CardSet:
    Copy
    + Eq
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
{
    /// This card alone if `yes`, else no card.
    fn one_if(yes: bool, card: CardId) -> Self;

    /// The bits of this word in each word.
    fn repeat(word: u64) -> Self;

    /// Whether a card is in the set; false for the codes of places that are no cards.
    fn has(self, card: u8) -> bool;

    /// Whether no card is in the set.
    fn is_empty(self) -> bool;

    /// How many cards are in the set.
    fn len(self) -> u32;

    /// The lowest card of a set that is not empty.
    fn lowest(self) -> CardId;

    /// The set without its lowest card.
    #[must_use]
    fn rest(self) -> Self;

    /// This card alone.
    #[inline(always)]
    fn one(card: CardId) -> Self {
        Self::one_if(true, card)
    }

    /// Whether the sets have a card in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }
}

/// Iterates over the members of a set of cards, lowest first.
#[inline]
pub fn members<S: CardSet>(mut set: S) -> impl Iterator<Item = CardId> {
    std::iter::from_fn(move || {
        (!set.is_empty()).then(|| {
            let card = set.lowest();
            set = set.rest();
            card
        })
    })
}

// Shifted by its lowest six bits, the code of a place is no member of a set of 60 cards.
impl CardSet for u64 {
    #[inline(always)]
    fn one_if(yes: bool, card: CardId) -> u64 {
        u64::from(yes).wrapping_shl(card.into())
    }

    #[inline(always)]
    fn repeat(word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn has(self, card: u8) -> bool {
        self.wrapping_shr(card.into()) & 1 != 0
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> CardId {
        self.trailing_zeros() as CardId
    }

    #[inline(always)]
    fn rest(self) -> u64 {
        self & (self - 1)
    }
}

/// A set in several words, whose number is a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words<const W: usize>([u64; W]);

impl<const W: usize> Default for Words<W> {
    fn default() -> Self {
        Words([0; W])
    }
}

impl<const W: usize> Words<W> {
    #[inline(always)]
    fn zip(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Words(std::array::from_fn(|n| each(self.0[n], other.0[n])))
    }
}

impl<const W: usize> BitAnd for Words<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Words<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitOrAssign for Words<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitXorAssign for Words<W> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = self.zip(other, |a, b| a ^ b);
    }
}

impl<const W: usize> Not for Words<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}

// As above: the codes of places are the four highest bits.
impl<const W: usize> CardSet for Words<W> {
    #[inline(always)]
    fn one_if(yes: bool, card: CardId) -> Self {
        let mut set = Words([0; W]);
        set.0[usize::from(card) / 64 % W] = u64::one_if(yes, card);
        set
    }

    #[inline(always)]
    fn repeat(word: u64) -> Self {
        Words([word; W])
    }

    #[inline(always)]
    fn has(self, card: u8) -> bool {
        self.0[usize::from(card) / 64 % W].has(card)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn lowest(self) -> CardId {
        let at = self.0.iter().position(|&word| word != 0).unwrap_or(W - 1);
        (64 * at) as CardId + self.0[at].trailing_zeros() as CardId
    }

    #[inline(always)]
    fn rest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.rest();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn agrees<S: CardSet>(cards: usize) {
        let model: BTreeSet<u8> = (0..cards as u8).filter(|card| card % 7 == 3 || card % 11 == 0).collect();
        let odd =
            (0..cards as u8).filter(|card| card % 2 == 1).fold(S::default(), |set, card| set | S::one(card));
        let set = model.iter().fold(S::default(), |set, &card| set | S::one(card));
        assert_eq!(members(set).collect::<Vec<_>>(), model.iter().copied().collect::<Vec<_>>());
        assert_eq!(set.len() as usize, model.len());
        let both = members(set & odd).collect::<BTreeSet<_>>();
        assert_eq!(both, model.iter().copied().filter(|card| card % 2 == 1).collect());
        assert!(
            (0..=u8::MAX).all(|code| set.has(code) == model.contains(&code) || usize::from(code) >= cards)
        );
        // Codes of places are in no set of cards.
        let all = (0..cards as u8).fold(S::default(), |set, card| set | S::one(card));
        assert!((0xfc..=u8::MAX).all(|code| !all.has(code)));
        assert!(members(all).eq(0..cards as u8) && all.meets(odd) && !all.meets(S::default()));
        assert_eq!((all & S::repeat(0x1111_1111_1111_1111)).len() as usize, cards.div_ceil(4));
        assert_eq!(S::one_if(false, 5), S::default());
    }

    #[test]
    fn sets_of_every_size_are_sets() {
        agrees::<u64>(60);
        agrees::<Words<2>>(124);
        agrees::<Words<4>>(252);
    }
}
