//! The cards of a deck: every rank of every suit, each suit as often as the deck lists it.

use super::{Card, Rank, Suits};
use std::ops::Range;

/// A deck: ranks `1..=ranks` of each suit, `copies` times for each time the suit is listed.
///
/// Foundations, one for each copy of a suit, are numbered suit by suit, the copies of a suit
/// one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckSpec {
    /// Ranks per suit; 13 in an ordinary deck.
    pub ranks: u32,
    /// The suits; 4 in an ordinary deck, `S` in one-suit Spider.
    pub suits: Suits,
    /// How often each card occurs for each time its suit is listed; 2 for two decks, 8 for
    /// one-suit Spider.
    pub copies: u16,
}

impl DeckSpec {
    /// An ordinary deck of 52 cards.
    pub const STANDARD: DeckSpec = DeckSpec::new(13, 4, 1);

    /// The deck of the first `suits` suits, with `copies` copies of each card.
    #[must_use]
    pub const fn new(ranks: u32, suits: u16, copies: u16) -> DeckSpec {
        DeckSpec { ranks, suits: Suits::First(suits), copies }
    }

    /// Number of cards in all.
    #[must_use]
    pub fn len(self) -> usize {
        self.ranks as usize * self.foundations()
    }

    /// Whether there is no card at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether this card belongs to the deck.
    #[must_use]
    pub fn contains(self, card: Card) -> bool {
        (1..=self.ranks).contains(&card.rank.0) && self.suits.contains(card.suit.0)
    }

    /// How often each card of a suit occurs.
    #[must_use]
    pub fn copies_of(self, suit: u16) -> usize {
        usize::from(self.copies) * usize::from(self.suits.times(suit))
    }

    /// The number that cards of every suit share, if they all occur equally often.
    #[must_use]
    pub fn even_copies(self) -> Option<usize> {
        let mut copies = self.suits.iter().map(|suit| self.copies_of(suit));
        let first = copies.next()?;
        copies.all(|n| n == first).then_some(first)
    }

    /// Number of foundations: one a suit and copy.
    #[must_use]
    pub fn foundations(self) -> usize {
        self.suits.len() * usize::from(self.copies)
    }

    /// The foundations of a suit; empty if the deck does not have it.
    #[must_use]
    #[inline]
    pub fn foundations_of(self, suit: u16) -> Range<usize> {
        let first = self.suits.before(suit) * usize::from(self.copies);
        first..first + self.copies_of(suit)
    }

    /// The suit of a foundation.
    ///
    /// For a number beyond the last foundation it is a number beyond the last suit.
    #[must_use]
    #[inline]
    pub fn suit_of_foundation(self, foundation: usize) -> u16 {
        match self.suits {
            Suits::First(_) => {
                u16::try_from(foundation / usize::from(self.copies.max(1))).unwrap_or(u16::MAX)
            }
            Suits::Listed(_) => (self.suits.iter())
                .find(|&suit| self.foundations_of(suit).contains(&foundation))
                .unwrap_or(u16::MAX),
        }
    }

    /// Number of different cards: the size of a table over [`DeckSpec::index`].
    #[must_use]
    pub fn kinds(self) -> usize {
        self.ranks as usize * self.suits.count()
    }

    /// The dense index of a card, rank-major: the suits that are there, in order, for each
    /// rank. Twins share it.
    #[must_use]
    #[inline]
    pub fn index(self, card: Card) -> usize {
        (card.rank.0 - 1) as usize * self.suits.count() + self.suits.place(card.suit.0)
    }

    /// All different cards, rank-major (aces first), suits in order.
    pub fn distinct_cards(self) -> impl Iterator<Item = Card> {
        (1..=self.ranks).flat_map(move |rank| self.of_rank(rank))
    }

    /// The cards of a rank, one a suit.
    pub fn of_rank(self, rank: u32) -> impl Iterator<Item = Card> + Clone {
        self.suits.iter().map(move |suit| Card::new(rank, suit))
    }

    /// The rank that is `steps` above another one, fewer than there are ranks; the ace follows the highest.
    #[must_use]
    pub fn rank_after(self, rank: Rank, steps: u32) -> Rank {
        let rank = rank.0 + steps;
        Rank(if rank > self.ranks { rank - self.ranks } else { rank })
    }

    /// The cards that are left without these ones, which are taken out once each.
    pub fn without(self, cards: impl Iterator<Item = Card>) -> Vec<Card> {
        let mut left: Vec<usize> = self.distinct_cards().map(|card| self.copies_of(card.suit.0)).collect();
        for card in cards.filter(|&card| self.contains(card)) {
            let count = &mut left[self.index(card)];
            *count = count.saturating_sub(1);
        }
        self.distinct_cards().flat_map(|card| (0..left[self.index(card)]).map(move |_| card)).collect()
    }

    /// Every card as often as it occurs: copy by copy, rank by rank, the suits as listed.
    pub fn all_cards(self) -> impl Iterator<Item = Card> {
        let listed = move |card: Card| (0..self.suits.times(card.suit.0)).map(move |_| card);
        (0..self.copies).flat_map(move |_| self.distinct_cards().flat_map(listed))
    }
}
