//! The fast state of the FreeCell family: one deck of at most 52 cards.
//!
//! A position is a set of links, "what lies under this card", with the top of every
//! column, and bit sets of the cards in cells and reserve. Moving a run, however long,
//! changes one link. The same links give a canonical key of 3 bits a card that is blind
//! to the order of columns and cells without any sorting (the idea of Marc de Bondt's
//! encoding in Freecell Solver, with one code table for all building rules):
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

mod board;
mod card;
mod game;
mod key;
mod moves;
mod placed;
mod position;
mod safe;
mod step;
mod unasked;
mod unpack;

pub use board::Board;
pub use card::{card, id};
pub use game::{Game, Unpackable};
pub use key::PackedKey;
pub use placed::{Placed, Places};
pub use position::Packed;
pub use step::{Step, Target};
pub(crate) use unasked::{HastyBoard, Unasked};

/// A card of the packed states: `4 * (rank - 1) + suit`, both from 0.
pub type CardId = u8;

/// Most columns of a packed state.
pub(crate) const MAX_COLUMNS: usize = 16;
/// Most cards of a packed state.
pub(crate) const MAX_CARDS: usize = 52;

/// `below` of a card at the bottom of a column; also the top of an empty column.
pub const NONE: u8 = 0xff;
/// `below` of a card in a cell.
pub const IN_CELL: u8 = 0xfe;
/// `below` of a card in the reserve.
pub const IN_RESERVE: u8 = 0xfd;
/// `below` of a card that is home.
pub const AT_HOME: u8 = 0xfc;
