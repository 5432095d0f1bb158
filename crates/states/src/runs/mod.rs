//! The fast state of games whose complete runs leave: Spider, Spiderette, Simple Simon.
//!
//! The cards of all columns lie in one array of bytes, column after column, with the end of each. A
//! move of a run rotates a part of the array, and a copy of a position is a copy of two hundred
//! bytes. A card is a byte, `32 * suit + rank`. So a card stands on the one that continues it
//! exactly if the lower byte is the upper one plus one.
//!
//! Two identities of a position are kept: [`RunKey`], all of it, for searches that prove
//! something, and [`RunHash`], sixty-four bits that change with two columns a move, for those
//! that do not.

mod board;
mod card;
mod game;
mod hash;
mod key;
mod moves;
mod position;
mod step;

pub use board::RunBoard;
pub use card::{card, code};
pub use game::RunGame;
pub use hash::{ColumnHash, RunHash};
pub use position::{RunKey, RunPosition};
pub use step::RunMove;

/// Most columns of such a state.
pub const MAX_COLUMNS: usize = 16;
/// Most cards of such a state.
pub(crate) const MAX_CARDS: usize = 160;
/// Most ranks: a rank has five bits and none is zero.
pub(crate) const MAX_RANKS: u32 = 31;
/// Most suits.
pub(crate) const MAX_SUITS: u16 = 4;

/// Number of byte values that cards can have.
pub const CODES: usize = 128;

/// The rank of a card's byte, from 1.
#[inline]
#[must_use]
pub const fn rank(code: u8) -> u8 {
    code & 31
}

/// The suit of a card's byte, from 0.
#[inline]
#[must_use]
pub const fn suit(code: u8) -> u8 {
    code >> 5
}
