//! Depth-first search with an open stack and a set of visited positions.
//!
//! The idea: the position reached last is expanded first. It needs no luck to end, but its
//! plans are as long as they happen to be.
//!
//! Source: Heineman's column (2009), listing `DepthFirstSearch`.
//!
//! What differs: his listing never looks whether a position taken from the stack has been
//! expanded in the meantime, and so expands it again; here it is dropped.

use super::Scored;
use super::arena::{Arena, ROOT, Seen, expand, report, stopped};
use super::fast::on_fastest;
use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport, Strategy};

/// Depth-first search in the table of strategies.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "depth-first",
    about: "expands the newest position first, with a set of visited positions",
    source: "Heineman, January column 2009",
    complete: true,
    run: |instance, options, budget| on_fastest!(search, instance, options, budget),
};

/// Searches from `start`.
pub fn search<P: Scored>(start: &P, _options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let mut arena = Arena::default();
    let mut seen = Seen::<P>::new();
    if start.is_won() {
        return report(budget, SearchEnd::Solved(arena.plan(ROOT)), seen.bytes(), seen.len());
    }
    let waiting = start.footprint() + size_of::<u32>();
    let mut open = vec![(start.clone(), ROOT)];
    let mut moves = Vec::new();
    while let Some((position, node)) = open.pop() {
        if !seen.note(position.key(), 0) {
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
            if seen.number(&next.key()).is_some() {
                continue;
            }
            let child = arena.add(node, action);
            if next.is_won() {
                return report(budget, SearchEnd::Solved(arena.plan(child)), bytes, seen.len());
            }
            open.push((next, child));
        }
    }
    report(budget, SearchEnd::Exhausted, arena.bytes() + seen.bytes(), seen.len())
}
