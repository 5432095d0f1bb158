//! Dead patterns: partial positions that cannot be won, as a readable certificate.
//!
//! A [`Pattern`] fixes the places of some cards ("3H on 9S, QC on 4D, KS in a cell") and leaves
//! the others open. A position matches it if every fact holds. A set of patterns proves a game
//! lost if three conditions hold: the start matches one of them, the won position matches none, and
//! no single move leads from a position that matches one to a position that matches none. Such a set
//! is an inductive invariant. (Source: property-directed reachability as Suda 2014 has it for planning,
//! "Property Directed Reachability for Automated Planning"; here a pattern names cards of a deal, not
//! clauses.)
//!
//! Cards are physical objects here: each has a [`CardNo`], and equal cards are distinguished. This
//! module only defines patterns, writes them and reads them; [`crate::verify`] checks that a set of
//! them is a proof.
//!
//! # Positions that patterns are about
//! Closedness is checked for all *sane* positions; every position that can be reached is sane. A position is sane if
//! all of these hold.
//! 1. At most one card lies on each card, and a card with another card on it is in a column.
//! 2. A card lies on one that it may not be built on only if it was dealt there. Every card beneath
//!    it then lies where it was dealt. A card that a row deals may lie on any card that was in play
//!    before the row. If it may not be built on that card, it lies in the column to which the row
//!    dealt it, and all cards beneath it were in play before the row. No cards lie on one another in
//!    a ring.
//! 3. No more cards lie in cells, and at the bottom of columns, than there are cells and columns.
//!    A card that may not fill an empty column is at a bottom only if it was dealt there.
//!    While rows are yet to be dealt, columns differ, and each has one bottom.
//! 4. The cards at home are those of the start and others that went there in the order of their
//!    suit: never more copies of a card than of the rank below. In games of complete runs, all ranks
//!    of a suit have the same number of cards at home.
//! 5. A card is in the reserve, or in the stock, only if it was dealt there. Stock and waste keep
//!    the order in which the cards were dealt into them. All cards in stock and waste have the same
//!    number of redeals left. Rows are dealt whole and in their order.
//!
//! # Facts weaker than the place of a card
//! Where columns differ, a position names the column whose bottom a card is; a pattern may state only
//! that the card is a bottom. Where the waste may be turned back, a card of the stock or the waste lies
//! there with a number of redeals left. A pattern states an upper bound on this number, or no bound.
//! So the number of redeals needs no fact of its own: it matters only while a card is left for them.
//!
//! # Why reachable positions are sane
//! The start is sane, and a legal move keeps a position sane. A move puts cards only where the rules
//! let them be built. So a card on a foreign one has not been moved since it was dealt, by a row or at
//! the start. While it lies there, no card beneath it can have been moved either, because cards that
//! move together lie as they may be built (2). The other conditions follow by counting.
//! Hence a set that is closed among sane positions is closed among those that can be reached.

mod cards;
mod error;
mod place;
mod text;
mod tracked_table;

pub use cards::Cards;
pub use error::{PatternError, TextError};
pub use text::{looks_like_patterns, read, write};
pub use tracked_table::TrackedTable;

/// A card of a deal as a physical object: its number among the cards in play at the start, sorted
/// by kind, twins in the order columns, cells, reserve, stock (the next card first), waste.
///
/// It is the number that the lowering to formulas gives the card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardNo(pub u32);

impl CardNo {
    /// The number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of a card, relative to the card beneath it.
///
/// A [`Place`](crate::rules::Place) is a position on the table that moves name (column 3, cell 1)
/// and that holds any number of cards. A spot names only what is beneath one card, so it does not
/// change with the other cards. Cells have no numbers here, and columns only where rows are yet to
/// be dealt: elsewhere positions that differ by such numbers are equal.
///
/// `C` is the type that names the card beneath: its [`CardNo`], or the number that another crate
/// has for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot<C = CardNo> {
    /// Directly on this card, in a column; also where it may not be built but was dealt.
    On(C),
    /// Directly on this card, which is face down. This is a separate spot in games where cards move
    /// or leave together: these two do not until the lower one has been turned.
    OnHidden(C),
    /// Deepest card of some column.
    Bottom,
    /// Deepest card of this column, from 0. Only where rows are yet to be dealt at the start.
    BottomOf(u16),
    /// In some cell.
    Cell,
    /// In the reserve.
    Reserve,
    /// In the stock.
    Stock,
    /// In the stock, with this number of redeals left; in a pattern, at most this number. Only in games with a limited
    /// number of redeals that is not 0 at the start.
    StockLeft(u16),
    /// In the waste.
    Waste,
    /// In the waste, with this number of redeals left; in a pattern, at most this number.
    WasteLeft(u16),
    /// On a foundation, or gone with a complete run.
    Home,
}

