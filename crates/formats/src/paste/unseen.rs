//! Boards with unseen cards, and the games that such a board may be.

use patsat_base::{FormatError, counted};
use patsat_game::cards::{Card, Deal};
use patsat_game::rules::{FaceUp, Rules, Stock};
use patsat_game::state::Instance;

/// Stands at a place whose card was not seen, until a card of the rest is put there.
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
///
/// # Completions
/// The games that the board may be, for every part of the program:
///
/// * The *unseen places* are [`PartialBoard::unseen`]. They lie in columns or in the stock. Cards of cells, reserve,
///   waste and foundations are known.
/// * The *rest* is the deck without the cards on the board and on the foundations, copies counted. It has one card
///   for each unseen place.
/// * A *completion* is [`PartialBoard::with`] of one order of the rest: the n-th card lies at the n-th unseen place.
///   Every order is a completion, and no other game is. Orders that differ in copies of a card are one completion.
/// * Everything else is the same in all completions, also which cards lie face down: the deepest
///   `instance.deal.columns[n].face_down` cards of column n. Unseen and face down are two things. Where the layout
///   deals every card face up ([`FaceUp::All`]), an unseen card lies face up, unless a known card above it lies
///   face down. Where it deals only tops face up ([`FaceUp::Top`]), an unseen card lies face down. A known card
///   lies face down if the board marks it as such, in any layout.
/// * Complete runs leave a completion before the first move, and face-down tops are turned, as in any game.
#[derive(Clone, Debug)]
pub struct PartialBoard {
    /// The game; at unseen places lies the rest of the deck in its order: one completion.
    pub instance: Instance,
    /// Where the unseen cards lie; empty if every card is known.
    pub unseen: Vec<UnseenPlace>,
    /// The conclusions of the reader that are not in the text, as sentences.
    pub notes: Vec<String>,
}

impl PartialBoard {
    /// Returns the game.
    ///
    /// # Errors
    /// If a card is unseen.
    pub fn complete(self) -> Result<Instance, FormatError> {
        match self.unseen.len() {
            0 => Ok(self.instance),
            n => Err(FormatError::unexpected(counted(n, "unseen card"), "a board with every card")
                .with_help("'patsat solve' takes boards with unseen cards")),
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

    /// The board with a card of rank 0, which no deck has, at each unseen place: to be shown.
    #[must_use]
    pub fn shown(&self) -> Instance {
        self.with(&vec![ANY; self.unseen.len()])
    }

    /// The completion with these cards at the unseen places, if they are an order of [`PartialBoard::rest`].
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

/// Which cards of a column lie face down, by [`PartialBoard`]'s definition: their number, from the deepest on. `marked`
/// says of each card whether it is unseen, and whether the board marks it as face down.
///
/// `None` if a card that lies face up has one on it that lies face down.
pub(super) fn face_down(layout: &FaceUp, marked: &[(bool, bool)]) -> Option<usize> {
    let down = |&(unseen, down): &(bool, bool)| if unseen { *layout != FaceUp::All } else { down };
    let count = marked.iter().rposition(down).map_or(0, |place| place + 1);
    // Of an unseen card below a face-down one nothing else is known.
    marked[..count].iter().all(|card| card.0 || down(card)).then_some(count)
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
        rules.on_foundation(rules.deck.suit_of_foundation(place), height.min(rules.deck.ranks))
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
    // The rows that were dealt are whole; the last one of a game may be shorter.
    let whole_rows = !matches!(rules.stock, Stock::Rows { .. })
        || most.saturating_sub(over).is_multiple_of(rules.columns.max(1).into());
    if no_word_of_stock && over > 0 && rules.stock != Stock::None && over <= most && whole_rows {
        notes.push(format!("{over} cards are not on the board: they are taken as the stock"));
        deal.stock = vec![ANY; over];
        spots.extend((0..over).map(UnseenPlace::Stock));
    }
    if spots.is_empty() {
        // The check of the deck reports its faults.
        return Ok(());
    }
    let often = |card: &Card| count[rules.deck.index(*card)] > rules.deck.copies_of(card.suit.0);
    if let Some(card) = rules.deck.distinct_cards().find(often) {
        let found = format!("{card} {} times, on the board or at home", count[rules.deck.index(card)]);
        let expected = format!("{} times, as in this deck", rules.deck.copies_of(card.suit.0));
        return Err(FormatError::unexpected(found, expected));
    }
    if rest.len() != spots.len() {
        let expected = format!("{}, the cards of the deck that are not on the board", rest.len());
        return Err(FormatError::unexpected(counted(spots.len(), "unseen card"), expected));
    }
    put(deal, spots, &rest);
    if rest.windows(2).all(|pair| pair[0] == pair[1]) {
        spots.clear();
    }
    Ok(())
}
