//! MiniSat 2.2 (Eén and Sörensson 2003) with its preprocessing (Eén and Biere 2005), linked in.
//!
//! Preprocessing eliminates variables, and no clause or assumption may name these after it. So each query gets a
//! solver of its own, from all clauses and with the assumptions as units.
//!
//! It counts conflicts itself. A thread beside it checks flags, clock and memory, and interrupts it.

use super::control::Watch;
use super::kept::KeptClauses;
use super::{Backend, BackendError, BackendOptions, Control, Limit, SolverAnswer, SolverStats};
use rustsat::OutOfMemory;
use rustsat::solvers::{GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, Solve, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};
use rustsat_minisat::simp::Minisat as Solver;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Interval between checks of flags and clock.
const EVERY: Duration = Duration::from_millis(5);

struct Minisat<'a> {
    control: Control<'a>,
    clauses: KeptClauses<Lit>,
    model: Vec<bool>,
    stats: SolverStats,
}

pub(super) fn start<'a>(
    options: &BackendOptions,
    control: Control<'a>,
) -> Result<Box<dyn Backend + 'a>, BackendError> {
    let clauses = KeptClauses::new(options.seed);
    Ok(Box::new(Minisat { control, clauses, model: Vec::new(), stats: SolverStats::default() }))
}

fn broken(error: impl std::fmt::Display) -> BackendError {
    BackendError::Broken(format!("minisat: {error}"))
}

/// The solver's number of each variable: those that were named first come first.
#[derive(Default)]
struct Numbers {
    numbers: Vec<Option<u32>>,
    used: u32,
}

impl Numbers {
    fn of(&mut self, literal: Lit) -> Lit {
        let at = literal.vidx();
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, None);
        }
        let number = *self.numbers[at].get_or_insert_with(|| {
            self.used += 1;
            self.used - 1
        });
        Lit::new(number, literal.is_neg())
    }
}

impl Minisat<'_> {
    fn keep_model(&mut self, solver: &Solver, numbers: &Numbers) -> Result<(), BackendError> {
        for number in &numbers.numbers {
            let value = match number {
                Some(number) => solver.lit_val(Lit::positive(*number)).map_err(broken)?,
                None => TernaryVal::False,
            };
            self.model.push(value == TernaryVal::True);
        }
        Ok(())
    }
}

/// Returns a failed allocation inside MiniSat as the memory limit, and any other error as it is.
fn full(error: anyhow::Error) -> Result<SolverAnswer, BackendError> {
    match error.downcast_ref::<OutOfMemory>() {
        Some(_) => Ok(SolverAnswer::Unknown(Limit::Memory)),
        None => Err(broken(error)),
    }
}

/// The answer, and the limit if the solver was interrupted.
type WatchedAnswer = (anyhow::Result<SolverResult>, Option<Limit>);

/// Solves, and interrupts the solver when a limit is reached.
fn watched(solver: &mut Solver, control: Control<'_>) -> Result<WatchedAnswer, BackendError> {
    let (interrupter, done) = (solver.interrupter(), AtomicBool::new(false));
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut watch = Watch::new(control);
            while !done.load(Ordering::Acquire) {
                if let Some(limit) = watch.check() {
                    interrupter.interrupt();
                    return Some(limit);
                }
                thread::park_timeout(EVERY);
            }
            None
        });
        let answer = solver.solve();
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        let seen = watcher.join().map_err(|_| broken("who watches it has ended"))?;
        Ok((answer, seen))
    })
}

impl Backend for Minisat<'_> {
    fn add(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        self.clauses.add(clause.iter().copied());
        Ok(())
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<SolverAnswer, BackendError> {
        self.model.clear();
        if let Some(limit) = self.control.check() {
            return Ok(SolverAnswer::Unknown(limit));
        }
        let (mut solver, mut numbers) = (Solver::default(), Numbers::default());
        let mut renamed = Vec::new();
        let units = assumptions.chunks(1);
        for (n, clause) in self.clauses.for_next_build().chain(units).enumerate() {
            if n % 4096 == 0
                && let Some(limit) = self.control.check_memory()
            {
                return Ok(SolverAnswer::Unknown(limit));
            }
            renamed.clear();
            renamed.extend(clause.iter().map(|&literal| numbers.of(literal)));
            if let Err(error) = solver.add_clause_ref(Cl::new(&renamed)) {
                return full(error);
            }
        }
        let most = self.control.conflicts.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
        solver.limit_conflicts(most).map_err(broken)?;
        let (answer, seen) = watched(&mut solver, self.control)?;
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return full(error),
        };
        self.stats.conflicts += solver.conflicts() as u64;
        self.stats.decisions += solver.decisions() as u64;
        self.stats.propagations += solver.propagations() as u64;
        Ok(match answer {
            SolverResult::Sat => {
                self.keep_model(&solver, &numbers)?;
                SolverAnswer::Satisfiable(())
            }
            SolverResult::Unsat => SolverAnswer::Unsatisfiable,
            SolverResult::Interrupted => SolverAnswer::Unknown(seen.unwrap_or(Limit::Conflicts)),
        })
    }

    fn limit_conflicts(&mut self, most: Option<u64>) {
        self.control.conflicts = most;
    }

    fn value(&self, literal: Lit) -> bool {
        self.model.get(literal.vidx()).copied().unwrap_or(false) == literal.is_pos()
    }

    fn stats(&self) -> SolverStats {
        self.stats
    }
}
