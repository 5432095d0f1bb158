//! [`SolveOptions`]: a method of solving, by names and numbers as on a command line.

use crate::names;
use crate::together::{self, Spelling, Way};
use patsat_analysis::why::QUESTIONS;
use patsat_base::nearest;
use patsat_encodings::options::Options;
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_planning::by_locks::question;
use patsat_planning::locks::{Locks, encodings_for};
use patsat_planning::parts::HybridMethod;
use patsat_planning::sat::{self, Ask, Config, Horizon, SatMethod, Schedule, ShortestBySat, schedule};
use patsat_planning::smt::{SmtMethod, usual_encoding};
use patsat_planning::{Compiled, Method, Request, SearchMethod};
use patsat_search::Limits;
use patsat_solvers::{self as backends, Chosen, smt as smt_backends};
use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

/// The solving method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// Native search.
    #[default]
    Search,
    /// SAT solvers.
    Sat,
    /// An SMT solver.
    Smt,
    /// Native search for positions on the way, and SAT solvers for the moves between them.
    Hybrid,
}

impl FromStr for By {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<By, OptionsError> {
        match text {
            "search" => Ok(By::Search),
            "sat" => Ok(By::Sat),
            "smt" => Ok(By::Smt),
            "hybrid" => Ok(By::Hybrid),
            _ => Err(OptionsError::value(format!(
                "unknown method '{text}': expected search, sat, smt or hybrid"
            ))),
        }
    }
}

/// Options that make no method.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionsError {
    /// A value is wrong.
    Value {
        /// The sentence.
        sentence: String,
        /// The next step for the user, where there is an obvious one.
        help: Option<String>,
    },
    /// An option does not go together with others.
    Together {
        /// The option, by its name in [`SolveOptions`].
        option: &'static str,
        /// The way of solving that the other options chose.
        way: Way,
        /// What to do instead, if the table of options does not show it.
        note: Option<&'static str>,
    },
}

impl OptionsError {
    /// A wrong value.
    pub(crate) fn value(error: impl Display) -> OptionsError {
        OptionsError::Value { sentence: error.to_string(), help: None }
    }

    /// A name that is not known. The help is the nearest of the known names.
    pub(crate) fn unknown<'a>(
        error: impl Display,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> OptionsError {
        let help = nearest(name, known).map(|near| format!("did you mean '{near}'?"));
        OptionsError::Value { sentence: error.to_string(), help }
    }

    /// The error in a sentence, with options as `spelling` writes them.
    #[must_use]
    pub fn sentence(&self, spelling: Spelling) -> String {
        match self {
            OptionsError::Value { sentence, .. } => sentence.clone(),
            OptionsError::Together { option, way, note } => together::sentence(option, way, *note, spelling),
        }
    }

    /// The next step for the user, where there is an obvious one.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        match self {
            OptionsError::Value { help, .. } => help.as_deref(),
            OptionsError::Together { .. } => None,
        }
    }
}

impl Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Spelling::Rust))
    }
}

impl std::error::Error for OptionsError {}

/// How to solve a game. Options that are not set have the defaults for the game.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::{By, Horizon, SolveOptions, Verdict};
///
/// let game = patsat::deal("ms:1")?;
/// let options =
///     SolveOptions { by: By::Sat, encoding: Some("exists".into()), horizon: Some(Horizon::One(2)), ..SolveOptions::default() };
/// assert_eq!(options.request(&game)?.run()?.verdict(), Verdict::NoPlanWithin);
///
/// let options = SolveOptions { encoding: Some("exists".into()), ..SolveOptions::default() };
/// let error = options.request(&game).unwrap_err();
/// assert_eq!(error.to_string(), "encoding needs By::Sat or By::Smt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SolveOptions {
    /// The method.
    pub by: By,
    /// Strategy of a search.
    pub strategy: Option<String>,
    /// Whether to look for a short plan. It need not be shortest.
    pub short: bool,
    /// Whether to prove a plan shortest.
    pub optimal: bool,
    /// The cost that `optimal` minimises. Only searches have a choice; all others count single cards.
    pub cost: Option<Cost>,
    /// Whether the game is a planning task, whose actions move one card each: the default cost is then single cards.
    pub task: bool,
    /// Beam width of a search.
    pub width: Option<usize>,
    /// Depth bound of a search, in moves.
    pub depth: Option<u32>,
    /// Whether a search goes without its dominance rules.
    pub no_dominance: bool,
    /// Encoding, for SAT or SMT.
    pub encoding: Option<String>,
    /// Options of the encoding, such as `safe=off,rebuilt=all`.
    pub encoding_options: Option<String>,
    /// Solver, for all methods but search.
    pub backend: Option<String>,
    /// Bounds of the plan, for SAT or SMT.
    pub horizon: Option<Horizon>,
    /// Whether to decide a deal made from a formula by one query, which is the default for such deals.
    pub complete: bool,
    /// Order of the horizons, or a schedule of queries.
    pub schedule: Option<String>,
    /// Parallel queries, from 1 on, for SAT.
    pub threads: Option<usize>,
    /// Time limit for one horizon.
    pub horizon_time: Option<Duration>,
    /// Seed of random choices.
    pub seed: u64,
    /// Whether to make a certificate.
    pub certify: bool,
    /// Solver queries about dead patterns after an undecided search; 0 turns them off. The default is
    /// [`QUESTIONS`] for a search without options and without a limit of nodes, else 0.
    pub prove: Option<u64>,
    /// When to stop.
    pub limits: Limits,
}

