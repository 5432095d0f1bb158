//! Ends the program with a message when an allocation fails.
//!
//! The program counts its memory and stops at its own limit, usually long before allocations fail. But a machine, a
//! container or a shell may provide less than the limit, and then any allocation can fail.
//! Rust would abort with a backtrace, as on a bug. This module prints one sentence and ends with the exit code of
//! *undecided* instead. As after a kill, the results that surveys, campaigns, packs and cubes have written are kept,
//! and `--resume` continues the work.

use crate::exit::Exit;
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, but a failed allocation ends the process ([`no_more`]).
#[derive(Clone, Copy, Debug)]
pub struct LastWord;

#[expect(
    unsafe_code,
    reason = "an allocator is unsafe by its trait, and stable Rust has no hook for failures"
)]
// SAFETY: every call is forwarded unchanged to the system's allocator, which upholds the contract of the trait. A
// null from it is never returned, since `no_more` does not return.
unsafe impl GlobalAlloc for LastWord {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `GlobalAlloc`, which is that of the system's allocator.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as in `alloc`; `old` came from the system through this allocator.
        given(unsafe { System.realloc(old, layout, size) })
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as in `realloc`.
        unsafe { System.dealloc(old, layout) }
    }
}

#[inline]
fn given(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        no_more();
    }
    block
}

/// The beginnings of panic messages that mean a lack of memory: no stack for a new thread
/// (`std::thread::Scope::spawn`), and an allocation by MiniSat.
const PANICS: [&str; 2] = ["failed to spawn thread", "not enough memory"];

/// Installs a panic hook that treats panics for lack of memory as a failed allocation ([`no_more`]).
pub fn watch_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let (text, word) = (panic.payload().downcast_ref::<String>(), panic.payload().downcast_ref::<&str>());
        let message = text.map(String::as_str).or(word.copied()).unwrap_or_default();
        if PANICS.iter().any(|what| message.starts_with(what)) {
            no_more();
        }
        before(panic);
    }));
}

/// [`no_more`] as an `extern "C"` function, for the C++ solvers that are linked in.
pub extern "C" fn no_more_for_cpp() {
    no_more()
}

/// The message. A campaign recognises by it why a run has ended.
pub const MESSAGE: &str =
    "undecided: the system gives no more memory or threads, expected more or a smaller --memory-limit";

/// Prints that the memory is exhausted, and ends the process as undecided. Allocates nothing.
#[cold]
pub fn no_more() -> ! {
    // The first line break ends a live line on the terminal.
    let lines = ["\n", MESSAGE, "\n"].map(str::as_bytes);
    #[cfg(unix)]
    {
        // Rust's stderr would deadlock if this thread holds its lock. A failed write is ignored.
        for line in lines {
            let _ = nix::unistd::write(std::io::stderr(), line);
        }
        #[expect(
            unsafe_code,
            reason = "exit() would run what C++ libraries do at an end, and that allocates"
        )]
        // SAFETY: it ends the process; nothing of it is used afterwards.
        unsafe {
            nix::libc::_exit(i32::from(Exit::Undecided as u8))
        }
    }
    #[cfg(not(unix))]
    {
        for line in lines {
            let _ = std::io::Write::write_all(&mut std::io::stderr(), line);
        }
        std::process::exit(i32::from(Exit::Undecided as u8))
    }
}
