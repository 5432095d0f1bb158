//! Cards, decks and deals, independent of any rules.
//!
//! A [`Card`] is a rank and a suit. A [`DeckSpec`] defines the cards of a deck and their
//! copies, a [`Deal`] the places of the cards. A [`DealId`] names a deal together with the
//! program whose numbering it follows; that and the dealers themselves are a crate of
//! their own, below this one.

mod card;
mod deal;
mod dealt;
mod deck;
mod suits;

pub use card::{Card, CardParseError, Colour, Rank, Suit};
pub use deal::{Deal, DealError, Pile};
pub use deck::DeckSpec;
pub use patsat_dealers::{self as dealers, DealId, DealIdError, DealOrder, DealRange};
pub use suits::{SuitList, Suits, SuitsParseError};
