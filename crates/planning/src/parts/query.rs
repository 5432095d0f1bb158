//! Queries a solver about a part of a game: from a position to another one, or to the win.

use super::super::failure::{Failure, Files, SelfCheck};
use super::super::sat::{dimacs, model};
use crate::model_fault::ModelFault;
use crate::rounds::PartAttempt;
use patsat_base::Limit;
use patsat_encodings::constraints::Count;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::task::Goal;
use patsat_encodings::unroll::{Encoding, Unroll};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Table};
use patsat_lowering::decode;
use patsat_lowering::lower::{self as encode, LoweredGame};
use patsat_solvers::{Backend, BackendChoice, BackendOptions, Control, SolverAnswer};
use std::ops::Range;
use web_time::{Duration, Instant};

/// A part of a game.
#[derive(Clone, Debug)]
pub(super) struct Part {
    instance: Instance,
    lowered: LoweredGame,
}

/// The limit of one query. Conflicts are the same on every machine; if a back-end does not count them, time is the
/// limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    pub(super) conflicts: u64,
}

/// Conflicts that take about a second.
const CONFLICTS_A_SECOND: u64 = 4000;

impl Patience {
    /// Returns a control with this limit for a back-end.
    pub(super) fn control<'a>(self, backend: &BackendChoice, control: Control<'a>) -> Control<'a> {
        if backend.counts_conflicts() {
            return Control { conflicts: Some(self.conflicts), ..control };
        }
        let time = Duration::from_secs(self.conflicts.div_ceil(CONFLICTS_A_SECOND));
        let own = Instant::now().checked_add(time);
        Control { deadline: own.into_iter().chain(control.deadline).min(), ..control }
    }
}

/// The settings of a query.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) encoding: &'static Encoding,
    pub(super) options: Options,
    pub(super) backend: BackendChoice,
    pub(super) seed: u64,
    pub(super) horizon: u32,
}

impl Way {
    /// Returns the record of a query about the moves `part` of a plan, before its answer.
    pub(super) fn record(&self, part: Range<usize>) -> PartAttempt {
        PartAttempt {
            from: part.start,
            moves: part.len(),
            found: None,
            none: false,
            horizon: (self.options.phase_steps.unwrap_or(0), self.horizon),
            backend: self.backend.name().to_owned(),
            variables: 0,
            clauses: 0,
            conflicts: 0,
            time_ms: 0.0,
        }
    }
}

/// An answer: moves that reach the goal, without useless ones.
pub(super) type Reply = SolverAnswer<Vec<Move>>;

impl Part {
    /// Returns the part from a position of `instance` to another one, or to the win for `None`.
    pub(super) fn new(instance: &Instance, from: &Table, to: Option<&Table>) -> Result<Part, Failure> {
        let part =
            Instance { deal: from.deal().clone(), id: None, saved: None, origin: None, ..instance.clone() };
        let mut lowered = encode::lower(&part)?;
        if let Some(to) = to {
            lowered.task.goal = Goal::End(encode::end(from, to));
        }
        Ok(Part { instance: part, lowered })
    }

    /// Checks that an encoding supports this part.
    pub(super) fn is_supported_by(&self, encoding: &Encoding) -> Result<(), Failure> {
        (encoding.start)(&self.lowered.task, &Options::default())?;
        Ok(())
    }

    /// Returns the number of moves home, which the encoding does not count.
    fn homes(&self) -> u32 {
        self.lowered.homes_to_make()
    }
}

/// A formula of one horizon and its solver.
pub(super) struct PartQuery<'a> {
    part: &'a Part,
    unroll: Box<dyn Unroll>,
    formula: Formula,
    backend: Box<dyn Backend + 'a>,
    count: Option<Count>,
    given: usize,
}

impl<'a> PartQuery<'a> {
    /// Writes the formula. With `fewer`, it can be queried for plans of fewer moves than this number.
    ///
    /// Returns `Ok(Err(limit))` if the formula exceeds the memory limit.
    pub(super) fn new(
        part: &'a Part,
        way: &Way,
        fewer: Option<u32>,
        control: Control<'a>,
    ) -> Result<Result<PartQuery<'a>, Limit>, Failure> {
        // Some encodings count moves only with this option.
        let options = Options { moves: fewer.or(way.options.moves), ..way.options };
        let mut unroll = (way.encoding.start)(&part.lowered.task, &options)?;
        let mut formula = Formula::with_limit(control.memory_mib);
        let Ok(goal) = unroll.grow(way.horizon, &mut formula) else { return Ok(Err(Limit::Memory)) };
        let count = fewer.map(|fewer| {
            let most = fewer.saturating_sub(part.homes()) as usize;
            Count::new(&mut formula, options.cardinality, &unroll.costs(), most + 1)
        });
        if formula.check().is_err() {
            return Ok(Err(Limit::Memory));
        }
        // The formula has one horizon, so the goal is a unit clause and propagates before the search.
        formula.add(&[goal]);
        let backend = way.backend.start(&BackendOptions { seed: way.seed }, control)?;
        Ok(Ok(PartQuery { part, unroll, formula, backend, count, given: 0 }))
    }

    /// Queries the solver for a plan of fewer moves than `fewer`, or of any number.
    pub(super) fn solve(&mut self, fewer: Option<u32>) -> Result<Reply, Failure> {
        let mut assumed = Vec::new();
        if let (Some(count), Some(fewer)) = (&self.count, fewer) {
            let Some(most) = fewer.checked_sub(self.part.homes() + 1) else {
                return Ok(Reply::Unsatisfiable);
            };
            assumed.extend(count.at_least(most as usize + 1).map(|more| !more));
        }
        for clause in self.formula.clauses_from(self.given) {
            self.backend.add(clause)?;
        }
        self.given = self.formula.size().clauses;
        match self.backend.solve(&assumed)? {
            SolverAnswer::Unsatisfiable => return Ok(Reply::Unsatisfiable),
            SolverAnswer::Unknown(limit) => return Ok(Reply::Unknown(limit)),
            SolverAnswer::Satisfiable(()) => {}
        }
        let backend = &self.backend;
        let wrong = |what: ModelFault| -> Failure {
            let files = Files(vec![
                ("formula.cnf", dimacs(&self.formula, &assumed)),
                ("model.txt", model(&self.formula, &**backend)),
            ]);
            SelfCheck::model(what, files).into()
        };
        let steps = self.unroll.read(&|literal| backend.value(literal)).map_err(|e| wrong(e.into()))?;
        let (instance, lowered) = (&self.part.instance, &self.part.lowered);
        let plan = decode::decode(instance, lowered, &steps).map_err(|e| wrong(e.into()))?;
        let tidied = decode::decode(instance, lowered, &decode::tidy(&lowered.task, &steps));
        let tidied = tidied.map_err(|e| wrong(e.into()))?;
        let moves = if tidied.moves.len() < plan.moves.len() { tidied } else { plan }.moves;
        Ok(Reply::Satisfiable(moves))
    }

    /// Records the formula's size and the conflicts of its queries.
    pub(super) fn measure(&self, tried: &mut PartAttempt) {
        tried.variables = self.formula.size().variables;
        tried.clauses = self.formula.size().clauses;
        tried.conflicts = self.backend.stats().conflicts;
    }
}
