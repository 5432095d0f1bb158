//! The limit on queries, and progress events.

use crate::{Options, PatternSearchError};
use patsat_base::Limit;

/// Number of queries between two progress events.
const EVERY: u64 = 256;

/// The progress of a search for patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Number of solver queries.
    pub queried: u64,
    /// Patterns kept.
    pub patterns: usize,
    pub layers: usize,
}

/// Limits and a progress callback.
pub(crate) struct Pace<'b, 'f> {
    watch: &'b mut (dyn FnMut(Progress) + 'f),
    now: Progress,
    /// Number of queries at the last progress event.
    last: u64,
    /// Queries of this attempt so far, and those that are left for all attempts.
    queried: u64,
    left: u64,
}

impl<'b, 'f> Pace<'b, 'f> {
    pub(crate) fn new(watch: &'b mut (dyn FnMut(Progress) + 'f), options: &Options) -> Pace<'b, 'f> {
        let left = options.questions.unwrap_or(u64::MAX);
        Pace { watch, now: Progress::default(), last: 0, queried: 0, left }
    }

    pub(crate) fn tick(
        &mut self,
        queried: u64,
        patterns: usize,
        layers: usize,
    ) -> Result<(), PatternSearchError> {
        // The count starts at 0 in every attempt.
        let more = if queried < self.queried { queried } else { queried - self.queried };
        self.queried = queried;
        self.now = Progress { queried: self.now.queried + more, patterns, layers };
        self.left = self.left.checked_sub(more).ok_or(Limit::Conflicts)?;
        if self.now.queried >= self.last + EVERY {
            self.notify();
        }
        Ok(())
    }

    /// Reports the progress so far.
    pub(crate) fn notify(&mut self) {
        self.last = self.now.queried;
        (self.watch)(self.now);
    }
}
