//! Finds a plan of fewest single-card moves, by SAT alone.
//!
//! Lower bound: circles of cards that wait for each other bound every plan ([`crate::hitting_set`]). The verifier
//! counts them again, so this bound is certified. Upper bound: first a plan of any length, then the formula of
//! exists-steps with its moves counted. It is queried for one move less by assumption until it is unsatisfiable. Before
//! that, a plan of the lower bound is queried: small games mostly have one, and then no refutation is needed.
//!
//! A refutation at horizon `T` shows that there is no plan of fewer than `U` moves only if `T` is at least `U - 1`:
//! then every such plan is one of single-move steps. So horizons start short, where plans are found fast, and grow to
//! that. All options that may lose plans are off.
//!
//! Games whose runs are collected use another method (`runs`).

use super::{Config, SatMethod, SatQueries, prove};
use crate::answer::{Answer, Lengths, Optimality, Outcome, ShortestProof};
use crate::failure::{Failure, Files, SelfCheck};
use crate::formula::FormulaRequest;
use crate::hitting_set::{self, HittingSetError};
use crate::input_error::InputError;
use crate::job::Job;
use crate::model_fault::ModelFault;
use crate::monitor::{Monitor, ProgressEvent};
use crate::proof::BoundProof;
use patsat_base::{Limit, Limits};
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::task::{Home, Step};
use patsat_game::rules::Cost;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{self, Verified};
use patsat_lowering::check;
use patsat_lowering::lower::LoweredGame;
use patsat_search::Stats;
use patsat_solvers::{Backend, BackendChoice, BackendOptions, Control};
use web_time::{Duration, Instant};

mod counted_formula;
mod runs;

use counted_formula::{CountedFormula, Reply};

/// A search for a plan of fewest single-card moves, by a SAT solver.
#[derive(Clone, Debug, Default)]
pub struct ShortestBySat {
    /// The solver.
    pub backend: BackendChoice,
    /// Its seed.
    pub seed: u64,
}

impl ShortestBySat {
    /// Returns the method with the default solver, or with varisat if runs are collected: varisat took half of
    /// CaDiCaL's time on chains of growing horizons (`benches/results/tasks.md`).
    #[must_use]
    pub fn usual(instance: &Instance) -> ShortestBySat {
        let collected = instance.rules.home == patsat_game::rules::Home::RunsByMove;
        let varisat = patsat_solvers::backend("varisat").ok().filter(|_| collected);
        ShortestBySat { backend: varisat.unwrap_or_default(), seed: 0 }
    }
}

/// The encoding whose moves are counted; it has no uncounted moves.
const ENCODING: &str = "exists";
/// The first horizon.
const FIRST_HORIZON: u32 = 16;
/// The share of the time for the query for a plan of the lower bound. Without a time limit it takes [`AT_BOUND_S`]
/// seconds.
const AT_BOUND_SHARE: f64 = 0.1;
const AT_BOUND_S: u64 = 20;

/// Solves a request; the monitor receives an event for every better bound.
pub(crate) fn shortest(
    job: &Job<'_>,
    method: &ShortestBySat,
    monitor: &mut Monitor<'_>,
) -> Result<Answer, Failure> {
    let started = Instant::now();
    let lowered = job.game.lowered()?;
    let deadline = job.limits.time.and_then(|time| started.checked_add(time));
    let mut hunt = Hunt {
        job: *job,
        method,
        lowered,
        deadline,
        aside_free: lowered.cards.len() as u32,
        stats: Stats::default(),
        best: None,
        monitor: monitor.reborrow(),
    };
    let collected = matches!(lowered.task.home, Home::Collected(_));
    let checked = if collected { hunt.distance() } else { Some(hunt.bound_from_below()?) };
    let limit = match hunt.first_plan(started)? {
        Some(limit) => Some(limit),
        None if collected => hunt.improve_runs()?,
        None => hunt.improve()?,
    };
    let stats = hunt.stats;
    let outcome = match hunt.best.take() {
        None => Outcome::Unknown(limit.unwrap_or(Limit::GaveUp)),
        Some(plan) => {
            let upper = Lengths::of(job.instance(), &plan).m1;
            let (cost, lower) = (Cost::M1, stats.lower_bound.unwrap_or(0));
            let optimality = match lower.cmp(&upper) {
                std::cmp::Ordering::Greater => {
                    return Err(SelfCheck::Bound { lower, found: upper, cost }.into());
                }
                std::cmp::Ordering::Equal => Optimality::Shortest { cost, length: upper },
                std::cmp::Ordering::Less => Optimality::Between { cost, lower, upper, limit },
            };
            Outcome::Solved(plan, optimality)
        }
    };
    let proof = match outcome {
        // A game that is already won needs no proof.
        Outcome::Solved(_, Optimality::Shortest { length: length @ 1.., .. }) if job.certify => {
            hunt.prove(collected, length - 1)?.map(ShortestProof::Refutation)
        }
        _ => None,
    };
    let answer = Answer::new(job.instance(), outcome, started.elapsed());
    Ok(Answer { stats, checked_bound: checked, shortest_proof: proof, ..answer })
}

