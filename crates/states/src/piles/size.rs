//! Sizes of such states: the same source is built once for each.

use crate::packed::{CardSet, Item, Slots, Words};
use std::fmt::Debug;

/// How many cards and places a state has room for.
pub trait Room: Copy + Clone + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// Most cards.
    const CARDS: usize;
    /// Most columns.
    const COLUMNS: usize;
    /// Most cells and cards of a reserve together.
    const SPOTS: usize;
    /// Most kinds of cards, such as the seven of hearts.
    const KINDS: usize;
    /// Most suits.
    const SUITS: usize;

    /// A set of kinds.
    type Set: CardSet;
    /// Something for each card.
    type Cards<T: Item>: Slots<T>;
    /// Something for each column.
    type Columns<T: Item>: Slots<T>;
    /// Something for each column, the waste and the stock.
    type Piles<T: Item>: Slots<T>;
    /// Something for each of them, and each cell and card of the reserve.
    type Tops<T: Item>: Slots<T>;
    /// Something for each kind.
    type Kinds<T: Item>: Slots<T>;
    /// Something for each suit.
    type Suits<T: Item>: Slots<T>;

    /// The waste among the piles: after the columns.
    const WASTE: u8 = Self::COLUMNS as u8;
    /// The stock among the piles.
    const STOCK: u8 = Self::WASTE + 1;
    /// The first of the cells; the reserve's cards follow them.
    const FIRST_SPOT: u8 = Self::STOCK + 1;
}

macro_rules! room {
    ($(#[$doc:meta])* $name:ident: $cards:literal cards, $kinds:literal kinds of $suits:literal suits,
     $columns:literal columns, $spots:literal spots, sets $set:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name;

        impl Room for $name {
            const CARDS: usize = $cards;
            const COLUMNS: usize = $columns;
            const SPOTS: usize = $spots;
            const KINDS: usize = $kinds;
            const SUITS: usize = $suits;
            type Set = $set;
            type Cards<T: Item> = [T; $cards];
            type Columns<T: Item> = [T; $columns];
            type Piles<T: Item> = [T; $columns + 2];
            type Tops<T: Item> = [T; $columns + 2 + $spots];
            type Kinds<T: Item> = [T; $kinds];
            type Suits<T: Item> = [T; $suits];
        }

        // Numbers of cards, kinds and piles are bytes, of which the highest have other meanings.
        const _: () = assert!($cards <= super::MAX_CARDS && $kinds <= super::MAX_CARDS && $columns + 2 + $spots <= 250);
    };
}

room!(
    /// Four decks, up to 16 ranks and 4 suits.
    Small: 208 cards, 64 kinds of 4 suits, 16 columns, 12 spots, sets u64
);
room!(
    /// More kinds of cards, columns or cells.
    Large: 252 cards, 252 kinds of 16 suits, 64 columns, 64 spots, sets Words<4>
);
