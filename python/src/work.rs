//! Long work that lets other Python threads run and that Ctrl-C interrupts.
//!
//! The work runs on its own thread, which never touches Python. The calling thread waits without the interpreter's
//! lock and polls for signals a few times a second. After a signal it sets the flag that stops searches and solvers
//! and raises the exception of the signal (KeyboardInterrupt). Work that does not check the flag, such as writing one
//! formula, continues in the background; its result is discarded.

use crate::errors::ApiError;
use patsat::{Limits, Monitor};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Interval between checks for signals.
pub(crate) const TICK: Duration = Duration::from_millis(50);
/// Longest wait for interrupted work.
const PATIENCE: Duration = Duration::from_secs(3);
/// Stack of a worker: as large as a main thread's, for deep recursions of solvers and provers.
const STACK: usize = 16 << 20;

/// The flag that stops long work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flag(Arc<AtomicBool>);

impl Flag {
    /// A monitor that ends work when the flag is set.
    pub(crate) fn monitor(&self) -> Monitor<'_> {
        Monitor::default().stopped_by(&self.0)
    }
}

/// Runs work on its own thread while other Python threads run.
///
/// # Errors
/// The error of the work, or the exception of a signal.
pub(crate) fn run<T, E>(
    py: Python<'_>,
    work: impl FnOnce(&Flag) -> Result<T, E> + Send + 'static,
) -> PyResult<T>
where
    T: Send + 'static,
    E: Into<ApiError> + Send + 'static,
{
    let flag = Flag::default();
    let (sender, mut receiver) = channel();
    let worker = {
        let flag = flag.clone();
        // After an interrupt the receiver is gone, and the result is discarded.
        thread::Builder::new()
            .name("patsat".into())
            .stack_size(STACK)
            .spawn(move || drop(sender.send(work(&flag))))
    };
    worker.map_err(|error| ApiError::Missing(format!("cannot start a thread: {}", error.kind())))?;
    loop {
        let (received, back) = py.detach(move || (receiver.recv_timeout(TICK), receiver));
        receiver = back;
        match received {
            Ok(result) => return result.map_err(|error| error.into().into()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(ApiError::bug("a thread has panicked").into()),
        }
        if let Err(signal) = py.check_signals() {
            flag.0.store(true, Ordering::Relaxed);
            py.detach(move || drop(receiver.recv_timeout(PATIENCE)));
            return Err(signal);
        }
    }
}

/// Returns limits from seconds, positions and MiB.
///
/// # Errors
/// If the time is negative or not a number.
pub(crate) fn limits(
    time_limit: Option<f64>,
    node_limit: Option<u64>,
    memory_limit: Option<u64>,
) -> Result<Limits, ApiError> {
    let time = time_limit.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| {
        ApiError::input(format!("time_limit {}: expected seconds, 0 or more", time_limit.unwrap_or_default()))
    })?;
    Ok(Limits { time, nodes: node_limit, memory_mib: memory_limit })
}
