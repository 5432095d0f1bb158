//! Games made from formulas, decided by a bounded question: can their locks be taken off?
//!
//! A reduction's locks are off within a known number of moves, or never
//! ([`crate::reductions::Bounded`]). So one formula of one horizon decides such a game. A model of
//! it gives moves, these an assignment, this a winning plan by the construction of the proof, and
//! that is replayed as any other. If there is no model the game cannot be won: this trusts the
//! encoder, as every proof of a bound does, and the argument of the reduction.

use super::formula::{Bounded, FormulaError, FormulaRequest, Wanted};
use super::sat::{self, Config, Failure, Files, Within, dimacs, model};
use super::{Answer, Basis, Lengths, Optimality, Outcome, Reason, SelfCheck};
use crate::reductions::{self, Assignment, RebuildError, ReduceError, Reduced};
use crate::search::{Limit, Limits, Stats};
use crate::solve::{BackendOptions, Control, SatAnswer, SolverLimit};
use crate::state::{Instance, Plan};
use crate::verify::replay;
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::task::{Goal, Task};
use patsat_encodings::unroll::{Encoding, Unit};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The locks of a game made from a formula.
#[derive(Clone, Debug)]
pub struct Locks {
    reduced: Reduced,
    question: reductions::Bounded,
}

/// Why a game has no bounded question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoLocks {
    /// It is not the deal of a formula.
    #[error(transparent)]
    Rebuild(#[from] RebuildError),
    /// Its reduction has no such question.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// Its formula has no clause, and the game is won by any choice.
    #[error("the deal's formula has no clause: there is nothing to decide")]
    Empty,
}

/// Why an encoding cannot ask for locks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoQuestion {
    /// No encoding can.
    #[error("no encoding can ask this question about this deal")]
    None,
    /// Nothing is known of how its steps hold the moves.
    #[error("encoding '{encoding}' has no known bound for this question: expected {others}")]
    Unbounded {
        /// The encoding.
        encoding: &'static str,
        /// Those that have one.
        others: String,
    },
}

impl Locks {
    /// The locks of a deal, made anew from its formula.
    ///
    /// # Errors
    /// If it is the deal of no formula, or there is no such question about it.
    pub fn of(instance: &Instance) -> Result<Locks, NoLocks> {
        let reduced = Reduced::of(instance)?;
        let question = reductions::Bounded::of(&reduced)?.ok_or(NoLocks::Empty)?;
        Ok(Locks { reduced, question })
    }

    /// The goal that they have left.
    pub(super) fn goal(&self, task: &Task) -> Goal {
        let column = task.start.columns.get(self.question.column);
        Goal::Left(column.into_iter().flatten().skip(self.question.below).copied().collect())
    }

    /// The bound within which they leave if they ever do, in what an encoding counts; `None` if
    /// nothing is known of it.
    #[must_use]
    pub fn bound(&self, encoding: &Encoding, options: &Options) -> Option<u32> {
        let bound = match (encoding.unit, encoding.name) {
            (Unit::Moves, _) => self.question.moves,
            (Unit::Steps, "exists" | "exists-loose") => self.question.peeled,
            // (With draws at fixed steps it would be known too, and take much longer.)
            (_, "exists-runs" | "exists-draws-free") => self.question.depth.div_ceil(options.labels.max(1)),
            _ => return None,
        };
        Some(bound.max(1))
    }

    /// The question as a formula: in this encoding, or the first that can ask it.
    ///
    /// # Errors
    /// If there is none, or this one has no known bound.
    pub fn question(
        &self,
        instance: &Instance,
        encoding: Option<&'static Encoding>,
        options: &Options,
    ) -> Result<FormulaRequest, NoQuestion> {
        let can = encodings_for(instance);
        let encoding = encoding.or(can.first().copied()).ok_or(NoQuestion::None)?;
        let horizon = self.bound(encoding, options).ok_or_else(|| NoQuestion::Unbounded {
            encoding: encoding.name,
            others: can.iter().map(|e| e.name).collect::<Vec<_>>().join(" or "),
        })?;
        let wanted = Wanted::Locks;
        Ok(FormulaRequest {
            encoding,
            options: *options,
            horizon,
            wanted,
            counted: false,
            memory_mib: u64::MAX >> 20,
        })
    }

    /// A winning plan from moves that take them off.
    pub(super) fn win(&self, plan: &Plan) -> Result<Plan, String> {
        let found = reductions::lift_partial(&self.reduced, &self.question, plan);
        let assignment: Assignment = found.map_err(|e| e.to_string())?;
        reductions::lower(&self.reduced, &assignment).map_err(|e| e.to_string())
    }
}

