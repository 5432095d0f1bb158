//! When a solver is to stop, asked from inside its loop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What stopped a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverLimit {
    /// Out of time.
    Time,
    /// Out of conflicts.
    Conflicts,
    /// Out of memory.
    Memory,
    /// Told to stop.
    Interrupted,
}

/// When to stop, shared by the questions of one run. All may be absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Control<'a> {
    /// Set by the user, or by another solver that was faster.
    pub stop: Option<&'a AtomicBool>,
    /// A second flag of the same kind.
    pub also: Option<&'a AtomicBool>,
    /// The end of the time allowed.
    pub deadline: Option<Instant>,
    /// Most conflicts of one question.
    pub conflicts: Option<u64>,
    /// Most memory of the process, in MiB.
    pub memory_mib: Option<u64>,
}

impl Control<'_> {
    /// Why to stop now, conflicts apart, which the solver counts.
    #[must_use]
    pub fn check(&self) -> Option<SolverLimit> {
        let set = |flag: Option<&AtomicBool>| flag.is_some_and(|f| f.load(Ordering::Relaxed));
        if set(self.stop) || set(self.also) {
            return Some(SolverLimit::Interrupted);
        }
        self.deadline.filter(|&end| Instant::now() >= end).map(|_| SolverLimit::Time)
    }
}
