//! Ctrl-C and its kin: the first asks the work to end, the second ends the program, and so does time where the first
//! was not heard.

use crate::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static STOP: AtomicBool = AtomicBool::new(false);

/// So long the work at hand may go on after the first signal: nearly all of it ends within half of that. The moves of a
/// position of a thousand columns, a formula or a solver's first pass over it may take longer.
const GRACE: Duration = Duration::from_millis(700);

/// The flag that is set by SIGINT, SIGTERM and SIGHUP from now on.
///
/// Whoever looks at it may end in its own way; a program that goes on working is ended. Nothing is lost by that which
/// is not lost by a kill: lines of surveys are written one by one, and files take their place when they are whole.
pub fn stop_flag() -> &'static AtomicBool {
    // Without a handler the signals end the program as ever: no reason to fail.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        // Without a thread only the second signal ends what does not hear the first.
        let _ = thread::Builder::new().name("grace".into()).spawn(end_what_goes_on);
    });
    &STOP
}

/// Ends the program when it has worked for so long: by its own time, so that a busy machine cuts nobody short, and who
/// waits for another program or a disk may go on waiting.
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

/// How long all threads have worked.
#[cfg(unix)]
fn work() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// How long all threads have worked: where nobody tells, as long as the program runs.
#[cfg(not(unix))]
fn work() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

/// How work ends that is not done: as `exit` says, or with 130 if a signal stopped it.
pub fn unfinished(exit: Exit) -> Exit {
    if STOP.load(Ordering::Relaxed) { Exit::Interrupted } else { exit }
}
