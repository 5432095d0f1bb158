//! Threads, where the target has them: WebAssembly in a browser has none.
//!
//! There all work is done first, on the one thread there is, and what it told is heard after it.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use web_time::Duration;

/// Whether work can be given to another thread, and a clock be watched meanwhile.
pub(crate) const THREADS: bool = cfg!(not(target_arch = "wasm32"));

/// As many threads as are asked for, where there are any: at least one, the caller's own.
pub(crate) fn at_most(threads: usize) -> usize {
    if THREADS { threads.max(1) } else { 1 }
}

/// Runs each of `workers` on a thread of its own, and `meanwhile` on this one.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn beside<W: FnOnce() + Send, R>(
    workers: impl IntoIterator<Item = W>,
    meanwhile: impl FnOnce() -> R,
) -> R {
    std::thread::scope(|scope| {
        for work in workers {
            scope.spawn(work);
        }
        meanwhile()
    })
}

/// Runs each of `workers`, then `meanwhile`.
#[cfg(target_arch = "wasm32")]
pub(crate) fn beside<W: FnOnce() + Send, R>(
    workers: impl IntoIterator<Item = W>,
    meanwhile: impl FnOnce() -> R,
) -> R {
    workers.into_iter().for_each(|work| work());
    meanwhile()
}

/// The next message; [`RecvTimeoutError::Timeout`] if there is none within this time.
pub(crate) fn hear<T>(told: &Receiver<T>, within: Duration) -> Result<T, RecvTimeoutError> {
    if THREADS {
        return told.recv_timeout(within);
    }
    // Nobody is left to tell more, and there is no clock to wait by.
    told.try_recv().map_err(|_| RecvTimeoutError::Disconnected)
}

/// Runs `work` on so many threads; what all of them found. Who panics has found nothing.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn gather<T: Send>(threads: usize, work: impl Fn() -> Vec<T> + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}

/// Runs `work` once.
#[cfg(target_arch = "wasm32")]
pub(crate) fn gather<T>(_threads: usize, work: impl Fn() -> Vec<T>) -> Vec<T> {
    work()
}
