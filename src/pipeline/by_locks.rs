//! Deals made from formulas, solved by the question for their locks ([`super::locks`]).

use super::formula::{Bounded, FormulaError, FormulaRequest, Wanted};
use super::locks::{Locks, encodings_for, keeps_plans};
use super::sat::{self, Config, Failure, Files, Within, changed_options, dimacs, model};
use super::{Answer, Basis, Lengths, Optimality, Outcome, Reason, SelfCheck};
use crate::search::{Limit, Limits, Stats};
use crate::solve::{BackendOptions, Control, SatAnswer, SolverLimit};
use crate::state::{Instance, Plan};
use crate::verify::replay;
use patsat_encodings::options::Options;
use patsat_encodings::unroll::Encoding;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Why an encoding cannot ask for locks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoQuestion {
    /// No encoding can.
    #[error("no encoding can ask this question about this deal")]
    None,
    /// Options may leave out the plans that are asked for.
    #[error(
        "with options {0} plans may be left out, so the bound says nothing of the game: expected none but \
         labels, ride, cardinality, at-most-one and acyclicity"
    )]
    Options(String),
    /// Nothing is known of how its steps hold the moves.
    #[error("encoding '{encoding}' has no known bound for this question: expected {others}")]
    Unbounded {
        /// The encoding.
        encoding: &'static str,
        /// Those that have one.
        others: String,
    },
}

/// The question for the locks of a game as a formula: in this encoding, or the first that can ask it.
///
/// # Errors
/// If there is none, or this one has no known bound.
pub fn question(
    locks: &Locks,
    instance: &Instance,
    encoding: Option<&'static Encoding>,
    options: &Options,
) -> Result<FormulaRequest, NoQuestion> {
    if !keeps_plans(options) {
        return Err(NoQuestion::Options(changed_options(options)));
    }
    let can = encodings_for(instance);
    let encoding = encoding.or(can.first().copied()).ok_or(NoQuestion::None)?;
    let horizon = locks.bound(encoding, options).ok_or_else(|| NoQuestion::Unbounded {
        encoding: encoding.name,
        others: can.iter().map(|e| e.name).collect::<Vec<_>>().join(" or "),
    })?;
    let (options, wanted, memory_mib) = (*options, Wanted::Locks, u64::MAX >> 20);
    Ok(FormulaRequest { encoding, options, horizon, wanted, counted: false, memory_mib })
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
    let asked = question(&locks, instance, Some(config.encoding), &config.options);
    let asked = asked.map_err(|e| input(e.to_string()))?;
    let memory_mib = limits.memory_mib.unwrap_or(asked.memory_mib);
    let formula = FormulaRequest { memory_mib, ..asked };
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
