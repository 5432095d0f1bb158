//! Planning by formulas: which questions a solver is asked, and what its answers are worth.
//!
//! A game is lowered once; an encoding turns the task and a bound into a formula; a model is
//! read, decoded, tidied and replayed on the rules before anybody hears of it. No model at a
//! bound means no more than that: there is no plan within this bound of this encoding.
//!
//! `horizons`, `slices`: which bound is asked next, by a rule or by a table of turns
//! ([`schedule`]); `desk`: the questions of several threads; `engine`: one formula and its
//! solver; `race`: the threads and the clock; `check`: from model to verified plan;
//! `optimal`: plans of fewest moves.

mod bounds;
mod check;
mod desk;
mod engine;
mod groups;
mod horizons;
mod optimal;
mod race;
pub mod schedule;
mod slices;
mod words;

pub use bounds::lower_bound;
pub(super) use check::check_steps;
pub use horizons::{Horizon, HorizonError, Horizons, Schedule, Told};
pub use optimal::{OptimalRequest, shortest_by_sat};
pub use words::{
    Config, Failure, Files, Logic, Progress, Question, Round, RoundEnd, SatStats, Within, changed_options,
};

pub(super) use engine::{dimacs, model};

use super::formula::{FormulaRequest, Wanted};
use super::proof::{BoundProof, NoProof};
use super::{Answer, Lengths, Measure, Optimality, Outcome, Reason, SelfCheck};
use crate::encode;
use crate::search::{Limits, Stats};
use crate::solve::{self, BackendOptions, Chosen, Control, Kind};
use crate::state::Instance;
use desk::{Desk, Source};
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::unroll::Encoding;
use race::Race;
use slices::Slices;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is to be solved by formulas, and how.
#[derive(Clone, Debug)]
pub struct SatRequest<'a> {
    /// Rules and position.
    pub instance: &'a Instance,
    /// The questions.
    pub ask: Ask,
    /// When to stop. Nodes are none here; memory is that of a formula, and of the process.
    pub limits: Limits,
    /// The time that one horizon may have.
    pub horizon_time: Option<Duration>,
    /// Threads, from 1 on.
    pub threads: usize,
    /// Whether "no plan within a bound" is to be proved.
    pub certify: bool,
}

/// Which questions are asked.
#[derive(Clone, Debug)]
pub enum Ask {
    /// One encoding, at the bounds of a horizon. Of several configurations, which must share
    /// encoding and options, every thread takes one.
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

/// Solves a request.
///
/// `stop` ends it when it is set, as any limit does; `watch` hears of every question and
/// answer, and every now and then of nothing.
///
/// # Errors
/// If the request cannot be asked, a back-end is missing or breaks down, or a model turns out
/// to be no plan.
pub fn solve_by_sat(
    request: &SatRequest<'_>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Answer, Failure> {
    let started = Instant::now();
    let lowered = encode::lower(request.instance).map_err(|e| Failure::Input(e.to_string()))?;
    let threads = request.threads.max(1);
    let (configs, source) = questions(request, threads)?;
    let race = Race {
        instance: request.instance,
        lowered: &lowered,
        configs: &configs,
        stop,
        deadline: request.limits.time.and_then(|time| started.checked_add(time)),
        memory_mib: request.limits.memory_mib,
    };
    let mut rounds = Vec::new();
    let mut listen = |progress: &Progress| {
        if let Progress::Answered(round) = progress {
            rounds.push(round.clone());
        }
        watch(progress);
    };
    let result = race::run(&race, Desk::new(source, threads), threads, &mut listen);
    if let Some(failure) = result.failure {
        return Err(failure);
    }
    let lengths = result.best.as_ref().map(|(_, plan, _)| Lengths::of(request.instance, plan));
    let mut steps = Vec::new();
    let outcome = match (result.best, result.excluded) {
        (Some((_, plan, of)), _) => {
            steps = of;
            Outcome::Solved(plan, Optimality::NotAsked)
        }
        (None, Some((config, bound))) => {
            let Config { encoding, options, .. } = &configs[config];
            let of = Within { encoding: encoding.name, unit: encoding.unit, options: *options };
            let formula = FormulaRequest {
                encoding,
                options: *options,
                horizon: bound,
                wanted: Wanted::Win,
                counted: false,
                memory_mib: request.limits.memory_mib.unwrap_or(u64::MAX >> 20),
            };
            let control = Control {
                stop: Some(race.stop),
                deadline: race.deadline,
                memory_mib: race.memory_mib,
                ..Control::default()
            };
            let proof = match request.certify {
                true => prove(request.instance, &configs[config], formula, control)?,
                false => None,
            };
            Outcome::NoPlanWithin { bound, of: Measure::Encoding(of), proof }
        }
        (None, None) => Outcome::Unknown(result.limit.map_or(Reason::GaveUp, Reason::Limit)),
    };
    let sat = Some(Box::new(SatStats { rounds, steps }));
    Ok(Answer {
        outcome,
        lengths,
        stats: Stats::default(),
        sat,
        hybrid: None,
        checked_bound: None,
        time: started.elapsed(),
    })
}

impl SatRequest<'_> {
    /// Checks that every encoding asked for can express the game, before anything is told.
    ///
    /// # Errors
    /// The first that cannot.
    pub fn check(&self) -> Result<(), Failure> {
        let lowered = encode::lower(self.instance).map_err(|e| Failure::Input(e.to_string()))?;
        let (configs, _) = questions(self, self.threads.max(1))?;
        for config in configs {
            if let Err(error) = (config.encoding.start)(&lowered.task, &config.options) {
                let can = |e: &&Encoding| (e.start)(&lowered.task, &config.options).is_ok();
                let others: Vec<&str> = schemes::ENCODINGS.iter().filter(can).map(|e| e.name).collect();
                let hint = if others.is_empty() {
                    String::new()
                } else {
                    format!(": expected --encoding {}", others.join(" or "))
                };
                return Err(Failure::Input(format!("{error}{hint}")));
            }
        }
        Ok(())
    }
}

