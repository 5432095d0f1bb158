//! The clock of the benchmarks.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// CPU seconds of this process so far.
pub(crate) fn cpu_s() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system counts CPU time");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}
