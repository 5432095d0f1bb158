//! Staged deepening: look a few moves ahead from the best board, in stages.
//!
//! The idea: take the best-scored board of a set, walk its moves depth-first to a fixed
//! depth, put the boards met at that depth into the set, and go on with the best one. The
//! keys met are remembered, so that no stage repeats another, until there are too many of
//! them: then all are forgotten. Memory is bounded and nothing is proved: the search gives
//! up when the set runs dry, and may go round in circles, so it wants a node limit.
//!
//! Source: Heineman's column (2009), listing `search.StagedDeepening`, with what its public
//! sources add (`heineman/algorithms-nutshell-2ed`). Three things that its text does not
//! say, and that are kept here:
//! - With K = 6 a stage is *seven* moves deep: a board is stored when its depth exceeds K.
//! - The set is a tree with one board a score (`BalancedTree` replaces the value of an equal
//!   key). A later board of the same score displaces the earlier one, which is then lost.
//!   So the set never holds more boards than there are scores, a hundred or so. This, more
//!   than the forgetting, is why the column finds no solution of 1,110 deals.
//! - New boards join the set that still holds those left over from former stages.
//!
//! The column reports 96.4 % of deals 1 to 32,000 solved, 3.5 % without a solution and plans
//! of 145 moves on average. With his list of moves, deals 1 to 200 with at most two
//! million positions each: 192 solved (96.0 %), 8 given up, 144 moves. Keeping every board:
//! 197 solved, 3 at the limit, none given up. (`benches/results/freecell.md`.)
//!
//! What differs: keys are canonical where his depend on an order of columns that undone
//! moves leave stale; a stage is a vector of frames and no recursion.
//! [`Keep::All`] is the algorithm as the column's text has it, no board displaced.

use super::Scored;
use super::arena::{Seen, expand, report, stopped};
use super::fast::on_fastest;
use super::path::{self, Frame};
use crate::{Budget, SearchEnd, SearchOptions, SearchReport, Strategy};
use patsat_game::rules::Move;
use patsat_game::state::Plan;
use std::collections::BTreeMap;
use std::sync::Arc;

/// K: boards are stored one move beyond this depth.
pub(crate) const LOOK_AHEAD: u32 = 6;
/// The keys are forgotten when there are more.
pub(crate) const MOST_KEYS: usize = 200_000;

/// Which boards wait for their stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// The latest board of each score.
    LatestOfScore,
    /// Every board, of equal scores the latest first.
    All,
}

/// Staged deepening in the table of strategies.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "staged-deepening",
    about: "looks seven moves ahead from the best board and keeps one board per score (--depth sets K, default 6)",
    source: "Heineman, January column 2009",
    complete: false,
    run: |instance, options, budget| on_fastest!(search, instance, Keep::LatestOfScore, options, budget),
};

/// Its variant that displaces no board, in the table of strategies.
pub(super) const KEEPING_ALL: Strategy = Strategy {
    name: "staged-deepening-all",
    about: "staged deepening as published: every board at the edge of a stage is kept",
    source: "Heineman, January column 2009",
    complete: false,
    run: |instance, options, budget| on_fastest!(search, instance, Keep::All, options, budget),
};

/// The moves of a stage, and the stages before it.
#[derive(Debug)]
struct Chain {
    moves: Vec<Move>,
    before: Option<Arc<Chain>>,
}

impl Drop for Chain {
    /// Lets go of the stages before one by one: a recursion as deep as the chain is long
    /// would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut chain) = next.and_then(Arc::into_inner) {
            next = chain.before.take();
        }
    }
}

/// The moves of a chain in order.
fn moves_of(chain: Option<&Arc<Chain>>) -> Vec<Move> {
    let mut stages = Vec::new();
    let mut next = chain;
    while let Some(chain) = next {
        stages.push(&chain.moves);
        next = chain.before.as_ref();
    }
    stages.into_iter().rev().flatten().copied().collect()
}

/// A board that waits for its stage.
struct Board<P> {
    position: P,
    reached: Option<Arc<Chain>>,
}

/// The waiting boards by score; the vectors are never empty.
struct Waiting<P> {
    by_score: BTreeMap<u32, Vec<Board<P>>>,
    keep: Keep,
    count: usize,
}

