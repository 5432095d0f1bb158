//! Games with unseen cards: what holds in every completion of a board, and how many completions can be won.
//!
//! [`PartialBoard`] defines the completions of a board. [`reach`] visits the positions that are the same in all of
//! them: those before an unseen card is turned, or matters otherwise. If there is no way on from these, every
//! completion is lost. [`judge`] solves completions one by one: all of them if they are few, else random ones.
//! [`rank_moves`] scores the moves of a player who sees the board and no more.

mod move_ranking;
mod reach;

pub use move_ranking::{AdvisedMove, MoveRanking, rank_moves};
pub use reach::{CheckedCompletions, Reach, reach};

use patsat_base::Limits;
use patsat_blind::{count_orders, every_order};
use patsat_formats::PartialBoard;
use patsat_game::cards::Card;
use patsat_game::cards::dealers::random;
use patsat_planning::{Failure, Monitor, Verdict};
use patsat_planning::{Method, Request, solve};
use std::sync::atomic::{AtomicBool, Ordering};

/// The numbers of completions, by the order of the unseen cards, that can and cannot be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CompletionCounts {
    /// Orders with a plan that was replayed.
    pub won: u64,
    /// Orders that cannot be won.
    pub lost: u64,
    /// Orders that a limit left open.
    pub open: u64,
    /// Whether these are all orders that there are.
    pub all: bool,
}

impl CompletionCounts {
    /// Number of orders that were solved.
    #[must_use]
    pub fn orders(&self) -> u64 {
        self.won + self.lost + self.open
    }
}

/// Returns the number of completions, at most `most`.
#[must_use]
pub fn orders(board: &PartialBoard, most: u64) -> u64 {
    count_orders(board.rest(), most)
}

/// Solves `samples` random completions, each within the limits, or all if there are no more. Calls `on_progress`
/// after each.
///
/// # Errors
/// As [`solve`].
pub fn judge(
    board: &PartialBoard,
    (samples, seed): (u64, u64),
    (method, limits): (&Method, Limits),
    stop: &AtomicBool,
    mut on_progress: impl FnMut(&CompletionCounts),
) -> Result<CompletionCounts, Failure> {
    let rest = board.rest();
    let all = orders(board, samples.saturating_add(1)) <= samples;
    let orders: Box<dyn Iterator<Item = Vec<Card>>> = if all {
        Box::new(every_order(rest))
    } else {
        Box::new(random::orders(&rest, seed).take(usize::try_from(samples).unwrap_or(usize::MAX)))
    };
    let mut judged = CompletionCounts { all, ..CompletionCounts::default() };
    for cards in orders {
        let game = board.with(&cards);
        let request = Request { limits, ..Request::new(&game, method.clone()) };
        match solve(&request, &mut Monitor::default().stopped_by(stop))?.outcome.verdict() {
            Verdict::Solved => judged.won += 1,
            Verdict::Unwinnable => judged.lost += 1,
            Verdict::NoPlanWithin | Verdict::Unknown => judged.open += 1,
        }
        on_progress(&judged);
        if stop.load(Ordering::Relaxed) {
            judged.all = false;
            break;
        }
    }
    Ok(judged)
}
