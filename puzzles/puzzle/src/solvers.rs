//! Solvers in the words of the command line.

use patsat_console::exit::Failure;
use patsat_console::signals;
use patsat_solvers::smt::{self, SmtBackendChoice};
use patsat_solvers::{self as sat, BackendChoice, BackendError, Control};
use std::time::{Duration, Instant};

/// The SAT solver of that name, or the default one.
///
/// # Errors
/// If the name is not known; the help is the nearest name.
pub fn sat(name: Option<&str>) -> Result<BackendChoice, Failure> {
    let name = name.unwrap_or(sat::DEFAULT);
    sat::backend(name)
        .map_err(|error| Failure::unknown(error, name, sat::BACKENDS.iter().map(|row| row.name)))
}

/// The SMT solver of that name, or the default one.
///
/// # Errors
/// If the name is not known or the solver is not installed.
pub fn smt(name: Option<&str>) -> Result<SmtBackendChoice, Failure> {
    let name = name.unwrap_or(smt::DEFAULT);
    let chosen = smt::backend(name)
        .map_err(|error| Failure::unknown(error, name, smt::BACKENDS.iter().map(|row| row.name)))?;
    chosen.check().map_err(failed)?;
    Ok(chosen)
}

/// Work that ends by a signal or after this time.
#[must_use]
pub fn control(time: Option<Duration>) -> Control<'static> {
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    Control { stop: Some(signals::stop_flag()), deadline, ..Control::default() }
}

/// A failure of a solver.
#[must_use]
pub fn failed(error: BackendError) -> Failure {
    match error {
        BackendError::Missing(text) => Failure::missing(text),
        BackendError::Broken(text) => Failure::self_check(text),
    }
}
