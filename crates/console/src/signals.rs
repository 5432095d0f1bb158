//! Ctrl-C and its kin: the first asks the search to end, the second ends the program.

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
