//! Planning by SMT scripts: as [`super::sat`], with a script for each horizon instead of a growing formula.
//!
//! Horizons, queries and answers are those of SAT, so reports have one kind of round. One solver runs at a time,
//! because scripts share nothing. An unsatisfiable script only shows that there is no plan within its bound of this
//! encoding; with a streamliner, it covers only the plans that the streamliner keeps.

pub mod script;

use super::answer::{Answer, Lengths, Measure, Optimality, Outcome};
use super::failure::{Failure, Files, SelfCheck};
use super::job::{Job, LazyTask};
use super::monitor::{Monitor, ProgressEvent};
use super::sat::{
    EncodingUnit, Horizon, Horizons, Logic, Question, Round, RoundEnd, SatStats, Schedule, lower_bound,
};
use crate::input_error::InputError;
use crate::model_fault::ModelFault;
use patsat_base::{Limit, threads};
use patsat_encodings::options::Options;
use patsat_encodings::unroll::Unit;
use patsat_game::rules::Cost;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_lowering::check;
use patsat_lowering::lower::LoweredGame;
use patsat_smt::{self as smt, BuildError, PlanScript, SmtEncoding, Values};
use patsat_solvers::smt::SmtBackendChoice;
use patsat_solvers::{BackendError, Control, SolverAnswer};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use web_time::{Duration, Instant};

/// The interval between tick events.
const TICK: Duration = Duration::from_millis(20);

/// The first encoding of the table that supports this game, and counts its moves if a shortest plan is wanted; the
/// default if none does.
#[must_use]
pub fn usual_encoding(game: &LazyTask<'_>, optimal: bool) -> &'static SmtEncoding {
    let lowered = game.lowered().ok();
    let can = |encoding: &&'static SmtEncoding| {
        let supports = |l: &LoweredGame| encoding.supports(&l.task, &Options::default()).is_ok();
        let counts = |l| SmtMethod::with(encoding, Horizon::Auto).counts_moves(l);
        lowered.is_some_and(|l| supports(l) && (!optimal || counts(l)))
    };
    // Encoding thesis does not minimise moves.
    let usual = if optimal { COUNTED } else { smt::DEFAULT };
    let default = smt::ENCODINGS.iter().find(|row| row.name == usual);
    let all = default.into_iter().chain(smt::ENCODINGS);
    all.clone().find(can).or(default).unwrap_or(&smt::ENCODINGS[0])
}

/// The default encoding for shortest plans.
const COUNTED: &str = "relational";

/// The scripts for an SMT solver and its settings.
#[derive(Clone, Debug)]
pub struct SmtMethod {
    /// How a plan becomes a script.
    pub encoding: &'static SmtEncoding,
    /// Its options.
    pub options: Options,
    /// The solver.
    pub backend: SmtBackendChoice,
    /// Its seed.
    pub seed: u64,
    /// The bounds.
    pub horizon: Horizon,
    /// Their order.
    pub schedule: Option<Schedule>,
    /// The time limit of one horizon.
    pub horizon_time: Option<Duration>,
    /// Whether to find a plan of fewest single-card moves. Then the solver minimizes, and the first horizon with a plan
    /// is the last one, because its model has the least cost.
    pub optimal: bool,
}

impl SmtMethod {
    /// Returns a method of one encoding, with its default options and the default solver.
    #[must_use]
    pub fn with(encoding: &'static SmtEncoding, horizon: Horizon) -> SmtMethod {
        SmtMethod {
            encoding,
            options: Options::default(),
            backend: SmtBackendChoice::default(),
            seed: 0,
            horizon,
            schedule: None,
            horizon_time: None,
            optimal: false,
        }
    }

    /// Returns the unit of a bound.
    fn unit(&self) -> Unit {
        self.encoding.unit_with(&self.options)
    }

    /// Checks that the encoding supports the game and that the solver is installed.
    pub(super) fn check(&self, game: &LazyTask<'_>) -> Result<(), Failure> {
        let lowered = game.lowered()?;
        self.encoding.supports(&lowered.task, &self.options)?;
        if self.optimal && !self.counts_moves(lowered) {
            return Err(InputError::NotCounted(self.encoding.name).into());
        }
        self.horizons(game.instance())?;
        Ok(self.backend.check()?)
    }

