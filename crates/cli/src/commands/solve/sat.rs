//! `solve --by sat`: formulas and solvers.

use crate::args::{LimitArgs, SearchArgs};
use crate::formula;
use clap::ValueEnum;
use patsat_console::args::seconds;
use patsat_console::exit::Failure;
use patsat_encodings::unroll::Encoding;
use patsat_game::state::Instance;
use patsat_planning::Compiled;
use patsat_planning::by_locks::question;
use patsat_planning::locks::{self, Locks};
use patsat_planning::parts::HybridMethod;
use patsat_planning::sat::{self, Ask, Config, Horizon, SatMethod, Schedule, ShortestBySat, schedule};
use patsat_solvers::{self as backends, Chosen};
use std::time::Duration;

/// The solving method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum By {
    /// Native search
    #[default]
    Search,
    /// SAT solver, one formula for each horizon
    Sat,
    /// Spider: search picks the positions before each row, a SAT solver connects them
    Hybrid,
    /// SMT solver, one script for each horizon
    Smt,
}

/// The formula and the solver.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Formulas")]
pub(super) struct SatArgs {
    /// Solving method
    #[arg(long, value_name = "WHO", value_enum, default_value = "search")]
    pub(super) by: By,
    /// Encoding of plans as formulas; 'patsat --list encodings' [default: exists-loose; thesis for --by smt, or the
    /// first that supports the game]
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<String>,
    /// Encoding options such as safe=off,rebuilt=all; 'patsat --list options'
    #[arg(long, value_name = "LIST")]
    pub(super) options: Option<String>,
    /// Solver; 'patsat --list backends', or cmd:COMMAND for any DIMACS solver (SMT-LIB 2 for --by smt)
    #[arg(long, value_name = "NAME")]
    pub(super) backend: Option<String>,
    /// Bound on the plan, in the encoding's unit (steps or moves): N, A..B, auto, or complete (deals made from
    /// formulas) [default: auto; complete for such deals]
    #[arg(long, value_name = "HORIZON")]
    pub(super) horizon: Option<String>,
    /// Order in which horizons are tried; 'patsat --list schedules'
    #[arg(long, value_name = "NAME")]
    pub(super) schedule: Option<String>,
    /// Number of parallel queries; the first answer wins
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(super) threads: Option<u16>,
    /// Time limit for one horizon
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) horizon_time_limit: Option<Duration>,
}

impl SatArgs {
    /// The first of these arguments that is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--encoding", self.encoding.is_some()),
            ("--options", self.options.is_some()),
            ("--backend", self.backend.is_some()),
            ("--horizon", self.horizon.is_some()),
            ("--schedule", self.schedule.is_some()),
            ("--threads", self.threads.is_some()),
            ("--horizon-time-limit", self.horizon_time_limit.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    /// The questions that the arguments ask for.
    pub(super) fn method(
        &self,
        game: &Compiled<'_>,
        search: &SearchArgs,
        limits: &LimitArgs,
    ) -> Result<SatMethod, Failure> {
        if let Some(name) = search.given().or(limits.given_for_search()) {
            return Err(Failure::input(format!("{name} is for --by search, not for --by sat")));
        }
        let threads = usize::from(self.threads.unwrap_or(1));
        let encoding = match &self.encoding {
            Some(name) => formula::encoding(name)?,
            None => sat::usual_encoding(game),
        };
        let named = self.schedule.as_deref().and_then(schedule::table);
        // A schedule speaks encodings of its own: games that they cannot say go without.
        let usual = schedule::usual(game.instance(), encoding.name).filter(|_| !self.asks());
        let ask = match (named, usual) {
            (Some(table), _) => self.table(table, search.seed())?,
            (None, Some(table)) => Ask::Table { table, seed: search.seed() },
            (None, None) => self.horizons(encoding, threads, search.seed())?,
        };
        Ok(SatMethod { ask, horizon_time: self.horizon_time_limit, threads })
    }

    /// Whether the question is for the locks of a deal that was made from a formula.
    pub(super) fn asks_for_locks(&self, instance: &Instance) -> bool {
        let others = self.encoding.is_some() || self.options.is_some() || self.schedule.is_some();
        match self.horizon.as_deref() {
            Some(horizon) => horizon == "complete",
            None => !others && !locks::encodings_for(instance).is_empty(),
        }
    }

    /// The question for these locks.
    pub(super) fn locks(
        &self,
        instance: &Instance,
        search: &SearchArgs,
        limits: &LimitArgs,
    ) -> Result<Config, Failure> {
        if let Some(name) = search.given().or(limits.given_for_search()) {
            return Err(Failure::input(format!("{name} is for --by search, not for --by sat")));
        }
        let others = [
            ("--schedule", self.schedule.is_some()),
            ("--threads", self.threads.is_some()),
            ("--horizon-time-limit", self.horizon_time_limit.is_some()),
        ];
        if let Some((name, _)) = others.iter().find(|(_, given)| *given) {
            return Err(Failure::input(format!(
                "{name} is not for --horizon complete, which asks one question"
            )));
        }
        let named = self.encoding.as_deref().map(formula::encoding).transpose()?;
        let options = formula::options(self.options.as_deref().unwrap_or_default())?;
        let locks = Locks::of(instance).map_err(Failure::input)?;
        let encoding = question(&locks, instance, named, &options).map_err(Failure::input)?.encoding;
        let (backend, seed) = self.rivals(1, search.seed())?.remove(0);
        Ok(Config { encoding, options, backend, seed })
    }

    /// Whether anything is said of what is asked.
    fn asks(&self) -> bool {
        [&self.encoding, &self.options, &self.backend, &self.horizon, &self.schedule]
            .iter()
            .any(|given| given.is_some())
    }

    /// The solver for a plan of fewest single-card moves.
    pub(super) fn shortest(
        &self,
        instance: &Instance,
        search: &SearchArgs,
        limits: &LimitArgs,
    ) -> Result<ShortestBySat, Failure> {
        if let Some(name) = search.given_beside_optimal().or(limits.given_for_search()) {
            let note = if name == "--cost" { ", which counts m1, single cards" } else { "" };
            return Err(Failure::input(format!("{name} is not for --by sat --optimal{note}")));
        }
        self.only_backend("--optimal")?;
        let (backend, seed) = self.rivals(1, search.seed())?.remove(0);
        Ok(match self.backend {
            Some(_) => ShortestBySat { backend, seed },
            None => ShortestBySat { seed, ..ShortestBySat::usual(instance) },
        })
    }

    /// Refuses everything but a back-end.
    fn only_backend(&self, whose: &str) -> Result<(), Failure> {
        let others = [
            ("--encoding", self.encoding.is_some()),
            ("--options", self.options.is_some()),
            ("--horizon", self.horizon.is_some()),
            ("--schedule", self.schedule.is_some()),
            ("--threads", self.threads.is_some()),
            ("--horizon-time-limit", self.horizon_time_limit.is_some()),
        ];
        match others.iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(Failure::input(format!(
                "{name} is not for {whose}, which has encoding and horizons of its own"
            ))),
            None => Ok(()),
        }
    }

