//! Moves from one pile to another.

use super::Room;
use patsat_game::rules::{Move, Place};

/// A move: cards from the end of one pile to another, or home; or what the stock does.
///
/// Piles are numbered: the columns, then from [`Room::WASTE`] the waste, the stock, the cells, the cards of the reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pile that the cards leave.
    pub from: u8,
    /// The pile they come to, or [`Step::HOME`].
    pub to: u8,
    /// How many.
    pub count: u8,
}

impl Step {
    /// The foundations.
    pub const HOME: u8 = 255;
    /// A card drawn.
    pub const DRAW: Step = Step { from: 254, to: 254, count: 1 };
    /// The waste turned back into the stock.
    pub const REDEAL: Step = Step { from: 253, to: 253, count: 0 };
    /// A row dealt.
    pub const ROW: Step = Step { from: 252, to: 252, count: 0 };

    /// A bit for each pile that the step changes.
    #[must_use]
    pub fn touched<R: Room>(self) -> u128 {
        match self {
            Step::DRAW | Step::REDEAL => 1 << R::WASTE | 1 << R::STOCK,
            Step::ROW => u128::MAX,
            Step { from, to, .. } => {
                [from, to].iter().filter(|&&pile| pile < R::FIRST_SPOT).fold(0, |all, pile| all | 1 << pile)
            }
        }
    }

    /// The step that a move is in a game with this number of cells. Nothing for moves that these games do not have.
    #[must_use]
    pub(crate) fn of<R: Room>(action: Move, cells: u8) -> Option<Step> {
        let pile = |place| {
            Some(match place {
                Place::Column(n) => u8::try_from(n).ok()?,
                Place::Waste => R::WASTE,
                Place::Stock => R::STOCK,
                Place::Cell(n) => R::FIRST_SPOT + u8::try_from(n).ok()?,
                Place::Reserve(n) => R::FIRST_SPOT + cells + u8::try_from(n).ok()?,
                Place::Foundation(_) => Step::HOME,
                Place::Hole => return None,
            })
        };
        match action {
            Move::Draw => Some(Step::DRAW),
            Move::Redeal => Some(Step::REDEAL),
            Move::DealRow => Some(Step::ROW),
            Move::Cards { from, to, count } => {
                Some(Step { from: pile(from)?, to: pile(to)?, count: count as u8 })
            }
            Move::Collect { .. } => None,
        }
    }
}