    /// Whether a model of least cost is a shortest plan. In units other than moves, a shorter plan could need a longer
    /// horizon.
    fn counts_moves(&self, lowered: &LoweredGame) -> bool {
        let built = || self.encoding.build(&lowered.task, &self.options, 1, None);
        self.unit() == Unit::Moves
            && (lowered.cards.is_empty() || built().is_ok_and(|bounded| bounded.cost.is_some()))
    }

    fn horizons(&self, instance: &Instance) -> Result<Horizons, Failure> {
        // Longer horizons cost more, and the least horizon with a plan is the result.
        let usual = match self.horizon {
            // Every horizon with a plan gives a shortest plan, so few queries suffice.
            Horizon::Auto if self.optimal => Some(Schedule::Geometric),
            Horizon::Auto => Some(Schedule::Ramp),
            _ => None,
        };
        let lower = lower_bound(instance, self.unit());
        Ok(Horizons::new(self.horizon, self.schedule.or(usual), self.encoding.first_bound, lower)?)
    }

    fn question(&self, horizon: u32) -> Question {
        Question {
            logic: Logic::Smt,
            encoding: self.encoding.name,
            options: self.options.to_string(),
            backend: self.backend.name().to_owned(),
            seed: self.seed,
            horizon,
            unit: self.unit().word(2),
            variables: 0,
            clauses: 0,
            literals: 0,
        }
    }
}

/// Solves a request by an SMT solver. The node limit does not apply; the memory limit applies to a script and to the
/// process.
pub(super) fn solve(job: &Job<'_>, method: &SmtMethod, monitor: &mut Monitor<'_>) -> Result<Answer, Failure> {
    let started = Instant::now();
    let (instance, stop) = (job.instance(), monitor.stop());
    let lowered = job.game.lowered()?;
    let mut horizons = method.horizons(instance)?;
    let deadline = job.limits.time.and_then(|time| started.checked_add(time));
    let (mut best, mut limit, mut rounds) = (None::<(u32, Verified<Plan>)>, None, Vec::new());
    let mut shortest = false;
    loop {
        // Checked before each horizon, so that a limit ends the run and not a query.
        let over = Control { stop: Some(stop), deadline, ..Control::default() }.check();
        if let Some(over) = over {
            limit = Some(over);
            break;
        }
        let Some(bound) = horizons.next_bound() else { break };
        let began = Instant::now();
        let own = method.horizon_time.and_then(|time| began.checked_add(time));
        let control = Control {
            stop: Some(stop),
            deadline: deadline.into_iter().chain(own).min(),
            memory_mib: job.limits.memory_mib,
            ..Control::default()
        };
        let mut round = Round {
            question: method.question(bound),
            answer: RoundEnd::Failed,
            conflicts: 0,
            encode_ms: 0.0,
            time_ms: 0.0,
            stage: None,
        };
        let query = BoundQuery { job, method, lowered, control };
        let end = query.run(&mut round, monitor)?;
        round.time_ms = ms_since(began);
        let result = end.map(|plan| {
            if best.as_ref().is_none_or(|(before, _)| bound < *before) {
                best = Some((bound, plan));
            }
            shortest = method.optimal;
        });
        round.answer = match result {
            SolverAnswer::Satisfiable(()) => RoundEnd::Plan,
            SolverAnswer::Unsatisfiable => RoundEnd::None,
            SolverAnswer::Unknown(why) => why.into(),
        };
        if let SolverAnswer::Unknown(why) = result
            && round.answer != RoundEnd::GaveUp
        {
            limit.get_or_insert(why);
        }
        let too_large = round.answer == RoundEnd::Memory;
        monitor.notify(&ProgressEvent::Answered(round.clone()));
        rounds.push(round);
        horizons.record(bound, result);
        if shortest {
            break;
        }
        if stop.load(Ordering::Relaxed) {
            limit = Some(Limit::Interrupted);
            break;
        }
        // A longer horizon has a larger script.
        if too_large && horizons.only_goes_up() {
            break;
        }
    }
    let optimality = match &best {
        Some((_, plan)) if shortest => {
            Optimality::Shortest { cost: Cost::M1, length: Lengths::of(instance, plan).m1 }
        }
        _ => Optimality::NotRequested,
    };
    let outcome = match (best, horizons.all_excluded()) {
        (Some((_, plan)), _) => Outcome::Solved(plan, optimality),
        (None, Some(bound)) => {
            let SmtMethod { encoding, options, .. } = method;
            let of = EncodingUnit { encoding: encoding.name, unit: method.unit(), options: *options };
            Outcome::NoPlanWithin { bound, of: Measure::Encoding(of), proof: None }
        }
        (None, None) => Outcome::Unknown(limit.unwrap_or(Limit::GaveUp)),
    };
    let sat = Some(Box::new(SatStats { rounds, steps: Vec::new() }));
    Ok(Answer { sat, ..Answer::new(instance, outcome, started.elapsed()) })
}

