//! Cards as packed states number them.

use super::CardId;
use patsat_game::cards::Card;

/// The packed id of a card.
#[must_use]
pub fn id(card: Card) -> CardId {
    (4 * (card.rank.0 - 1) + u32::from(card.suit.0)) as CardId
}

/// The card of a packed id.
#[must_use]
pub fn card(id: CardId) -> Card {
    Card::new(u32::from(id >> 2) + 1, u16::from(id & 3))
}
