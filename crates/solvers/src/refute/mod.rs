//! Refutations with a proof: that clauses have no model, in a form that anyone can check.
//!
//! Every solver's proof ends up in one format, binary LRAT, compressed. CaDiCaL reports each
//! derived clause with the clauses it came from. Varisat writes a proof of its own, which its
//! checker turns into the same. The query has no assumptions: what is to be refuted is added as a
//! clause before.

#[cfg(feature = "cadical")]
pub(super) mod cadical;
mod lrat;
pub(super) mod varisat;

use super::{Backend, BackendError, Limit, SolverStats};
use rustsat::types::Lit;

/// The result of an attempt to refute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefutationResult {
    /// There is no model; the proof is LRAT, binary, compressed as a DEFLATE stream. The
    /// clauses are numbered from 1 in their order.
    Yes(Vec<u8>),
    /// There is a model after all: the values of the variables that the clauses have.
    No(Vec<bool>),
    /// Stopped before an answer.
    Unknown(Limit),
}

/// An attempt to refute, and what it cost.
pub type Attempt = Result<(RefutationResult, SolverStats), BackendError>;

/// The clauses to refute, in order.
pub type ClauseList<'b, 'c> = &'b mut (dyn Iterator<Item = &'c [Lit]> + 'b);

/// Variables up to the last of the clauses so far.
fn most_variables(so_far: u32, clause: &[Lit]) -> u32 {
    clause.iter().map(|literal| literal.var().idx32() + 1).fold(so_far, u32::max)
}

/// The model that a solver has found.
fn model(solver: &dyn Backend, variables: u32) -> Vec<bool> {
    (0..variables).map(|n| solver.value(Lit::positive(n))).collect()
}
