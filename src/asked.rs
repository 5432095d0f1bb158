//! A method of words: what somebody asks for by names and numbers, as on a command line.

use patsat_encodings::{schemes, smt as smt_encodings};
use patsat_game::rules::Cost;
use patsat_planning::by_locks::question;
use patsat_planning::locks::{Locks, encodings_for};
use patsat_planning::parts::HybridMethod;
use patsat_planning::sat::{Ask, Config, Horizon, SatMethod, ShortestBySat};
use patsat_planning::smt::{SmtMethod, usual_encoding};
use patsat_planning::{Compiled, Method, SearchMethod};
use patsat_solvers::{Chosen, smt as smt_backends};
use std::str::FromStr;

/// Who looks for a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// A native search.
    #[default]
    Search,
    /// SAT solvers.
    Sat,
    /// An SMT solver.
    Smt,
    /// A search for positions on the way, and SAT solvers for the moves between them.
    Hybrid,
}

impl FromStr for By {
    type Err = NoMethod;

    fn from_str(text: &str) -> Result<By, NoMethod> {
        match text {
            "search" => Ok(By::Search),
            "sat" => Ok(By::Sat),
            "smt" => Ok(By::Smt),
            "hybrid" => Ok(By::Hybrid),
            _ => Err(NoMethod(format!("unknown method '{text}': expected search, sat, smt or hybrid"))),
        }
    }
}

/// Words that make no method, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoMethod(String);

/// What is asked for; what is not said is as usual for the game.
///
/// ```
/// use patsat::planning::Compiled;
/// use patsat::{Asked, By, Horizon, Request, Verdict};
///
/// let game = patsat::deal("ms:1")?;
/// let asked = Asked { by: By::Sat, encoding: Some("exists"), horizon: Some(Horizon::One(2)), ..Asked::default() };
/// let method = asked.method(&Compiled::new(&game))?;
/// assert_eq!(Request::new(&game, method).run()?.verdict(), Verdict::NoPlanWithin);
///
/// let asked = Asked { encoding: Some("exists"), ..Asked::default() };
/// let wrong = asked.method(&Compiled::new(&game)).unwrap_err();
/// assert_eq!(wrong.to_string(), "a search has no encoding: expected sat or smt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked<'a> {
    /// Who looks for a plan.
    pub by: By,
    /// The strategy of a search.
    pub strategy: Option<&'a str>,
    /// The encoding, of SAT or SMT.
    pub encoding: Option<&'a str>,
    /// The bounds, of SAT or SMT.
    pub horizon: Option<Horizon>,
    /// The solver, of SAT or SMT.
    pub backend: Option<&'a str>,
    /// Whether a shortest plan is wanted.
    pub optimal: bool,
    /// What a shortest plan is shortest in; searches alone have a choice.
    pub cost: Option<Cost>,
    /// Seed of random choices.
    pub seed: u64,
}

fn wrong(error: impl std::fmt::Display) -> NoMethod {
    NoMethod(error.to_string())
}

fn none_of(given: &[(&str, bool)], who: &str, instead: &str) -> Result<(), NoMethod> {
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(NoMethod(format!("{who} has no {name}: expected {instead}"))),
        None => Ok(()),
    }
}

