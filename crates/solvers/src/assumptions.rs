//! Batsat (Simon Cruanes; MiniSat of Eén and Sörensson 2003 in Rust), for many small questions.
//!
//! Reachability asks tens of thousands of questions of a fraction of a millisecond, each with
//! other assumptions, and wants to know which of them a refutation needed. A solver of MiniSat's
//! kind is best at that: it does nothing between two questions. It takes no part in the table of
//! back-ends, as it writes no proofs: what is found with it is proved anew by whoever claims it.

use super::control::Watch;
use super::{Control, Limit, SolverAnswer};
use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, lbool};
use rustsat::types::Lit;
use std::cell::{Cell, RefCell};

/// Between two looks at the clock.
const EVERY: u32 = 64;

struct Stopper<'a> {
    watch: RefCell<Watch<'a>>,
    calls: Cell<u32>,
    seen: Cell<Option<Limit>>,
    /// Conflicts of this question, and the most it may have.
    conflicts: u32,
    most: Option<u32>,
}

impl Callbacks for Stopper<'_> {
    fn on_start(&mut self) {
        self.conflicts = 0;
    }

    fn on_new_clause(&mut self, _clause: &[batsat::Lit], _kind: batsat::ClauseKind) {
        self.conflicts += 1;
    }

    fn stop(&self) -> bool {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        if self.seen.get().is_none() && calls.is_multiple_of(EVERY) {
            self.seen.set(self.watch.borrow_mut().check());
        }
        self.seen.get().is_some() || self.spent()
    }
}

impl Stopper<'_> {
    fn spent(&self) -> bool {
        self.most.is_some_and(|most| self.conflicts >= most)
    }
}

/// An incremental solver that tells which assumptions a refutation needed.
pub struct AssumptionSolver<'a> {
    solver: Solver<Stopper<'a>>,
    clause: Vec<batsat::Lit>,
    assumptions: Vec<batsat::Lit>,
    asked: u64,
}

impl std::fmt::Debug for AssumptionSolver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AssumptionSolver").field("asked", &self.asked).finish_non_exhaustive()
    }
}

impl<'a> AssumptionSolver<'a> {
    /// A solver without clauses.
    #[must_use]
    pub fn new(seed: u64, control: Control<'a>) -> AssumptionSolver<'a> {
        let opts = SolverOpts {
            random_seed: 91_648_253.0 + (seed % 1_000_003) as f64,
            rnd_init_act: seed != 0,
            // A question has a hundred conflicts: what it learned is of little use to the next.
            restart_first: 30,
            learntsize_factor: 0.2,
            ..SolverOpts::default()
        };
        let watch = RefCell::new(Watch::new(control));
        let stopper = Stopper { watch, calls: Cell::new(0), seen: Cell::new(None), conflicts: 0, most: None };
        let solver = Solver::new(opts, stopper);
        AssumptionSolver { solver, clause: Vec::new(), assumptions: Vec::new(), asked: 0 }
    }

    fn literal(solver: &mut Solver<Stopper<'a>>, literal: Lit) -> batsat::Lit {
        let number = literal.vidx32();
        while solver.num_vars() <= number {
            solver.new_var_default();
        }
        batsat::Lit::new(solver.var_of_int(number), literal.is_pos())
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.clause.clear();
        for &literal in clause {
            let literal = Self::literal(&mut self.solver, literal);
            self.clause.push(literal);
        }
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Solves under assumptions, with so many conflicts at most.
    pub fn solve(&mut self, assumptions: &[Lit], most: Option<u32>) -> SolverAnswer {
        self.asked += 1;
        self.solver.cb_mut().most = most;
        self.assumptions.clear();
        for &literal in assumptions {
            let literal = Self::literal(&mut self.solver, literal);
            self.assumptions.push(literal);
        }
        let answer = self.solver.solve_limited(&self.assumptions);
        if answer == lbool::TRUE {
            SolverAnswer::Satisfiable(())
        } else if answer == lbool::FALSE {
            SolverAnswer::Unsatisfiable
        } else {
            SolverAnswer::Unknown(self.solver.cb().seen.get().unwrap_or(Limit::Conflicts))
        }
    }

    /// Whether the literal is true in the model found last.
    #[must_use]
    pub fn value(&self, literal: Lit) -> bool {
        let literal = batsat::Lit::new(batsat::Var::unsafe_from_idx(literal.vidx32()), literal.is_pos());
        self.solver.value_lit(literal) == lbool::TRUE
    }

    /// Whether the last refutation needed the assumption of this literal.
    #[must_use]
    pub fn needed(&self, literal: Lit) -> bool {
        self.solver.unsat_core_contains_var(batsat::Var::unsafe_from_idx(literal.vidx32()))
    }

    /// Conflicts so far.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Questions asked so far.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.asked
    }
}
