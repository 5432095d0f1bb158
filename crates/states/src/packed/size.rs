//! Sizes of packed states.
//!
//! The same source is built once for each size. What a size fixes is the width of sets and keys and the length of
//! tables, so that a small game does not pay for what a large one needs.

use super::{AT_HOME, CardId, CardSet, Words};
use patsat_game::cards::Card;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// What tables hold.
pub trait Item: Copy + Debug + Send + Sync {}

impl<T: Copy + Debug + Send + Sync> Item for T {}

/// A table of a fixed length.
pub trait Slots<T>:
    Copy + Debug + Send + Sync + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + AsMut<[T]>
{
    /// This value everywhere.
    fn filled(value: T) -> Self;
}

impl<T: Item, const N: usize> Slots<T> for [T; N] {
    fn filled(value: T) -> Self {
        [value; N]
    }
}

/// How many cards, suits and columns a state has room for.
pub trait Size: Copy + Clone + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// Most cards.
    const CARDS: usize;
    /// Most columns.
    const COLUMNS: usize;
    /// A card's number is `rank << SUIT_BITS | suit`, both from 0.
    const SUIT_BITS: u32;
    /// Bits of the key for each card.
    const KEY_BITS: u32;
    /// Scores of positions are less than this.
    const SCORES: usize;

    /// A set of cards.
    type Set: CardSet;
    /// The words of a key.
    type Key: Slots<u64> + Eq + Ord + Hash + Default + Send + Sync;
    /// Something for each card.
    type Cards<T: Item>: Slots<T>;
    /// Something for each number of cards in a column.
    type Heights<T: Item>: Slots<T>;
    /// Something for each column.
    type Columns<T: Item>: Slots<T>;
    /// Something for each suit.
    type Suits<T: Item>: Slots<T>;
    /// Something for each code of a key.
    type Codes<T: Item>: Slots<T>;

    /// Most suits.
    const SUITS: u8 = 1 << Self::SUIT_BITS;
    /// Most ranks.
    const RANKS: u8 = (Self::CARDS >> Self::SUIT_BITS) as u8;

    /// The number of a card.
    #[inline(always)]
    fn id(card: Card) -> CardId {
        ((card.rank.0 - 1) << Self::SUIT_BITS) as CardId | card.suit.0 as CardId
    }

    /// The card of a number.
    #[must_use]
    fn card(id: CardId) -> Card {
        Card::new(u32::from(Self::rank(id)) + 1, u16::from(Self::suit(id)))
    }

    /// The rank of a card, from 0.
    #[inline(always)]
    fn rank(card: CardId) -> u8 {
        card >> Self::SUIT_BITS
    }

    /// The suit of a card, from 0.
    #[inline(always)]
    fn suit(card: CardId) -> u8 {
        card & (Self::SUITS - 1)
    }

    /// The card of this rank and suit, both from 0.
    #[inline(always)]
    fn of(rank: u8, suit: u8) -> CardId {
        rank << Self::SUIT_BITS | suit
    }

    /// The cards of a suit.
    #[inline(always)]
    fn of_suit(suit: u8) -> Self::Set {
        // Every fourth bit, or every eighth.
        let every = u64::MAX / ((1 << Self::SUITS) - 1);
        Self::Set::repeat(every << suit)
    }
}

macro_rules! size {
    ($(#[$doc:meta])* $name:ident: $cards:literal cards, $columns:literal columns, $suit_bits:literal suit bits,
     $key_bits:literal bits in $words:literal words, scores below $scores:literal, sets $set:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name;

        impl Size for $name {
            const CARDS: usize = $cards;
            const COLUMNS: usize = $columns;
            const SUIT_BITS: u32 = $suit_bits;
            const KEY_BITS: u32 = $key_bits;
            const SCORES: usize = $scores;
            type Set = $set;
            type Key = [u64; $words];
            type Cards<T: Item> = [T; $cards];
            type Heights<T: Item> = [T; $cards + 1];
            type Columns<T: Item> = [T; $columns];
            type Suits<T: Item> = [T; 1 << $suit_bits];
            type Codes<T: Item> = [T; 1 << $key_bits];
        }

        // Places have codes that are no cards; each code of a key has room; so have all cards.
        const _: () = {
            assert!($cards <= AT_HOME as usize && $cards % 64 <= 60);
            assert!(4 + (1 << $suit_bits) <= 1 << $key_bits);
            assert!($words * (64 / $key_bits) >= $cards);
        };
    };
}

size!(
    /// Up to 15 ranks and 4 suits: every game with one deck.
    Small: 60 cards, 16 columns, 2 suit bits, 3 bits in 3 words, scores below 16384, sets u64
);
size!(
    /// Up to 31 ranks and 4 suits, or more columns.
    Tall: 124 cards, 32 columns, 2 suit bits, 3 bits in 6 words, scores below 65536, sets Words<2>
);
size!(
    /// Up to 15 ranks and 8 suits.
    Broad: 124 cards, 32 columns, 3 suit bits, 4 bits in 8 words, scores below 65536, sets Words<2>
);
size!(
    /// Up to 31 ranks and 8 suits, and up to 64 columns.
    Large: 252 cards, 64 columns, 3 suit bits, 4 bits in 16 words, scores below 65536, sets Words<4>
);
