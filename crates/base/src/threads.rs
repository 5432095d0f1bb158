//! Threads, where the target has them. WebAssembly in a browser has none: there all work runs on the one thread.
//!
//! Events of [`observed`] work arrive at once in both cases. Work that runs [`beside`] other work ends before the other
//! begins where there are no threads.

#[cfg(target_arch = "wasm32")]
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// Time without an event after which [`observed`] passes on a tick.
#[cfg(not(target_arch = "wasm32"))]
const TICK: Duration = Duration::from_millis(10);

/// Can be shared by threads, where there are threads.
#[cfg(not(target_arch = "wasm32"))]
pub trait Shared: Sync {}

#[cfg(not(target_arch = "wasm32"))]
impl<T: Sync> Shared for T {}

/// Can be shared by threads, where there are threads.
#[cfg(target_arch = "wasm32")]
pub trait Shared {}

#[cfg(target_arch = "wasm32")]
impl<T> Shared for T {}

/// Receives the events of a worker.
pub trait Observer<E>: Shared {
    /// Passes an event on.
    fn notify(&self, event: E);
}

impl<E: Send> Observer<E> for Sender<E> {
    fn notify(&self, event: E) {
        // The receiver is gone only if the caller is.
        let _ = self.send(event);
    }
}

#[cfg(target_arch = "wasm32")]
impl<E> Observer<E> for RefCell<&mut dyn FnMut(&E)> {
    fn notify(&self, event: E) {
        (self.borrow_mut())(&event);
    }
}

/// Runs `work` on `threads` threads, each with its number and an observer. `watch` receives all events, and `tick` when
/// there has been none for 10 ms.
#[cfg(not(target_arch = "wasm32"))]
pub fn observed<E: Send>(
    threads: usize,
    work: &(dyn Fn(usize, &dyn Observer<E>) + Sync),
    tick: &E,
    watch: &mut dyn FnMut(&E),
) {
    let (sender, events) = std::sync::mpsc::channel();
    // Each sender is dropped with its worker, so the loop below ends with the last of them.
    let workers =
        vec![sender; threads].into_iter().enumerate().map(|(thread, sender)| move || work(thread, &sender));
    beside(workers, || {
        loop {
            match events.recv_timeout(TICK) {
                Ok(event) => watch(&event),
                Err(RecvTimeoutError::Timeout) => watch(tick),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}

/// Runs `work` once for each requested thread; `watch` receives each event at once.
#[cfg(target_arch = "wasm32")]
pub fn observed<E>(
    threads: usize,
    work: &dyn Fn(usize, &dyn Observer<E>),
    _tick: &E,
    watch: &mut dyn FnMut(&E),
) {
    let watch = RefCell::new(watch);
    (0..threads).for_each(|thread| work(thread, &watch));
}

/// Whether the target has threads.
pub const THREADS: bool = cfg!(not(target_arch = "wasm32"));

/// Returns the number of threads to use when `threads` are requested: at least one, and one if the target has none.
#[must_use]
pub fn at_most(threads: usize) -> usize {
    if THREADS { threads.max(1) } else { 1 }
}

/// Runs each of `workers` on a thread of its own, and `meanwhile` on this one.
#[cfg(not(target_arch = "wasm32"))]
pub fn beside<W: FnOnce() + Send, R>(
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
pub fn beside<W: FnOnce(), R>(workers: impl IntoIterator<Item = W>, meanwhile: impl FnOnce() -> R) -> R {
    workers.into_iter().for_each(|work| work());
    meanwhile()
}

/// Returns the next event of a worker.
///
/// # Errors
/// [`RecvTimeoutError::Timeout`] if no event arrives within this time, [`RecvTimeoutError::Disconnected`] if all
/// workers have ended.
pub fn receive<T>(events: &Receiver<T>, within: Duration) -> Result<T, RecvTimeoutError> {
    if THREADS {
        return events.recv_timeout(within);
    }
    // All workers have ended, and there is no clock to wait by.
    events.try_recv().map_err(|_| RecvTimeoutError::Disconnected)
}

/// Runs `work` on `threads` threads and collects the results. A worker that panics contributes none.
#[cfg(not(target_arch = "wasm32"))]
pub fn gather<T: Send>(threads: usize, work: impl Fn() -> Vec<T> + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}

/// Runs `work` once.
#[cfg(target_arch = "wasm32")]
pub fn gather<T>(_threads: usize, work: impl Fn() -> Vec<T>) -> Vec<T> {
    work()
}
