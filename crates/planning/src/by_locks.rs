//! Deals made from formulas, solved by the question for their locks ([`super::locks`]).

use super::answer::{Answer, Basis, Optimality, Outcome};
use super::failure::{Failure, Files, SelfCheck};
use super::formula::{BoundedFormula, FormulaError, FormulaRequest};
use super::job::Job;
use super::locks::Locks;
use super::monitor::Monitor;
use super::sat::{self, Config, dimacs, model};
use patsat_base::Limit;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_solvers::{BackendOptions, Control, SolverAnswer, hand_over};
use web_time::Instant;

use super::lock_formula::lock_formula;

/// Decides a game by the question for its locks.
pub(crate) fn solve(job: &Job<'_>, config: &Config, monitor: &mut Monitor<'_>) -> Result<Answer, Failure> {
    let started = Instant::now();
    let (instance, limits) = (job.instance(), job.limits);
    let locks = Locks::of(instance)?;
    let request = lock_formula(&locks, instance, Some(config.encoding), &config.options)?;
    let config = &Config { options: request.options, ..config.clone() };
    let formula = FormulaRequest { memory_mib: limits.memory_mib.unwrap_or(request.memory_mib), ..request };
    let control = Control {
        stop: Some(monitor.stop()),
        deadline: limits.time.and_then(|time| started.checked_add(time)),
        memory_mib: limits.memory_mib,
        ..Control::default()
    };
    let outcome = match query(instance, config, formula, control)? {
        SolverAnswer::Satisfiable(plan) => Outcome::Solved(plan, Optimality::NotRequested),
        SolverAnswer::Unsatisfiable => {
            let proof = if job.certify { sat::prove(instance, config, formula, control)? } else { None };
            Outcome::Unwinnable(Basis::Locks { bound: formula.horizon, of: config.within(), proof })
        }
        SolverAnswer::Unknown(limit) => Outcome::Unknown(limit),
    };
    Ok(Answer::new(instance, outcome, started.elapsed()))
}

fn query(
    instance: &Instance,
    config: &Config,
    request: FormulaRequest,
    control: Control<'_>,
) -> Result<SolverAnswer<Verified<Plan>>, Failure> {
    let bounded = match BoundedFormula::build(instance, request) {
        Ok(bounded) => bounded,
        Err(FormulaError::TooLarge { .. }) => return Ok(SolverAnswer::Unknown(Limit::Memory)),
        Err(error) => return Err(error.into()),
    };
    let mut backend = config.backend.start(&BackendOptions { seed: config.seed }, control)?;
    if let Some(limit) = hand_over(bounded.formula().clauses_from(0), &mut *backend, &control)? {
        return Ok(SolverAnswer::Unknown(limit));
    }
    match backend.solve(&[])? {
        SolverAnswer::Unsatisfiable => return Ok(SolverAnswer::Unsatisfiable),
        SolverAnswer::Unknown(limit) => return Ok(SolverAnswer::Unknown(limit)),
        SolverAnswer::Satisfiable(()) => {}
    }
    match bounded.won(&|literal| backend.value(literal)) {
        Ok(plan) => Ok(SolverAnswer::Satisfiable(plan)),
        Err(what) => {
            let files = Files(vec![
                ("formula.cnf", dimacs(bounded.formula(), &[])),
                ("model.txt", model(bounded.formula(), &*backend)),
            ]);
            Err(SelfCheck::model(what, files).into())
        }
    }
}
