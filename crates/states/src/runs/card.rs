//! Cards as bytes.

use super::{rank, suit};
use patsat_game::cards::Card;

/// The byte of a card.
#[must_use]
pub fn code(card: Card) -> u8 {
    (u32::from(card.suit.0) << 5 | card.rank.0) as u8
}

/// The card of a byte.
#[must_use]
pub fn card(code: u8) -> Card {
    Card::new(rank(code).into(), suit(code).into())
}
