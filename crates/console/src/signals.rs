//! Ctrl-C and its kin: the first asks the search to end, the second ends the program.

use crate::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// The flag that is set by SIGINT, SIGTERM and SIGHUP from now on.
pub fn stop_flag() -> &'static AtomicBool {
    // Without a handler the signals end the program as ever: no reason to fail.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &STOP
}

/// How work ends that is not done: as `exit` says, or with 130 if a signal stopped it.
pub fn unfinished(exit: Exit) -> Exit {
    if STOP.load(Ordering::Relaxed) { Exit::Interrupted } else { exit }
}
