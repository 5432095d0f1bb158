//! Games with unseen cards: what holds in every completion of a board, and how many completions can be won.
//!
//! [`Read`] defines the completions of a board. [`reach`] visits the positions that are the same in all of them: those
//! before an unseen card is turned, or matters otherwise. If there is no way on from these, every completion is
//! lost. [`judge`] solves completions one by one: all of them if they are few, else random ones. [`advised`] scores the
//! moves of a player who sees the board and no more.

mod advised;
mod reach;

pub use advised::{Advised, AdvisedMove, advised};
pub use reach::{Checked, Reach, reach};

use patsat_base::Limits;
use patsat_blind::{count_orders, every_order};
use patsat_formats::Read;
use patsat_game::cards::Card;
use patsat_game::cards::dealers::random;
use patsat_planning::{Failure, Monitor, Verdict};
use patsat_planning::{Method, Request, solve};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many completions, by the order of the unseen cards, can be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judged {
    /// Orders with a plan that was replayed.
    pub won: u64,
    /// Orders that cannot be won.
    pub lost: u64,
    /// Orders that a limit left open.
    pub open: u64,
    /// Whether these are all orders that there are.
    pub all: bool,
}

impl Judged {
    /// Number of orders that were solved.
    #[must_use]
    pub fn orders(&self) -> u64 {
        self.won + self.lost + self.open
    }
}

/// Returns the number of completions, at most `most`.
#[must_use]
pub fn orders(board: &Read, most: u64) -> u64 {
    count_orders(board.rest(), most)
}

/// Solves `samples` random completions, each within the limits, or all if there are no more. Calls `on_progress`
/// after each.
///
/// # Errors
/// As [`solve`].
pub fn judge(
    board: &Read,
    (samples, seed): (u64, u64),
    (method, limits): (&Method, Limits),
    stop: &AtomicBool,
    mut on_progress: impl FnMut(&Judged),
) -> Result<Judged, Failure> {
    let rest = board.rest();
    let all = orders(board, samples.saturating_add(1)) <= samples;
    let orders: Box<dyn Iterator<Item = Vec<Card>>> = if all {
        Box::new(every_order(rest))
    } else {
        Box::new(random::orders(&rest, seed).take(usize::try_from(samples).unwrap_or(usize::MAX)))
    };
    let mut judged = Judged { all, ..Judged::default() };
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
