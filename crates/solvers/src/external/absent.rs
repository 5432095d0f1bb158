//! In place of programs, on a target that cannot start any.

use super::{Backend, BackendError, BackendOptions, Control};
use crate::drat_error::DratError;
use crate::{ClauseList, SolverAnswer};
use patsat_smt::{PlanScript, Values};

fn missing<T>() -> Result<T, BackendError> {
    Err(BackendError::Missing("WebAssembly starts no programs: take a solver that is built in".into()))
}

/// Starts no SAT solver.
pub(super) fn start<'a>(
    _command: &str,
    _options: &BackendOptions,
    _control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    missing()
}

/// No checker of DRAT is there.
pub(super) fn lrat_of(_: ClauseList<'_, '_>, _proof: &[u8], _: Control<'_>) -> Result<Vec<u8>, DratError> {
    Err(DratError::Missing)
}

/// No command's program is there.
pub(super) fn words(_command: &str) -> Result<Vec<String>, BackendError> {
    missing()
}

/// Asks no SMT solver.
pub(super) fn query(
    _: &str,
    _: &PlanScript,
    _seed: u64,
    _: Control<'_>,
) -> Result<SolverAnswer<Values>, BackendError> {
    missing()
}
