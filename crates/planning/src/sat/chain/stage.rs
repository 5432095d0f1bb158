//! One stage: from a position to the best one within a few steps, or to the win.

use super::super::engine::dimacs;
use super::super::{Config, Question};
use super::place::Place;
use super::renaming::Renaming;
use crate::failure::{Failure, Files, SelfCheck};
use crate::input_error::InputError;
use crate::model_fault::ModelFault;
use patsat_base::Limit;
use patsat_encodings::constraints::Count;
use patsat_encodings::formula::Formula;
use patsat_encodings::objective::Objective;
use patsat_encodings::unroll::Unroll;
use patsat_solvers::{Backend, BackendOptions, Control, SolverAnswer, hand_over};
use rustsat::types::Lit;

/// The first improvement of the value that is queried.
const FIRST_LESS: u32 = 8;

/// The settings of a stage.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) config: Config,
    pub(super) horizon: u32,
    /// Conflict limit of one query.
    pub(super) conflicts: u64,
    /// Conflicts after which no more queries follow.
    pub(super) in_all: u64,
}

/// The formula of a stage and its solver.
pub(super) struct Stage<'a> {
    place: &'a Place,
    way: &'a Way,
    unroll: Box<dyn Unroll>,
    formula: Formula,
    backend: Box<dyn Backend + 'a>,
    renamed: Renaming,
    goal: Lit,
    count: Option<Count>,
}

/// The best end of a stage.
#[derive(Clone, Debug)]
pub(super) struct BestEnd {
    pub(super) place: Place,
    pub(super) value: u32,
    /// Whether the solver reports that no end of this shape is better.
    pub(super) optimal: bool,
}

