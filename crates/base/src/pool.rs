//! Many items worked on by several threads: which worker takes which, how far ahead of the reader, when to stop.
//!
//! Workers take the items of an iterator one after the other. [`Results`] passes their results to the reader, in the
//! order of the items or as they are done. It owns the flag that stops the workers. They end when it is dropped, or
//! when the flag of the user is set. What they have finished by then can still be read.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The number of items for each thread that workers may be ahead of a reader that reads results in order.
pub const AHEAD: u64 = 64;

/// No bound, for a reader that takes results as they are done.
pub const UNBOUNDED: u64 = u64::MAX;

/// Target interval between two checks of the user's stop flag by a reader.
pub const TICK: Duration = Duration::from_millis(50);

/// The data that workers and their reader share.
#[derive(Debug)]
struct Gate {
    stop: AtomicBool,
    /// The item whose result the reader wants next.
    read: Mutex<u64>,
    moved: Condvar,
    ahead: u64,
}

impl Gate {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits until the reader is near item `n`; false if all is to stop.
    fn admits(&self, n: u64) -> bool {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && n - *read > self.ahead {
            read = self.moved.wait(read).unwrap_or_else(PoisonError::into_inner);
        }
        !self.is_stopped()
    }

    fn wants(&self, next: u64) {
        *self.read.lock().unwrap_or_else(PoisonError::into_inner) = next;
        self.moved.notify_all();
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // A worker that reads the flag holds the lock until it waits, so no wake-up is lost.
        drop(self.read.lock());
        self.moved.notify_all();
    }
}

/// The sender of a worker, for the results of its current item.
#[derive(Debug)]
pub struct Out<R> {
    gate: Arc<Gate>,
    item: u64,
    results: Sender<(u64, R)>,
}

impl<R> Out<R> {
    /// The flag that stops all work.
    #[must_use]
    pub fn stop(&self) -> &AtomicBool {
        &self.gate.stop
    }

    /// Whether all work is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.gate.is_stopped()
    }

    /// Sends a result of the current item.
    pub fn send(&self, result: R) {
        // The reader is gone only if it has stopped all work.
        let _ = self.results.send((self.item, result));
    }
}

impl<R> Drop for Out<R> {
    fn drop(&mut self) {
        // The other workers would wait for a reader that waits for this worker's result.
        if thread::panicking() {
            self.gate.stop();
        }
    }
}

/// The results of workers: an iterator in the order of the items, if each item has one result.
#[derive(Debug)]
pub struct Results<R> {
    gate: Arc<Gate>,
    results: Receiver<(u64, R)>,
    early: BTreeMap<u64, R>,
    next: u64,
}

impl<R> Results<R> {
    /// The next result in the order of the items.
    ///
    /// # Errors
    /// `Timeout` if it takes longer than this time, `Disconnected` after the last.
    pub fn next_within(&mut self, time: Duration) -> Result<R, RecvTimeoutError> {
        let until = Instant::now() + time;
        loop {
            if let Some(found) = self.early.remove(&self.next) {
                self.next += 1;
                self.gate.wants(self.next);
                return Ok(found);
            }
            let (item, found) = self.results.recv_timeout(until.saturating_duration_since(Instant::now()))?;
            self.early.insert(item, found);
        }
    }

    /// The results as they are done, of whatever item, and `None` about every [`TICK`] without one. Once `stop` is set
    /// no item is begun, and what workers have done can still be read.
    pub fn as_done<'r>(&'r mut self, stop: &'r AtomicBool) -> impl Iterator<Item = Option<R>> + 'r {
        std::iter::from_fn(move || {
            if stop.load(Ordering::Relaxed) {
                self.gate.stop();
            }
            match self.results.recv_timeout(TICK) {
                Ok((_, found)) => Some(Some(found)),
                Err(RecvTimeoutError::Timeout) => Some(None),
                Err(RecvTimeoutError::Disconnected) => None,
            }
        })
    }
}