    /// The request for search and SAT together.
    pub(super) fn hybrid(&self, search: &SearchArgs, certify: bool) -> Result<HybridMethod, Failure> {
        if let Some(name) = search.given().or(certify.then_some("--proof")) {
            return Err(Failure::input(format!("{name} is not for --by hybrid")));
        }
        self.only_backend("--by hybrid")?;
        let (backend, seed) = self.rivals(1, search.seed())?.remove(0);
        Ok(HybridMethod { backend, seed })
    }

    fn table(&self, table: &'static schedule::Table, seed: u64) -> Result<Ask, Failure> {
        match self.given() {
            Some(name @ ("--encoding" | "--options" | "--backend" | "--horizon")) => {
                Err(Failure::input(format!(
                    "schedule '{}' has encodings, back-ends and horizons of its own: expected no {name}",
                    table.name
                )))
            }
            _ => Ok(Ask::Table { table, seed }),
        }
    }

    fn horizons(&self, encoding: &'static Encoding, threads: usize, seed: u64) -> Result<Ask, Failure> {
        let options = formula::options(self.options.as_deref().unwrap_or_default())?;
        let schedule = self.schedule.as_deref().map(rule).transpose()?;
        let horizon = self.horizon.as_deref().map_or(Ok(Horizon::Auto), str::parse);
        let horizon: Horizon = horizon.map_err(Failure::input)?;
        let config = |(backend, seed)| Config { encoding, options, backend, seed };
        let configs = self.rivals(threads, seed)?.into_iter().map(config).collect();
        Ok(Ask::Horizons { configs, horizon, schedule })
    }

    /// A solver for each thread: the one asked for with different seeds, or unlike ones.
    fn rivals(&self, threads: usize, seed: u64) -> Result<Vec<(Chosen, u64)>, Failure> {
        let name = self.backend.as_deref().unwrap_or(backends::DEFAULT);
        let chosen = backends::backend(name).map_err(|unknown| {
            let known = backends::BACKENDS.iter().map(|b| b.name);
            Failure::unknown(unknown, name, known)
        })?;
        let others = backends::BACKENDS.iter().map(Chosen::Row).filter(sat::is_built_in);
        let others: Vec<Chosen> = match self.backend {
            Some(_) => Vec::new(),
            None => others.filter(|other| other.name() != chosen.name()).collect(),
        };
        let unlike: Vec<Chosen> = std::iter::once(chosen).chain(others).collect();
        let rival =
            |n: usize| (unlike[n % unlike.len()].clone(), seed.wrapping_add((n / unlike.len()) as u64));
        Ok((0..threads).map(rival).collect())
    }
}

pub(super) fn rule(name: &str) -> Result<Schedule, Failure> {
    let known = || Schedule::ALL.iter().map(|s| s.1).chain(schedule::TABLES.iter().map(|t| t.name));
    Schedule::ALL.iter().find(|s| s.1 == name).map(|s| s.0).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        let all = known().collect::<Vec<_>>().join(", ");
        Failure::unknown(format!("unknown schedule '{shown}': expected one of {all}"), name, known())
    })
}
