//! Moves are verified by playing them, to wherever they lead.

use super::{Fault, FaultReason, Verified};
use crate::state::{Instance, Plan, Table};

/// Legal moves from the start of an instance, and the position they lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The moves.
    pub plan: Plan,
    /// The position after them.
    pub table: Table,
}

/// Plays moves from rules and deal alone. Nothing is said about a win.
///
/// # Errors
/// The first illegal move with the rule it breaks.
pub fn play(instance: &Instance, plan: Plan) -> Result<Verified<Play>, Fault> {
    let mut table = Table::new(instance);
    for (step, &action) in plan.moves.iter().enumerate() {
        if let Err(illegal) = table.apply(action) {
            let reason = FaultReason::Illegal(illegal);
            return Err(Fault { step, action: Some(action), reason, board: Box::new(table) });
        }
    }
    Ok(Verified(Play { plan, table }))
}
