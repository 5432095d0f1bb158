//! Why a move is not legal, each reason a sentence that names the rule.

use crate::cards::Card;
use crate::rules::Place;

/// The rule that a move breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The game has no such place.
    #[error("{0} does not exist in this game")]
    NoSuchPlace(Place),
    /// Nothing lies there.
    #[error("{0} holds no card")]
    Empty(Place),
    /// Fewer cards lie there than are to move.
    #[error("{place} holds {found} face-up cards, fewer than the {count} to be moved")]
    TooFew {
        /// The place.
        place: Place,
        /// Face-up cards there.
        found: usize,
        /// Cards to be moved.
        count: u32,
    },
    /// No card comes back from a foundation.
    #[error("cards on {0} stay there in this game")]
    StaysHome(Place),
    /// From one foundation to another.
    #[error("a card comes back from a foundation only to a column or a cell")]
    HomeToHome,
    /// A move of no card.
    #[error("a move takes at least one card")]
    NoCards,
    /// From a place to itself.
    #[error("{0} is both start and target")]
    SamePlace(Place),
    /// The cards are no run that moves as one.
    #[error("{upper} on {lower} is not a run that moves as one in this game")]
    NotARun {
        /// The card below.
        lower: Card,
        /// The card above it.
        upper: Card,
    },
    /// The game moves one card at a time.
    #[error("this game moves one card at a time")]
    OneAtATime,
    /// Only whole columns go to columns.
    #[error("{place} moves to another column only as a whole, as a run of {size} cards")]
    WholeColumn {
        /// The column.
        place: Place,
        /// Its cards.
        size: usize,
    },
    /// A part of a run that frees no card for its foundation.
    #[error("a part of a run moves to another column only if the card beneath, {0}, can then go home")]
    PartOfRun(Card),
    /// An empty column has to be filled from the waste first.
    #[error("while a column is empty, only the waste's card goes to a column")]
    FillFirst,
    /// Not enough cells and empty columns.
    #[error("{count} cards do not move as one: empty cells and columns allow {capacity}")]
    Capacity {
        /// Cards to be moved.
        count: u32,
        /// Cards that could be.
        capacity: u64,
    },
    /// The card does not go on that card.
    #[error("{card} may not be put on {onto}")]
    DoesNotFit {
        /// The card to be put.
        card: Card,
        /// The card on which.
        onto: Card,
    },
    /// The rules let other cards, or none, fill an empty column.
    #[error("{0} may not fill an empty column in this game")]
    EmptyColumn(Card),
    /// The cell is taken.
    #[error("{place} is taken by {card}")]
    Taken {
        /// The cell.
        place: Place,
        /// The card in it.
        card: Card,
    },
    /// The card is not the next of that foundation.
    #[error("{card} is not next on {place}, which holds {height} cards of suit {suit}")]
    NotNext {
        /// The card.
        card: Card,
        /// The foundation.
        place: Place,
        /// Cards already there.
        height: u32,
        /// Its suit, counted from 1.
        suit: u16,
    },
    /// The card does not follow the hole's.
    #[error("{card} does not go on {onto} in the hole: expected one rank above or below")]
    HoleRank {
        /// The card.
        card: Card,
        /// The hole's.
        onto: Card,
    },
    /// Cards leave this game into the hole.
    #[error("cards leave this game into the hole")]
    OnlyIntoHole,
    /// Cards leave this game only as complete runs.
    #[error("cards leave this game as complete runs, by themselves")]
    OnlyRunsLeave,
    /// Cards leave this game only as complete runs, each by a move of its own.
    #[error("cards leave this game as complete runs, which are collected")]
    OnlyRunsCollected,
    /// No move takes off runs.
    #[error("no run is collected in this game")]
    NoCollecting,
    /// There is no complete run to take off.
    #[error("{0} does not end with a complete run of one suit")]
    NoRun(Place),
    /// A place that can only be left.
    #[error("no card may be put on {0}")]
    LeaveOnly(Place),
    /// The game has no stock of that kind.
    #[error("this game has no such stock")]
    NoSuchStock,
    /// The stock is used up.
    #[error("the stock is empty")]
    StockEmpty,
    /// The stock must be used up before a redeal.
    #[error("the stock still holds cards")]
    StockNotEmpty,
    /// The redeals are used up.
    #[error("no redeal is left")]
    NoRedeal,
    /// A row may not be dealt onto an empty column.
    #[error("a row may not be dealt while column {0} is empty")]
    DealOntoEmpty(usize),
}
