//! CPU time of the calling thread; wall time on systems other than Unix.

use std::time::Duration;

/// A clock that starts when it is made.
#[derive(Debug)]
pub(super) struct Clock(Start);

#[cfg(unix)]
type Start = Duration;
#[cfg(not(unix))]
type Start = std::time::Instant;

#[cfg(unix)]
fn now() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

impl Clock {
    #[cfg(unix)]
    pub(super) fn start() -> Clock {
        Clock(now())
    }

    #[cfg(unix)]
    pub(super) fn spent(&self) -> Duration {
        now().saturating_sub(self.0)
    }

    #[cfg(not(unix))]
    pub(super) fn start() -> Clock {
        Clock(std::time::Instant::now())
    }

    #[cfg(not(unix))]
    pub(super) fn spent(&self) -> Duration {
        self.0.elapsed()
    }
}
