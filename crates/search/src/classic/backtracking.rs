//! Backtracking that remembers keys only.
//!
//! The idea: go a move forward, and back when a position offers nothing new. Only the
//! positions of the present path are held; of all others the visited set keeps the key
//! alone. It walks the game in the order of the moves listed, unlike the stack of
//! [`super::depth_first`], which turns that order round.
//!
//! Source: Heineman's column (2009), `StraightBacktracking`. Its 180,045 positions of deal 11982 are 83,239, some of
//! them met again under another order of columns.
//!
//! What differs: the recursion is a vector of frames, so that depth is bounded by memory
//! and not by a stack; a frame holds its own position instead of undoing moves. The start is
//! among the keys.

use super::Scored;
use super::arena::{Seen, expand, report, stopped};
use super::fast::on_fastest;
use super::path::{self, Frame};
use crate::{Budget, SearchEnd, SearchOptions, SearchReport, Strategy};
use patsat_game::rules::Move;
use patsat_game::state::Plan;

/// Backtracking in the table of strategies.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "backtracking",
    about: "depth-first without stored positions: keeps keys and the current path only",
    source: "Heineman, January column 2009",
    complete: true,
    run: |instance, options, budget| on_fastest!(search, instance, options, budget),
};

/// Searches from `start`.
pub fn search<P: Scored>(start: &P, _options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let mut seen = Seen::<P>::new();
    seen.note(start.key(), 0);
    if start.is_won() {
        return report(budget, SearchEnd::Solved(Plan::default()), seen.bytes(), seen.len());
    }
    let mut frames: Vec<Frame<P>> = Vec::new();
    let mut path_bytes = 0;
    let weight = |frame: &Frame<P>| {
        size_of::<Frame<P>>() + frame.position.footprint() + frame.moves.capacity() * size_of::<Move>()
    };
    let mut entered = Some(start.clone());
    loop {
        if let Some(position) = entered.take() {
            let bytes = seen.bytes() + path_bytes;
            if let Some(limit) = expand(budget, bytes, seen.len()) {
                let size = (bytes, seen.len());
                return stopped(budget, limit, size, (seen, frames));
            }
            let frame = Frame::new(position);
            path_bytes += weight(&frame);
            frames.push(frame);
        }
        let Some(frame) = frames.last_mut() else {
            return report(budget, SearchEnd::Exhausted, seen.bytes(), seen.len());
        };
        let Some(&action) = frame.moves.get(frame.tried) else {
            path_bytes -= weight(frame);
            frames.pop();
            continue;
        };
        frame.tried += 1;
        let mut next = frame.position.clone();
        next.make(action);
        budget.stats.generated += 1;
        if !seen.note(next.key(), 0) {
            continue;
        }
        if next.is_won() {
            let bytes = seen.bytes() + path_bytes;
            return report(budget, SearchEnd::Solved(path::moves(&frames).into()), bytes, seen.len());
        }
        entered = Some(next);
    }
}
