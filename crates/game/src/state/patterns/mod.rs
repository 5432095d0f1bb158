//! Dead patterns: partial positions from which nobody wins, as a certificate a person can read.
//!
//! A [`Pattern`] says of some cards where they lie ("3H on 9S, QC on 4D, KS in a cell") and leaves
//! the others open; a position matches it if every fact holds. A set of patterns proves a game
//! lost if the start matches one of them, the won position matches none, and no single move leads
//! from a position that matches one to a position that matches none: it is an inductive invariant.
//! (Source: property-directed reachability as Suda 2014 has it for planning, "Property Directed
//! Reachability for Automated Planning"; here a pattern names cards of a deal, not clauses.)
//!
//! Cards are physical objects here: each has a [`CardNo`], and of two equal cards it matters which
//! one lies where. This module only says what patterns are and writes and reads them; what makes
//! a set of them a proof is checked by [`crate::verify`].
//!
//! # Positions that patterns are about
//! Closedness is checked for all *sane* positions; every position that can be reached is sane. A position is sane if
//! 1. at most one card lies on each card, and a card that something lies on is in a column;
//! 2. a card lies on one that it may not be built on only if it was dealt there, and then every
//!    card beneath it lies where it was dealt; what a row deals may come to lie on any card that
//!    is in play before it, and where it may not be built on that one, it lies in the column that the
//!    row dealt it to, and all cards beneath it were in play before the row; no cards lie on one
//!    another in a ring;
//! 3. no more cards lie in cells, and at the bottom of columns, than there are cells and columns;
//!    a card that may not fill an empty column is at a bottom only if it was dealt there;
//!    where rows are yet to be dealt, columns differ, and each has one bottom;
//! 4. the cards at home are those of the start and some that went there in the order of their
//!    suit (of equal cards, never more than of the rank below; in games of complete runs as many
//!    of every rank);
//! 5. a card is in the reserve only if it was dealt there; a card of the stock comes from it, and
//!    stock and waste keep the order in which the cards were dealt into them; as many redeals are
//!    left for one card there as for another, and rows are dealt whole and in their order.
//!
//! # Facts that say less than where a card lies
//! Where columns differ a position says which one a card is the bottom of, a pattern may also say
//! that it is a bottom. Where the waste may be turned back a card of the stock or the waste lies
//! there with so many redeals left; a pattern says with how many at most, or nothing of them. So
//! the number of redeals needs no fact of its own: it matters only while a card is left for them.
//!
//! The start is sane. A legal move keeps a position sane: it puts cards only where the rules let
//! them be built, so a card on a foreign one has not been moved since it was dealt, by a row or at
//! the start, and while it lies there nothing beneath it can have been moved either, as cards that
//! move together lie as they may be built (2); the rest is counting.
//! Hence what is closed among sane positions is closed among those that can be reached.

mod cards;
mod error;
mod place;
mod text;
mod tracked;

pub use cards::Cards;
pub use error::{PatternError, TextError};
pub use text::{looks_like_patterns, read, write};
pub use tracked::Tracked;

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

/// Where a card lies, by what it lies on.
///
/// A [`Place`](crate::rules::Place) is a position on the table that moves name (column 3, cell 1)
/// and that holds any number of cards; a spot says of one card what is beneath it, and so stays
/// true while the rest of the table changes. Cells have no numbers here, and columns only where
/// rows are yet to be dealt: elsewhere positions that differ by such numbers are one.
///
/// `C` is how the card beneath is named: by its [`CardNo`], or by the number that another crate
/// has for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot<C = CardNo> {
    /// Directly on this card, in a column; also where it may not be built but was dealt.
    On(C),
    /// Directly on this card, which is face down. It is a spot of its own in games where cards move
    /// or leave together, as these two do not until the lower one has been turned.
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
    /// In the stock; so many redeals are left, in a pattern at most so many. Only where there
    /// are some at the start.
    StockLeft(u16),
    /// In the waste.
    Waste,
    /// In the waste; so many redeals are left, in a pattern at most so many.
    WasteLeft(u16),
    /// On a foundation, or gone with a complete run.
    Home,
}

impl<C: Copy + Eq> Spot<C> {
    /// Whether a pattern that says this holds for a card that lies there.
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

    /// The same spot with the card beneath named otherwise.
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

/// A card and where it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The card.
    pub card: CardNo,
    /// Where it lies.
    pub spot: Spot,
}

/// Some cards and where they lie; the others may lie anywhere. Sorted by card, each once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern(Vec<Fact>);

impl Pattern {
    /// A pattern of these facts, in any order; a fact said twice counts once.
    ///
    /// # Errors
    /// If there is none, or they contradict each other under any rules.
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

    /// Where the pattern has a card, if it names it.
    #[must_use]
    pub fn spot(&self, card: CardNo) -> Option<Spot> {
        let at = self.0.binary_search_by_key(&card, |fact| fact.card).ok()?;
        Some(self.0[at].spot)
    }

    /// Whether a position matches: `spots[c]` is where card `c` lies.
    #[must_use]
    pub fn matches(&self, spots: &[Spot]) -> bool {
        self.0.iter().all(|fact| spots.get(fact.card.index()).is_some_and(|&lies| fact.spot.covers(lies)))
    }
}

/// Several patterns, in an order that their numbers in reports follow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Patterns(pub Vec<Pattern>);

impl Patterns {
    /// Facts in all.
    #[must_use]
    pub fn facts(&self) -> usize {
        self.0.iter().map(|pattern| pattern.0.len()).sum()
    }

    /// The first pattern that a position matches: `spots[c]` is where card `c` lies.
    #[must_use]
    pub fn matched(&self, spots: &[Spot]) -> Option<usize> {
        self.0.iter().position(|pattern| pattern.matches(spots))
    }
}
