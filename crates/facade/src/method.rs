//! From [`SolveOptions`] to a method.

use crate::names;
use crate::options::{MethodKind, SolveOptions};
use crate::options_error::OptionsError;
use crate::together::{self, Way};
use patsat_analysis::why::QUESTIONS;
use patsat_encodings::options::Options;
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_planning::lock_formula::lock_formula;
use patsat_planning::locks::{Locks, encodings_for};
use patsat_planning::parts::HybridMethod;
use patsat_planning::sat::{
    self, Config, HorizonError, SatMethod, SatQueries, Schedule, ShortestBySat, schedule,
};
use patsat_planning::smt::{SmtMethod, usual_encoding};
use patsat_planning::{LazyTask, Method, PdrMethod, Request, SearchMethod};
use patsat_solvers::{self as backends, BackendChoice, smt as smt_backends};
use std::str::FromStr;

impl FromStr for MethodKind {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<MethodKind, OptionsError> {
        match text {
            "search" => Ok(MethodKind::Search),
            "sat" => Ok(MethodKind::Sat),
            "smt" => Ok(MethodKind::Smt),
            "hybrid" => Ok(MethodKind::Hybrid),
            "pdr" => Ok(MethodKind::Pdr),
            _ => Err(OptionsError::value(format!(
                "unknown method '{text}': expected search, sat, smt, hybrid or pdr"
            ))),
        }
    }
}

impl MethodKind {
    /// Whether the method makes certificates.
    #[must_use]
    pub fn certifies(self) -> bool {
        together::takes("certify", self)
    }
}

impl SolveOptions {
    /// Sets the bounds of the plan: a number, a range such as `4..12`, `auto`, or `complete`, which decides a deal made
    /// from a formula.
    ///
    /// # Errors
    /// A text that is neither a number nor a word for a horizon.
    pub fn set_horizon(&mut self, text: &str) -> Result<(), OptionsError> {
        match text {
            "complete" => self.complete = true,
            text => {
                self.horizon = Some(text.parse().map_err(|error: HorizonError| OptionsError::value(error))?);
            }
        }
        Ok(())
    }

