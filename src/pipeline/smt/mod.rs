//! Planning by SMT scripts: as [`super::sat`], with a script for each horizon instead of a formula
//! that grows.
//!
//! Horizons, questions and answers are those of SAT, so that reports know one kind of round. There
//! is one solver at a time: scripts share nothing, and the solver's own limits are the clock's.
//! No model at a bound means no more than that, and with a streamliner less.

pub mod script;

use super::sat::{
    Failure, Files, Horizon, Horizons, Logic, Progress, Question, Round, RoundEnd, SatStats, Schedule, Told,
    Within, check_steps, lower_bound,
};
use super::{Answer, Lengths, Measure, Optimality, Outcome, Reason, SelfCheck};
use crate::encode::{self, Lowered};
use crate::rules::Cost;
use crate::search::{Limit, Limits, Stats};
use crate::solve::smt::{SmtAnswer, SmtChosen};
use crate::solve::{BackendError, Control, SolverLimit};
use crate::state::{Instance, Plan};
use crate::verify::Verified;
use patsat_encodings::options::Options;
use patsat_encodings::smt::{Bounded, BuildError, SmtEncoding, Values};
use patsat_encodings::unroll::Unit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often somebody who watches hears that time has passed.
const TICK: Duration = Duration::from_millis(20);

/// What is to be solved by SMT scripts, and how.
#[derive(Clone, Debug)]
pub struct SmtRequest<'a> {
    /// Rules and position.
    pub instance: &'a Instance,
    /// How a plan becomes a script.
    pub encoding: &'static SmtEncoding,
    /// Its options.
    pub options: Options,
    /// The solver.
    pub backend: SmtChosen,
    /// Its seed.
    pub seed: u64,
    /// The bounds.
    pub horizon: Horizon,
    /// Their order.
    pub schedule: Option<Schedule>,
    /// When to stop. Nodes are none here; memory is that of a script, and of the process.
    pub limits: Limits,
    /// The time that one horizon may have.
    pub horizon_time: Option<Duration>,
    /// Whether a plan of fewest single-card moves is wanted. Then the solver minimizes, and the first
    /// horizon with a plan is the last: that one says "no shorter plan within" with its model.
    pub optimal: bool,
}

impl SmtRequest<'_> {
    /// Checks that the encoding can express the game and that the solver is there.
    ///
    /// # Errors
    /// What cannot be.
    pub fn check(&self) -> Result<(), Failure> {
        let lowered = encode::lower(self.instance).map_err(|e| Failure::Input(e.to_string()))?;
        match (self.encoding.build)(&lowered.task, &self.options, 0, None) {
            Err(BuildError::Unsupported(error)) => return Err(error.into()),
            Ok(_) | Err(BuildError::TooLarge(_)) => {}
        }
        if self.optimal && !self.counts_moves(&lowered) {
            let name = self.encoding.name;
            return Err(Failure::Input(format!(
                "encoding {name} does not count single-card moves: a shortest plan by SMT takes relational"
            )));
        }
        self.horizons()?;
        Ok(self.backend.check()?)
    }

    /// Whether a model of least cost is a shortest plan. In another unit than moves a shorter plan
    /// could need a longer horizon.
    fn counts_moves(&self, lowered: &Lowered) -> bool {
        let built = || (self.encoding.build)(&lowered.task, &self.options, 1, None);
        self.encoding.unit == Unit::Moves
            && (lowered.cards.is_empty() || built().is_ok_and(|bounded| bounded.cost.is_some()))
    }

    fn horizons(&self) -> Result<Horizons, Failure> {
        // A script is the dearer the longer its horizon, and the least is what one wants to know.
        let usual = match self.horizon {
            // Every horizon with a plan will do: few questions.
            Horizon::Auto if self.optimal => Some(Schedule::Geometric),
            Horizon::Auto => Some(Schedule::Ramp),
            _ => None,
        };
        let lower = lower_bound(self.instance, self.encoding.unit);
        Horizons::new(self.horizon, self.schedule.or(usual), self.encoding.first_bound, lower)
            .map_err(|e| Failure::Input(e.to_string()))
    }

    fn question(&self, horizon: u32) -> Question {
        Question {
            logic: Logic::Smt,
            encoding: self.encoding.name,
            options: self.options.to_string(),
            backend: self.backend.name().to_owned(),
            seed: self.seed,
            horizon,
            unit: self.encoding.unit.word(2),
            variables: 0,
            clauses: 0,
            literals: 0,
        }
    }
}

