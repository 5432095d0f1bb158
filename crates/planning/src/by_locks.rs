//! Deals made from formulas, solved by the question for their locks ([`super::locks`]).

use super::answer::{Answer, Basis, Optimality, Outcome};
use super::failure::{Failure, Files, SelfCheck};
use super::formula::{Bounded, FormulaError, FormulaRequest, Wanted};
use super::job::Job;
use super::locks::{Locks, deciding, encodings_for};
use super::monitor::Monitor;
use super::sat::{self, Config, changed_options, dimacs, model};
use patsat_encodings::options::Options;
use patsat_encodings::unroll::Encoding;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_solvers::{BackendOptions, Control, Limit, SolverAnswer, hand_over};
use web_time::Instant;

/// Why an encoding cannot ask for locks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QuestionError {
    /// No encoding can.
    #[error("no encoding can ask this question about this deal")]
    None,
    /// Options may leave out the plans that are asked for.
    #[error(
        "with options {0} plans may be left out, so the bound says nothing of the game: expected none but \
         labels, ride, cardinality and at-most-one"
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
) -> Result<FormulaRequest, QuestionError> {
    let options = deciding(options).ok_or_else(|| QuestionError::Options(changed_options(options)))?;
    let can = encodings_for(instance);
    let encoding = encoding.or(can.first().copied()).ok_or(QuestionError::None)?;
    let horizon = locks.bound(encoding, &options).ok_or_else(|| QuestionError::Unbounded {
        encoding: encoding.name,
        others: can.iter().map(|e| e.name).collect::<Vec<_>>().join(" or "),
    })?;
    let (wanted, memory_mib) = (Wanted::Locks, u64::MAX >> 20);
    Ok(FormulaRequest { encoding, options, horizon, wanted, counted: false, memory_mib })
}

/// Decides a game by the question for its locks.
pub(crate) fn solve(job: &Job<'_>, config: &Config, monitor: &mut Monitor<'_>) -> Result<Answer, Failure> {
    let started = Instant::now();
    let (instance, limits) = (job.instance(), job.limits);
    let input = |text: String| Failure::Input(text);
    let locks = Locks::of(instance).map_err(|e| input(e.to_string()))?;
    let asked = question(&locks, instance, Some(config.encoding), &config.options);
    let asked = asked.map_err(|e| input(e.to_string()))?;
    let config = &Config { options: asked.options, ..config.clone() };
    let formula = FormulaRequest { memory_mib: limits.memory_mib.unwrap_or(asked.memory_mib), ..asked };
    let control = Control {
        stop: Some(monitor.stop()),
        deadline: limits.time.and_then(|time| started.checked_add(time)),
        memory_mib: limits.memory_mib,
        ..Control::default()
    };
    let outcome = match ask(instance, config, formula, control)? {
        SolverAnswer::Satisfiable(plan) => Outcome::Solved(plan, Optimality::NotAsked),
        SolverAnswer::Unsatisfiable => {
            let proof = if job.certify { sat::prove(instance, config, formula, control)? } else { None };
            Outcome::Unwinnable(Basis::Locks { bound: formula.horizon, of: config.within(), proof })
        }
        SolverAnswer::Unknown(limit) => Outcome::Unknown(limit),
    };
    Ok(Answer::new(instance, outcome, started.elapsed()))
}

fn ask(
    instance: &Instance,
    config: &Config,
    request: FormulaRequest,
    control: Control<'_>,
) -> Result<SolverAnswer<Verified<Plan>>, Failure> {
    let bounded = match Bounded::build(instance, request) {
        Ok(bounded) => bounded,
        Err(FormulaError::TooLarge { .. }) => return Ok(SolverAnswer::Unknown(Limit::Memory)),
        Err(error) => return Err(Failure::Input(error.to_string())),
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
            Err(SelfCheck::Model { what, files }.into())
        }
    }
}
