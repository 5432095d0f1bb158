//! Cards, decks and deals: what there is before any rule applies.
//!
//! Nothing here knows a game. A [`Card`] is a rank and a suit, a [`DeckSpec`] says
//! which cards there are and how often, a [`Deal`] says where they lie, and a
//! [`DealId`] names a deal together with the program whose numbering it follows.

mod card;
mod deal;
mod deck;
pub mod number;
pub mod shuffle;
mod suits;

pub use card::{Card, CardParseError, Colour, Rank, Suit};
pub use deal::{Deal, DealError, Pile};
pub use deck::DeckSpec;
pub use number::{DealId, DealIdError};
pub use suits::{SuitList, Suits, SuitsParseError};
