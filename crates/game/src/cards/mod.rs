//! Cards, decks and deals: what there is before any rule applies.
//!
//! Nothing here knows a game. A [`Card`] is a rank and a suit, a [`DeckSpec`] says
//! which cards there are and how often, a [`Deal`] says where they lie. A [`DealId`]
//! names a deal together with the program whose numbering it follows; that and the
//! dealers themselves are a crate of their own, below this one.

mod card;
mod deal;
mod dealt;
mod deck;
mod suits;

pub use card::{Card, CardParseError, Colour, Rank, Suit};
pub use deal::{Deal, DealError, Pile};
pub use deck::DeckSpec;
pub use patsat_dealers::{self as shuffle, DealId, DealIdError, number};
pub use suits::{SuitList, Suits, SuitsParseError};
