//! A saved game as a plan: what was played from a position on.
//!
//! The states from the instance's position to the last one, those that were undone included,
//! each of them reached by moves of ours. As [`write_plan`](super::write_plan) leaves the move
//! that wins to the player, since KPatience keeps no won game, so one that wins at once is added
//! where the history ends just before it.

use super::super::Hints;
use super::check::{Checker, comparable};
use super::games::PileLayout;
use super::successors::successors;
use super::{history, position};
use patsat_base::FormatError;
use patsat_game::state::{Instance, Plan};
use std::sync::Arc;

/// Reads the plan for this instance.
pub(in super::super) fn read_plan(text: &str, instance: &Instance) -> Result<Plan, FormatError> {
    let hints = Hints { game: Some((*instance.rules).clone()), ..Hints::default() };
    super::root(text)?;
    let read = history::read(text, &hints)?;
    let wrong = |found: String| FormatError::unexpected(found, "a history that passes through this position");
    let Some(saved) = &read.saved else { return Err(wrong("no history".into())) };
    let layout = PileLayout::new(saved.game, Arc::clone(&read.rules));
    let start = comparable(&instance.table());
    let deals = saved.states.iter().map(|state| position::deal(&layout, state).map_err(wrong));
    let deals = deals.collect::<Result<Vec<_>, _>>()?;
    let is_start = |deal| comparable(&Instance { deal, ..instance.clone() }.table()) == start;
    let first = deals.iter().position(|deal| is_start(deal.clone()));
    let first = first.ok_or_else(|| wrong(format!("another game ({} states)", deals.len())))?;
    let mut checker = Checker::new(&layout, instance);
    let mut plan = Plan::default();
    for deal in &deals[first + 1..] {
        plan.moves.extend(checker.follow(instance, deal).map_err(wrong)?);
    }
    if !checker.table().is_won() {
        let wins = successors(checker.table(), None).find(|step| step.after.is_won());
        plan.moves.extend(wins.map(|step| step.moves).unwrap_or_default());
    }
    Ok(plan)
}
