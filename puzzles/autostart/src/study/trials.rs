//! Deal until enough cards go home: a trial. The paper makes fifty of them, at fifteen cards.
//!
//! Each trial has its own deals, numbered so that every one has a name and can be solved again:
//! deal `k` of trial `t` with seed `s` is `random:forty-thieves:N`, `N = s * 10^14 + t * 10^9 + k`,
//! all three counted from 1. So trials are independent, and run side by side with the same result.

use super::super::{Algorithm, IntermediatePlace, MoveError, Shape, Tableau};
use super::clock::Clock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Largest seed.
pub const MOST_SEED: u64 = 100_000;
pub const MOST_TRIALS: u64 = 99_999;
/// Most deals of a trial.
pub const MOST_DEALS: u64 = 999_999_999;

/// What is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trials {
    /// How cards are sent home.
    pub algorithm: Algorithm,
    /// With which intermediate moves.
    pub rules: IntermediatePlace,
    /// How many are enough.
    pub at_least: usize,
    /// What is dealt.
    pub shape: Shape,
    /// Which deals, up to [`MOST_SEED`].
    pub seed: u64,
    /// Most nodes a deal, for algorithms that search.
    pub most_nodes: u64,
}

/// How a trial went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The number of the trial, from 1.
    pub number: u64,
    /// Deals made, the last one included.
    pub deals: u64,
    /// The number of the last deal: `random:forty-thieves:N`.
    pub last: u64,
    /// Cards home in the last deal.
    pub cards: usize,
    /// Cards home in all deals.
    pub total: u64,
    /// Columns checked, or nodes expanded, in all deals.
    pub work: u64,
    /// Deals whose search was cut short.
    pub unfinished: u64,
    /// CPU time. It differs from run to run.
    pub cpu: Duration,
}

/// The number of deals between two checks of the stop flag.
const EVERY: u64 = 512;

impl Trials {
    #[must_use]
    pub fn deal(&self, trial: u64, deal: u64) -> u64 {
        (self.seed * 100_000 + trial) * 1_000_000_000 + deal
    }

    /// Runs trial `number`, from 1. Calls `dealt` at intervals with the number of deals since the
    /// last call. Returns `None` if `stop` was set, or if [`MOST_DEALS`] were not enough.
    ///
    /// # Errors
    /// If the checker refuses a plan: a bug.
    pub fn run(
        &self,
        number: u64,
        stop: &AtomicBool,
        dealt: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Trial>, MoveError> {
        let clock = Clock::start();
        let (mut total, mut work, mut unfinished) = (0, 0, 0);
        for deals in 1..=MOST_DEALS {
            // Before the first deal too: trials that have not started yet end at once.
            if deals % EVERY == 1 && stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let last = self.deal(number, deals);
            let tableau = Tableau::random(last, self.shape);
            let found = self.algorithm.run(&tableau, self.rules, self.most_nodes)?;
            total += found.cards as u64;
            work += found.work;
            unfinished += u64::from(!found.finished);
            if found.cards >= self.at_least {
                dealt(deals % EVERY);
                let (cards, cpu) = (found.cards, clock.spent());
                return Ok(Some(Trial { number, deals, last, cards, total, work, unfinished, cpu }));
            }
            if deals.is_multiple_of(EVERY) {
                dealt(EVERY);
            }
        }
        Ok(None)
    }
}
