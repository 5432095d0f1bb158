//! Piles by number, and moves from one to another.

use super::MAX_COLUMNS;

/// The waste among the piles.
pub(super) const WASTE: usize = MAX_COLUMNS;
/// The stock among the piles.
pub(super) const STOCK: usize = MAX_COLUMNS + 1;
/// Number of piles: the columns, the waste, the stock.
pub(super) const PILES: usize = MAX_COLUMNS + 2;

/// A move: cards from the end of one pile to another, or home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pile that the cards leave: a column, [`Step::WASTE`] or [`Step::STOCK`].
    pub from: u8,
    /// The pile they come to, or [`Step::HOME`].
    pub to: u8,
    /// How many.
    pub count: u8,
}

impl Step {
    /// The waste.
    pub const WASTE: u8 = WASTE as u8;
    /// The stock.
    pub const STOCK: u8 = STOCK as u8;
    /// The foundations.
    pub const HOME: u8 = PILES as u8;
    /// A card drawn.
    pub(crate) const DRAW: Step = Step { from: Step::STOCK, to: Step::WASTE, count: 1 };
    /// The waste turned back into the stock.
    pub(crate) const REDEAL: Step = Step { from: Step::WASTE, to: Step::STOCK, count: 0 };
}
