//! SAT solvers behind one trait, each a row in one table; SMT solvers in another ([`smt`]).
//!
//! A back-end takes clauses, solves under assumptions, keeps what it learned for the next query,
//! and can be stopped from outside. Its answers are not trusted: a model is decoded and replayed on
//! the rules, a refutation is proved.

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod assumptions;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod control;
mod cpp_memory;
pub mod drat;
mod drat_error;
#[cfg(not(target_arch = "wasm32"))]
mod external;
#[cfg(target_arch = "wasm32")]
#[path = "external/absent.rs"]
mod external;
mod kept;
#[cfg(feature = "minisat")]
mod minisat;
mod options;
pub mod proof_file;

mod refute;
pub mod smt;
mod table;
mod varisat;

pub use assumptions::AssumptionSolver;
pub use control::{ConflictsFn, Control, OnConflicts};
pub use cpp_memory::when_memory_ends;
#[cfg(unix)]
pub use external::read_output;
#[cfg(not(target_arch = "wasm32"))]
pub use external::{is_installed, without_our_libraries};
pub use options::BackendOptions;
use patsat_base::Limit;
pub use refute::{Attempt, ClauseList, RefutationResult};
pub use table::{
    BACKENDS, BackendChoice, BackendRow, BuiltInSolver, DEFAULT, Kind, Refute, Start, UnknownBackendError,
    backend, left_out,
};

use rustsat::types::Lit;

/// Whether CaDiCaL is linked in (feature `cadical`).
pub const HAS_CADICAL: bool = cfg!(feature = "cadical");
/// Whether z3 is linked in (feature `z3`).
pub const HAS_Z3: bool = cfg!(feature = "z3");

/// A solver's answer. `M` is the part of a model that the solver returns with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverAnswer<M = ()> {
    /// There is a model. For a SAT solver [`Backend::value`] returns its values.
    Satisfiable(M),
    /// There is no model under the assumptions that were made.
    Unsatisfiable,
    /// Stopped before an answer.
    Unknown(Limit),
}

impl<M> SolverAnswer<M> {
    /// Returns the same answer with the model converted.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> SolverAnswer<N> {
        match self {
            SolverAnswer::Satisfiable(model) => SolverAnswer::Satisfiable(convert(model)),
            SolverAnswer::Unsatisfiable => SolverAnswer::Unsatisfiable,
            SolverAnswer::Unknown(limit) => SolverAnswer::Unknown(limit),
        }
    }
}

/// The counters of a solver, over all queries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct SolverStats {
    /// Conflicts; 0 where the solver does not report them.
    pub conflicts: u64,
    /// Decisions; 0 where the solver does not report them.
    pub decisions: u64,
    /// Propagations; 0 where the solver does not report them.
    pub propagations: u64,
}

/// The reason why a solver could not answer, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BackendError {
    /// It is not there: not built in, or the program is not installed.
    #[error("{0}")]
    Missing(String),
    /// It crashed, or its output is no answer.
    #[error("{0}")]
    Broken(String),
}

/// A SAT solver.
pub trait Backend {
    /// Adds a clause.
    ///
    /// # Errors
    /// If the solver is broken or out of memory.
    fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError>;

    /// Solves under assumptions. It may be called again, after more clauses and after it was
    /// stopped.
    ///
    /// # Errors
    /// If the solver breaks down.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverAnswer, BackendError>;

    /// Sets the most conflicts of each later query, as [`Control::conflicts`] does for all from the
    /// first. Back-ends that do not count them ignore it.
    fn limit_conflicts(&mut self, most: Option<u64>);

    /// Whether the literal is true in the model of the last query; to be read before the next
    /// clause is added. Variables that the solver never saw are false.
    fn value(&self, literal: Lit) -> bool;

    /// Returns the solver's counters so far.
    fn stats(&self) -> SolverStats;
}

/// Gives a solver clauses, of which there may be many millions, and checks the control in between.
/// If it returns a limit, the solver does not have all clauses, and its answer is of no use.
///
/// # Errors
/// If the solver is broken or out of memory.
pub fn hand_over<'c>(
    clauses: impl IntoIterator<Item = &'c [Lit]>,
    backend: &mut dyn Backend,
    control: &Control<'_>,
) -> Result<Option<Limit>, BackendError> {
    for (n, clause) in clauses.into_iter().enumerate() {
        if n.is_multiple_of(4096)
            && let Some(limit) = control.check_memory()
        {
            return Ok(Some(limit));
        }
        backend.add(clause)?;
    }
    Ok(None)
}
