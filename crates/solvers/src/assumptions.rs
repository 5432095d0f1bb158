//! Batsat for many small questions.
//!
//! Reachability makes tens of thousands of queries of a fraction of a millisecond each, with other
//! assumptions each time. It needs the assumptions that a refutation used. A solver of MiniSat's
//! kind is best at that, because it does nothing between two queries. Its results are not
//! certified; callers that claim them prove them again.

use super::batsat::Core;
use super::{Control, SolverAnswer};
use ::batsat::{SolverInterface, SolverOpts};
use rustsat::types::Lit;

/// An incremental solver that returns the assumptions that a refutation needed.
pub struct AssumptionSolver<'a> {
    core: Core<'a>,
    queried: u64,
}

impl std::fmt::Debug for AssumptionSolver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AssumptionSolver").field("queried", &self.queried).finish_non_exhaustive()
    }
}

impl<'a> AssumptionSolver<'a> {
    /// A solver without clauses.
    #[must_use]
    pub fn new(seed: u64, control: Control<'a>) -> AssumptionSolver<'a> {
        // A question has a hundred conflicts: what it learned is of little use to the next.
        let settings = SolverOpts { restart_first: 30, learntsize_factor: 0.2, ..SolverOpts::default() };
        AssumptionSolver { core: Core::new(seed, settings, control), queried: 0 }
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.core.add(clause);
    }

    /// Solves under assumptions, with at most `most` conflicts.
    pub fn solve(&mut self, assumptions: &[Lit], most: Option<u32>) -> SolverAnswer {
        self.queried += 1;
        self.core.solve(assumptions, most.map(u64::from))
    }

    /// Whether the literal is true in the model found last.
    #[must_use]
    pub fn value(&self, literal: Lit) -> bool {
        self.core.value(literal)
    }

    /// Whether the last refutation needed the assumption of this literal.
    #[must_use]
    pub fn needed(&self, literal: Lit) -> bool {
        self.core.solver.unsat_core_contains_var(::batsat::Var::unsafe_from_idx(literal.vidx32()))
    }

    /// Conflicts so far.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.core.solver.num_conflicts()
    }

    /// Questions asked so far.
    #[must_use]
    pub fn queried(&self) -> u64 {
        self.queried
    }
}
