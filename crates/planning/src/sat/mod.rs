//! Planning by formulas: the queries to SAT solvers and the verdicts that follow.
//!
//! A game is lowered once, and an encoding turns the task and a bound into a formula. A model is read, decoded, tidied
//! and replayed on the rules before it is reported. An unsatisfiable formula only shows that there is no plan within
//! this bound of this encoding.
//!
//! * `horizons`, `slices`: the next bound to query, by a rule or by a table of turns ([`schedule`]);
//! * `queue`: the queries of several threads;
//! * `engine`: one formula and its solver;
//! * `race`: the threads and the clock;
//! * `chain`: a game cut into stages, each a query for its best end;
//! * `optimal`: plans of fewest moves.

mod bounds;
pub mod chain;
mod engine;
mod groups;
mod optimal;
mod queue;
mod race;
pub mod schedule;
mod slices;

pub use crate::horizons::{Horizon, HorizonError, Horizons, Schedule};
pub use crate::rounds::{
    Config, EncodingUnit, Logic, Question, Round, RoundEnd, SatStats, StageEnd, changed_options,
};
pub use bounds::lower_bound;
pub use optimal::ShortestBySat;

pub(super) use engine::{dimacs, model};
pub(super) use optimal::shortest;

use super::answer::{Answer, Basis, Measure, Optimality, Outcome};
use super::failure::{Failure, MissingSolverError, SelfCheck, SolverError};
use super::formula::{FormulaGoal, FormulaRequest};
use super::input_error::InputError;
use super::monitor::{Monitor, ProgressEvent};
use super::proof::{BoundProof, ProofError};
use crate::job::{Job, LazyTask};
use chain::Chain;
use chain::run::Work;
use patsat_base::{Limit, threads};
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::unroll::Encoding;
use patsat_game::state::Instance;
use patsat_lowering::lower::LoweredGame;
use patsat_solvers::{self as solve, BackendChoice, BackendOptions, Control, Kind};
use queue::{Queue, Source};
use race::Race;
use slices::Slices;
use web_time::{Duration, Instant};

/// The queries to SAT solvers, their time limit and the number of threads.
#[derive(Clone, Debug)]
pub struct SatMethod {
    /// The queries.
    pub queries: SatQueries,
    /// The time limit of one horizon.
    pub horizon_time: Option<Duration>,
    /// Threads, from 1 on.
    pub threads: usize,
}

/// The choice of queries.
#[derive(Clone, Debug)]
pub enum SatQueries {
    /// One encoding, at the bounds of a horizon. Each thread takes one of the configurations, which must share encoding
    /// and options.
    Horizons {
        /// The configurations, at least one.
        configs: Vec<Config>,
        /// The bounds.
        horizon: Horizon,
        /// Their order.
        schedule: Option<Schedule>,
    },
    /// The turns of a schedule.
    Table {
        /// The schedule.
        table: &'static schedule::Table,
        /// Added to the seeds of its entries.
        seed: u64,
    },
}

/// Solves a request by SAT solvers. The node limit does not apply.
pub(super) fn solve(job: &Job<'_>, method: &SatMethod, monitor: &mut Monitor<'_>) -> Result<Answer, Failure> {
    let started = Instant::now();
    let (instance, limits) = (job.instance(), job.limits);
    let lowered = job.game.lowered()?;
    let threads = threads::at_most(method.threads);
    let (configs, source) = method.questions(instance, lowered, threads)?;
    let (stop, memory_mib) = (monitor.stop(), limits.memory_mib);
    let deadline = limits.time.and_then(|time| started.checked_add(time));
    let race = Race { instance, lowered, configs: &configs, stop, deadline, memory_mib };
    let mut rounds = Vec::new();
    let mut listen = |progress: &ProgressEvent| {
        if let ProgressEvent::Answered(round) = progress {
            rounds.push(round.clone());
        }
        monitor.notify(progress);
    };
    if let Some((chain, seed)) = method.chain(lowered) {
        let work = Work { instance, lowered, chain, seed, stop, deadline, memory_mib };
        let mut steps = Vec::new();
        let outcome = match work.run(threads, &mut listen)? {
            Ok((plan, of)) => {
                steps = of;
                Some(Outcome::Solved(plan, Optimality::NotRequested))
            }
            // A whole formula may find a plan that a chain does not.
            Err(Limit::GaveUp | Limit::Memory) if !configs.is_empty() => None,
            Err(limit) => Some(Outcome::Unknown(limit)),
        };
        if let Some(outcome) = outcome {
            let sat = Some(Box::new(SatStats { rounds, steps }));
            return Ok(Answer { sat, ..Answer::new(instance, outcome, started.elapsed()) });
        }
    }
    let result = race::run(&race, Queue::new(source, threads), threads, &mut listen);
    if let Some(failure) = result.failure {
        return Err(failure);
    }
    let mut steps = Vec::new();
    let outcome = match (result.best, result.excluded) {
        (Some((_, plan, of)), _) => {
            steps = of;
            Outcome::Solved(plan, Optimality::NotRequested)
        }
        (None, Some((config, bound))) => {
            let config = &configs[config];
            let proof = if job.certify { race.prove(config, bound)? } else { None };
            let of = config.within();
            match config.suffices(lowered) {
                Some(suffices) if suffices <= bound => Outcome::Unwinnable(Basis::Bound { bound, of, proof }),
                _ => Outcome::NoPlanWithin { bound, of: Measure::Encoding(of), proof },
            }
        }
        (None, None) => Outcome::Unknown(result.limit.unwrap_or(Limit::GaveUp)),
    };
    let sat = Some(Box::new(SatStats { rounds, steps }));
    Ok(Answer { sat, ..Answer::new(instance, outcome, started.elapsed()) })
}