impl<P> Waiting<P> {
    fn push(&mut self, score: u32, board: Board<P>) {
        let equals = self.by_score.entry(score).or_default();
        if self.keep == Keep::LatestOfScore {
            self.count -= equals.len();
            equals.clear();
        }
        equals.push(board);
        self.count += 1;
    }

    fn pop_best(&mut self) -> Option<Board<P>> {
        let mut best = self.by_score.first_entry()?;
        let board = best.get_mut().pop();
        if best.get().is_empty() {
            best.remove();
        }
        self.count -= usize::from(board.is_some());
        board
    }
}

/// Searches from `start`; `options.depth` is K.
pub fn search<P: Scored>(
    start: &P,
    keep: Keep,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let ahead = options.depth.unwrap_or(LOOK_AHEAD) as usize;
    let mut seen = Seen::<P>::new();
    if start.is_won() {
        return report(budget, SearchEnd::Solved(Plan::default()), 0, 0);
    }
    // A chain's moves are counted with the board that it leads to.
    let footprint = start.footprint() + size_of::<Board<P>>() + (ahead + 1) * size_of::<Move>();
    let mut waiting = Waiting { by_score: BTreeMap::new(), keep, count: 0 };
    waiting.push(start.score(), Board { position: start.clone(), reached: None });
    while let Some(Board { position, reached }) = waiting.pop_best() {
        let mut frames: Vec<Frame<P>> = Vec::new();
        let mut entered = Some(position);
        loop {
            if let Some(position) = entered.take() {
                let bytes = seen.bytes() + (waiting.count + frames.len()) * footprint;
                if let Some(limit) = expand(budget, bytes, seen.len()) {
                    let size = (bytes, seen.len());
                    return stopped(budget, limit, size, (seen, waiting, frames));
                }
                frames.push(Frame::new(position));
            }
            let Some(frame) = frames.last_mut() else { break };
            let Some(&action) = frame.moves.get(frame.tried) else {
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
                let mut moves = moves_of(reached.as_ref());
                moves.extend(path::moves(&frames));
                let bytes = seen.bytes() + waiting.count * footprint;
                return report(budget, SearchEnd::Solved(moves.into()), bytes, seen.len());
            }
            if seen.len() > MOST_KEYS {
                budget.stats.stored = budget.stats.stored.max(seen.len() as u64);
                seen.clear();
            }
            if frames.len() > ahead {
                // Beyond the look-ahead: this board waits for its own stage.
                let chain = Chain { moves: path::moves(&frames), before: reached.clone() };
                waiting.push(next.score(), Board { position: next, reached: Some(Arc::new(chain)) });
            } else {
                entered = Some(next);
            }
        }
    }
    report(budget, SearchEnd::GaveUp, seen.bytes(), seen.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_chains_are_read_in_order_and_let_go_without_recursion() {
        let mut chain = None;
        for n in 0..300_000 {
            let moves = vec![if n == 0 { Move::Redeal } else { Move::Draw }];
            chain = Some(Arc::new(Chain { moves, before: chain }));
        }
        let moves = moves_of(chain.as_ref());
        assert_eq!((moves.len(), moves[0], moves[1]), (300_000, Move::Redeal, Move::Draw));
        drop(chain);
    }

    #[test]
    fn an_equal_score_displaces_or_queues() {
        let mut one = Waiting { by_score: BTreeMap::new(), keep: Keep::LatestOfScore, count: 0 };
        let mut all = Waiting { by_score: BTreeMap::new(), keep: Keep::All, count: 0 };
        for (score, position) in [(2, 'a'), (1, 'b'), (1, 'c'), (3, 'd')] {
            one.push(score, Board { position, reached: None });
            all.push(score, Board { position, reached: None });
        }
        let order = |mut waiting: Waiting<char>| {
            std::iter::from_fn(|| waiting.pop_best().map(|b| b.position)).collect::<String>()
        };
        assert_eq!((one.count, all.count), (3, 4));
        assert_eq!((order(one), order(all)), ("cad".to_owned(), "cbad".to_owned()));
    }
}