    /// The request for a game.
    ///
    /// # Errors
    /// If a name is unknown, or options do not go together.
    pub fn request<'a>(&self, game: &'a Instance) -> Result<Request<'a>, OptionsError> {
        let compiled = LazyTask::new(game);
        let method = self.method(&compiled)?;
        let (limits, certify, prove) = (self.limits, self.certify, self.queries());
        Ok(Request { game: compiled, limits, certify, prove, ..Request::new(game, method) })
    }

    /// The method for a game.
    ///
    /// # Errors
    /// If a name is unknown, or options do not go together.
    pub fn method(&self, game: &LazyTask<'_>) -> Result<Method, OptionsError> {
        let way = self.way(game.instance());
        if let Some(conflict) = together::conflict(self, way) {
            return Err(OptionsError::Conflict(conflict));
        }
        Ok(match way {
            Way::Search => Method::Search(self.search_of(self.task || game.instance().names.is_some())?),
            Way::Horizons | Way::Schedule(_) => Method::Sat(self.sat(game)?),
            Way::Complete => Method::Locks(self.locks(game.instance())?),
            Way::ShortestBySat => Method::ShortestBySat(self.shortest(game.instance())?),
            Way::Smt => Method::Smt(self.smt(game)?),
            Way::Pdr => Method::Pdr(PdrMethod { seed: self.seed }),
            Way::Hybrid => {
                let (backend, seed) = self.rivals(backends::DEFAULT, 1)?.remove(0);
                Method::Hybrid(HybridMethod { backend, seed })
            }
        })
    }

    /// The search that the options describe.
    ///
    /// # Errors
    /// If the strategy is unknown, or does not go together with other options.
    pub fn search(&self) -> Result<SearchMethod, OptionsError> {
        self.search_of(self.task)
    }

    fn search_of(&self, task: bool) -> Result<SearchMethod, OptionsError> {
        let named = self.strategy.as_deref();
        let name = match (named, self.optimal, self.short) {
            (Some(name), true, _) if name != "optimal" => {
                return Err(OptionsError::value(format!(
                    "strategy '{name}' proves no plan shortest: expected optimal"
                )));
            }
            (Some(name), false, true) if name != "short" => {
                return Err(OptionsError::value(format!(
                    "strategy '{name}' is not the one for short plans: expected short"
                )));
            }
            (_, true, true) => {
                return Err(OptionsError::value("found both optimal and short, expected one of them"));
            }
            (_, true, false) => "optimal",
            (_, false, true) => "short",
            (name, false, false) => name.unwrap_or(patsat_search::DEFAULT_STRATEGY),
        };
        let mut method = SearchMethod::named(name).map_err(|error| {
            OptionsError::unknown(error, name, patsat_search::strategies().map(|s| s.name))
        })?;
        if self.cost.is_some() && !method.optimal {
            return Err(OptionsError::Conflict(together::COST_WITHOUT_OPTIMAL));
        }
        method.options.depth = self.depth;
        method.options.width = self.width;
        method.options.seed = self.seed;
        method.options.no_dominance = self.no_dominance;
        let usual = if task { Cost::M1 } else { Cost::default() };
        method.options.cost = self.cost.unwrap_or(usual);
        Ok(method)
    }

    /// Solver queries about dead patterns after an undecided search.
    fn queries(&self) -> Option<u64> {
        let plain = self.by == MethodKind::Search && self.limits.nodes.is_none() && !together::searches(self);
        self.prove.or(plain.then_some(QUESTIONS)).filter(|&queries| queries > 0)
    }

    fn way(&self, game: &Instance) -> Way {
        match self.by {
            MethodKind::Search => Way::Search,
            MethodKind::Smt => Way::Smt,
            MethodKind::Hybrid => Way::Hybrid,
            MethodKind::Pdr => Way::Pdr,
            MethodKind::Sat if self.optimal => Way::ShortestBySat,
            MethodKind::Sat if self.complete => Way::Complete,
            MethodKind::Sat => {
                let named =
                    self.encoding.is_some() || self.encoding_options.is_some() || self.schedule.is_some();
                if self.horizon.is_none() && !named && !encodings_for(game).is_empty() {
                    return Way::Complete;
                }
                let table = self.schedule.as_deref().and_then(schedule::table);
                table.map_or(Way::Horizons, |table| Way::Schedule(table.name))
            }
        }
    }

    fn sat(&self, game: &LazyTask<'_>) -> Result<SatMethod, OptionsError> {
        let threads = self.threads.unwrap_or(1);
        let encoding = match &self.encoding {
            Some(name) => names::encoding(name)?,
            None => sat::usual_encoding(game),
        };
        let named = self.schedule.as_deref().and_then(schedule::table);
        let names = [&self.encoding, &self.encoding_options, &self.backend, &self.schedule];
        let plain = self.horizon.is_none() && names.iter().all(|name| name.is_none());
        // A schedule uses encodings of its own. Games that they do not support have none.
        let usual = || schedule::usual(game.instance(), encoding.name).filter(|_| plain);
        let queries = match named.or_else(usual) {
            Some(table) => SatQueries::Table { table, seed: self.seed },
            None => {
                let options = self.encoding_options()?;
                let schedule = self.schedule.as_deref().map(rule).transpose()?;
                let config = |(backend, seed)| Config { encoding, options, backend, seed };
                let backend = schedule::usual_backend(encoding.name);
                let configs = self.rivals(backend, threads)?.into_iter().map(config).collect();
                SatQueries::Horizons { configs, horizon: self.horizon.unwrap_or_default(), schedule }
            }
        };
        Ok(SatMethod { queries, horizon_time: self.horizon_time, threads })
    }

    fn locks(&self, game: &Instance) -> Result<Config, OptionsError> {
        let named = self.encoding.as_deref().map(|name| names::encoding(name));
        let options = self.encoding_options()?;
        let locks = Locks::of(game).map_err(OptionsError::value)?;
        let encoding =
            lock_formula(&locks, game, named.transpose()?, &options).map_err(OptionsError::value)?.encoding;
        let (backend, seed) = self.rivals(backends::DEFAULT, 1)?.remove(0);
        Ok(Config { encoding, options, backend, seed })
    }

    fn shortest(&self, game: &Instance) -> Result<ShortestBySat, OptionsError> {
        let (backend, seed) = self.rivals(backends::DEFAULT, 1)?.remove(0);
        let usual = ShortestBySat { seed, ..ShortestBySat::usual(game) };
        Ok(if self.backend.is_some() { ShortestBySat { backend, seed } } else { usual })
    }

    fn smt(&self, game: &LazyTask<'_>) -> Result<SmtMethod, OptionsError> {
        let encoding = match &self.encoding {
            Some(name) => names::smt_encoding(name)?,
            None => usual_encoding(game, self.optimal),
        };
        let name = self.backend.as_deref().unwrap_or(smt_backends::DEFAULT);
        let backend = smt_backends::backend(name).map_err(|error| {
            OptionsError::unknown(error, name, smt_backends::BACKENDS.iter().map(|b| b.name))
        })?;
        Ok(SmtMethod {
            encoding,
            options: self.encoding_options()?,
            backend,
            seed: self.seed,
            horizon: self.horizon.unwrap_or_default(),
            schedule: self.schedule.as_deref().map(rule).transpose()?,
            horizon_time: self.horizon_time,
            optimal: self.optimal,
        })
    }

    fn encoding_options(&self) -> Result<Options, OptionsError> {
        names::encoding_options(self.encoding_options.as_deref().unwrap_or_default())
    }

    /// A solver for each thread: the named one with different seeds, or unlike ones.
    fn rivals(&self, usual: &str, threads: usize) -> Result<Vec<(BackendChoice, u64)>, OptionsError> {
        let name = self.backend.as_deref().unwrap_or(usual);
        let chosen = backends::backend(name)
            .map_err(|error| OptionsError::unknown(error, name, backends::BACKENDS.iter().map(|b| b.name)))?;
        let others = backends::BACKENDS.iter().map(BackendChoice::Row).filter(sat::is_built_in);
        let others: Vec<BackendChoice> = match self.backend {
            Some(_) => Vec::new(),
            None => others.filter(|other| other.name() != chosen.name()).collect(),
        };
        let unlike: Vec<BackendChoice> = std::iter::once(chosen).chain(others).collect();
        let rival =
            |n: usize| (unlike[n % unlike.len()].clone(), self.seed.wrapping_add((n / unlike.len()) as u64));
        Ok((0..threads.max(1)).map(rival).collect())
    }
}

/// The order of horizons of that name.
fn rule(name: &str) -> Result<Schedule, OptionsError> {
    let known = || Schedule::ALL.iter().map(|s| s.1).chain(schedule::TABLES.iter().map(|t| t.name));
    Schedule::ALL.iter().find(|s| s.1 == name).map(|s| s.0).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        let all = known().collect::<Vec<_>>().join(", ");
        OptionsError::unknown(format!("unknown schedule '{shown}': expected one of {all}"), name, known())
    })
}
