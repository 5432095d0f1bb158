//! CaDiCaL (Biere, Fazekas, Fleury, Froleyks 2024), linked in.
//!
//! It calls its terminator between decisions; the terminator checks flags, clock and memory.
//! Conflicts are a limit of CaDiCaL's own, set again for every query.

use super::control::Watch;
use super::{Backend, BackendError, BackendOptions, Control, Limit, SolverAnswer, SolverStats};
use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Lit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Config, Limit as OwnLimit, Statistic};
use std::sync::{Arc, Mutex, PoisonError};

/// The limit that the terminator saw last.
type SeenLimit = Arc<Mutex<Option<Limit>>>;

pub(super) struct Cadical<'a> {
    pub(super) solver: CaDiCaL<'a, 'a>,
    control: Control<'a>,
    seen: SeenLimit,
}

pub(super) fn start<'a>(
    options: &BackendOptions,
    control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    Ok(Box::new(Cadical::new(options, control)?))
}

/// With CaDiCaL's own settings for formulas that are expected to have a model.
pub(super) fn start_for_models<'a>(
    options: &BackendOptions,
    control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    let mut cadical = Cadical::new(options, control)?;
    cadical.solver.set_configuration(Config::Sat).map_err(broken)?;
    Ok(Box::new(cadical))
}

impl<'a> Cadical<'a> {
    pub(super) fn new(options: &BackendOptions, control: Control<'a>) -> Result<Cadical<'a>, BackendError> {
        let mut solver = CaDiCaL::default();
        let seed = i32::try_from(options.seed % 2_000_000_000).unwrap_or(0);
        solver.set_option("seed", seed).map_err(broken)?;
        let seen = SeenLimit::default();
        let (mut watch, reached) = (Watch::new(control), Arc::clone(&seen));
        solver.attach_terminator(move || match watch.check() {
            Some(limit) => {
                *reached.lock().unwrap_or_else(PoisonError::into_inner) = Some(limit);
                ControlSignal::Terminate
            }
            None => ControlSignal::Continue,
        });
        Ok(Cadical { solver, control, seen })
    }
}

fn broken(error: impl std::fmt::Display) -> BackendError {
    BackendError::Broken(format!("cadical: {error}"))
}

impl Backend for Cadical<'_> {
    fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.solver.add_clause_ref(Cl::new(clause)).map_err(broken)
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverAnswer, BackendError> {
        if let Some(limit) = self.control.check() {
            return Ok(SolverAnswer::Unknown(limit));
        }
        if let Some(most) = self.control.conflicts {
            let most = i32::try_from(most).unwrap_or(i32::MAX);
            self.solver.set_limit(OwnLimit::Conflicts(most)).map_err(broken)?;
        }
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(match self.solver.solve_assumps(assumptions).map_err(broken)? {
            SolverResult::Sat => SolverAnswer::Satisfiable(()),
            SolverResult::Unsat => SolverAnswer::Unsatisfiable,
            SolverResult::Interrupted => {
                let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
                SolverAnswer::Unknown(seen.unwrap_or(Limit::Conflicts))
            }
        })
    }

    fn limit_conflicts(&mut self, most: Option<u64>) {
        self.control.conflicts = most;
    }

    fn value(&self, literal: Lit) -> bool {
        let value = self.solver.lit_val(literal.var().pos_lit());
        value.is_ok_and(|v| v == TernaryVal::True) == literal.is_pos()
    }

    fn stats(&self) -> SolverStats {
        let of = |statistic| self.solver.get_statistic(statistic);
        SolverStats {
            conflicts: of(Statistic::Conflicts),
            decisions: of(Statistic::Decisions),
            propagations: of(Statistic::Propagations),
        }
    }
}
