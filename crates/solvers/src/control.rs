//! The conditions on which a solver stops, checked inside its loop.

use patsat_base::Limit;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

/// The conditions on which a solver stops, shared by the queries of one run. All may be absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Control<'a> {
    /// Set by the user, or by another solver that was faster.
    pub stop: Option<&'a AtomicBool>,
    /// A second flag of the same kind.
    pub also: Option<&'a AtomicBool>,
    /// The end of the time allowed.
    pub deadline: Option<Instant>,
    /// Most conflicts of one query. External programs ignore it.
    pub conflicts: Option<u64>,
    /// Most memory of the process that solves, in MiB, where the system reports it.
    pub memory_mib: Option<u64>,
    /// Called with the number of conflicts so far; not by all solvers.
    pub on_conflicts: Option<OnConflicts<'a>>,
}

/// A callback for the number of a solver's conflicts while it works.
#[derive(Clone, Copy)]
pub struct OnConflicts<'a>(pub &'a ConflictsFn<'a>);

/// The function of [`OnConflicts`]. It is called from another thread, where there are threads.
#[cfg(not(target_arch = "wasm32"))]
pub type ConflictsFn<'a> = dyn Fn(u64) + Sync + 'a;

/// The function of [`OnConflicts`].
#[cfg(target_arch = "wasm32")]
pub type ConflictsFn<'a> = dyn Fn(u64) + 'a;

impl fmt::Debug for OnConflicts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnConflicts")
    }
}

impl Control<'_> {
    /// Returns the reason to stop now, conflicts and memory apart: the solver counts the first,
    /// `Watch` checks the second.
    #[must_use]
    pub fn check(&self) -> Option<Limit> {
        let set = |flag: Option<&AtomicBool>| flag.is_some_and(|f| f.load(Ordering::Relaxed));
        if set(self.stop) || set(self.also) {
            return Some(Limit::Interrupted);
        }
        self.deadline.filter(|&end| Instant::now() >= end).map(|_| Limit::Time)
    }

    /// Returns the reason to stop now, including the memory of this process, which is read from the
    /// system. It is meant for callers that add clauses by the thousand.
    #[must_use]
    pub fn check_memory(&self) -> Option<Limit> {
        self.check().or_else(|| {
            let most = self.memory_mib?;
            (resident_mib("self")? >= most).then_some(Limit::Memory)
        })
    }
}

/// Interval between memory checks.
const MEMORY_EVERY: Duration = Duration::from_millis(50);

/// Interval between calls with the number of conflicts.
const NOTIFY_EVERY: Duration = Duration::from_millis(100);

/// Checks a [`Control`] repeatedly, and the memory at intervals.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    control: Control<'a>,
    look: Option<Instant>,
    notify: Option<Instant>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(control: Control<'a>) -> Watch<'a> {
        Watch { control, look: None, notify: None }
    }

    /// Calls the callback with the number of conflicts, at most once an interval.
    pub(super) fn notify(&mut self, conflicts: u64) {
        let Some(OnConflicts(callback)) = self.control.on_conflicts else { return };
        let now = Instant::now();
        if self.notify.is_none_or(|next| now >= next) {
            self.notify = Some(now + NOTIFY_EVERY);
            callback(conflicts);
        }
    }

    /// Returns the reason to stop now, if this process is the one that solves.
    pub(super) fn check(&mut self) -> Option<Limit> {
        self.check_process("self")
    }

    /// Returns the reason to stop now; `process` is the number of the one that solves.
    pub(super) fn check_process(&mut self, process: &str) -> Option<Limit> {
        self.control.check().or_else(|| {
            let most = self.control.memory_mib?;
            let now = Instant::now();
            if self.look.is_some_and(|next| now < next) {
                return None;
            }
            self.look = Some(now + MEMORY_EVERY);
            (resident_mib(process)? >= most).then_some(Limit::Memory)
        })
    }
}

/// The linear memory in MiB. It never shrinks, so this is the most there was.
#[cfg(target_arch = "wasm32")]
fn resident_mib(_: &str) -> Option<u64> {
    // Pages of 64 KiB.
    Some((core::arch::wasm32::memory_size(0) >> 4) as u64)
}

/// Memory of a process in MiB, where the system has `/proc`.
#[cfg(not(target_arch = "wasm32"))]
fn resident_mib(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib >> 10)
}
