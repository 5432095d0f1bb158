//! One formula and one solver, queried repeatedly for growing bounds.
//!
//! The formula grows, the solver receives the new clauses, and the goal of the current bound is assumed. So learned
//! clauses stay valid for the next bound (Eén and Sörensson, BMC 2003, for model checking).

use super::{Config, Failure, Question};
use patsat_base::Limit;
use patsat_encodings::formula::Formula;
use patsat_encodings::task::{Step, Task};
use patsat_encodings::unroll::{ReadError, Unroll};
use patsat_solvers::{Backend, BackendOptions, Control, SolverAnswer};
use rustsat::types::{Lit, Var};
use web_time::Instant;

/// An answer with a model read as steps, or the reason why it cannot be read, which is a bug.
pub(super) type Reply = SolverAnswer<Result<Vec<Vec<Step>>, ReadError>>;

/// A formula and its solver.
pub(super) struct Engine<'a> {
    unroll: Box<dyn Unroll>,
    formula: Formula,
    backend: Box<dyn Backend + 'a>,
    control: Control<'a>,
    /// Clauses that the solver has.
    given: usize,
    bound: Option<u32>,
    goal: Option<Lit>,
    conflicts_before: u64,
}

/// The cost of one query.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) conflicts: u64,
}

impl<'a> Engine<'a> {
    /// Returns an empty formula and a solver without clauses.
    pub(super) fn new(task: &Task, config: &Config, control: Control<'a>) -> Result<Engine<'a>, Failure> {
        let unroll = (config.encoding.start)(task, &config.options)?;
        let backend = config.backend.start(&BackendOptions { seed: config.seed }, control)?;
        let formula = Formula::with_limit(control.memory_mib);
        Ok(Engine {
            unroll,
            formula,
            backend,
            control,
            given: 0,
            bound: None,
            goal: None,
            conflicts_before: 0,
        })
    }

    /// Whether the engine can query this bound. `incremental` states whether every formula of its encoding can grow,
    /// and
    /// `last` whether the goal becomes a clause.
    pub(super) fn can_query(&self, bound: u32, incremental: bool, last: bool) -> bool {
        let grows = (incremental || self.unroll.grows()) && !last;
        self.bound.is_none_or(|had| had == bound || (grows && had < bound))
    }

    /// Extends formula and solver to a bound; the goal becomes a clause if no larger bound follows.
    pub(super) fn grow(&mut self, bound: u32, last: bool) -> Result<Option<Limit>, Failure> {
        if self.bound == Some(bound) {
            return Ok(None);
        }
        self.bound = Some(bound);
        let Ok(goal) = self.unroll.grow(bound, &mut self.formula) else {
            return Ok(Some(Limit::Memory));
        };
        self.goal = Some(goal);
        if last {
            self.formula.add(&[goal]);
        }
        self.give()
    }

    /// Passes new clauses to the solver.
    fn give(&mut self) -> Result<Option<Limit>, Failure> {
        if self.formula.check().is_err() {
            return Ok(Some(Limit::Memory));
        }
        for (n, clause) in self.formula.clauses_from(self.given).enumerate() {
            if n % 4096 == 0
                && let Some(limit) = self.control.check_memory()
            {
                // The solver has a part of the formula; the rest may follow later.
                self.given += n;
                return Ok(Some(limit));
            }
            self.backend.add(clause)?;
        }
        self.given = self.formula.size().clauses;
        Ok(None)
    }

    /// Sets the conflict limit of a query.
    pub(super) fn limit_conflicts(&mut self, most: Option<u64>) {
        self.backend.limit_conflicts(most);
    }

    /// Records the size of the formula in a query.
    pub(super) fn measure(&self, question: &mut Question) {
        question.measured(self.formula.size());
    }

    /// Queries the bound that the formula has grown to.
    pub(super) fn query(&mut self, cost: &mut Cost) -> Result<Reply, Failure> {
        let reply = self.answer();
        let conflicts = self.backend.stats().conflicts;
        cost.conflicts = conflicts.saturating_sub(self.conflicts_before);
        self.conflicts_before = conflicts;
        reply
    }

    fn answer(&mut self) -> Result<Reply, Failure> {
        if let Some(limit) = self.control.check() {
            return Ok(Reply::Unknown(limit));
        }
        if let Some(limit) = self.give()? {
            return Ok(Reply::Unknown(limit));
        }
        Ok(match self.backend.solve(self.goal.as_slice())? {
            SolverAnswer::Unsatisfiable => Reply::Unsatisfiable,
            SolverAnswer::Unknown(limit) => Reply::Unknown(limit),
            SolverAnswer::Satisfiable(()) => {
                let backend = &self.backend;
                Reply::Satisfiable(self.unroll.read_steps(&|literal: Lit| backend.value(literal)))
            }
        })
    }

    /// The formula in DIMACS, with the goal as its last clause.
    pub(super) fn dimacs(&self) -> String {
        dimacs(&self.formula, self.goal.as_slice())
    }

    /// Returns the last model; valid until a clause is added.
    pub(super) fn model(&self) -> String {
        model(&self.formula, &*self.backend)
    }
}

/// A formula in DIMACS, each assumed literal as a clause of its own.
pub(crate) fn dimacs(formula: &Formula, assumed: &[Lit]) -> String {
    let size = formula.size();
    let mut text = format!("p cnf {} {}\n", size.variables, size.clauses + assumed.len());
    for clause in formula.clauses_from(0).chain(assumed.chunks(1)) {
        for literal in clause {
            text += &format!("{} ", literal.to_ipasir());
        }
        text += "0\n";
    }
    text
}

/// A model in the form of the SAT competition.
pub(crate) fn model(formula: &Formula, backend: &dyn Backend) -> String {
    let mut text = String::from("s SATISFIABLE\n");
    for n in 0..formula.size().variables {
        let literal = Var::new(n).pos_lit();
        let shown = if backend.value(literal) { literal } else { !literal };
        text += &format!("v {}\n", shown.to_ipasir());
    }
    text + "v 0\n"
}

/// Returns the milliseconds since `start`.
pub(super) fn ms_since(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e6).round() / 1e3
}
