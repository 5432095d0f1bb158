//! Gathers single-card moves into supermoves.
//!
//! A legal move of several cards replaces a stretch of a plan that leads to the same position. The stretch must have at
//! least the number of single-card moves that the supermove stands for. The longest such stretch is replaced. The rest
//! of the plan is unchanged, because the positions stay the same.

use patsat_game::rules::{Group, Move};
use patsat_game::state::{Instance, Plan, Table, expand};

/// Maximum number of moves of a stretch.
const AHEAD: usize = 40;

/// Returns the plan with supermoves. It is unchanged if the game has no supermoves or the plan is illegal.
#[must_use]
pub fn gathered(instance: &Instance, plan: &Plan) -> Plan {
    if instance.rules.group != Group::BySpaces {
        return plan.clone();
    }
    let mut tables: Vec<Table> = vec![instance.table()];
    for &action in &plan.moves {
        let mut table = tables[tables.len() - 1].clone();
        if table.apply(action).is_err() {
            return plan.clone();
        }
        tables.push(table);
    }
    let (mut moves, mut at) = (Vec::with_capacity(plan.moves.len()), 0);
    while at < plan.moves.len() {
        let (action, next) = longest(&tables, at).unwrap_or((plan.moves[at], at + 1));
        moves.push(action);
        at = next;
    }
    Plan { moves }
}

/// Returns the supermove that leads furthest along the positions, and the number of the position that it reaches.
fn longest(tables: &[Table], at: usize) -> Option<(Move, usize)> {
    let table = &tables[at];
    let several = |action: &Move| matches!(action, Move::Cards { count: 2.., .. });
    let end = tables.len().min(at + AHEAD + 1);
    let reaches = |action: Move| {
        let mut after = table.clone();
        after.apply(action).ok()?;
        let least = at + expand(table, action).len();
        Some((action, (least..end).rev().find(|&later| tables[later] == after)?))
    };
    table.moves().into_iter().filter(several).filter_map(reaches).max_by_key(|&(_, later)| later)
}
