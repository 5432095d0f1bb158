//! Single-card moves gathered into supermoves.
//!
//! Where a stretch of a plan leads to the very position that one legal move of several cards leads
//! to, in as many single-card moves as that move stands for or more, the one takes its place. The
//! longest stretch counts. Nothing else of the plan changes, as the positions stay the same.

use patsat_game::rules::{Group, Move};
use patsat_game::state::{Instance, Plan, Table, expand};

/// Stretches are looked for among so many moves.
const AHEAD: usize = 40;

/// The plan with supermoves; as it was where the game has none, or where it is illegal.
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

/// The supermove that leads furthest along the positions, and where to.
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
