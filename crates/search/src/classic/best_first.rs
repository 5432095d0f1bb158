//! Greedy best-first search: what looks nearest to a win is expanded next.
//!
//! The idea: the open positions wait in a heap ordered by their score alone, however many
//! moves they cost. Plans come fast and are long. Every position met is kept, so running
//! out of positions proves that there is no win.
//!
//! Source: Doran and Michie 1966 (the Graph Traverser); the score is Heineman's, or the
//! count of joins, see [`crate::heuristic`].

use super::Scored;
use super::arena::{Arena, ROOT, Seen, expand, report, stopped};
use super::fast::on_fastest;
use super::frontier::Frontier;
use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport, Strategy};

/// Greedy best-first search in the table of strategies.
pub const STRATEGY: Strategy = Strategy {
    name: "best-first",
    about: "expands the position with the best score next, regardless of its depth",
    source: "Doran and Michie 1966; score of Heineman's January column 2009",
    complete: true,
    run: |instance, options, budget| on_fastest!(search, instance, options, budget),
};

/// Searches from `start`.
pub fn search<P: Scored>(start: &P, _options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let mut arena = Arena::default();
    let mut seen = Seen::<P>::new();
    seen.note(start.key(), 0);
    if start.is_won() {
        return report(budget, SearchEnd::Solved(arena.plan(ROOT)), seen.bytes(), seen.len());
    }
    let footprint = start.footprint();
    let mut open = Frontier::new();
    open.push(start.score(), start.clone(), ROOT, 0);
    let mut moves = Vec::new();
    while let Some(best) = open.pop() {
        let bytes = arena.bytes() + seen.bytes() + open.bytes(footprint);
        let limit = expand(budget, bytes, seen.len());
        if let Some(limit) = limit.or(arena.is_full().then_some(Limit::Memory)) {
            let size = (bytes, seen.len());
            return stopped(budget, limit, size, (seen, open));
        }
        moves.clear();
        best.position.single_moves_into(&mut moves);
        for &action in &moves {
            let mut next = best.position.clone();
            next.make(action);
            budget.stats.generated += 1;
            if !seen.note(next.key(), 0) {
                continue;
            }
            let child = arena.add(best.node, action);
            if next.is_won() {
                return report(budget, SearchEnd::Solved(arena.plan(child)), bytes, seen.len());
            }
            open.push(next.score(), next, child, best.depth + 1);
        }
    }
    report(budget, SearchEnd::Exhausted, arena.bytes() + seen.bytes(), seen.len())
}
