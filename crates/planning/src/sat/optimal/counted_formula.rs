//! A formula whose moves are counted.

use super::Hunt;
use crate::failure::{Failure, Files, SelfCheck};
use crate::sat::engine::{dimacs, model};
use patsat_encodings::constraints::Count;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::task::Step;
use patsat_encodings::unroll::{Encoding, Unroll};
use patsat_solvers::{Backend, Control, SolverAnswer};
use rustsat::types::Lit;

/// Steps, with the files for a bug report in case they are no plan.
pub(super) type Reply = SolverAnswer<(Vec<Step>, Files)>;

/// A formula whose moves are counted, and its solver.
pub(super) struct CountedFormula<'a> {
    unroll: Box<dyn Unroll>,
    formula: Formula,
    backend: Box<dyn Backend + 'a>,
    goal: Lit,
    count: Count,
}

impl<'a> CountedFormula<'a> {
    /// Writes the formula of a horizon, with moves counted up to `most`.
    pub(super) fn new(
        hunt: &Hunt<'a>,
        (encoding, options): (&str, Options),
        (horizon, most): (u32, usize),
        control: Control<'a>,
    ) -> Result<CountedFormula<'a>, Failure> {
        let encoding: &Encoding = schemes::encoding(encoding)?;
        let mut unroll = (encoding.start)(&hunt.lowered.task, &options)?;
        let mut formula = Formula::with_limit(hunt.job.limits.memory_mib);
        let goal = unroll.grow(horizon, &mut formula)?;
        let costs = unroll.costs();
        let count = Count::new(&mut formula, options.cardinality, &costs, most + 1);
        formula.check()?;
        let mut backend = hunt.start(control)?;
        for clause in formula.clauses_from(0) {
            backend.add(clause)?;
        }
        Ok(CountedFormula { unroll, formula, backend, goal, count })
    }

    /// Queries the steps of a plan with at most `most` counted moves. The files are for a bug report in case the steps
    /// are no plan.
    pub(super) fn query(&mut self, most: u32) -> Result<Reply, Failure> {
        let mut assumed = vec![self.goal];
        assumed.extend(self.count.at_least(most as usize + 1).map(|more| !more));
        match self.backend.solve(&assumed)? {
            SolverAnswer::Unsatisfiable => Ok(Reply::Unsatisfiable),
            SolverAnswer::Unknown(limit) => Ok(Reply::Unknown(limit)),
            SolverAnswer::Satisfiable(()) => read(&*self.unroll, &self.formula, &*self.backend, &assumed),
        }
    }
}

/// Reads the steps of a solver's current model.
pub(super) fn read(
    unroll: &dyn Unroll,
    formula: &Formula,
    backend: &dyn Backend,
    assumed: &[Lit],
) -> Result<Reply, Failure> {
    let files =
        Files(vec![("formula.cnf", dimacs(formula, assumed)), ("model.txt", model(formula, backend))]);
    match unroll.read(&|literal| backend.value(literal)) {
        Ok(steps) => Ok(Reply::Satisfiable((steps, files))),
        Err(error) => Err(SelfCheck::model(error, files).into()),
    }
}
