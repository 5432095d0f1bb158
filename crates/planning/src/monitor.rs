//! Stops long work from outside, and receives its progress events.

use crate::rounds::{Question, Round, Tried};
use patsat_patterns as prove;
use patsat_search::Stats;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A progress event.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ProgressEvent {
    /// A search goes on, or has a better bound.
    Searched(Stats),
    /// A formula or a script is written and goes to its solver.
    Asked(Question),
    /// A solver is at work on it.
    Solving {
        /// Its conflicts so far.
        conflicts: u64,
    },
    /// A question has ended.
    Answered(Round),
    /// A question about a part of a plan has ended.
    Tried(Tried),
    /// Dead patterns are looked for.
    Patterns(prove::Progress),
    /// There are dead patterns, and they are made fewer.
    Fewer {
        /// How many there are.
        patterns: usize,
        /// How many facts they have together.
        facts: usize,
    },
    /// A certificate is checked.
    Checked {
        /// Positions looked at.
        looked: u64,
        /// Of so many.
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