impl Race<'_> {
    /// Makes a proof that there is no plan within this bound; returns `None` if a limit is reached.
    fn prove(&self, config: &Config, bound: u32) -> Result<Option<Box<BoundProof>>, Failure> {
        let formula = FormulaRequest {
            encoding: config.encoding,
            options: config.options,
            horizon: bound,
            wanted: FormulaGoal::Win,
            counted: false,
            memory_mib: self.memory_mib.unwrap_or(u64::MAX >> 20),
        };
        let control = Control {
            stop: Some(self.stop),
            deadline: self.deadline,
            memory_mib: self.memory_mib,
            ..Control::default()
        };
        prove(self.instance, config, formula, control)
    }
}

impl SatMethod {
    /// Returns a method of one encoding, with its default options and back-end.
    #[must_use]
    pub fn with(encoding: &'static Encoding, horizon: Horizon) -> SatMethod {
        let backend = solve::backend(schedule::usual_backend(encoding.name)).unwrap_or_default();
        let config = Config { encoding, options: Options::default(), backend, seed: 0 };
        let queries = SatQueries::Horizons { configs: vec![config], horizon, schedule: None };
        SatMethod { queries, horizon_time: None, threads: 1 }
    }

    /// Returns the default method: the schedule for this kind of game, or the first encoding that supports it.
    #[must_use]
    pub fn usual(game: &LazyTask<'_>) -> SatMethod {
        let encoding = usual_encoding(game);
        match schedule::usual(game.instance(), encoding.name) {
            Some(table) => {
                SatMethod { queries: SatQueries::Table { table, seed: 0 }, horizon_time: None, threads: 1 }
            }
            None => SatMethod::with(encoding, Horizon::Auto),
        }
    }

    /// Returns the chain that is tried first and the seed of its first attempt. It is the first of the schedule that
    /// supports the game; if none does and the schedule has no other entries, it is the first of all. Returns `None` if
    /// the game is too small for a chain.
    fn chain(&self, lowered: &LoweredGame) -> Option<(&'static Chain, u64)> {
        let SatQueries::Table { table, seed } = self.queries else { return None };
        let supports = |chain: &&&Chain| chain.supports(&lowered.task);
        let none = || table.chains.first().filter(|_| table.entries.is_empty());
        let chain = table.chains.iter().find(supports).or_else(none)?;
        let task = &lowered.task;
        let large = task.rows_to_deal() > 0 || task.cards.len() >= chain.least_cards;
        let tried = table.entries.is_empty() || large;
        tried.then_some((*chain, seed))
    }

    /// Checks that every encoding of the method supports the game.
    pub(super) fn check(&self, game: &LazyTask<'_>) -> Result<(), Failure> {
        let lowered = game.lowered()?;
        let (mut configs, _) = self.questions(game.instance(), lowered, threads::at_most(self.threads))?;
        if let Some((chain, seed)) = self.chain(lowered) {
            configs.push(chain.config(chain.stage(0), seed)?);
        }
        for config in configs {
            if let Err(error) = (config.encoding.start)(&lowered.task, &config.options) {
                let can = |e: &&Encoding| (e.start)(&lowered.task, &config.options).is_ok();
                let others: Vec<&str> = schemes::ENCODINGS.iter().filter(can).map(|e| e.name).collect();
                if others.is_empty() {
                    return Err(error.into());
                }
                return Err(InputError::OtherEncodings { error, others }.into());
            }
        }
        Ok(())
    }
}

