//! Varisat (Jannis Harder 2018-2020), pure Rust: there in every build.
//!
//! It cannot be interrupted. But it can write a proof as it goes, and gives up when that fails. So
//! it writes one to a target that counts conflicts, discards the rest, and fails when it is time to
//! stop. The proof comes in pieces of some kilobytes, about a hundred conflicts each; this is the
//! precision of the limits. A solver that was stopped so cannot go on. For the next query it is
//! rebuilt from the clauses, as a run of another seed (`kept`: varisat itself has no seeds).

mod steps;

use super::control::Watch;
use super::kept::KeptClauses;
use super::{Backend, BackendError, BackendOptions, Control, Limit, SolverAnswer, SolverStats};
use ::varisat::solver::{ProofFormat, SolverError};
use ::varisat::{ExtendFormula, Solver};
use rustsat::types::Lit;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use steps::StepCounter;

/// The data that the solver and the target of its proof share.
#[derive(Debug, Default)]
struct Meter {
    /// Conflicts since the start.
    conflicts: u64,
    /// The count at which the present question ends.
    end: Option<u64>,
    /// Why the solver was stopped.
    stopped: Option<Limit>,
    /// The proof, if it is wanted.
    proof: Option<Vec<u8>>,
}

type SharedMeter = Arc<Mutex<Meter>>;

fn lock(meter: &SharedMeter) -> MutexGuard<'_, Meter> {
    meter.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a proof and fails when it is time to stop.
struct Target<'a> {
    watch: Watch<'a>,
    counter: StepCounter,
    meter: SharedMeter,
}

impl io::Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut meter = lock(&self.meter);
        meter.conflicts += self.counter.count(bytes);
        self.watch.notify(meter.conflicts);
        let spent = meter.end.is_some_and(|end| meter.conflicts >= end).then_some(Limit::Conflicts);
        // A stopped target stays stopped: it also rejects the rest of the solver's buffer.
        meter.stopped = meter.stopped.or_else(|| self.watch.check()).or(spent);
        match meter.stopped {
            Some(_) => Err(io::ErrorKind::Other.into()),
            None => {
                if let Some(proof) = &mut meter.proof {
                    proof.extend_from_slice(bytes);
                }
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) struct Varisat<'a> {
    /// `None` after it was stopped.
    solver: Option<Solver<'a>>,
    control: Control<'a>,
    meter: SharedMeter,
    /// Every clause, to begin again.
    clauses: KeptClauses<::varisat::Lit>,
    model: Vec<bool>,
}

pub(super) fn start<'a>(
    options: &BackendOptions,
    control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    Ok(Box::new(Varisat::new(options.seed, control)))
}

fn lit(literal: Lit) -> ::varisat::Lit {
    ::varisat::Lit::from_index(literal.vidx(), literal.is_pos())
}

impl<'a> Varisat<'a> {
    pub(super) fn new(seed: u64, control: Control<'a>) -> Varisat<'a> {
        let (clauses, model) = (KeptClauses::new(seed), Vec::new());
        Varisat { solver: None, control, meter: SharedMeter::default(), clauses, model }
    }

    /// Keeps the proof of the one question to come.
    pub(super) fn keep_proof(&mut self) {
        lock(&self.meter).proof = Some(Vec::new());
    }

    /// Ends the proof that `keep_proof` started.
    pub(super) fn take_proof(&mut self) -> Result<Vec<u8>, Limit> {
        let closed = self.solver.take().is_some_and(|mut solver| solver.close_proof().is_ok());
        let mut meter = lock(&self.meter);
        match meter.proof.take() {
            Some(proof) if closed => Ok(proof),
            _ => Err(meter.stopped.unwrap_or(Limit::Interrupted)),
        }
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = &[::varisat::Lit]> {
        self.clauses.iter()
    }

    fn rebuild(&mut self) {
        let mut solver = Solver::new();
        let (watch, meter) = (Watch::new(self.control), Arc::clone(&self.meter));
        let target = Target { watch, counter: StepCounter::default(), meter };
        solver.write_proof(target, ProofFormat::Varisat);
        self.clauses.for_next_build().for_each(|clause| solver.add_clause(clause));
        self.solver = Some(solver);
    }

    fn keep_model(&mut self) {
        self.model.clear();
        let model = self.solver.as_ref().and_then(Solver::model).unwrap_or_default();
        for literal in model.into_iter().filter(|l| l.is_positive()) {
            if self.model.len() <= literal.index() {
                self.model.resize(literal.index() + 1, false);
            }
            self.model[literal.index()] = true;
        }
    }
}

impl Backend for Varisat<'_> {
    fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let clause = self.clauses.add(clause.iter().copied().map(lit));
        if let Some(solver) = &mut self.solver {
            solver.add_clause(clause);
        }
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverAnswer, BackendError> {
        self.model.clear();
        if let Some(limit) = self.control.check() {
            return Ok(SolverAnswer::Unknown(limit));
        }
        {
            let mut meter = lock(&self.meter);
            meter.stopped = None;
            meter.end = self.control.conflicts.map(|most| meter.conflicts.saturating_add(most));
        }
        if self.solver.is_none() {
            self.rebuild();
        }
        let assumptions: Vec<_> = assumptions.iter().copied().map(lit).collect();
        let Some(solver) = &mut self.solver else { return Err(BackendError::Broken("varisat: lost".into())) };
        solver.assume(&assumptions);
        let answer = solver.solve();
        match answer {
            Ok(true) => {
                self.keep_model();
                Ok(SolverAnswer::Satisfiable(()))
            }
            Ok(false) => Ok(SolverAnswer::Unsatisfiable),
            Err(SolverError::ProofIoError { .. } | SolverError::Interrupted) => {
                self.solver = None;
                let stopped = lock(&self.meter).stopped;
                Ok(SolverAnswer::Unknown(stopped.unwrap_or(Limit::Interrupted)))
            }
            Err(error) => Err(BackendError::Broken(format!("varisat: {error}"))),
        }
    }

    fn limit_conflicts(&mut self, most: Option<u64>) {
        self.control.conflicts = most;
    }

    fn value(&self, literal: Lit) -> bool {
        self.model.get(literal.vidx()).copied().unwrap_or(false) == literal.is_pos()
    }

    fn stats(&self) -> SolverStats {
        SolverStats { conflicts: lock(&self.meter).conflicts, ..SolverStats::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_solver_restarts_as_a_new_run() {
        // Seven pigeons in six holes.
        let lit = |pigeon: u32, hole: u32| rustsat::types::Var::new(6 * pigeon + hole).pos_lit();
        let mut solver = Varisat::new(5, Control { conflicts: Some(1), ..Control::default() });
        for pigeon in 0..7 {
            solver.add(&(0..6).map(|hole| lit(pigeon, hole)).collect::<Vec<_>>()).unwrap();
            for (other, hole) in (0..pigeon).flat_map(|other| (0..6).map(move |hole| (other, hole))) {
                solver.add(&[!lit(pigeon, hole), !lit(other, hole)]).unwrap();
            }
        }
        let spent = solver.solve(&[]).unwrap();
        assert_eq!((spent, solver.clauses.builds()), (SolverAnswer::Unknown(Limit::Conflicts), 1));
        solver.limit_conflicts(None);
        assert_eq!(solver.solve(&[]).unwrap(), SolverAnswer::Unsatisfiable);
        assert_eq!(solver.clauses.builds(), 2);
    }
}
