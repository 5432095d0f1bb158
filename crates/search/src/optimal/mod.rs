//! Plans that are proven to be shortest, for games of the FreeCell family and of Spider's.
//!
//! Games whose complete runs leave are in `runs`. The others: A* on packed positions with the deadlock bound of Paul and Helmert (SoCS 2016),
//! sharpened and proven for each of the three costs: see [`Bound`] and the files of this
//! folder. A quick dive gives an upper bound first; the lower bound then rises until
//! a plan meets it. Both can be watched in [`Stats`](crate::Stats); stopped early,
//! the report carries the best plan known.

mod astar;
mod bound;
mod cover;
mod deadlocks;
mod dive;
mod frontier;
mod last;
mod lookahead;
pub(crate) mod runs;
mod scene;
mod store;
mod waiting;

pub(crate) use astar::{AStar, End};
pub use bound::Bound;
pub use runs::RunBound;
pub(crate) use runs::short as short_of_runs;
pub(crate) use store::Store;

use super::{Budget, SearchEnd, SearchOptions, SearchReport, Strategy};
use patsat_game::state::Instance;
use patsat_states::from_the_ace;
use patsat_states::packed::{AutoMoves, Game, Step, plan};
use patsat_states::runs::RunGame;
use store::ROOT;

/// The strategy.
pub const STRATEGY: Strategy = Strategy {
    name: "optimal",
    about: "proven shortest plans (FreeCell and Spider games; cost m1, m2 or m3)",
    source: "A* with deadlock analysis: Paul and Helmert, SoCS 2016; partial expansion: Goldenberg et al., JAIR 50, 2014",
    complete: true,
    run,
};

/// Finds a plan of least cost.
///
/// A game that does not pack ends [`SearchEnd::GaveUp`].
fn run(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    if let Some(relabelled) = from_the_ace(instance) {
        return run(&relabelled, options, budget);
    }
    let Ok(game) = Game::new(instance) else {
        return match RunGame::new(instance) {
            Ok(game) => runs::shortest(instance, &game, options, budget),
            Err(_) => SearchReport::new(SearchEnd::GaveUp, budget.stats),
        };
    };
    let bound = Bound::new(&game, options.cost);
    let mut search = AStar::new(&game, &bound, !options.no_dominance);
    shortest(instance, &mut search, options, budget)
}

/// Runs a search for a plan of least cost, a dive first.
pub(crate) fn shortest(
    instance: &Instance,
    search: &mut AStar<'_>,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let (game, bound) = (search.game, search.bound);
    let homeward = bound.homeward(game, &game.start());
    let known = match dive::dive(game, bound, budget) {
        Ok((store, won)) => won.map(|node| (store.get(node).moves(), steps_to(&store, node))),
        Err(limit) => return SearchReport::new(SearchEnd::Limit(limit), budget.stats),
    };
    let below = known.as_ref().map_or(u32::MAX, |(moves, _)| *moves);
    let known = known.and_then(|(moves, steps)| {
        budget.stats.upper_bound = Some(homeward + moves);
        plan(instance, game, &steps, AutoMoves::Safe)
    });
    let end = match search.run(below, budget) {
        End::Limit(limit) => {
            return SearchReport { end: SearchEnd::Limit(limit), stats: budget.stats, best: known };
        }
        End::Won(node) => {
            let steps = steps_to(&search.store, node);
            let cost = homeward + search.store.get(node).moves();
            budget.stats.lower_bound = Some(cost);
            budget.stats.upper_bound = Some(cost);
            plan(instance, game, &steps, AutoMoves::safe_unless(options.no_dominance))
        }
        End::Exhausted => {
            budget.stats.lower_bound = budget.stats.upper_bound;
            known
        }
    };
    budget.stats.stored = budget.stats.stored.max(search.store.len() as u64);
    let won = below != u32::MAX || budget.stats.upper_bound.is_some();
    let end = match end {
        Some(plan) => SearchEnd::Solved(plan),
        None if won => SearchEnd::GaveUp,
        None => SearchEnd::Exhausted,
    };
    SearchReport::new(end, budget.stats)
}

/// The steps from the start to a node, without the forced ones.
fn steps_to(store: &Store, node: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = node;
    while store.get(at).parent != ROOT {
        steps.push(store.get(at).trace().step);
        at = store.get(at).parent;
    }
    steps.reverse();
    steps
}
