//! Batsat (Simon Cruanes and others; MiniSat of Eén and Sörensson 2003 in Rust): there in every build.
//!
//! It has MiniSat's search without its preprocessing. It writes no proofs that others read; varisat makes a
//! proof where one is wanted. It can be stopped at any conflict and propagation, and continues from there.

use super::control::Watch;
use super::{Backend, BackendError, BackendOptions, Control, Limit, SolverAnswer, SolverStats};
use ::batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, lbool};
use rustsat::types::Lit;
use std::cell::{Cell, RefCell};

/// Calls between two checks of the clock.
const EVERY: u32 = 64;

/// Decides when to stop.
pub(super) struct Stopper<'a> {
    watch: RefCell<Watch<'a>>,
    calls: Cell<u32>,
    /// The limit that stopped it; it stays set.
    seen: Cell<Option<Limit>>,
    /// Conflicts so far, those before this question, and the most that this one may have.
    conflicts: u64,
    before: u64,
    most: Option<u64>,
}

impl Callbacks for Stopper<'_> {
    fn on_new_clause(&mut self, _clause: &[::batsat::Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        if self.seen.get().is_none() && calls.is_multiple_of(EVERY) {
            let mut watch = self.watch.borrow_mut();
            watch.notify(self.conflicts);
            self.seen.set(watch.check());
        }
        self.seen.get().is_some() || self.most.is_some_and(|most| self.conflicts - self.before >= most)
    }
}

/// The solver, with literals as we number them.
pub(super) struct Core<'a> {
    pub(super) solver: Solver<Stopper<'a>>,
    clause: Vec<::batsat::Lit>,
}

fn lit(literal: Lit) -> ::batsat::Lit {
    ::batsat::Lit::new(::batsat::Var::unsafe_from_idx(literal.vidx32()), literal.is_pos())
}

impl<'a> Core<'a> {
    /// A solver without clauses. Seeds other than 0 begin with another order of the variables.
    pub(super) fn new(seed: u64, settings: SolverOpts, control: Control<'a>) -> Core<'a> {
        let opts = SolverOpts {
            random_seed: 91_648_253.0 + (seed % 1_000_003) as f64,
            rnd_init_act: seed != 0,
            ..settings
        };
        let watch = RefCell::new(Watch::new(control));
        let (calls, seen) = (Cell::new(0), Cell::new(None));
        let stopper = Stopper { watch, calls, seen, conflicts: 0, before: 0, most: None };
        Core { solver: Solver::new(opts, stopper), clause: Vec::new() }
    }

    fn read(&mut self, literals: &[Lit]) {
        self.clause.clear();
        for &literal in literals {
            while self.solver.num_vars() <= literal.vidx32() {
                self.solver.new_var_default();
            }
            self.clause.push(lit(literal));
        }
    }

    pub(super) fn add(&mut self, clause: &[Lit]) {
        self.read(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Solves under assumptions, with at most `most` conflicts.
    pub(super) fn solve(&mut self, assumptions: &[Lit], most: Option<u64>) -> SolverAnswer {
        self.read(assumptions);
        let stopper = self.solver.cb_mut();
        (stopper.before, stopper.most) = (stopper.conflicts, most);
        let answer = self.solver.solve_limited(&self.clause);
        if answer == lbool::TRUE {
            SolverAnswer::Satisfiable(())
        } else if answer == lbool::FALSE {
            SolverAnswer::Unsatisfiable
        } else {
            SolverAnswer::Unknown(self.solver.cb().seen.get().unwrap_or(Limit::Conflicts))
        }
    }

    /// Whether the literal is true in the model found last.
    pub(super) fn value(&self, literal: Lit) -> bool {
        // A variable that no clause has is false.
        let known = literal.vidx32() < self.solver.num_vars();
        known && self.solver.value_lit(lit(literal)) == lbool::TRUE || !known && literal.is_neg()
    }
}

struct Batsat<'a> {
    core: Core<'a>,
    control: Control<'a>,
}

pub(super) fn start<'a>(
    options: &BackendOptions,
    control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    Ok(Box::new(Batsat { core: Core::new(options.seed, SolverOpts::default(), control), control }))
}

impl Backend for Batsat<'_> {
    fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.core.add(clause);
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverAnswer, BackendError> {
        if let Some(limit) = self.control.check() {
            return Ok(SolverAnswer::Unknown(limit));
        }
        Ok(self.core.solve(assumptions, self.control.conflicts))
    }

    fn limit_conflicts(&mut self, most: Option<u64>) {
        self.control.conflicts = most;
    }

    fn value(&self, literal: Lit) -> bool {
        self.core.value(literal)
    }

    fn stats(&self) -> SolverStats {
        let solver = &self.core.solver;
        SolverStats {
            conflicts: solver.num_conflicts(),
            decisions: solver.num_decisions(),
            propagations: solver.num_propagations(),
        }
    }
}
