//! Refutations with a proof: that clauses have no model, in a form that anyone can check.
//!
//! Every solver's proof ends up in one format, binary LRAT, compressed: CaDiCaL tells each
//! derived clause with the clauses it came from; varisat writes a proof of its own, which its
//! checker turns into the same. The question has no assumptions: what is to be refuted is
//! added as a clause before.

#[cfg(feature = "cadical")]
pub(super) mod cadical;
mod lrat;
pub(super) mod varisat;

use super::{BackendError, SolverLimit, SolverStats};
use rustsat::types::Lit;

/// How an attempt to refute ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refuted {
    /// There is no model; the proof is LRAT, binary, compressed as a DEFLATE stream. The
    /// clauses are numbered from 1 in their order.
    Yes(Vec<u8>),
    /// There is a model after all.
    No,
    /// Stopped before an answer.
    Unknown(SolverLimit),
}

/// An attempt to refute, and what it cost.
pub type Attempt = Result<(Refuted, SolverStats), BackendError>;

/// The clauses to refute, in order.
pub type ClauseList<'b, 'c> = &'b mut (dyn Iterator<Item = &'c [Lit]> + 'b);
