//! Shortest plans for games whose complete runs leave: Spider and its kin.
//!
//! [`beam`] finds a plan, [`bound`] says what every plan costs at least, and [`astar`] looks at all
//! positions from which a shorter plan is not excluded. Every move counts one: a run moved, a row dealt,
//! and a run collected where that is a move of its own.

mod astar;
mod beam;
mod bound;
mod deadlocks;
mod scene;
mod store;

pub use bound::RunBound;

use crate::states::runs::{RunGame, RunMove};
use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport};
use astar::{AStar, End};
use beam::{Beams, beams};
use patsat_game::state::Plan;

/// Positions that beams expand before the search for the optimum.
const MOST_BEFORE: u64 = 100_000;

/// Positions that beams expand where any plan will do, if they find one.
const MOST_ALONE: u64 = 30_000;

fn plan(steps: Vec<RunMove>) -> Plan {
    Plan { moves: steps.into_iter().map(RunMove::action).collect() }
}

/// Finds a plan of fewest moves.
///
/// A game with more than twelve rows to deal ends [`SearchEnd::GaveUp`].
pub(super) fn shortest(game: &RunGame, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let Some(bound) = RunBound::new(game) else {
        return SearchReport::new(SearchEnd::GaveUp, budget.stats);
    };
    budget.stats.lower_bound = Some(bound.of(&game.start()));
    let Beams { best, limit } = beams(game, &bound, options.width, MOST_BEFORE, budget);
    let stopped = |limit: Limit, best: Option<Vec<RunMove>>, budget: &Budget<'_>| {
        let best = best.map(plan);
        SearchReport { end: SearchEnd::Limit(limit), stats: budget.stats, best }
    };
    if let Some(limit) = limit {
        return stopped(limit, best, budget);
    }
    let below = best.as_ref().map(|best| best.len() as u32);
    let best = match AStar::new(game, &bound).run(below, budget) {
        End::Won(steps) => Some(steps),
        End::Exhausted => best,
        End::Limit(limit, found) => return stopped(limit, found.or(best), budget),
    };
    let cost = best.as_ref().map(|best| best.len() as u32);
    (budget.stats.lower_bound, budget.stats.upper_bound) = (cost, cost);
    let end = best.map_or(SearchEnd::Exhausted, |best| SearchEnd::Solved(plan(best)));
    SearchReport::new(end, budget.stats)
}

/// Finds a short plan by beams alone: nothing if they come to none.
pub(crate) fn short(
    game: &RunGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> Option<SearchReport> {
    let bound = RunBound::new(game)?;
    let endless = options.width.is_some() || budget.limits().time.is_some();
    let _ = endless;
    let Beams { best, limit } = beams(game, &bound, options.width, MOST_ALONE, budget);
    let end = match (best, limit) {
        (Some(best), _) => SearchEnd::Solved(plan(best)),
        (None, Some(limit)) => SearchEnd::Limit(limit),
        (None, None) => return None,
    };
    Some(SearchReport::new(end, budget.stats))
}