/// The data of a query.
struct BoundQuery<'a> {
    job: &'a Job<'a>,
    method: &'a SmtMethod,
    lowered: &'a LoweredGame,
    control: Control<'a>,
}

impl BoundQuery<'_> {
    /// Writes the script of a bound, queries the solver, and checks the answer.
    fn run(
        &self,
        round: &mut Round,
        monitor: &mut Monitor<'_>,
    ) -> Result<SolverAnswer<Verified<Plan>>, Failure> {
        let BoundQuery { job, method, lowered, .. } = *self;
        let began = Instant::now();
        let memory = job.limits.memory_mib;
        let built = method.encoding.build(&lowered.task, &method.options, round.question.horizon, memory);
        let bounded = match built {
            Ok(bounded) => PlanScript { minimized: method.optimal, ..bounded },
            Err(BuildError::Unsupported(error)) => return Err(error.into()),
            Err(BuildError::TooLarge(_)) => return Ok(SolverAnswer::Unknown(Limit::Memory)),
        };
        round.encode_ms = ms_since(began);
        let size = bounded.script.size();
        (round.question.variables, round.question.clauses, round.question.literals) =
            (size.constants, size.assertions, size.bytes);
        monitor.notify(&ProgressEvent::Queried(round.question.clone()));
        match self.query_watched(&bounded, monitor)? {
            SolverAnswer::Unsatisfiable => Ok(SolverAnswer::Unsatisfiable),
            SolverAnswer::Unknown(limit) => Ok(SolverAnswer::Unknown(limit)),
            SolverAnswer::Satisfiable(values) => {
                let wrong = |what: ModelFault| wrong(what, &round.question, &bounded, &values);
                let steps = bounded.read(&lowered.task, &values).map_err(|error| wrong(error.into()))?;
                // A tidied plan may have fewer moves but more single-card moves, so a plan of least cost is not tidied.
                let decoded = if method.optimal { check::plan_as_read } else { check::plan }(
                    job.instance(),
                    lowered,
                    &steps,
                );
                let plan = decoded.map_err(|fault| wrong(fault.into()))?;
                let (lower, found) = (steps.len() as u32, Lengths::of(job.instance(), &plan).m1);
                if method.optimal && found != lower {
                    return Err(SelfCheck::Bound { lower, found, cost: Cost::M1 }.into());
                }
                Ok(SolverAnswer::Satisfiable(plan))
            }
        }
    }

    /// Queries the solver on a separate thread, so that this one sends tick events.
    fn query_watched(
        &self,
        bounded: &PlanScript,
        monitor: &mut Monitor<'_>,
    ) -> Result<SolverAnswer<Values>, BackendError> {
        let (sender, receiver) = channel();
        let work = move || {
            // The receiver is dropped only with the caller.
            let _ = sender.send(self.method.backend.query(bounded, self.method.seed, self.control));
        };
        threads::beside([work], || {
            loop {
                match threads::receive(&receiver, TICK) {
                    Ok(answer) => return answer,
                    Err(RecvTimeoutError::Timeout) => monitor.notify(&ProgressEvent::Tick),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(BackendError::Broken("the SMT solver ended without a word".into()));
                    }
                }
            }
        })
    }
}

/// Returns the failure of a model that is no plan, with the files for a bug report.
fn wrong(what: ModelFault, question: &Question, bounded: &PlanScript, values: &Values) -> Failure {
    let model: String = values.iter().map(|(name, value)| format!(" ({name} {value})\n")).collect();
    let files = Files(vec![
        ("question.txt", format!("{question:#?}")),
        ("script.smt2", bounded.whole()),
        ("model.txt", format!("sat\n({model})\n")),
    ]);
    SelfCheck::model(what, files).into()
}

fn ms_since(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e6).round() / 1e3
}