impl<R> Iterator for Results<R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        loop {
            match self.next_within(Duration::from_secs(3600)) {
                Ok(found) => return Some(found),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

impl<R> Drop for Results<R> {
    fn drop(&mut self) {
        self.gate.stop();
    }
}

/// Makes `threads` workers, each to be run on a thread of its own, and the results that they will send.
pub fn workers<'a, T: 'a, R: Send + 'a>(
    threads: usize,
    ahead: u64,
    items: impl Iterator<Item = T> + Send + 'a,
    work: impl Fn(T, &Out<R>) + Send + Sync + 'a,
) -> (Results<R>, impl Iterator<Item = impl FnOnce() + Send + 'a>) {
    let gate = Arc::new(Gate {
        stop: AtomicBool::new(false),
        read: Mutex::new(0),
        moved: Condvar::new(),
        ahead: ahead.saturating_mul(threads as u64),
    });
    let (sender, results) = channel();
    let reader = Results { gate: Arc::clone(&gate), results, early: BTreeMap::new(), next: 0 };
    let shared = Arc::new((Mutex::new((0..).zip(items)), work));
    let workers = vec![sender; threads].into_iter().map(move |results| {
        let (shared, mut out) = (Arc::clone(&shared), Out { gate: Arc::clone(&gate), item: 0, results });
        move || {
            let (items, work) = &*shared;
            let take = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
            while !out.is_stopped()
                && let Some((n, item)) = take()
                && out.gate.admits(n)
            {
                out.item = n;
                work(item, &out);
            }
        }
    });
    (reader, workers)
}

/// Works on all items on `threads` threads, while `read` reads the results on this one. Where `read` returns early,
/// what is left is not done.
///
/// # Errors
/// If the machine gives no thread.
pub fn run<T, R: Send, O>(
    threads: usize,
    ahead: u64,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &Out<R>) + Send + Sync,
    read: impl FnOnce(&mut Results<R>) -> O,
) -> io::Result<O> {
    thread::scope(|scope| {
        let (mut results, workers) = workers(threads, ahead, items, work);
        for worker in workers {
            thread::Builder::new().name("worker".into()).spawn_scoped(scope, worker)?;
        }
        Ok(read(&mut results))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn results_come_in_the_order_of_their_items() {
        let slow = |n: u64, out: &Out<u64>| {
            thread::sleep(Duration::from_micros(n * 7919 % 300));
            out.send(n * n);
        };
        for threads in [1, 4] {
            let read = |results: &mut Results<u64>| results.collect::<Vec<_>>();
            let found = run(threads, AHEAD, 0..200, slow, read).unwrap();
            assert_eq!(found, (0..200).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn workers_do_not_run_ahead_and_end_with_their_reader() {
        let taken = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&taken);
        let (mut results, workers) = workers(2, AHEAD, 0_u64.., move |n, out| {
            counted.fetch_add(1, Ordering::Relaxed);
            out.send(n);
        });
        let threads: Vec<_> = workers.map(thread::spawn).collect();
        assert_eq!(results.by_ref().take(3).collect::<Vec<_>>(), [0, 1, 2]);
        thread::sleep(Duration::from_millis(100));
        let taken = taken.load(Ordering::Relaxed);
        assert!(taken <= 3 + 2 * AHEAD + 2, "{taken}");
        drop(results);
        threads.into_iter().for_each(|worker| worker.join().unwrap());
    }

    #[test]
    fn what_was_begun_before_a_stop_is_still_read() {
        let begun = AtomicU64::new(0);
        let work = |n: u64, out: &Out<u64>| {
            begun.fetch_add(1, Ordering::Relaxed);
            while n > 3 && !out.is_stopped() {
                thread::yield_now();
            }
            out.send(n);
        };
        let read = |results: &mut Results<u64>| {
            let stop = AtomicBool::new(false);
            let count = |(n, found)| {
                stop.store(n >= 3, Ordering::Relaxed);
                found
            };
            results.as_done(&stop).flatten().enumerate().map(count).collect::<Vec<u64>>()
        };
        let found = run(2, UNBOUNDED, 0.., work, read).unwrap();
        assert_eq!(found.len() as u64, begun.load(Ordering::Relaxed));
        assert!((4..=6).contains(&found.len()), "{found:?}");
    }
}
