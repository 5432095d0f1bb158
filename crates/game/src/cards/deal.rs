//! Where the cards lie: the position a game, or the rest of one, starts from.

use super::{Card, DeckSpec, Rank, Suit, Suits};
use serde::{Deserialize, Serialize};

/// A column of the tableau, deepest card first.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// The cards, deepest first; the last one lies on top.
    pub cards: Vec<Card>,
    /// How many of the deepest cards lie face down (known to the solver, not movable).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub face_down: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A copy into a pile that is there takes its memory: checkers copy a position for every move that they try.
impl Clone for Pile {
    fn clone(&self) -> Pile {
        Pile { cards: self.cards.clone(), face_down: self.face_down }
    }

    fn clone_from(&mut self, source: &Pile) {
        let Pile { cards, face_down } = source;
        self.cards.clone_from(cards);
        self.face_down = *face_down;
    }
}

impl From<Vec<Card>> for Pile {
    fn from(cards: Vec<Card>) -> Self {
        Pile { cards, face_down: 0 }
    }
}

/// A position: which card lies where. It may be a fresh deal or the middle of a game.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The tableau, left to right.
    pub columns: Vec<Pile>,
    /// The cells, empty ones as `None`. Never longer than the rules' number of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Option<Card>>,
    /// Cards in single places that can only be left (King Albert's reserve).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserve: Vec<Card>,
    /// Cards already home, one height per foundation, numbered as
    /// [`DeckSpec::foundations_of`] says: suit by suit, then by copy. A foundation holds this
    /// number of ranks of its suit, from the one on that foundations begin with. Empty means none is home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foundations: Vec<u32>,
    /// The stock, deepest card first; the last one is drawn or dealt next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stock: Vec<Card>,
    /// The waste, deepest card first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waste: Vec<Card>,
    /// The cards in the hole, the last one on top. Below it their order makes no difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hole: Vec<Card>,
    /// How often the waste has been turned back into the stock.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redeals_used: usize,
}

/// As of a [`Pile`], without new memory where there is some.
impl Clone for Deal {
    fn clone(&self) -> Deal {
        let mut copy = Deal::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Deal) {
        let Deal { columns, cells, reserve, foundations, stock, waste, hole, redeals_used } = source;
        self.columns.clone_from(columns);
        self.cells.clone_from(cells);
        self.reserve.clone_from(reserve);
        self.foundations.clone_from(foundations);
        self.stock.clone_from(stock);
        self.waste.clone_from(waste);
        self.hole.clone_from(hole);
        self.redeals_used = *redeals_used;
    }
}

/// Why a position does not fit its deck.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// A card the deck does not have.
    #[error("{card} is not in the deck: expected ranks 1..{ranks} and {}", .suits.in_words())]
    Foreign {
        /// The card.
        card: Card,
        /// Highest rank of the deck.
        ranks: u32,
        /// Suits of the deck.
        suits: Suits,
    },
    /// A card more often than the deck has it.
    #[error("{card} occurs {found} times: expected {expected}")]
    TooMany {
        /// The card.
        card: Card,
        /// How often it was found.
        found: usize,
        /// How often the deck has it.
        expected: usize,
    },
    /// A card less often than the deck has it.
    #[error("{card} is missing: found {found} of {expected}")]
    Missing {
        /// The card.
        card: Card,
        /// How often it was found.
        found: usize,
        /// How often the deck has it.
        expected: usize,
    },
    /// A foundation with more cards than its suit has ranks.
    #[error("the foundation that begins with {ace} is {height} high: expected at most {ranks}")]
    TooHigh {
        /// Its lowest card.
        ace: Card,
        /// Its claimed height.
        height: u32,
        /// Highest possible one.
        ranks: u32,
    },
    /// Not as many foundations as the deck needs.
    #[error("{found} foundations given: expected {expected}, each at most {ranks} high")]
    Foundations {
        /// Number of foundations given.
        found: usize,
        /// Number the deck needs.
        expected: usize,
        /// Highest possible one.
        ranks: u32,
    },
}

impl Deal {
    /// Every card that is neither home nor in the hole, in the order columns, cells, reserve, stock, waste.
    pub fn cards_in_play(&self) -> impl Iterator<Item = Card> {
        (self.columns.iter().flat_map(|pile| &pile.cards))
            .chain(self.cells.iter().flatten())
            .chain(&self.reserve)
            .chain(&self.stock)
            .chain(&self.waste)
            .copied()
    }

    /// Checks that the position holds exactly the cards of `deck`, where foundations begin with the rank `base`.
    ///
    /// # Errors
    /// The first card that is foreign, too frequent or missing.
    pub fn check(&self, deck: DeckSpec, base: Rank) -> Result<(), DealError> {
        let expected = deck.foundations();
        let found = self.foundations.len();
        if found != 0 && found != expected {
            return Err(DealError::Foundations { found, expected, ranks: deck.ranks });
        }
        if let Some(place) = self.foundations.iter().position(|&height| height > deck.ranks) {
            let ace = Card { rank: base, suit: Suit(deck.suit_of_foundation(place)) };
            return Err(DealError::TooHigh { ace, height: self.foundations[place], ranks: deck.ranks });
        }
        let mut count = vec![0usize; deck.kinds()];
        for (place, &height) in self.foundations.iter().enumerate() {
            let suit = deck.suit_of_foundation(place);
            for below in 0..height {
                count[deck.index(Card { rank: deck.rank_after(base, below), suit: Suit(suit) })] += 1;
            }
        }
        for card in self.cards_in_play().chain(self.hole.iter().copied()) {
            if !deck.contains(card) {
                return Err(DealError::Foreign { card, ranks: deck.ranks, suits: deck.suits });
            }
            count[deck.index(card)] += 1;
        }
        let wrong = |found: usize, card: Card| {
            let expected = deck.copies_of(card.suit.0);
            match found.cmp(&expected) {
                std::cmp::Ordering::Greater => Some(DealError::TooMany { card, found, expected }),
                std::cmp::Ordering::Less => Some(DealError::Missing { card, found, expected }),
                std::cmp::Ordering::Equal => None,
            }
        };
        // A card twice is the likelier slip than the one it displaced: name it first.
        let mut errors = deck.distinct_cards().filter_map(|card| wrong(count[deck.index(card)], card));
        let first = errors.next();
        match (first, errors.find(|e| matches!(e, DealError::TooMany { .. }))) {
            (None, _) => Ok(()),
            (Some(too_many @ DealError::TooMany { .. }), _) | (_, Some(too_many)) => Err(too_many),
            (Some(missing), None) => Err(missing),
        }
    }

    /// The same deal without the cards above `ranks`, each column keeping its order.
    ///
    /// This is how the planning competition of 2000 made its smaller FreeCell tasks
    /// from Microsoft deals.
    #[must_use]
    pub(crate) fn cut_to_ranks(mut self, ranks: u32) -> Deal {
        for pile in &mut self.columns {
            let hidden = pile.cards[..pile.face_down].iter().filter(|c| c.rank.0 <= ranks).count();
            pile.cards.retain(|c| c.rank.0 <= ranks);
            pile.face_down = hidden.min(pile.cards.len().saturating_sub(1));
        }
        for cell in &mut self.cells {
            *cell = cell.filter(|c| c.rank.0 <= ranks);
        }
        for cards in [&mut self.reserve, &mut self.stock, &mut self.waste, &mut self.hole] {
            cards.retain(|c| c.rank.0 <= ranks);
        }
        for height in &mut self.foundations {
            *height = (*height).min(ranks);
        }
        self
    }
}