impl SolveOptions {
    /// The request for a game.
    ///
    /// # Errors
    /// If a name is unknown, or options do not go together.
    pub fn request<'a>(&self, game: &'a Instance) -> Result<Request<'a>, OptionsError> {
        let compiled = Compiled::new(game);
        let method = self.method(&compiled)?;
        let (limits, certify, prove) = (self.limits, self.certify, self.queries());
        Ok(Request { game: compiled, limits, certify, prove, ..Request::new(game, method) })
    }

    /// The method for a game.
    ///
    /// # Errors
    /// If a name is unknown, or options do not go together.
    pub fn method(&self, game: &Compiled<'_>) -> Result<Method, OptionsError> {
        let way = self.way(game.instance());
        together::check(self, &way)?;
        Ok(match way {
            Way::Search => Method::Search(self.search()?),
            Way::Horizons | Way::Schedule(_) => Method::Sat(self.sat(game)?),
            Way::Complete => Method::Locks(self.locks(game.instance())?),
            Way::ShortestBySat => Method::ShortestBySat(self.shortest(game.instance())?),
            Way::Smt => Method::Smt(self.smt(game)?),
            Way::Hybrid => {
                let (backend, seed) = self.rivals(1)?.remove(0);
                Method::Hybrid(HybridMethod { backend, seed })
            }
        })
    }

    /// The search that the options describe.
    ///
    /// # Errors
    /// If the strategy is unknown, or does not go together with other options.
    pub fn search(&self) -> Result<SearchMethod, OptionsError> {
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
            return Err(OptionsError::Together { option: "cost", way: Way::Search, note: Some(COST) });
        }
        method.options.depth = self.depth;
        method.options.width = self.width;
        method.options.seed = self.seed;
        method.options.no_dominance = self.no_dominance;
        let usual = if self.task { Cost::M1 } else { Cost::default() };
        method.options.cost = self.cost.unwrap_or(usual);
        Ok(method)
    }

    /// Solver queries about dead patterns after an undecided search.
    fn queries(&self) -> Option<u64> {
        let plain = self.by == By::Search && self.limits.nodes.is_none() && !together::searches(self);
        self.prove.or(plain.then_some(QUESTIONS)).filter(|&queries| queries > 0)
    }

    fn way(&self, game: &Instance) -> Way {
        match self.by {
            By::Search => Way::Search,
            By::Smt => Way::Smt,
            By::Hybrid => Way::Hybrid,
            By::Sat if self.optimal => Way::ShortestBySat,
            By::Sat if self.complete => Way::Complete,
            By::Sat => {
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

    fn sat(&self, game: &Compiled<'_>) -> Result<SatMethod, OptionsError> {
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
        let ask = match named.or_else(usual) {
            Some(table) => Ask::Table { table, seed: self.seed },
            None => {
                let options = self.encoding_options()?;
                let schedule = self.schedule.as_deref().map(rule).transpose()?;
                let config = |(backend, seed)| Config { encoding, options, backend, seed };
                let configs = self.rivals(threads)?.into_iter().map(config).collect();
                Ask::Horizons { configs, horizon: self.horizon.unwrap_or_default(), schedule }
            }
        };
        Ok(SatMethod { ask, horizon_time: self.horizon_time, threads })
    }

    fn locks(&self, game: &Instance) -> Result<Config, OptionsError> {
        let named = self.encoding.as_deref().map(|name| names::encoding(name));
        let options = self.encoding_options()?;
        let locks = Locks::of(game).map_err(OptionsError::value)?;
        let encoding =
            question(&locks, game, named.transpose()?, &options).map_err(OptionsError::value)?.encoding;
        let (backend, seed) = self.rivals(1)?.remove(0);
        Ok(Config { encoding, options, backend, seed })
    }

    fn shortest(&self, game: &Instance) -> Result<ShortestBySat, OptionsError> {
        let (backend, seed) = self.rivals(1)?.remove(0);
        let usual = ShortestBySat { seed, ..ShortestBySat::usual(game) };
        Ok(if self.backend.is_some() { ShortestBySat { backend, seed } } else { usual })
    }

    fn smt(&self, game: &Compiled<'_>) -> Result<SmtMethod, OptionsError> {
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
    fn rivals(&self, threads: usize) -> Result<Vec<(Chosen, u64)>, OptionsError> {
        let name = self.backend.as_deref().unwrap_or(backends::DEFAULT);
        let chosen = backends::backend(name)
            .map_err(|error| OptionsError::unknown(error, name, backends::BACKENDS.iter().map(|b| b.name)))?;
        let others = backends::BACKENDS.iter().map(Chosen::Row).filter(sat::is_built_in);
        let others: Vec<Chosen> = match self.backend {
            Some(_) => Vec::new(),
            None => others.filter(|other| other.name() != chosen.name()).collect(),
        };
        let unlike: Vec<Chosen> = std::iter::once(chosen).chain(others).collect();
        let rival =
            |n: usize| (unlike[n % unlike.len()].clone(), self.seed.wrapping_add((n / unlike.len()) as u64));
        Ok((0..threads.max(1)).map(rival).collect())
    }
}

/// What `cost` needs.
const COST: &str = "it is the cost that 'optimal' minimises";

/// The order of horizons of that name.
fn rule(name: &str) -> Result<Schedule, OptionsError> {
    let known = || Schedule::ALL.iter().map(|s| s.1).chain(schedule::TABLES.iter().map(|t| t.name));
    Schedule::ALL.iter().find(|s| s.1 == name).map(|s| s.0).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        let all = known().collect::<Vec<_>>().join(", ");
        OptionsError::unknown(format!("unknown schedule '{shown}': expected one of {all}"), name, known())
    })
}
