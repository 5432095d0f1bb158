//! Depth-first search up to a bound.
//!
//! The idea: as depth-first search, but a position `bound` moves from the start is not expanded, so
//! the positions within reach bound the memory. If there is a plan of at most `bound` single moves,
//! one is found. If not, there may still be longer ones, so the search gives up and never claims to
//! have exhausted the game.
//!
//! Source: Heineman's column (2009), listing `DepthFirstSearch` with `DepthTransition`.
//!
//! What differs: his visited set knows no depths, so a position reached first by a detour
//! stays closed when it is reached again with more moves left, and plans within the bound
//! can be missed. Here the visited set holds the least depth of each position, which is
//! expanded again when that sinks.

use super::Scored;
use super::arena::{Arena, ROOT, Seen, expand, report, stopped};
use super::fast::on_fastest;
use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport, Strategy};

/// The default bound. Few deals of one deck need plans of this length.
pub const DEFAULT_DEPTH: u32 = 100;

/// Depth-bounded search in the table of strategies.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "depth-bounded",
    about: "depth-first to a bound (--depth, default 100): finds a plan within the bound if one exists",
    source: "Heineman, January column 2009",
    complete: false,
    run: |instance, options, budget| on_fastest!(search, instance, options, budget),
};

/// Searches from `start`, at most `options.depth` moves deep.
pub fn search<P: Scored>(start: &P, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let bound = options.depth.unwrap_or(DEFAULT_DEPTH);
    let mut arena = Arena::default();
    let mut seen = Seen::<P>::new();
    if start.is_won() {
        return report(budget, SearchEnd::Solved(arena.plan(ROOT)), seen.bytes(), seen.len());
    }
    let waiting = start.footprint() + 2 * size_of::<u32>();
    let mut open = if bound > 0 { vec![(start.clone(), ROOT, 0)] } else { Vec::new() };
    let mut moves = Vec::new();
    while let Some((position, node, depth)) = open.pop() {
        if !seen.note(position.key(), depth) {
            continue;
        }
        let bytes = arena.bytes() + seen.bytes() + open.len() * waiting;
        let limit = expand(budget, bytes, seen.len());
        if let Some(limit) = limit.or(arena.is_full().then_some(Limit::Memory)) {
            let size = (bytes, seen.len());
            return stopped(budget, limit, size, (seen, open));
        }
        moves.clear();
        position.single_moves_into(&mut moves);
        for &action in &moves {
            let mut next = position.clone();
            next.make(action);
            budget.stats.generated += 1;
            if next.is_won() {
                let child = arena.add(node, action);
                return report(budget, SearchEnd::Solved(arena.plan(child)), bytes, seen.len());
            }
            let deeper = depth + 1;
            if deeper < bound && seen.number(&next.key()).is_none_or(|least| deeper < least) {
                open.push((next, arena.add(node, action), deeper));
            }
        }
    }
    report(budget, SearchEnd::GaveUp, arena.bytes() + seen.bytes(), seen.len())
}