/// What one question came to.
enum End {
    Plan(Verified<Plan>),
    None,
    Stopped(SolverLimit),
}

/// Solves a request.
///
/// `stop` ends it when it is set, as any limit does; `watch` hears of every question and
/// answer, and every now and then of nothing.
///
/// # Errors
/// If the request cannot be asked, the back-end is missing or breaks down, or a model turns out
/// to be no plan.
pub fn solve_by_smt(
    request: &SmtRequest<'_>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Answer, Failure> {
    let started = Instant::now();
    let lowered = encode::lower(request.instance).map_err(|e| Failure::Input(e.to_string()))?;
    let mut horizons = request.horizons()?;
    let deadline = request.limits.time.and_then(|time| started.checked_add(time));
    let (mut best, mut limit, mut rounds) = (None::<(u32, Verified<Plan>)>, None, Vec::new());
    let mut shortest = false;
    loop {
        // Asked of before the next horizon is begun, so that a limit ends the run and not a question.
        let over = Control { stop: Some(stop), deadline, ..Control::default() }.check();
        if let Some(over) = over {
            limit = Some(as_limit(over));
            break;
        }
        let Some(bound) = horizons.next_bound() else { break };
        let began = Instant::now();
        let own = request.horizon_time.and_then(|time| began.checked_add(time));
        let control = Control {
            stop: Some(stop),
            deadline: deadline.into_iter().chain(own).min(),
            memory_mib: request.limits.memory_mib,
            ..Control::default()
        };
        let mut round = Round {
            question: request.question(bound),
            answer: RoundEnd::Failed,
            conflicts: 0,
            refinements: 0,
            encode_ms: 0.0,
            time_ms: 0.0,
        };
        let end = ask(request, &lowered, control, &mut round, watch)?;
        round.time_ms = ms_since(began);
        let told = match end {
            End::Plan(plan) => {
                round.answer = RoundEnd::Plan;
                if best.as_ref().is_none_or(|(before, _)| bound < *before) {
                    best = Some((bound, plan));
                }
                shortest = request.optimal;
                Told::Plan
            }
            End::None => {
                round.answer = RoundEnd::None;
                Told::None
            }
            End::Stopped(why) => {
                round.answer = match why {
                    SolverLimit::Time => RoundEnd::Time,
                    SolverLimit::Memory => RoundEnd::Memory,
                    SolverLimit::Interrupted => RoundEnd::Interrupted,
                    SolverLimit::GaveUp | SolverLimit::Conflicts => RoundEnd::GaveUp,
                };
                if round.answer != RoundEnd::GaveUp {
                    limit.get_or_insert(as_limit(why));
                }
                Told::Open
            }
        };
        let too_large = round.answer == RoundEnd::Memory;
        watch(&Progress::Answered(round.clone()));
        rounds.push(round);
        horizons.told(bound, told);
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
    let lengths = best.as_ref().map(|(_, plan)| Lengths::of(request.instance, plan));
    let SmtRequest { encoding, options, .. } = request;
    let optimality = match lengths {
        Some(lengths) if shortest => Optimality::Shortest { cost: Cost::M1, length: lengths.m1 },
        _ => Optimality::NotAsked,
    };
    let outcome = match (best, horizons.all_excluded()) {
        (Some((_, plan)), _) => Outcome::Solved(plan, optimality),
        (None, Some(bound)) => {
            let of = Within { encoding: encoding.name, unit: encoding.unit, options: *options };
            Outcome::NoPlanWithin { bound, of: Measure::Encoding(of), proof: None }
        }
        (None, None) => Outcome::Unknown(limit.map_or(Reason::GaveUp, Reason::Limit)),
    };
    Ok(Answer {
        hybrid: None,
        outcome,
        lengths,
        stats: Stats::default(),
        sat: Some(Box::new(SatStats { rounds, steps: Vec::new() })),
        checked_bound: None,
        time: started.elapsed(),
    })
}

fn as_limit(limit: SolverLimit) -> Limit {
    match limit {
        SolverLimit::Memory => Limit::Memory,
        SolverLimit::Interrupted => Limit::Interrupted,
        SolverLimit::Time | SolverLimit::Conflicts | SolverLimit::GaveUp => Limit::Time,
    }
}

/// Writes the script of a bound, asks the solver, and checks what it says.
fn ask(
    request: &SmtRequest<'_>,
    lowered: &Lowered,
    control: Control<'_>,
    round: &mut Round,
    watch: &mut dyn FnMut(&Progress),
) -> Result<End, Failure> {
    let began = Instant::now();
    let memory = request.limits.memory_mib;
    let bounded =
        match (request.encoding.build)(&lowered.task, &request.options, round.question.horizon, memory) {
            Ok(bounded) => Bounded { minimized: request.optimal, ..bounded },
            Err(BuildError::Unsupported(error)) => return Err(error.into()),
            Err(BuildError::TooLarge(_)) => return Ok(End::Stopped(SolverLimit::Memory)),
        };
    round.encode_ms = ms_since(began);
    let size = bounded.script.size();
    (round.question.variables, round.question.clauses, round.question.literals) =
        (size.constants, size.assertions, size.bytes);
    watch(&Progress::Asked(round.question.clone()));
    match ask_watched(request, &bounded, control, watch)? {
        SmtAnswer::Unsatisfiable => Ok(End::None),
        SmtAnswer::Unknown(limit, _) => Ok(End::Stopped(limit)),
        SmtAnswer::Satisfiable(values) => {
            let wrong = |what: String| wrong(what, &round.question, &bounded, &values);
            let steps = bounded.read(&lowered.task, &values).map_err(|error| wrong(error.to_string()))?;
            let plan = check_steps(request.instance, lowered, &steps).map_err(wrong)?;
            let (claimed, found) = (steps.len() as u32, Lengths::of(request.instance, &plan).m1);
            if request.optimal && found < claimed {
                return Err(SelfCheck::Bound { lower: claimed, found, cost: Cost::M1 }.into());
            }
            Ok(End::Plan(plan))
        }
    }
}

/// The solver works on a thread of its own, so that whoever watches hears of the time.
fn ask_watched(
    request: &SmtRequest<'_>,
    bounded: &Bounded,
    control: Control<'_>,
    watch: &mut dyn FnMut(&Progress),
) -> Result<SmtAnswer, BackendError> {
    let (tell, told) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Nobody listens only when the caller is gone.
            let _ = tell.send(request.backend.ask(bounded, request.seed, control));
        });
        loop {
            match told.recv_timeout(TICK) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => watch(&Progress::Tick),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(BackendError::Broken("the SMT solver ended without a word".into()));
                }
            }
        }
    })
}

/// A model that is no plan: everything that a report needs.
fn wrong(what: String, question: &Question, bounded: &Bounded, values: &Values) -> Failure {
    let model: String = values.iter().map(|(name, value)| format!(" ({name} {value})\n")).collect();
    let files = Files(vec![
        ("question.txt", format!("{question:#?}")),
        ("script.smt2", bounded.whole()),
        ("model.txt", format!("sat\n({model})\n")),
    ]);
    SelfCheck::Model { what, files }.into()
}

fn ms_since(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e6).round() / 1e3
}
