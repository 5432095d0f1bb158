//! Games with unseen cards: what holds in every completion of a board, and how many completions can be won.
//!
//! [`Read`] defines the completions of a board. [`reach`] visits the positions that are the same in all of them: those
//! before an unseen card is turned, or matters otherwise. If there is no way on from these, every completion is
//! lost. [`judge`] solves completions one by one: all of them if they are few, else random ones.

mod reach;

pub use reach::{Checked, Reach, reach};

use patsat_formats::Read;
use patsat_game::cards::Card;
use patsat_game::cards::shuffle::random;
use patsat_planning::{Failure, Monitor, Verdict};
use patsat_planning::{Method, Request, solve};
use patsat_search::Limits;
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
    let mut rest = board.rest();
    rest.sort_unstable();
    let (mut orders, mut cards) = (1u128, 0u128);
    for count in rest.chunk_by(|a, b| a == b).map(<[Card]>::len) {
        // A binomial coefficient, so each step is a whole number.
        for n in 1..=count as u128 {
            cards += 1;
            orders = orders * cards / n;
            if orders > u128::from(most) {
                return most;
            }
        }
    }
    orders as u64
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

/// Every order of these cards once, twins being alike, in rising order.
fn every_order(mut cards: Vec<Card>) -> impl Iterator<Item = Vec<Card>> {
    cards.sort_unstable();
    std::iter::successors(Some(cards), |last| {
        // The last place that can rise takes the next larger card, and the rest is sorted again.
        let rise = (1..last.len()).rev().find(|&n| last[n - 1] < last[n])? - 1;
        let larger = (rise..last.len()).rev().find(|&n| last[n] > last[rise])?;
        let mut next = last.clone();
        next.swap(rise, larger);
        next[rise + 1..].reverse();
        Some(next)
    })
}
