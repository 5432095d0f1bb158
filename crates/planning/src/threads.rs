//! Threads, where the target has them: WebAssembly in a browser has none.
//!
//! There all work is done on the one thread there is. What [`watched`] work tells is heard at once all the same; what
//! work [`beside`] another tells is heard after it.

use crate::Progress;
#[cfg(target_arch = "wasm32")]
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use web_time::Duration;

/// How often a clock is looked at while nobody tells anything.
#[cfg(not(target_arch = "wasm32"))]
const TICK: Duration = Duration::from_millis(10);

/// What threads share, where there are threads.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) trait Shared: Sync {}

#[cfg(not(target_arch = "wasm32"))]
impl<T: Sync> Shared for T {}

/// What threads would share.
#[cfg(target_arch = "wasm32")]
pub(crate) trait Shared {}

#[cfg(target_arch = "wasm32")]
impl<T> Shared for T {}

/// Whom a worker tells how it stands.
pub(crate) trait Tell: Shared {
    /// Tells it.
    fn tell(&self, progress: Progress);
}

impl Tell for Sender<Progress> {
    fn tell(&self, progress: Progress) {
        // Nobody listens only when the caller is gone.
        let _ = self.send(progress);
    }
}

#[cfg(target_arch = "wasm32")]
impl Tell for RefCell<&mut dyn FnMut(&Progress)> {
    fn tell(&self, progress: Progress) {
        (self.borrow_mut())(&progress);
    }
}

/// Runs `work` on so many threads, each with its number and whom to tell; `watch` hears them all, and a tick where
/// nobody has told anything for a while.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn watched(
    threads: usize,
    work: &(dyn Fn(usize, &dyn Tell) + Sync),
    watch: &mut dyn FnMut(&Progress),
) {
    let (tell, told) = std::sync::mpsc::channel();
    // Each sender goes with its worker, so that the loop below ends with the last of them.
    let workers =
        vec![tell; threads].into_iter().enumerate().map(|(thread, tell)| move || work(thread, &tell));
    beside(workers, || {
        loop {
            match told.recv_timeout(TICK) {
                Ok(progress) => watch(&progress),
                Err(RecvTimeoutError::Timeout) => watch(&Progress::Tick),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}

/// Runs `work` once for each thread that was asked for; `watch` hears it at once.
#[cfg(target_arch = "wasm32")]
pub(crate) fn watched(threads: usize, work: &dyn Fn(usize, &dyn Tell), watch: &mut dyn FnMut(&Progress)) {
    let watch = RefCell::new(watch);
    (0..threads).for_each(|thread| work(thread, &watch));
}

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
pub(crate) fn beside<W: FnOnce(), R>(
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
