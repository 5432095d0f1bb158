//! Cards that nobody has seen: they are the rest of the deck, in some order.

use patsat_game::cards::{Card, Deal};
use patsat_game::rules::{Rules, Stock};
use patsat_game::state::Instance;
use patsat_text::FormatError;

/// Stands where a card was not seen, until one of the rest is put there.
pub(super) const ANY: Card = Card::new(0, 0);
/// More unseen cards than this are refused as a slip of the pen.
pub(super) const MOST: usize = 100_000;

/// Where an unseen card lies; places are counted from the deepest card, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnseenPlace {
    /// In a column.
    Column(usize, usize),
    /// In the stock.
    Stock(usize),
}

/// A board, in which some cards may be unseen.
#[derive(Clone, Debug)]
pub struct Read {
    /// The game; at unseen places lies the rest of the deck in its order, one possibility among many.
    pub instance: Instance,
    /// Where the unseen cards lie; empty if every card is known.
    pub unseen: Vec<UnseenPlace>,
    /// What was not in the text but concluded, in sentences.
    pub notes: Vec<String>,
}

impl Read {
    /// The game, if every card is known.
    ///
    /// # Errors
    /// If not.
    pub fn complete(self) -> Result<Instance, FormatError> {
        match self.unseen.len() {
            0 => Ok(self.instance),
            n => Err(FormatError::unexpected(
                format!("{n} cards that were not seen"),
                "a board with every card (solve says what it can without them)",
            )),
        }
    }

    /// The cards at the unseen places, in their order.
    #[must_use]
    pub fn rest(&self) -> Vec<Card> {
        let deal = &self.instance.deal;
        let card = |&spot: &UnseenPlace| match spot {
            UnseenPlace::Column(column, place) => deal.columns[column].cards[place],
            UnseenPlace::Stock(place) => deal.stock[place],
        };
        self.unseen.iter().map(card).collect()
    }

    /// The game with a card of rank 0 at each unseen place, to be shown: no rules hold for it.
    #[must_use]
    pub fn shown(&self) -> Instance {
        self.with(&vec![ANY; self.unseen.len()])
    }

    /// The game with these cards at the unseen places.
    #[must_use]
    pub fn with(&self, cards: &[Card]) -> Instance {
        let mut instance = self.instance.clone();
        put(&mut instance.deal, &self.unseen, cards);
        instance
    }
}

fn put(deal: &mut Deal, spots: &[UnseenPlace], cards: &[Card]) {
    for (&spot, &card) in spots.iter().zip(cards) {
        match spot {
            UnseenPlace::Column(column, place) => deal.columns[column].cards[place] = card,
            UnseenPlace::Stock(place) => deal.stock[place] = card,
        }
    }
}

/// Puts the rest of the deck at the unseen places. Where the board says nothing of a stock that the game has,
/// what is left over is the stock. A rest that fits in one way only counts as seen.
pub(super) fn fill(
    rules: &Rules,
    deal: &mut Deal,
    seen: &[Card],
    spots: &mut Vec<UnseenPlace>,
    no_word_of_stock: bool,
    notes: &mut Vec<String>,
) -> Result<(), FormatError> {
    let mut count = vec![0usize; rules.deck.kinds()];
    let home = deal.foundations.iter().enumerate().flat_map(|(place, &height)| {
        let suit = rules.deck.suit_of_foundation(place);
        (1..=height.min(rules.deck.ranks)).map(move |rank| Card::new(rank, suit))
    });
    for card in seen.iter().copied().chain(home).filter(|&card| rules.deck.contains(card)) {
        count[rules.deck.index(card)] += 1;
    }
    let missing =
        |card: Card| rules.deck.copies_of(card.suit.0).saturating_sub(count[rules.deck.index(card)]);
    let rest: Vec<Card> =
        rules.deck.distinct_cards().flat_map(|card| std::iter::repeat_n(card, missing(card))).collect();
    let over = rest.len().saturating_sub(spots.len());
    let most = rules.dealt_stock().unwrap_or(0);
    let whole_rows =
        !matches!(rules.stock, Stock::Rows { .. }) || over.is_multiple_of(rules.columns.max(1).into());
    if no_word_of_stock && over > 0 && rules.stock != Stock::None && over <= most && whole_rows {
        notes.push(format!("{over} cards that the board does not show are taken for the stock"));
        deal.stock = vec![ANY; over];
        spots.extend((0..over).map(UnseenPlace::Stock));
    }
    if spots.is_empty() {
        // Whatever is wrong with the deck is said by its check.
        return Ok(());
    }
    if rest.len() != spots.len() {
        let expected = format!("{}, as many as the deck has beside those on the board", rest.len());
        return Err(FormatError::unexpected(format!("{} cards that were not seen", spots.len()), expected));
    }
    put(deal, spots, &rest);
    if rest.windows(2).all(|pair| pair[0] == pair[1]) {
        spots.clear();
    }
    Ok(())
}
