//! A tableau with its cards numbered, as the algorithms see it.

use super::tableau::Tableau;
use patsat_game::cards::Card;

/// What does not change while a tableau is played: the cards by number.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The cards, column by column, deepest first.
    pub(super) cards: Vec<Card>,
    /// The suit of each card, the suits there are counted from 0.
    pub(super) suits: Vec<u8>,
    pub(super) ranks: Vec<u32>,
    /// Its kind: twins share it.
    pub(super) kinds: Vec<u8>,
    /// Its column at the start.
    pub(super) column: Vec<u8>,
    pub(super) suit_count: usize,
    pub(super) columns: usize,
}

impl Game {
    pub(super) fn new(tableau: &Tableau) -> Game {
        let columns = tableau.columns();
        let cards: Vec<Card> = columns.iter().flatten().copied().collect();
        let mut kinds = cards.clone();
        kinds.sort_unstable_by_key(|card| (card.suit, card.rank));
        kinds.dedup();
        let mut suits: Vec<_> = kinds.iter().map(|card| card.suit).collect();
        suits.dedup();
        // No more than `tableau::MOST_CARDS` of anything: a byte holds it.
        let number = |found: Option<usize>| found.unwrap_or_default() as u8;
        Game {
            suits: cards.iter().map(|c| number(suits.iter().position(|&s| s == c.suit))).collect(),
            ranks: cards.iter().map(|c| c.rank.0).collect(),
            kinds: cards.iter().map(|c| number(kinds.iter().position(|k| k == c))).collect(),
            column: (0u8..).zip(columns).flat_map(|(n, pile)| pile.iter().map(move |_| n)).collect(),
            suit_count: suits.len(),
            columns: columns.len(),
            cards,
        }
    }

    /// Whether card `a` goes onto card `b`.
    pub(super) fn fits(&self, a: u8, b: u8) -> bool {
        let (a, b) = (usize::from(a), usize::from(b));
        self.suits[a] == self.suits[b] && self.ranks[a] + 1 == self.ranks[b]
    }
}
