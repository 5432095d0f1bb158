//! Why a step is not allowed, each reason a sentence that names the rule.

use crate::task::CardId;

/// The rule that a step breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// A number that names no card.
    #[error("card {} does not exist", .0.0)]
    NoSuchCard(CardId),
    /// The card lies under others that do not move with it, face down, or out of play.
    #[error("card {} is not free to move", .0.0)]
    NotFree(CardId),
    /// Several cards may only go to a column.
    #[error("card {} does not go there with the cards on it", .0.0)]
    OneAtATime(CardId),
    /// Not enough cells and empty columns.
    #[error("{count} cards do not move as one: empty cells and columns allow {capacity}")]
    Capacity {
        /// Cards to be moved.
        count: usize,
        /// Cards that could be.
        capacity: u64,
    },
    /// The target is not the last card of another column.
    #[error("card {} is not the last of another column", .0.0)]
    NotLast(CardId),
    /// The card does not go on that card.
    #[error("card {} may not stand on card {}", .card.0, .on.0)]
    DoesNotFit {
        /// The card to be moved.
        card: CardId,
        /// The card on which.
        on: CardId,
    },
    /// No such column is empty.
    #[error("there is no such empty column")]
    NoEmptyColumn,
    /// Which empty column it is makes a difference, and is not said.
    #[error("rows are yet to be dealt: which empty column is to be named")]
    Unnamed,
    /// The rules let only other cards fill an empty column, or none.
    #[error("card {} may not fill an empty column", .0.0)]
    MayNotFill(CardId),
    /// No cell is empty.
    #[error("no cell is empty")]
    NoEmptyCell,
    /// The card before it is not home.
    #[error("card {} is not next to go home", .0.0)]
    NotNext(CardId),
    /// Cards leave only as complete runs.
    #[error("cards go home as complete runs only")]
    OnlyRunsLeave,
    /// No complete run begins there and ends its column, or runs are not collected in this game.
    #[error("no complete run to be collected begins with card {}", .0.0)]
    NoRun(CardId),
    /// There is no stock of that kind, or it is used up.
    #[error("the stock has no card left")]
    StockEmpty,
    /// The stock must be used up before a redeal.
    #[error("the stock still holds cards")]
    StockNotEmpty,
    /// The waste cannot be turned back.
    #[error("no redeal is left, or there is no card to turn back")]
    NoRedeal,
    /// A row may not be dealt onto an empty column.
    #[error("a row may not be dealt while column {} is empty", .0 + 1)]
    OntoEmpty(u32),
}
