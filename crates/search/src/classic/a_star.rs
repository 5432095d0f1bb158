//! A*: the open position with the least moves made plus score is expanded next.
//!
//! The idea: `f = g + h`, where `g` counts the moves made and `h` estimates those to come. A
//! position that is reached again at a smaller `g` is opened again. Heineman's score is no lower
//! bound of the moves to come. It counts buried cards twice where nothing is vacant, and every
//! card's burial once for each card that needs it. So the plan found need not be a shortest one. No
//! position is left out, whatever the score, so exhaustion is still a proof.
//!
//! Source: Heineman's column (2009), listing `AStarSearch`; Hart, Nilsson and Raphael 1968.
//!
//! What differs: his listing opens a position a second time while the first entry still
//! waits, and expands both; here the costlier entry is dropped when its turn comes.

use super::Scored;
use super::arena::{Arena, ROOT, Seen, expand, report, stopped};
use super::fast::on_fastest;
use super::frontier::Frontier;
use crate::{Budget, Limit, SearchEnd, SearchOptions, SearchReport, Strategy};

/// A* in the table of strategies.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "a-star",
    about: "orders by moves made plus score; the score is not a lower bound, so plans need not be shortest",
    source: "Heineman, January column 2009; Hart, Nilsson and Raphael 1968",
    complete: true,
    run: |instance, options, budget| on_fastest!(search, instance, options, budget),
};

/// Searches from `start`.
pub fn search<P: Scored>(start: &P, _options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let mut arena = Arena::default();
    // The fewest moves each position was reached with.
    let mut seen = Seen::<P>::new();
    seen.note(start.key(), 0);
    let footprint = start.footprint();
    let mut open = Frontier::new();
    open.push(start.score(), start.clone(), ROOT, 0);
    let mut moves = Vec::new();
    while let Some(best) = open.pop() {
        if seen.number(&best.position.key()).is_some_and(|fewest| fewest < best.depth) {
            continue;
        }
        let bytes = arena.bytes() + seen.bytes() + open.bytes(footprint);
        if best.position.is_won() {
            return report(budget, SearchEnd::Solved(arena.plan(best.node)), bytes, seen.len());
        }
        let limit = expand(budget, bytes, seen.len());
        if let Some(limit) = limit.or(arena.is_full().then_some(Limit::Memory)) {
            let size = (bytes, seen.len());
            return stopped(budget, limit, size, (seen, open));
        }
        moves.clear();
        best.position.single_moves_into(&mut moves);
        let depth = best.depth + 1;
        for &action in &moves {
            let mut next = best.position.clone();
            next.make(action);
            budget.stats.generated += 1;
            if seen.note(next.key(), depth) {
                open.push(next.score().saturating_add(depth), next, arena.add(best.node, action), depth);
            }
        }
    }
    report(budget, SearchEnd::Exhausted, arena.bytes() + seen.bytes(), seen.len())
}
