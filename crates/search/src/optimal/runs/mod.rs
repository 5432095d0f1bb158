//! Shortest plans for games whose complete runs leave: Spider and its kin.
//!
//! [`beam`] finds a plan, [`bound`] computes a lower bound, [`columns`] a better one for the start, and
//! [`astar`] visits all positions from which a shorter plan is not excluded. Every move counts one: a run moved, a row dealt, and a run
//! collected where that is a move of its own.

mod astar;
mod beam;
mod bound;
mod columns;
mod deadlocks;
mod histories;
mod scene;
mod shape;
pub(crate) mod store;

pub use bound::RunBound;

use crate::runs::ladder;
use crate::{Budget, Limit, Limits, SearchEnd, SearchOptions, SearchReport};
use astar::{AStar, End};
use beam::{Beams, FIRST_WIDTH, beams};
use patsat_game::rules::Cost;
use patsat_game::state::{Instance, Plan};
use patsat_states::runs::{RunGame, RunMove, RunPosition};

/// Cards times positions that beams expand, unless no plan is found: a position of many cards takes
/// longer.
const BEAM_CARDS: u64 = 4_000_000;

/// Positions that the search for an optimum expands between beams that found no plan.
const MOST_BETWEEN: u64 = 200_000;

/// Positions that another strategy expands for a first plan where beams came to none.
const MOST_ELSEWHERE: u64 = 500_000;

fn plan(steps: Vec<RunMove>) -> Plan {
    Plan { moves: steps.into_iter().map(RunMove::action).collect() }
}

/// Positions that beams may expand.
fn beam_nodes(game: &RunGame) -> u64 {
    BEAM_CARDS / (game.cards() as u64).max(1)
}

/// Finds a plan of fewest moves.
///
/// A game with more than 12 rows to deal, 15 ranks or 127 cards ends [`SearchEnd::GaveUp`].
pub(super) fn shortest(
    instance: &Instance,
    game: &RunGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let Some(bound) = RunBound::new(game) else {
        return SearchReport::new(SearchEnd::GaveUp, budget.stats);
    };
    // Every plan collects every run.
    let uncounted = match options.cost {
        Cost::M3 if game.by_move => (game.cards() / usize::from(game.ranks)) as u32,
        Cost::M1 | Cost::M2 | Cost::M3 => 0,
    };
    budget.stats.lower_bound = Some(bound.of_deal(&game.start()).saturating_sub(uncounted));
    let width = options.width.unwrap_or(FIRST_WIDTH);
    let Beams { mut best, limit, .. } = beams(game, &bound, width, beam_nodes(game), budget);
    if best.is_none() && limit.is_none() && !game.by_move {
        best = elsewhere(instance, game, options, budget);
    }
    let length = |steps: &Vec<RunMove>| steps.len() as u32;
    let counted = |moves: u32| moves - uncounted;
    let below = best.as_ref().map(length);
    budget.stats.upper_bound = below.map(counted);
    let end = match limit {
        Some(limit) => End::Limit(limit, None),
        None => AStar::new(game, &bound, uncounted).run(below, budget),
    };
    let best = match end {
        End::Won(steps) => Some(steps),
        End::Exhausted => best,
        End::Limit(limit, found) => {
            let best = found.or(best).map(plan);
            return SearchReport { end: SearchEnd::Limit(limit), stats: budget.stats, best };
        }
    };
    let cost = best.as_ref().map(length).map(counted);
    (budget.stats.lower_bound, budget.stats.upper_bound) = (cost, cost);
    let end = best.map_or(SearchEnd::Exhausted, |best| SearchEnd::Solved(plan(best)));
    SearchReport::new(end, budget.stats)
}

/// A plan of the default strategy, of whatever length.
fn elsewhere(
    instance: &Instance,
    game: &RunGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> Option<Vec<RunMove>> {
    let left = budget.remaining();
    let nodes = left.nodes.map_or(MOST_ELSEWHERE, |nodes| nodes.min(MOST_ELSEWHERE));
    let limits = Limits { nodes: Some(nodes), ..left };
    match budget.within(limits, |budget| ladder(instance, game, options, budget)).end {
        SearchEnd::Solved(plan) => plan.moves.into_iter().map(RunMove::of).collect(),
        _ => None,
    }
}

/// The default strategy where runs are collected: beams; where they come to nothing, which is rare, the
/// search for an optimum for a while, and beams again, ever wider ones, until a plan is found or nothing
/// is cut off. Nothing if none of them has an answer.
pub(crate) fn short(
    start: &RunPosition,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> Option<SearchReport> {
    let game = start.game();
    let bound = RunBound::new(game)?;
    let mut width = options.width.unwrap_or(FIRST_WIDTH);
    for most in [beam_nodes(game), u64::MAX] {
        let Beams { best, limit, next_width } = beams(game, &bound, width, most, budget);
        let end = match (best, limit) {
            (Some(best), _) => SearchEnd::Solved(plan(best)),
            (None, Some(limit)) => SearchEnd::Limit(limit),
            (None, None) => {
                let left = budget.remaining();
                let limits = match next_width {
                    Some(wider) => {
                        width = wider;
                        let nodes = left.nodes.map_or(MOST_BETWEEN, |nodes| nodes.min(MOST_BETWEEN));
                        Limits { nodes: Some(nodes), ..left }
                    }
                    None => left,
                };
                match budget.within(limits, |budget| AStar::new(game, &bound, 0).run(None, budget)) {
                    End::Won(steps) | End::Limit(_, Some(steps)) => SearchEnd::Solved(plan(steps)),
                    End::Exhausted => SearchEnd::Exhausted,
                    End::Limit(Limit::Nodes, None) => continue,
                    End::Limit(limit, None) => SearchEnd::Limit(limit),
                }
            }
        };
        return Some(SearchReport::new(end, budget.stats));
    }
    None
}