/// Returns the first encoding of the table that supports this game, starting with the default; the default if none
/// does.
#[must_use]
pub fn usual_encoding(game: &LazyTask<'_>) -> &'static Encoding {
    let lowered = game.lowered().ok();
    let can = |e: &&Encoding| lowered.is_some_and(|l| (e.start)(&l.task, &Options::default()).is_ok());
    let default = schemes::ENCODINGS.iter().find(|e| e.name == schemes::DEFAULT);
    let all = default.into_iter().chain(schemes::ENCODINGS);
    all.clone().find(can).or(default).unwrap_or(&schemes::ENCODINGS[0])
}

/// Has a solver refute the formula of a bound again, with a proof that is checked. Returns `None` if a limit is
/// reached.
pub(super) fn prove(
    instance: &Instance,
    config: &Config,
    formula: FormulaRequest,
    control: Control<'_>,
) -> Result<Option<Box<BoundProof>>, Failure> {
    // External programs write proofs in other formats, so the built-in solver makes the proof in their place.
    let builtin = || solve::backend(solve::DEFAULT).map_err(MissingSolverError::from);
    let backend = if is_built_in(&config.backend) { config.backend.clone() } else { builtin()? };
    let options = BackendOptions { seed: config.seed };
    match BoundProof::make(instance, formula, &backend, &options, control) {
        Ok(proof) => Ok(Some(Box::new(proof))),
        Err(ProofError::Limit(_)) => Ok(None),
        // The model contradicts the verdict of the external solver, so this is no bug of patsat.
        Err(ProofError::Satisfiable) if !is_built_in(&config.backend) => {
            Err(SolverError::Model(config.backend.name().to_owned()).into())
        }
        Err(error @ (ProofError::Satisfiable | ProofError::Refused(_))) => {
            Err(SelfCheck::from(Box::new(error)).into())
        }
        Err(ProofError::Formula(error)) => Err(error.into()),
        Err(ProofError::Backend(error)) => Err(error.into()),
    }
}

/// Whether a back-end is part of the program.
#[must_use]
pub fn is_built_in(backend: &BackendChoice) -> bool {
    matches!(backend, BackendChoice::Row(row) if matches!(row.kind, Kind::BuiltIn(..)))
}

impl SatMethod {
    /// Returns the configurations and the source of the queries.
    fn questions(
        &self,
        instance: &Instance,
        lowered: &LoweredGame,
        threads: usize,
    ) -> Result<(Vec<Config>, Source), Failure> {
        let most = self.horizon_time;
        match &self.queries {
            SatQueries::Horizons { configs, horizon, schedule } => {
                let Some(config) = configs.first() else { return Err(InputError::Nothing.into()) };
                let encoding = config.encoding;
                let lower = lower_bound(instance, encoding.unit);
                let horizons = Horizons::new(*horizon, *schedule, encoding.first_bound, lower)?
                    .up_to(config.suffices(lowered));
                Ok((configs.clone(), Source::Horizons { horizons, configs: configs.len(), most }))
            }
            SatQueries::Table { table, seed } => {
                let (mut configs, mut entries): (Vec<Config>, Vec<_>) = (Vec::new(), Vec::new());
                for entry in table.entries {
                    let config = entry.config(*seed)?;
                    if !is_built_in(&config.backend) {
                        continue;
                    }
                    let same =
                        |c: &Config| c.encoding.name == config.encoding.name && c.options == config.options;
                    let formula = configs.iter().position(same).unwrap_or(configs.len());
                    entries.push((
                        entry.horizon.unwrap_or(config.encoding.first_bound),
                        entry.conflicts,
                        formula,
                    ));
                    configs.push(config);
                }
                if configs.is_empty() && table.chains.is_empty() {
                    return Err(MissingSolverError::Schedule(table.name).into());
                }
                Ok((configs, Source::Slices { slices: Slices::new(entries, threads), most }))
            }
        }
    }
}

impl schedule::Entry {
    /// Returns the configuration of an entry.
    fn config(&self, seed: u64) -> Result<Config, InputError> {
        Ok(Config {
            encoding: schemes::encoding(self.encoding)?,
            options: self.options.parse::<Options>()?,
            backend: solve::backend(self.backend)?,
            seed: self.seed.wrapping_add(seed),
        })
    }
}

#[cfg(test)]
mod tests;
