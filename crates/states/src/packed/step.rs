//! Steps: what moves, and where it goes.

use super::{AT_HOME, CardId, IN_CELL, NONE, Size};
use patsat_game::state::{CardMove, CardTarget};

/// Where a step goes: a card, or one of the constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target(pub u8);

impl Target {
    /// To an empty column.
    pub const EMPTY: Target = Target(NONE);
    /// To a cell.
    pub const CELL: Target = Target(IN_CELL);
    /// To its foundation.
    pub const HOME: Target = Target(AT_HOME);
}

/// A move of a packed position: a card, with all that lies on it, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The deepest card that moves.
    pub card: CardId,
    /// Where it goes.
    pub to: Target,
}

impl Step {
    /// The step in terms of cards, in a state of this size.
    #[must_use]
    pub fn card_move<S: Size>(self) -> CardMove {
        let to = match self.to {
            Target::EMPTY => CardTarget::EmptyColumn,
            Target::CELL => CardTarget::Cell,
            Target::HOME => CardTarget::Home,
            Target(onto) => CardTarget::On(S::card(onto)),
        };
        CardMove { card: S::card(self.card), to }
    }
}
