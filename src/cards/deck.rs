//! Which cards there are: every rank of every suit, equally often.

use super::Card;

/// A deck: ranks `1..=ranks` of suits `0..suits`, each card `copies` times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckSpec {
    /// Ranks per suit; 13 in an ordinary deck.
    pub ranks: u16,
    /// Number of suits; 4 in an ordinary deck.
    pub suits: u16,
    /// How often each card occurs; 2 for two decks, 8 for one-suit Spider.
    pub copies: u16,
}

impl DeckSpec {
    /// An ordinary deck of 52 cards.
    pub const STANDARD: DeckSpec = DeckSpec { ranks: 13, suits: 4, copies: 1 };

    /// Number of cards in all.
    #[must_use]
    pub fn len(self) -> usize {
        usize::from(self.ranks) * usize::from(self.suits) * usize::from(self.copies)
    }

    /// Whether there is no card at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether this card belongs to the deck.
    #[must_use]
    pub fn contains(self, card: Card) -> bool {
        (1..=self.ranks).contains(&card.rank.0) && card.suit.0 < self.suits
    }

    /// The dense index of a card, rank-major: `(rank - 1) * suits + suit`. Twins share it.
    #[must_use]
    pub fn index(self, card: Card) -> usize {
        usize::from(card.rank.0 - 1) * usize::from(self.suits) + usize::from(card.suit.0)
    }

    /// All cards of one copy, rank-major (aces first), suits in order.
    pub fn distinct_cards(self) -> impl Iterator<Item = Card> {
        (1..=self.ranks).flat_map(move |rank| (0..self.suits).map(move |suit| Card::new(rank, suit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_follows_the_listing() {
        let deck = DeckSpec { ranks: 5, suits: 3, copies: 2 };
        assert_eq!(deck.len(), 30);
        for (place, card) in deck.distinct_cards().enumerate() {
            assert_eq!(deck.index(card), place);
            assert!(deck.contains(card));
        }
        assert!(!deck.contains(Card::new(6, 0)));
        assert!(!deck.contains(Card::new(1, 3)));
    }
}
