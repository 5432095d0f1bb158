//! The fast state of games whose cards go home one by one: with or without a stock, with twins, cells, a reserve,
//! face-down cards. Forty Thieves and its kin are what it was made for.
//!
//! Every card of the deck has a number, and a position is a set of links, "what lies under this
//! card", with the top of every pile: the columns, the waste, the stock. A single card moves by
//! changing one link, and a copy of a position is a copy of some three hundred bytes. Cells and the cards of the reserve
//! are piles of one card. Of the
//! foundations only counts are kept, how many cards of a kind are home: a card may follow if
//! more copies of the next lower rank are home than of its own, so that equal foundations need
//! no names.
//!
//! A position is identified by sixty-four bits ([`PileBoard::hash`]) that are blind to the order of
//! the columns and to which of two equal cards is which. Searches that use them prove nothing.
//! The source is built for two sizes ([`Room`]).

mod board;
mod contents;
mod game;
mod hash;
mod moves;
mod plan;
mod position;
mod safe;
mod size;
mod step;

pub use board::PileBoard;
pub use contents::Contents;
pub use game::PileGame;
pub use plan::plan;
pub use position::{PileKey, PilePosition};
pub use size::{Large, Room, Small};
pub use step::Step;

/// Most cards of the largest size.
pub const MAX_CARDS: usize = 252;
/// No card.
pub const NONE: u8 = u8::MAX;

/// Binds the game of an instance in the least size that holds it, or does something else.
#[macro_export]
macro_rules! with_piles {
    ($instance:expr, $game:ident => $then:expr, $error:pat => $otherwise:expr) => {
        match $crate::piles::PileGame::<$crate::piles::Small>::sized($instance) {
            Ok($game) => $then,
            Err(_) => match $crate::piles::PileGame::<$crate::piles::Large>::sized($instance) {
                Ok($game) => $then,
                $error => $otherwise,
            },
        }
    };
}