impl<'a> Stage<'a> {
    /// Writes the formula; with an objective, its values up to that of the first position are counted.
    pub(super) fn new(
        place: &'a Place,
        way: &'a Way,
        objective: Option<&Objective>,
        control: Control<'a>,
    ) -> Result<Result<Stage<'a>, Limit>, Failure> {
        let Config { encoding, options, backend, seed } = &way.config;
        let mut unroll = (encoding.start)(&place.lowered.task, options)?;
        let mut formula = Formula::with_limit(control.memory_mib);
        let Ok(goal) = unroll.grow(way.horizon, &mut formula) else { return Ok(Err(Limit::Memory)) };
        let count = match objective {
            None => None,
            Some(objective) => {
                // If the stage may not end at once, all ends may have a larger value.
                let most = if place.may_end() { place.value(objective) } else { u32::MAX };
                let count = objective.write(&*unroll, &mut formula, options.cardinality, most);
                Some(count.ok_or(InputError::NoObjective(encoding.name))?)
            }
        };
        formula.add(&[goal]);
        if formula.check().is_err() {
            return Ok(Err(Limit::Memory));
        }
        let control = Control { conflicts: Some(way.conflicts), ..control };
        let mut backend = backend.start(&BackendOptions { seed: *seed }, control)?;
        let mut renamed = Renaming::new(&formula, *seed);
        let clauses = renamed.clauses(&formula);
        if let Some(limit) = hand_over(clauses.iter().map(|clause| &clause[..]), &mut *backend, &control)? {
            return Ok(Err(limit));
        }
        Ok(Ok(Stage { place, way, unroll, formula, backend, renamed, goal, count }))
    }

    /// Returns the query for reports.
    pub(super) fn question(&self) -> Question {
        let mut question = Question::new(&self.way.config, self.way.horizon);
        question.measured(self.formula.size());
        question
    }

    /// Returns the conflicts so far.
    pub(super) fn conflicts(&self) -> u64 {
        self.backend.stats().conflicts
    }

    /// Queries an end of a value below `below`, or any end.
    fn query(&mut self, below: Option<u32>) -> Result<SolverAnswer<Place>, Failure> {
        let limit = below.and_then(|below| Some((below, self.count.as_ref()?.at_least(below as usize)?)));
        let assumed: Vec<Lit> = limit.iter().map(|&(_, lit)| !lit).collect();
        let renamed: Vec<Lit> = assumed.iter().map(|&lit| self.renamed.name(lit)).collect();
        match self.backend.solve(&renamed)? {
            SolverAnswer::Unsatisfiable => return Ok(SolverAnswer::Unsatisfiable),
            SolverAnswer::Unknown(limit) => return Ok(SolverAnswer::Unknown(limit)),
            SolverAnswer::Satisfiable(()) => {}
        }
        let value = |literal: Lit| self.backend.value(self.renamed.name(literal));
        let steps = self.unroll.read_steps(&value).map_err(|e| self.wrong(&assumed, e))?;
        let moves = self.place.decode(&steps).map_err(|e| self.wrong(&assumed, e))?;
        let end = self.place.after(&moves)?.map_err(|e| self.wrong(&assumed, e))?;
        Ok(SolverAnswer::Satisfiable(end))
    }

    fn wrong(&self, assumed: &[Lit], what: impl Into<ModelFault>) -> Failure {
        let assumed: Vec<Lit> = assumed.iter().copied().chain([self.goal]).collect();
        let files = Files(vec![("formula.cnf", dimacs(&self.formula, &assumed))]);
        SelfCheck::model(what, files).into()
    }

    /// Queries the won position.
    pub(super) fn win(&mut self) -> Result<SolverAnswer<Place>, Failure> {
        self.query(None)
    }

    /// Returns the best end. Each query demands an improvement of the best value so far, at first by 8, and halves it
    /// after each failure. Returns `Ok(None)` if the stage has no end at all.
    ///
    /// The inner error is a limit of time or memory, or an interrupt.
    pub(super) fn best(&mut self, objective: &Objective) -> Result<Result<Option<BestEnd>, Limit>, Failure> {
        let mut best = match self.first_end(objective)? {
            Ok(Some(best)) => best,
            Ok(None) => return Ok(Ok(None)),
            Err(limit) => return Ok(Err(limit)),
        };
        let mut less = FIRST_LESS;
        loop {
            // Values are at least 0, so a bound of 0 is unsatisfiable.
            let below = (best.value + 1).saturating_sub(less);
            let answer = if below == 0 { SolverAnswer::Unsatisfiable } else { self.query(Some(below))? };
            match answer {
                SolverAnswer::Satisfiable(place) => {
                    let value = place.value(objective);
                    if value >= below {
                        return Err(self.wrong(&[], ModelFault::End { value, below }));
                    }
                    best = BestEnd { place, value, optimal: false };
                }
                SolverAnswer::Unsatisfiable | SolverAnswer::Unknown(Limit::Conflicts | Limit::GaveUp)
                    if less == 1 =>
                {
                    best.optimal = matches!(answer, SolverAnswer::Unsatisfiable);
                    return Ok(Ok(Some(best)));
                }
                SolverAnswer::Unsatisfiable | SolverAnswer::Unknown(Limit::Conflicts | Limit::GaveUp) => {
                    less /= 2;
                }
                SolverAnswer::Unknown(limit) => return Ok(Err(limit)),
            }
            if self.conflicts() >= self.way.in_all {
                return Ok(Ok(Some(best)));
            }
        }
    }

    /// Returns a first end: the start of the stage if the stage may end there, else any end.
    fn first_end(&mut self, objective: &Objective) -> Result<Result<Option<BestEnd>, Limit>, Failure> {
        let place = if self.place.may_end() {
            self.place.clone()
        } else {
            match self.query(None)? {
                SolverAnswer::Satisfiable(place) => place,
                SolverAnswer::Unsatisfiable | SolverAnswer::Unknown(Limit::Conflicts | Limit::GaveUp) => {
                    return Ok(Ok(None));
                }
                SolverAnswer::Unknown(limit) => return Ok(Err(limit)),
            }
        };
        let value = place.value(objective);
        Ok(Ok(Some(BestEnd { place, value, optimal: false })))
    }
}