impl Asked<'_> {
    /// The method.
    ///
    /// # Errors
    /// If a name is unknown, or things are asked for that do not go together.
    pub fn method(&self, game: &Compiled<'_>) -> Result<Method, NoMethod> {
        let of_formulas = [
            ("encoding", self.encoding.is_some()),
            ("horizon", self.horizon.is_some()),
            ("backend", self.backend.is_some()),
        ];
        let of_searches = [("strategy", self.strategy.is_some()), ("cost", self.cost.is_some())];
        match self.by {
            By::Search => {
                none_of(&of_formulas, "a search", "sat or smt")?;
                self.search()
            }
            By::Sat => {
                none_of(&of_searches, "a formula", "a search")?;
                self.sat(game)
            }
            By::Smt => {
                none_of(&of_searches, "a script", "a search")?;
                self.smt(game)
            }
            By::Hybrid => {
                none_of(&of_searches, "a hybrid", "a search")?;
                none_of(&of_formulas[..2], "a hybrid", "sat or smt")?;
                none_of(&[("proof of shortest plans", self.optimal)], "a hybrid", "search, sat or smt")?;
                Ok(Method::Hybrid(HybridMethod { backend: self.backend()?, seed: self.seed }))
            }
        }
    }

    fn search(&self) -> Result<Method, NoMethod> {
        let name = match (self.strategy, self.optimal) {
            (None | Some("optimal"), true) => "optimal",
            (Some(other), true) => {
                let text = format!("strategy '{other}' proves no plan shortest: expected optimal");
                return Err(NoMethod(text));
            }
            (name, false) => name.unwrap_or(patsat_search::DEFAULT_STRATEGY),
        };
        let mut method = SearchMethod::named(name).map_err(wrong)?;
        method.options.seed = self.seed;
        method.options.cost = self.cost.unwrap_or(method.options.cost);
        Ok(Method::Search(method))
    }

    fn backend(&self) -> Result<Chosen, NoMethod> {
        self.backend
            .map_or_else(|| Ok(Chosen::default()), |name| patsat_solvers::backend(name).map_err(wrong))
    }

    fn sat(&self, game: &Compiled<'_>) -> Result<Method, NoMethod> {
        let (instance, seed) = (game.instance(), self.seed);
        if self.optimal {
            let own = [("encoding", self.encoding.is_some()), ("horizon", self.horizon.is_some())];
            none_of(&own, "the question for a shortest plan", "none, for it has its own")?;
            let usual = ShortestBySat::usual(instance);
            let backend = if self.backend.is_some() { self.backend()? } else { usual.backend };
            return Ok(Method::ShortestBySat(ShortestBySat { backend, seed }));
        }
        let config = |encoding, options, backend| Config { encoding, options, backend, seed };
        if self.encoding.is_none() && self.horizon.is_none() && !encodings_for(instance).is_empty() {
            // A deal that was made from a formula is decided by one question.
            let locks = Locks::of(instance).map_err(wrong)?;
            let options = Default::default();
            let encoding = question(&locks, instance, None, &options).map_err(wrong)?.encoding;
            return Ok(Method::Locks(config(encoding, options, self.backend()?)));
        }
        if self.encoding.is_none() && self.horizon.is_none() && self.backend.is_none() {
            let mut usual = SatMethod::usual(game);
            match &mut usual.ask {
                Ask::Table { seed, .. } => *seed = self.seed,
                Ask::Horizons { configs, .. } => configs.iter_mut().for_each(|config| config.seed = seed),
            }
            return Ok(Method::Sat(usual));
        }
        let encoding = match self.encoding {
            Some(name) => schemes::encoding(name).map_err(wrong)?,
            None => patsat_planning::sat::usual_encoding(game),
        };
        let configs = vec![config(encoding, Default::default(), self.backend()?)];
        let ask = Ask::Horizons { configs, horizon: self.horizon.unwrap_or_default(), schedule: None };
        Ok(Method::Sat(SatMethod { ask, horizon_time: None, threads: 1 }))
    }

    fn smt(&self, game: &Compiled<'_>) -> Result<Method, NoMethod> {
        let encoding = match self.encoding {
            Some(name) => smt_encodings::encoding(name).map_err(wrong)?,
            None => usual_encoding(game, self.optimal),
        };
        let usual = SmtMethod::with(encoding, self.horizon.unwrap_or_default());
        let backend = match self.backend {
            Some(name) => smt_backends::backend(name).map_err(wrong)?,
            None => usual.backend.clone(),
        };
        Ok(Method::Smt(SmtMethod { backend, seed: self.seed, optimal: self.optimal, ..usual }))
    }
}
