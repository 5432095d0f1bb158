//! A plan is verified by playing it.

use super::Verified;
use crate::rules::Move;
use crate::state::{Instance, MoveError, Plan, Table};

/// Where a plan fails, and the board there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Fault {
    /// Number of the failing move, from 0; the plan's length if every move is legal.
    pub step: usize,
    /// The failing move; `None` if the plan ends too early.
    pub action: Option<Move>,
    /// What is wrong.
    pub reason: FaultReason,
    /// The board before that move.
    pub board: Box<Table>,
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultReason {
    /// A move breaks a rule.
    Illegal(MoveError),
    /// Every move is legal but cards are left in play.
    NotWon {
        /// How many cards are not home.
        left: usize,
    },
}

impl Fault {
    fn sentence(&self) -> String {
        match (&self.action, &self.reason) {
            (Some(action), FaultReason::Illegal(rule)) => {
                format!("move {} ({action}) is illegal: {rule}", self.step + 1)
            }
            (_, FaultReason::Illegal(rule)) => format!("move {} is illegal: {rule}", self.step + 1),
            (_, FaultReason::NotWon { left }) => {
                format!(
                    "all {} moves are legal, but the game is not won: {left} cards are not home",
                    self.step
                )
            }
        }
    }
}

/// Replays a plan from rules and deal alone, to the win.
///
/// # Errors
/// The first illegal move with the rule it breaks, or that the game is not won.
pub fn replay(instance: &Instance, plan: Plan) -> Result<Verified<Plan>, Fault> {
    let mut board = Table::new(instance);
    for (step, &action) in plan.moves.iter().enumerate() {
        if let Err(illegal) = board.apply(action) {
            let reason = FaultReason::Illegal(illegal);
            return Err(Fault { step, action: Some(action), reason, board: Box::new(board) });
        }
    }
    if !board.is_won() {
        let reason = FaultReason::NotWon { left: board.deal().cards_in_play().count() };
        return Err(Fault { step: plan.moves.len(), action: None, reason, board: Box::new(board) });
    }
    Ok(Verified(plan))
}
