//! Varisat (Jannis Harder 2018-2020), pure Rust: there in every build.
//!
//! It has no way to be interrupted. But it can write a proof as it goes, and gives up when
//! that fails: so it writes one to a target that counts conflicts, throws the rest away, and
//! fails when it is time to stop. The proof comes in pieces of some kilobytes, about a
//! hundred conflicts each, which is how exactly limits are kept. A solver so stopped cannot go
//! on; it is built anew from the clauses when it is asked again.
//!
//! Nor does it know seeds. A seed other than 0 exchanges the numbers of variables, which decide
//! among variables of equal activity.

mod steps;

use super::control::Watch;
use super::{Backend, BackendError, BackendOptions, Control, SatAnswer, SolverLimit, SolverStats};
use ::varisat::solver::{ProofFormat, SolverError};
use ::varisat::{ExtendFormula, Solver};
use rustsat::types::Lit;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use steps::StepCounter;

/// What the solver and the target of its proof share.
#[derive(Debug, Default)]
struct Meter {
    /// Conflicts since the start.
    conflicts: u64,
    /// The count at which the present question ends.
    end: Option<u64>,
    /// Why the solver was stopped.
    stopped: Option<SolverLimit>,
    /// The proof, if it is wanted.
    proof: Option<Vec<u8>>,
}

type Shared = Arc<Mutex<Meter>>;

fn lock(meter: &Shared) -> MutexGuard<'_, Meter> {
    meter.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a proof and fails when it is time to stop.
struct Target<'a> {
    watch: Watch<'a>,
    counter: StepCounter,
    meter: Shared,
}

impl io::Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut meter = lock(&self.meter);
        meter.conflicts += self.counter.count(bytes);
        let spent = meter.end.is_some_and(|end| meter.conflicts >= end).then_some(SolverLimit::Conflicts);
        // Once stopped is stopped: what the solver still has in its buffer comes too.
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
    seed: u64,
    meter: Shared,
    /// Every clause, to begin again: literals and where each clause ends.
    literals: Vec<::varisat::Lit>,
    ends: Vec<usize>,
    model: Vec<bool>,
}

pub(super) fn start<'a>(
    options: &BackendOptions,
    control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    let mut varisat = Varisat::new(control);
    varisat.seed = options.seed;
    Ok(Box::new(varisat))
}

/// Exchanges the numbers `2^k..2^(k+1)` among themselves, for every `k`: so they stay dense
/// however many variables there will be. Seed 0 leaves them.
fn renamed(variable: usize, seed: u64) -> usize {
    let Some(bits) = variable.checked_ilog2().filter(|_| seed != 0) else { return variable };
    // The mixer of splitmix64 (Steele, Lea, Flood 2014).
    let mut mask = seed.wrapping_add(u64::from(bits)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mask = (mask ^ (mask >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mask = (mask ^ (mask >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    variable ^ ((mask ^ (mask >> 31)) as usize & ((1 << bits) - 1))
}

impl<'a> Varisat<'a> {
    pub(super) fn new(control: Control<'a>) -> Varisat<'a> {
        let (literals, ends, model) = (Vec::new(), Vec::new(), Vec::new());
        Varisat { solver: None, control, seed: 0, meter: Shared::default(), literals, ends, model }
    }

    fn lit(&self, literal: Lit) -> ::varisat::Lit {
        ::varisat::Lit::from_index(renamed(literal.vidx(), self.seed), literal.is_pos())
    }

    /// Keeps the proof of the one question to come.
    pub(super) fn keep_proof(&mut self) {
        lock(&self.meter).proof = Some(Vec::new());
    }

    /// Ends the proof, which `keep_proof` asked for.
    pub(super) fn take_proof(&mut self) -> Result<Vec<u8>, SolverLimit> {
        let closed = self.solver.take().is_some_and(|mut solver| solver.close_proof().is_ok());
        let mut meter = lock(&self.meter);
        match meter.proof.take() {
            Some(proof) if closed => Ok(proof),
            _ => Err(meter.stopped.unwrap_or(SolverLimit::Interrupted)),
        }
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = &[::varisat::Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    fn rebuild(&mut self) {
        let mut solver = Solver::new();
        let (watch, meter) = (Watch::new(self.control), Arc::clone(&self.meter));
        let target = Target { watch, counter: StepCounter::default(), meter };
        solver.write_proof(target, ProofFormat::Varisat);
        let mut start = 0;
        for &end in &self.ends {
            solver.add_clause(&self.literals[start..end]);
            start = end;
        }
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
        let start = self.literals.len();
        let clause: Vec<_> = clause.iter().map(|&l| self.lit(l)).collect();
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
        if let Some(solver) = &mut self.solver {
            solver.add_clause(&self.literals[start..]);
        }
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatAnswer, BackendError> {
        self.model.clear();
        if let Some(limit) = self.control.check() {
            return Ok(SatAnswer::Unknown(limit));
        }
        {
            let mut meter = lock(&self.meter);
            meter.stopped = None;
            meter.end = self.control.conflicts.map(|most| meter.conflicts.saturating_add(most));
        }
        if self.solver.is_none() {
            self.rebuild();
        }
        let assumptions: Vec<_> = assumptions.iter().map(|&l| self.lit(l)).collect();
        let Some(solver) = &mut self.solver else { return Err(BackendError::Broken("varisat: lost".into())) };
        solver.assume(&assumptions);
        let answer = solver.solve();
        match answer {
            Ok(true) => {
                self.keep_model();
                Ok(SatAnswer::Satisfiable)
            }
            Ok(false) => Ok(SatAnswer::Unsatisfiable),
            Err(SolverError::ProofIoError { .. } | SolverError::Interrupted) => {
                self.solver = None;
                let stopped = lock(&self.meter).stopped;
                Ok(SatAnswer::Unknown(stopped.unwrap_or(SolverLimit::Interrupted)))
            }
            Err(error) => Err(BackendError::Broken(format!("varisat: {error}"))),
        }
    }

    fn value(&self, literal: Lit) -> bool {
        self.model.get(renamed(literal.vidx(), self.seed)).copied().unwrap_or(false) == literal.is_pos()
    }

    fn stats(&self) -> SolverStats {
        SolverStats { conflicts: lock(&self.meter).conflicts, ..SolverStats::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_exchanges_variables() {
        for seed in [0, 1, 77] {
            let mut names: Vec<usize> = (0..1024).map(|n| renamed(n, seed)).collect();
            assert_eq!(names.iter().enumerate().all(|(n, &name)| n == name), seed == 0);
            names.sort_unstable();
            assert!(names.into_iter().eq(0..1024));
        }
    }
}