/// The state of the search.
struct Hunt<'a> {
    job: Job<'a>,
    method: &'a ShortestBySat,
    lowered: &'a LoweredGame,
    deadline: Option<Instant>,
    /// The number of moves of a plan that only moves cards home.
    aside_free: u32,
    stats: Stats,
    best: Option<Verified<Plan>>,
    monitor: Monitor<'a>,
}

impl<'a> Hunt<'a> {
    fn instance(&self) -> &'a Instance {
        self.job.instance()
    }

    fn notify(&mut self) {
        self.monitor.notify(&ProgressEvent::Searched(self.stats));
    }

    fn control(&self, most: Option<Duration>) -> Control<'a> {
        let own = most.and_then(|most| Instant::now().checked_add(most));
        Control {
            stop: Some(self.monitor.stop()),
            deadline: self.deadline.into_iter().chain(own).min(),
            memory_mib: self.job.limits.memory_mib,
            ..Control::default()
        }
    }

    fn start(&self, control: Control<'a>) -> Result<Box<dyn Backend + 'a>, Failure> {
        Ok(self.method.backend.start(&BackendOptions { seed: self.method.seed }, control)?)
    }

    /// Returns a lower bound that the verifier has checked.
    fn bound_from_below(&mut self) -> Result<u32, Failure> {
        let mut backend = self.start(self.control(None))?;
        let circles =
            hitting_set::circles(&self.lowered.task, &mut *backend).map_err(|error| match error {
                HittingSetError::Unsupported(error) => Failure::from(InputError::NoBound(error)),
                HittingSetError::Backend(error) => error.into(),
            })?;
        let by_card = |circle: &Vec<_>| {
            circle.iter().map(|c: &patsat_encodings::task::CardId| self.lowered.cards[c.index()]).collect()
        };
        let circles: Vec<Vec<_>> = circles.circles.iter().map(by_card).collect();
        // If the count takes too long, the moves home are a bound. So they are for a game of two decks with one of them
        // home: its task is like one of a single deck, but the verifier's argument does not cover it.
        let lower = match verify::check_bound(self.instance(), &circles) {
            Ok(bound) => bound.moves as u32,
            Err(verify::BoundFault::TooHard(_) | verify::BoundFault::Game) => self.aside_free,
            Err(fault) => return Err(SelfCheck::from(fault).into()),
        };
        self.stats.lower_bound = Some(lower);
        self.notify();
        Ok(lower)
    }

    /// Searches for a plan of any length; returns the limit that was reached, if one was.
    fn first_plan(&mut self, started: Instant) -> Result<Option<Limit>, Failure> {
        let left = |time: Duration| time.saturating_sub(started.elapsed());
        let method = SatMethod::usual(self.job.game);
        let queries = match method.queries {
            SatQueries::Table { table, .. } => SatQueries::Table { table, seed: self.method.seed },
            other => other,
        };
        let limits = Limits { time: self.job.limits.time.map(left), ..self.job.limits };
        let job = Job { limits, certify: false, ..self.job };
        let mut silent = Monitor::default().stopped_by(self.monitor.stop());
        let answer = super::solve(&job, &SatMethod { queries, ..method }, &mut silent)?;
        match answer.outcome {
            Outcome::Solved(plan, _) => {
                self.better(plan);
                Ok(None)
            }
            Outcome::Unknown(limit) if limit != Limit::GaveUp => Ok(Some(limit)),
            // Only a limit ends a schedule without a plan.
            _ => Ok(Some(Limit::Time)),
        }
    }

    fn upper(&self) -> u32 {
        self.stats.upper_bound.unwrap_or(u32::MAX)
    }

    fn lower(&self) -> u32 {
        self.stats.lower_bound.unwrap_or(0)
    }

    fn better(&mut self, plan: Verified<Plan>) {
        let moves = Lengths::of(self.instance(), &plan).m1;
        if moves < self.upper() {
            self.stats.upper_bound = Some(moves);
            self.best = Some(plan);
            self.notify();
        }
    }

    /// Queries shorter plans until the bounds meet or a limit is reached.
    fn improve(&mut self) -> Result<Option<Limit>, Failure> {
        let mut horizon = FIRST_HORIZON;
        let share = |time: Duration| time.mul_f64(AT_BOUND_SHARE);
        let most = self.job.limits.time.map_or(Duration::from_secs(AT_BOUND_S), share);
        let at_bound = horizon.max((self.lower() - self.aside_free).saturating_add(1));
        if self.lower() < self.upper() {
            let mut counted = self.counted(at_bound, self.control(Some(most)))?;
            if let Reply::Satisfiable(steps) = counted.query(self.lower() - self.aside_free)? {
                self.take(&steps)?;
            }
        }
        while self.lower() < self.upper() {
            let enough = self.upper() - 1;
            horizon = horizon.min(enough);
            let mut counted = self.counted(horizon, self.control(None))?;
            while self.lower() < self.upper() {
                match counted.query(self.upper() - 1 - self.aside_free)? {
                    Reply::Satisfiable(steps) => self.take(&steps)?,
                    Reply::Unsatisfiable if horizon >= self.upper() - 1 => {
                        self.stats.lower_bound = self.stats.upper_bound;
                    }
                    Reply::Unsatisfiable => break,
                    Reply::Unknown(limit) => return Ok(Some(limit)),
                }
            }
            horizon = horizon.saturating_add(horizon / 2);
        }
        self.notify();
        Ok(None)
    }

    /// Returns a formula that counts the moves not home, up to one move less than the best plan.
    fn counted(&self, horizon: u32, control: Control<'a>) -> Result<CountedFormula<'a>, Failure> {
        let most = self.upper() - 1;
        let options = Options { safe: false, rebuilt: None, moves: Some(most), ..Options::default() };
        CountedFormula::new(self, (ENCODING, options), (horizon, (most - self.aside_free) as usize), control)
    }

    /// Makes a proof that every plan has more than `moves` moves, from the formula of `moves` steps. Returns `None` if
    /// a limit is reached.
    fn prove(&self, collected: bool, moves: u32) -> Result<Option<Box<BoundProof>>, Failure> {
        let (encoding, options) = if collected {
            ("sequential", Options::default())
        } else {
            (ENCODING, Options { safe: false, rebuilt: None, moves: Some(moves), ..Options::default() })
        };
        let encoding = schemes::encoding(encoding)?;
        let config =
            Config { encoding, options, backend: self.method.backend.clone(), seed: self.method.seed };
        let formula = FormulaRequest {
            options,
            memory_mib: self.job.limits.memory_mib.unwrap_or(u64::MAX >> 20),
            ..FormulaRequest::new(encoding, moves)
        };
        prove(self.instance(), &config, formula, self.control(None))
    }

    /// Accepts a plan with fewer moves than the best.
    fn take(&mut self, found: &(Vec<Step>, Files)) -> Result<(), Failure> {
        let (steps, files) = found;
        let wrong = |what: ModelFault| SelfCheck::model(what, files.clone());
        // The plan is not tidied: a tidied plan may have fewer moves but more single-card moves.
        let plan = check::plan_as_read(self.instance(), self.lowered, steps);
        let plan = plan.map_err(|fault| wrong(fault.into()))?;
        let before = self.upper();
        self.better(plan);
        let moves = steps.len();
        if self.upper() < before {
            Ok(())
        } else {
            Err(wrong(ModelFault::NotShorter { moves, before }).into())
        }
    }
}
