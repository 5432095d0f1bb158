//! What the program says when the machine gives it no more memory.
//!
//! Limits of memory are kept by counting, long before it ends. But a machine, a container or a
//! shell may give less than the limit, and then an allocation fails in the middle of anything.
//! Rust would abort with a trace, as on a bug. Here it is one sentence and the exit code of
//! *undecided*; what surveys, campaigns, packs and cubes have written by then is kept as after
//! a kill, and goes on with `--resume`.

use crate::exit::Exit;
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, but a failed allocation ends the process ([`no_more`]).
#[derive(Clone, Copy, Debug)]
pub struct LastWord;

#[expect(
    unsafe_code,
    reason = "an allocator is unsafe by its trait, and stable Rust has no hook for failures"
)]
// SAFETY: every call goes to the system's allocator as it came, which keeps the trait's promises; a
// null that it gives back is not handed on, since `no_more` does not return.
unsafe impl GlobalAlloc for LastWord {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system asks for.
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

/// What panics say that are about memory: of a thread for which there is no stack
/// (`std::thread::Scope::spawn`), and of MiniSat, which asks for memory by itself.
const PANICS: [&str; 2] = ["failed to spawn thread", "not enough memory"];

/// Has panics for want of memory end the process in the same way.
pub fn watch_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let (text, word) = (panic.payload().downcast_ref::<String>(), panic.payload().downcast_ref::<&str>());
        let says = text.map(String::as_str).or(word.copied()).unwrap_or_default();
        if PANICS.iter().any(|what| says.starts_with(what)) {
            no_more();
        }
        before(panic);
    }));
}

/// [`no_more`] in the form that C++ asks for, whose solvers are linked in.
pub extern "C" fn no_more_for_cpp() {
    no_more()
}

/// The sentence. A campaign knows by it why a run has ended.
pub const SAYS: &str =
    "undecided: the system gives no more memory or threads, expected more or a smaller --memory-limit";

/// Says that memory has ended, and ends the process as undecided. Allocates nothing.
#[cold]
pub fn no_more() -> ! {
    // On a line of its own, whatever the terminal shows.
    let lines = ["\n", SAYS, "\n"].map(str::as_bytes);
    #[cfg(unix)]
    {
        // Not by Rust's stderr, whose lock the thread may hold. If nobody reads it, nobody does.
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
