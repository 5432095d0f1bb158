//! The fast state of games with a stock, a waste and foundations: Forty Thieves and its kin.
//!
//! Every card of the deck has a number, and a position is a set of links, "what lies under this
//! card", with the top of every pile: the columns, the waste, the stock. A single card moves by
//! changing one link, and a copy of a position is a copy of some three hundred bytes. Of the
//! foundations only counts are kept, how many cards of a kind are home: a card may follow if
//! more copies of the next lower rank are home than of its own, so that equal foundations need
//! no names.
//!
//! A position is identified by sixty-four bits ([`ThiefBoard::hash`]) that are blind to the order of
//! the columns and to which of two equal cards is which. Searches that use them prove nothing.

mod board;
mod game;
mod hash;
mod moves;
mod piles;
mod plan;
mod position;
mod safe;
mod step;

pub use board::ThiefBoard;
pub use game::ThiefGame;
pub(crate) use piles::Piles;
pub use plan::plan;
pub use position::{ThiefKey, ThiefPosition};
pub use step::Step;

/// Most cards of such a state: four decks.
pub(crate) const MAX_CARDS: usize = 208;
/// Most columns.
pub(crate) const MAX_COLUMNS: usize = 16;
/// Most kinds of cards, such as the seven of hearts.
pub(crate) const MAX_KINDS: usize = 64;
/// No card.
pub const NONE: u8 = u8::MAX;
