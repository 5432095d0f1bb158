//! Games whose runs are collected: upper bounds by parallel steps, lower bounds by sequential steps.
//!
//! Every move, row and collected run is a step of `sequential` and costs one, so its least horizon with a plan is the
//! least cost. The search starts with a plan of any length. Then one solver is queried for growing horizons: each
//! refutation is a lower bound, until the bound meets the best plan or a better plan is found.
//!
//! Refutations of short horizons are cheap, because the required moves do not fit into them. At the first horizon that
//! takes many conflicts, the formula of parallel steps is queried for less cost, as long as its answers take few
//! conflicts. This improves the best plan before the remaining horizons are refuted.

use super::Hunt;
use super::counted_formula::{CountedFormula, Reply, read};
use crate::failure::Failure;
use patsat_base::Limit;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::steps::sequential;
use patsat_solvers::{Control, SolverAnswer, hand_over};

/// The numbers of parallel steps, before each row and after the last one, of the queries for less cost.
const SHAPES: [(u32, u32); 2] = [(4, 10), (6, 14)];
/// The conflict limit of such a query.
const CONFLICTS: u64 = 20_000;

impl<'a> Hunt<'a> {
    /// Sets the lower bound to the number of steps that every plan needs.
    pub(super) fn distance(&mut self) -> Option<u32> {
        self.stats.lower_bound = sequential::distance(&self.lowered.task);
        self.notify();
        // The verifier does not check this bound.
        None
    }

    /// Searches for less cost until the bounds meet or a limit is reached.
    pub(super) fn improve_runs(&mut self) -> Result<Option<Limit>, Failure> {
        let few = Control { conflicts: Some(CONFLICTS), ..self.control(None) };
        match self.raise_bound(few)? {
            Some(Limit::Conflicts) => {}
            end => return Ok(end),
        }
        for (before_rows, after) in SHAPES {
            let options = Options { phase_steps: Some(before_rows), ..Options::default() };
            if self.lower() >= self.upper() {
                break;
            }
            let most = self.upper() as usize;
            let mut counted = CountedFormula::new(self, ("exists-runs", options), (after, most), few)?;
            while self.lower() < self.upper() {
                match counted.query(self.upper() - 1)? {
                    Reply::Satisfiable(steps) => self.take(&steps)?,
                    Reply::Unknown(limit @ (Limit::Interrupted | Limit::Time)) => return Ok(Some(limit)),
                    Reply::Unsatisfiable | Reply::Unknown(_) => break,
                }
            }
        }
        self.raise_bound(self.control(None))
    }

    /// Refutes one horizon after the other.
    fn raise_bound(&mut self, control: Control<'a>) -> Result<Option<Limit>, Failure> {
        let encoding = schemes::encoding("sequential")?;
        let mut unroll = (encoding.start)(&self.lowered.task, &Options::default())?;
        let mut formula = Formula::with_limit(self.job.limits.memory_mib);
        let mut backend = self.start(control)?;
        let mut given = 0;
        while self.lower() < self.upper() {
            let Ok(goal) = unroll.grow(self.lower(), &mut formula) else { return Ok(Some(Limit::Memory)) };
            if let Some(limit) = hand_over(formula.clauses_from(given), &mut *backend, &control)? {
                return Ok(Some(limit));
            }
            given = formula.size().clauses;
            match backend.solve(&[goal])? {
                SolverAnswer::Unsatisfiable => {
                    self.stats.lower_bound = Some(self.lower() + 1);
                    self.notify();
                }
                SolverAnswer::Unknown(limit) => return Ok(Some(limit)),
                SolverAnswer::Satisfiable(()) => {
                    if let Reply::Satisfiable(steps) = read(&*unroll, &formula, &*backend, &[goal])? {
                        self.take(&steps)?;
                    }
                }
            }
        }
        Ok(None)
    }
}
