//! Ctrl-C and other stop signals: the first sets a stop flag, the second ends the program. The program also ends if
//! the work does not stop in time after the first.

use crate::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);

/// How long the current step may continue after the first signal. Nearly all steps end within half of this time. The
/// moves of a position of a thousand columns, a formula, or a solver's first pass over it may take longer.
const GRACE: Duration = Duration::from_millis(700);

/// Installs the signal handler, and returns the flag that SIGINT, SIGTERM and SIGHUP set.
///
/// Code that checks the flag ends in its own way; a program that continues to work is ended. This loses no more
/// than a kill does: surveys write their lines one by one, and files are renamed when they are complete.
pub fn stop_flag() -> &'static AtomicBool {
    // Without a handler the signals end the program at once, which is no reason to fail.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        // Without this thread only a second signal ends work that ignores the flag.
        let _ = thread::Builder::new().name("grace".into()).spawn(end_what_goes_on);
    });
    &STOP
}

/// Ends the program after `GRACE` of CPU time, and not before `GRACE` of wall-clock time. Thus a busy machine does not
/// shorten the grace, and waiting for another program or a disk does not count.
fn end_what_goes_on() {
    let (began, worked) = (Instant::now(), work());
    loop {
        thread::sleep(GRACE / 16);
        let since = work().saturating_sub(worked);
        if began.elapsed() >= GRACE && since >= GRACE {
            eprintln!("interrupted: the current step did not stop in time");
            std::process::exit(Exit::Interrupted as i32);
        }
    }
}

/// CPU time of all threads.
#[cfg(unix)]
fn work() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Wall-clock time since the first call, where CPU time is not available.
#[cfg(not(unix))]
fn work() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

/// The exit code of unfinished work: `exit`, or 130 if a signal stopped it.
pub fn unfinished(exit: Exit) -> Exit {
    if STOP.load(Ordering::Relaxed) { Exit::Interrupted } else { exit }
}
