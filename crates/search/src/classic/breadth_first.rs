//! Breadth-first search: all positions one move away, then all two moves away, ...
//!
//! The idea: the open positions wait in a queue, so the first win found has the fewest
//! single moves. Every position met is kept, which is why only small games end this way.
//!
//! Source: Heineman's column (2009), listing `BreadthFirstSearch`; Moore 1959.
//!
//! What differs: his listing notes a position as visited when it is expanded, so one that
//! is reached twice before is queued twice; here it is noted when it is first reached.

use super::Scored;
use super::arena::{Arena, NodeId, ROOT, Seen, expand, report, stopped};
use super::fast::on_fastest;
use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport, Strategy};
use std::collections::VecDeque;

/// Breadth-first search in the table of strategies.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "breadth-first",
    about: "level by level: fewest single moves, stores every position",
    source: "Heineman, January column 2009; Moore 1959",
    complete: true,
    run: |instance, options, budget| on_fastest!(search, instance, options, budget),
};

/// Searches from `start`. A plan found has the fewest moves.
pub fn search<P: Scored>(start: &P, _options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let mut arena = Arena::default();
    let mut seen = Seen::<P>::new();
    seen.note(start.key(), 0);
    if start.is_won() {
        return report(budget, SearchEnd::Solved(arena.plan(ROOT)), seen.bytes(), seen.len());
    }
    let apart = start.footprint().saturating_sub(size_of::<P>());
    let mut open = VecDeque::from([(start.clone(), ROOT)]);
    let mut moves = Vec::new();
    while let Some((position, node)) = open.pop_front() {
        let waiting = open.capacity() * size_of::<(P, NodeId)>() + open.len() * apart;
        let bytes = arena.bytes() + seen.bytes() + waiting;
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
            if !seen.note(next.key(), 0) {
                continue;
            }
            let child = arena.add(node, action);
            if next.is_won() {
                return report(budget, SearchEnd::Solved(arena.plan(child)), bytes, seen.len());
            }
            open.push_back((next, child));
        }
    }
    report(budget, SearchEnd::Exhausted, arena.bytes() + seen.bytes(), seen.len())
}
