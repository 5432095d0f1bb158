//! What a plan is made of, in the language of ids.

use super::CardId;

/// One step of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A card moves, and with it the cards that stand on it.
    Move {
        /// The deepest card that moves.
        card: CardId,
        /// Where it goes.
        to: Target,
    },
    /// The next cards of the stock come onto the waste, one after the other.
    Draw,
    /// The waste becomes the stock again.
    Redeal,
    /// The next row of the stock is dealt.
    DealRow,
    /// The complete run of which this is the deepest card leaves the end of its column.
    Collect(CardId),
}

/// Where a card goes. Cells, empty columns and equal foundations have no names: which one it
/// is makes no difference, so a formula need not say. Only while rows are yet to be dealt do
/// columns differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// On this card, the last of its column.
    On(CardId),
    /// To an empty column, whichever.
    EmptyColumn,
    /// To this empty column.
    Column(u32),
    /// To an empty cell.
    Cell,
    /// Home.
    Home,
}

/// The number of steps a plan may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Horizon(pub u32);

impl Horizon {
    /// The steps, from 0; step `t` leads from time `t` to time `t + 1`.
    pub fn steps(self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        0..self.0
    }

    /// The times at which a position is described, one more than steps.
    pub fn times(self) -> impl DoubleEndedIterator<Item = u32> {
        0..=self.0
    }
}
