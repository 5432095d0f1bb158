//! The fast state of the FreeCell family: games in which no two cards are equal, in four sizes ([`size`]).
//!
//! A position is a set of links, "what lies under this card", with the top of every column, and bit sets
//! of the cards in cells and reserve. Moving a run, however long, changes one link. The same links give a
//! canonical key of 3 or 4 bits a card. The key does not depend on the order of columns and cells, and
//! needs no sorting. The idea is that of Marc de Bondt's encoding in Freecell Solver, here with one code
//! table for all building rules:
//!
//! | code | the card is |
//! |---|---|
//! | 0 | home |
//! | 1 | in a cell |
//! | 2 | the bottom of a column |
//! | 3 | where it was dealt, on a card that is not one rank higher (or in the reserve) |
//! | 4 + s | on the card one rank higher of suit s |
//!
//! Equal keys mean equal positions up to renaming: code 3 names one place because a card
//! never returns to it, every other code names its place outright, and so the links can
//! be read back ([`Game::board`]).

mod auto_moves;
mod board;
mod game;
mod key;
mod moves;
mod placed;
mod plan;
mod position;
mod safe;
mod set;
pub mod size;
mod step;
mod unpack;

pub use auto_moves::{AutoMoves, HastyBoard};
pub use board::Board;
pub use game::{Game, Unpackable};
pub use key::PackedKey;
pub use placed::{Placed, Places};
pub use plan::plan;
pub use position::Packed;
pub use set::{CardSet, Words, members};
pub use size::{Broad, Item, Large, Size, Slots, Small, Tall};
pub use step::{Step, Target};

/// A card of the packed states; see [`Size::SUIT_BITS`].
pub type CardId = u8;

/// Most cards of the small state.
pub const MAX_CARDS: usize = Small::CARDS;

/// `below` of a card at the bottom of a column; also the top of an empty column.
pub const NONE: u8 = 0xff;
/// `below` of a card in a cell.
pub const IN_CELL: u8 = 0xfe;
/// `below` of a card in the reserve.
pub const IN_RESERVE: u8 = 0xfd;
/// `below` of a card that is home.
pub const AT_HOME: u8 = 0xfc;

/// Does something with the game of an instance in the smallest state that holds it, or else something else.
#[macro_export]
macro_rules! with_game {
    ($instance:expr, $game:ident => $then:expr, _ => $otherwise:expr) => {
        if let Ok($game) = $crate::packed::Game::<$crate::packed::Small>::sized($instance) {
            $then
        } else if let Ok($game) = $crate::packed::Game::<$crate::packed::Tall>::sized($instance) {
            $then
        } else if let Ok($game) = $crate::packed::Game::<$crate::packed::Broad>::sized($instance) {
            $then
        } else if let Ok($game) = $crate::packed::Game::<$crate::packed::Large>::sized($instance) {
            $then
        } else {
            $otherwise
        }
    };
}