/// The encodings that can ask for the locks of a game, in the order of the table.
#[must_use]
pub fn encodings_for(instance: &Instance) -> Vec<&'static Encoding> {
    let (Ok(locks), Ok(mut lowered)) = (Locks::of(instance), crate::encode::lower(instance)) else {
        return Vec::new();
    };
    lowered.task.goal = locks.goal(&lowered.task);
    let options = Options::default();
    let can =
        |e: &&Encoding| locks.bound(e, &options).is_some() && (e.start)(&lowered.task, &options).is_ok();
    schemes::ENCODINGS.iter().filter(can).collect()
}

/// What is to be decided, and how.
#[derive(Clone, Debug)]
pub struct LocksRequest<'a> {
    /// A deal that was made from a formula.
    pub instance: &'a Instance,
    /// Encoding, options, solver.
    pub config: Config,
    /// When to stop.
    pub limits: Limits,
    /// Whether "unwinnable" is to be proved.
    pub certify: bool,
}

/// Decides a game by the question for its locks.
///
/// # Errors
/// If there is no such question or no such formula, a back-end is missing or breaks down, or the
/// program contradicts itself.
pub fn solve_by_locks(request: &LocksRequest<'_>, stop: &AtomicBool) -> Result<Answer, Failure> {
    let started = Instant::now();
    let LocksRequest { instance, config, limits, certify } = request;
    let input = |text: String| Failure::Input(text);
    let locks = Locks::of(instance).map_err(|e| input(e.to_string()))?;
    let question = locks.question(instance, Some(config.encoding), &config.options);
    let question = question.map_err(|e| input(e.to_string()))?;
    let memory_mib = limits.memory_mib.unwrap_or(question.memory_mib);
    let formula = FormulaRequest { memory_mib, ..question };
    let bound = formula.horizon;
    let control = Control {
        stop: Some(stop),
        deadline: limits.time.and_then(|time| started.checked_add(time)),
        memory_mib: limits.memory_mib,
        ..Control::default()
    };
    let outcome = match ask(instance, config, formula, control) {
        Ok(Asked::Plan(plan)) => Outcome::Solved(
            replay(instance, plan.clone())
                .map_err(|fault| SelfCheck::Plan { plan, fault: Box::new(fault) })?,
            Optimality::NotAsked,
        ),
        Ok(Asked::None) => {
            let proof = if *certify { sat::prove(instance, config, formula, control)? } else { None };
            let of = Within {
                encoding: config.encoding.name,
                unit: config.encoding.unit,
                options: config.options,
            };
            Outcome::Unwinnable(Basis::Locks { bound, of, proof })
        }
        Ok(Asked::Limit(limit)) => Outcome::Unknown(Reason::Limit(limit)),
        Err(failure) => return Err(failure),
    };
    let lengths = match &outcome {
        Outcome::Solved(plan, _) => Some(Lengths::of(instance, plan)),
        _ => None,
    };
    let stats = Stats::default();
    Ok(Answer {
        outcome,
        lengths,
        stats,
        checked_bound: None,
        sat: None,
        hybrid: None,
        time: started.elapsed(),
    })
}

enum Asked {
    Plan(Plan),
    None,
    Limit(Limit),
}

fn ask(
    instance: &Instance,
    config: &Config,
    request: FormulaRequest,
    control: Control<'_>,
) -> Result<Asked, Failure> {
    let bounded = match Bounded::build(instance, request) {
        Ok(bounded) => bounded,
        Err(FormulaError::TooLarge { .. }) => return Ok(Asked::Limit(Limit::Memory)),
        Err(error) => return Err(Failure::Input(error.to_string())),
    };
    let mut backend = config.backend.start(&BackendOptions { seed: config.seed }, control)?;
    for clause in bounded.formula().clauses_from(0) {
        backend.add(clause)?;
    }
    match backend.solve(&[])? {
        SatAnswer::Unsatisfiable => return Ok(Asked::None),
        SatAnswer::Unknown(limit) => {
            return Ok(Asked::Limit(match limit {
                SolverLimit::Time => Limit::Time,
                SolverLimit::Memory => Limit::Memory,
                _ => Limit::Interrupted,
            }));
        }
        SatAnswer::Satisfiable => {}
    }
    match bounded.won(&|literal| backend.value(literal)) {
        Ok(plan) => Ok(Asked::Plan(plan.into_inner())),
        Err(what) => {
            let files = Files(vec![
                ("formula.cnf", dimacs(bounded.formula(), &[])),
                ("model.txt", model(bounded.formula(), &*backend)),
            ]);
            Err(SelfCheck::Model { what, files }.into())
        }
    }
}