impl<C: Copy + Eq> Spot<C> {
    /// Returns whether a fact with this spot holds for a card at the spot `lies`.
    #[must_use]
    pub fn covers(self, lies: Self) -> bool {
        match (self, lies) {
            (Spot::Bottom, Spot::BottomOf(_))
            | (Spot::Stock, Spot::StockLeft(_))
            | (Spot::Waste, Spot::WasteLeft(_)) => true,
            (Spot::StockLeft(most), Spot::StockLeft(left))
            | (Spot::WasteLeft(most), Spot::WasteLeft(left)) => left <= most,
            _ => self == lies,
        }
    }

    /// The card beneath, if there is one.
    #[must_use]
    pub fn below(self) -> Option<C> {
        match self {
            Spot::On(below) | Spot::OnHidden(below) => Some(below),
            _ => None,
        }
    }

    /// Whether this is in a column.
    #[must_use]
    pub fn in_a_column(self) -> bool {
        matches!(self, Spot::On(_) | Spot::OnHidden(_) | Spot::Bottom | Spot::BottomOf(_))
    }

    /// Returns the same spot with another name for the card beneath.
    #[must_use]
    pub fn map<D>(self, name: impl FnOnce(C) -> D) -> Spot<D> {
        match self {
            Spot::On(below) => Spot::On(name(below)),
            Spot::OnHidden(below) => Spot::OnHidden(name(below)),
            Spot::Bottom => Spot::Bottom,
            Spot::BottomOf(column) => Spot::BottomOf(column),
            Spot::Cell => Spot::Cell,
            Spot::Reserve => Spot::Reserve,
            Spot::Stock => Spot::Stock,
            Spot::StockLeft(left) => Spot::StockLeft(left),
            Spot::Waste => Spot::Waste,
            Spot::WasteLeft(left) => Spot::WasteLeft(left),
            Spot::Home => Spot::Home,
        }
    }
}

/// A card and its spot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The card.
    pub card: CardNo,
    /// Where it lies.
    pub spot: Spot,
}

/// Some cards and their spots; the others may lie anywhere. Sorted by card, each once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern(Vec<Fact>);

impl Pattern {
    /// Creates a pattern of these facts, in any order; repeated facts count once.
    ///
    /// # Errors
    /// If there is no fact, or the facts contradict each other under any rules.
    pub fn new(mut facts: Vec<Fact>) -> Result<Pattern, PatternError> {
        facts.sort_unstable();
        facts.dedup();
        error::check(&facts)?;
        Ok(Pattern(facts))
    }

    /// The facts, by card.
    #[must_use]
    pub fn facts(&self) -> &[Fact] {
        &self.0
    }

    /// Returns the spot of a card in the pattern, if it has one.
    #[must_use]
    pub fn spot(&self, card: CardNo) -> Option<Spot> {
        let at = self.0.binary_search_by_key(&card, |fact| fact.card).ok()?;
        Some(self.0[at].spot)
    }

    /// Returns whether a position matches; `spots[c]` is the spot of card `c`.
    #[must_use]
    pub fn matches(&self, spots: &[Spot]) -> bool {
        self.0.iter().all(|fact| spots.get(fact.card.index()).is_some_and(|&lies| fact.spot.covers(lies)))
    }
}

/// Several patterns; reports number them in this order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Patterns(pub Vec<Pattern>);

impl Patterns {
    /// Returns the number of facts of all patterns.
    #[must_use]
    pub fn facts(&self) -> usize {
        self.0.iter().map(|pattern| pattern.0.len()).sum()
    }

    /// Returns the first pattern that a position matches; `spots[c]` is the spot of card `c`.
    #[must_use]
    pub fn matched(&self, spots: &[Spot]) -> Option<usize> {
        self.0.iter().position(|pattern| pattern.matches(spots))
    }
}
