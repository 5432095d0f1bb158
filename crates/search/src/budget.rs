//! The limits, statistics and interruption of a search.

use patsat_base::{Limit, Limits};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

/// What a search has cost so far.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
pub struct Stats {
    /// Positions whose moves were listed.
    pub expanded: u64,
    /// Positions made by a move, repetitions included.
    pub generated: u64,
    /// Different positions kept in memory.
    pub stored: u64,
    /// Largest size of the tables, in bytes.
    pub peak_bytes: u64,
    /// Best lower bound known, in the cost that is minimised.
    pub lower_bound: Option<u32>,
    /// Length of the best plan known, in the cost that is minimised.
    pub upper_bound: Option<u32>,
}

/// The limits of a run, and its statistics.
pub struct Budget<'a> {
    limits: Limits,
    started: Instant,
    stop: Option<&'a AtomicBool>,
    watch: Option<&'a mut dyn FnMut(&Stats)>,
    look: Look,
    /// Filled in by the strategy.
    pub stats: Stats,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limits", &self.limits)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

/// Expansions between two calls of the watcher.
const CHECK_EVERY: u64 = 1024;

/// The schedule of checks of the clock and the stop flag. A position of FreeCell is expanded in a microsecond. One
/// of a deal made from a formula, which has a thousand columns, takes a tenth of a second.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Calls since the last check.
    looks: u64,
    /// Calls from one check to the next.
    every: u64,
    /// Time of the last check.
    last: Instant,
}

/// Target interval between clock checks.
const UNSEEN: Duration = Duration::from_millis(20);

impl Look {
    fn new() -> Look {
        Look { looks: 0, every: 1, last: Instant::now() }
    }

    /// Returns the time if a check is due. The number of calls between checks grows if the last interval was short
    /// and shrinks if it was long.
    fn now(&mut self) -> Option<Instant> {
        self.looks += 1;
        if self.looks < self.every {
            return None;
        }
        let now = Instant::now();
        self.every = match now - self.last {
            gone if gone > UNSEEN => (self.every / 2).max(1),
            gone if gone < UNSEEN / 4 => (2 * self.every).min(CHECK_EVERY),
            _ => self.every,
        };
        (self.looks, self.last) = (0, now);
        Some(now)
    }
}

impl<'a> Budget<'a> {
    /// A budget that starts now.
    #[must_use]
    pub fn new(limits: Limits) -> Budget<'a> {
        let started = Instant::now();
        Budget { limits, started, stop: None, watch: None, look: Look::new(), stats: Stats::default() }
    }

    /// Ends the search when this flag is set.
    #[must_use]
    pub fn stopped_by(mut self, flag: &'a AtomicBool) -> Budget<'a> {
        self.stop = Some(flag);
        self
    }

    /// Calls this from time to time with the statistics so far.
    #[must_use]
    pub fn watched_by(mut self, watch: &'a mut dyn FnMut(&Stats)) -> Budget<'a> {
        self.watch = Some(watch);
        self
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The flag that ends the search, for parts that read it themselves.
    #[must_use]
    pub fn stop_flag(&self) -> Option<&'a AtomicBool> {
        self.stop
    }

    /// The remaining limits, without the time and the expansions spent so far.
    #[must_use]
    pub fn remaining(&self) -> Limits {
        Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.elapsed())),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.stats.expanded)),
            memory_mib: self.limits.memory_mib,
        }
    }

    /// Counts one expansion and returns the limit that is reached, if any.
    ///
    /// `bytes` is the present size of the strategy's tables.
    pub fn expand(&mut self, bytes: u64) -> Option<Limit> {
        self.stats.expanded += 1;
        if self.limits.nodes.is_some_and(|most| self.stats.expanded > most) {
            return Some(Limit::Nodes);
        }
        // Positions of vast games fill the memory in fewer expansions than `CHECK_EVERY`.
        if self.stats.expanded.is_multiple_of(CHECK_EVERY) || self.is_full(bytes) {
            return self.check(bytes);
        }
        self.over()
    }

    /// Returns the limit if time is over or the stop flag is set. It reads the clock and the flag only on some of
    /// its calls, so work that takes long between expansions can call it often.
    pub fn over(&mut self) -> Option<Limit> {
        self.look.now().and_then(|now| self.ended(now))
    }

    fn ended(&self, now: Instant) -> Option<Limit> {
        if self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Interrupted);
        }
        self.limits.time.filter(|&most| now - self.started >= most).map(|_| Limit::Time)
    }

    /// Runs a part of a search under limits of its own, its costs added to these.
    pub fn within<T>(&mut self, limits: Limits, part: impl FnOnce(&mut Budget<'_>) -> T) -> T {
        let mut own = Budget::new(limits);
        own.stop = self.stop;
        own.watch = match &mut self.watch {
            Some(watch) => Some(&mut **watch),
            None => None,
        };
        let result = part(&mut own);
        let stats = own.stats;
        self.stats.expanded += stats.expanded;
        self.stats.generated += stats.generated;
        self.stats.stored = self.stats.stored.max(stats.stored);
        self.stats.peak_bytes = self.stats.peak_bytes.max(stats.peak_bytes);
        result
    }

    /// Checks every limit but that of nodes, at once.
    pub fn check(&mut self, bytes: u64) -> Option<Limit> {
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        if let Some(watch) = &mut self.watch {
            watch(&self.stats);
        }
        self.ended(Instant::now()).or_else(|| self.is_full(bytes).then_some(Limit::Memory))
    }

    fn is_full(&self, bytes: u64) -> bool {
        self.limits.memory_mib.is_some_and(|most| bytes >> 20 >= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    fn budget(stop: &AtomicBool, limits: Limits) -> Budget<'_> {
        Budget::new(limits).stopped_by(stop)
    }

    #[test]
    fn a_stop_flag_is_seen_soon_whatever_expansions_take() {
        let stop = AtomicBool::new(false);
        let mut slow = budget(&stop, Limits::default());
        for _ in 0..4 {
            sleep(2 * UNSEEN);
            assert_eq!(slow.expand(0), None);
        }
        let mut fast = budget(&stop, Limits::default());
        assert!((0..100_000).all(|_| fast.expand(0).is_none()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(slow.expand(0), Some(Limit::Interrupted));
        assert!((0..CHECK_EVERY).any(|_| fast.expand(0) == Some(Limit::Interrupted)));
    }

    #[test]
    fn time_is_over_between_expansions_too() {
        let stop = AtomicBool::new(false);
        let mut budget = budget(&stop, Limits { time: Some(UNSEEN), ..Limits::default() });
        sleep(2 * UNSEEN);
        assert_eq!(budget.over(), Some(Limit::Time));
        assert_eq!(budget.stats, Stats::default());
    }
}