/// The first encoding of the table that can say this game; the default where none can.
#[must_use]
pub fn usual_encoding(instance: &Instance) -> &'static Encoding {
    let lowered = encode::lower(instance).ok();
    let can =
        |e: &&Encoding| lowered.as_ref().is_some_and(|l| (e.start)(&l.task, &Options::default()).is_ok());
    let default = schemes::ENCODINGS.iter().find(|e| e.name == schemes::DEFAULT);
    let all = default.into_iter().chain(schemes::ENCODINGS);
    all.clone().find(can).or(default).unwrap_or(&schemes::ENCODINGS[0])
}

/// Has a solver refute the formula of a bound once more, for a proof that is checked. `None` if a
/// limit comes first.
pub(super) fn prove(
    instance: &Instance,
    config: &Config,
    formula: FormulaRequest,
    control: Control<'_>,
) -> Result<Option<Box<BoundProof>>, Failure> {
    // Programs write proofs in forms of their own: what is built in proves in their place.
    let builtin = || solve::backend(solve::DEFAULT).map_err(|e| Failure::Missing(e.to_string()));
    let backend = if is_built_in(&config.backend) { config.backend.clone() } else { builtin()? };
    let options = BackendOptions { seed: config.seed };
    match BoundProof::make(instance, formula, &backend, &options, control) {
        Ok(proof) => Ok(Some(Box::new(proof))),
        Err(NoProof::Limit(_)) => Ok(None),
        Err(error @ (NoProof::Satisfiable | NoProof::Refused(_))) => {
            Err(SelfCheck::BoundProof(error.to_string()).into())
        }
        Err(NoProof::Formula(error)) => Err(Failure::Input(error.to_string())),
        Err(NoProof::Backend(error)) => Err(error.into()),
    }
}

/// Whether a back-end is part of the program.
#[must_use]
pub fn is_built_in(backend: &Chosen) -> bool {
    matches!(backend, Chosen::Row(row) if matches!(row.kind, Kind::BuiltIn(..)))
}

/// The configurations and where the questions come from.
fn questions(request: &SatRequest<'_>, threads: usize) -> Result<(Vec<Config>, Source), Failure> {
    let most = request.horizon_time;
    match &request.ask {
        Ask::Horizons { configs, horizon, schedule } => {
            let encoding = configs.first().map(|c| c.encoding);
            let Some(encoding) = encoding else { return Err(Failure::Input("nothing is asked".into())) };
            let lower = lower_bound(request.instance, encoding.unit);
            let horizons = Horizons::new(*horizon, *schedule, encoding.first_bound, lower)
                .map_err(|e| Failure::Input(e.to_string()))?;
            Ok((configs.clone(), Source::Horizons { horizons, configs: configs.len(), most }))
        }
        Ask::Table { table, seed } => {
            let (mut configs, mut entries): (Vec<Config>, Vec<_>) = (Vec::new(), Vec::new());
            for entry in table.entries {
                let config = entry.config(*seed).map_err(Failure::Input)?;
                if !is_built_in(&config.backend) {
                    continue;
                }
                let same =
                    |c: &Config| c.encoding.name == config.encoding.name && c.options == config.options;
                let formula = configs.iter().position(same).unwrap_or(configs.len());
                entries.push((entry.horizon.unwrap_or(config.encoding.first_bound), entry.seconds, formula));
                configs.push(config);
            }
            if configs.is_empty() {
                let text = format!("no back-end of schedule '{}' is built in", table.name);
                return Err(Failure::Missing(text));
            }
            Ok((configs, Source::Slices { slices: Slices::new(entries, threads), most }))
        }
    }
}

impl schedule::Entry {
    /// The configuration of an entry.
    fn config(&self, seed: u64) -> Result<Config, String> {
        Ok(Config {
            encoding: schemes::encoding(self.encoding).map_err(|e| e.to_string())?,
            options: self.options.parse::<Options>().map_err(|e| e.to_string())?,
            backend: solve::backend(self.backend).map_err(|e| e.to_string())?,
            seed: self.seed.wrapping_add(seed),
        })
    }
}

#[cfg(test)]
mod tests;
