//! A saved game as it was played: where it began, and the moves up to its position.
//!
//! States that were undone come after the position and are left out. A file that has forgotten
//! how it began starts with the first state that it remembers.

use super::check::Checker;
use super::games::PileLayout;
use super::position;
use patsat_base::FormatError;
use patsat_game::state::{Instance, Plan};
use std::sync::Arc;

/// The game behind an instance that was read from a saved game with a history.
pub(in super::super) fn played(instance: &Instance) -> Result<Option<(Instance, Plan)>, FormatError> {
    let Some(saved) = instance.saved.as_ref().filter(|saved| saved.current > 0) else { return Ok(None) };
    let wrong = |found: String| FormatError::unexpected(found, "a history that can be played");
    let layout = PileLayout::new(saved.game, Arc::clone(&instance.rules));
    let deal = |n: usize| position::deal(&layout, &saved.states[n]).map_err(wrong);
    let start = Instance { deal: deal(0)?, saved: None, ..instance.clone() };
    let mut checker = Checker::new(&layout, &start);
    let mut plan = Plan::default();
    for n in 1..=saved.current.min(saved.states.len().saturating_sub(1)) {
        plan.moves.extend(checker.follow(&start, &deal(n)?).map_err(wrong)?);
    }
    Ok(Some((start, plan)))
}
