//! Stops long work from outside, and receives its progress events.

use crate::rounds::{PartAttempt, Question, Round};
use patsat_search::Stats;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A progress event.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ProgressEvent {
    /// A search is running, or has a better bound.
    Searched(Stats),
    /// A formula or a script is complete, and its solver starts.
    Queried(Question),
    /// The solver is running.
    Solving {
        /// Its conflicts so far.
        conflicts: u64,
    },
    /// A query has ended.
    Answered(Round),
    /// A query about a part of a plan has ended.
    Tried(PartAttempt),
    /// The search for dead patterns is running.
    Patterns(patsat_patterns::Progress),
    /// Dead patterns were found, and their number is being reduced.
    Fewer {
        /// The number of patterns.
        patterns: usize,
        /// The number of facts of all patterns.
        facts: usize,
    },
    /// The check of a certificate is running.
    Checked {
        /// Visited positions.
        looked: u64,
        /// All positions.
        of: u64,
    },
    /// Time has passed.
    Tick,
}

/// Stops long work and receives its progress events. The default does neither.
#[derive(Default)]
pub struct Monitor<'a> {
    stop: Option<&'a AtomicBool>,
    watch: Option<&'a mut dyn FnMut(&ProgressEvent)>,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Monitor<'a> {
    /// Ends the work when this flag is set, as any limit does.
    #[must_use]
    pub fn stopped_by(mut self, flag: &'a AtomicBool) -> Monitor<'a> {
        self.stop = Some(flag);
        self
    }

    /// Calls this with every event.
    #[must_use]
    pub fn watched_by(mut self, watch: &'a mut dyn FnMut(&ProgressEvent)) -> Monitor<'a> {
        self.watch = Some(watch);
        self
    }

    /// The flag that ends the work.
    pub fn stop(&self) -> &'a AtomicBool {
        self.stop.unwrap_or(&NEVER)
    }

    /// Whether there is a callback.
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Calls the callback, where there is one.
    pub fn notify(&mut self, progress: &ProgressEvent) {
        if let Some(watch) = &mut self.watch {
            watch(progress);
        }
    }

    /// The same monitor, borrowed by a part of the work.
    pub fn reborrow(&mut self) -> Monitor<'_> {
        let watch: Option<&mut dyn FnMut(&ProgressEvent)> = match &mut self.watch {
            Some(watch) => Some(&mut **watch),
            None => None,
        };
        Monitor { stop: self.stop, watch }
    }
}

impl fmt::Debug for Monitor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monitor").field("stop", &self.stop).field("watched", &self.watch.is_some()).finish()
    }
}
