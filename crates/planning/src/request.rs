//! Requests: a game, a method and limits, with one function to run them.

use crate::answer::Answer;
use crate::by_locks;
use crate::failure::Failure;
use crate::job::{Job, LazyTask};
use crate::monitor::Monitor;
use crate::parts::{self, HybridMethod};
use crate::patterns;
use crate::pdr::{self, PdrMethod};
use crate::sat::{self, Config, SatMethod, ShortestBySat};
use crate::search_method::{self, SearchMethod};
use crate::smt::{self, SmtMethod};
use patsat_base::Limits;
use patsat_game::state::Instance;

/// The solving method and its settings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Method {
    /// A native search on the rules.
    Search(SearchMethod),
    /// SAT solvers, horizon by horizon or by a schedule.
    Sat(SatMethod),
    /// SAT solvers, for a plan of fewest single-card moves.
    ShortestBySat(ShortestBySat),
    /// A SAT solver, with the single question that decides a deal made from a formula.
    Locks(Config),
    /// A search for intermediate positions, and SAT solvers for the moves between them.
    Hybrid(HybridMethod),
    /// An SMT solver, horizon by horizon.
    Smt(SmtMethod),
    /// Property-directed reachability with a SAT solver.
    Pdr(PdrMethod),
}

impl Method {
    /// Returns the name of the method in reports: the strategy of a search, else `sat`, `hybrid`, `smt` or
    /// `pdr`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Method::Search(search) => search.strategy.name,
            Method::Sat(_) | Method::ShortestBySat(_) | Method::Locks(_) => "sat",
            Method::Hybrid(_) => "hybrid",
            Method::Smt(_) => "smt",
            Method::Pdr(_) => "pdr",
        }
    }
}

impl Default for Method {
    /// The strategy `auto`.
    fn default() -> Method {
        Method::Search(SearchMethod::default())
    }
}

/// A game to solve, with the method and the limits.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The game.
    pub game: LazyTask<'a>,
    /// The solving method.
    pub method: Method,
    /// The limits.
    pub limits: Limits,
    /// Whether a verdict without a plan gets a certificate: "unwinnable" a closed set, "no plan within a bound" a
    /// refutation of its formula. SMT solvers write no proofs.
    pub certify: bool,
    /// The maximum number of queries to a solver about dead patterns after a native search without a verdict. `None`
    /// disables the search for patterns. [`crate::patterns::QUESTIONS`] is the usual value.
    pub prove: Option<u64>,
}

impl<'a> Request<'a> {
    /// A request without limits or certificate.
    #[must_use]
    pub fn new(instance: &'a Instance, method: Method) -> Request<'a> {
        let (limits, certify, prove) = (Limits::default(), false, None);
        Request { game: LazyTask::new(instance), method, limits, certify, prove }
    }

    /// Rules and position.
    #[must_use]
    pub fn instance(&self) -> &'a Instance {
        self.game.instance()
    }

    /// The request without its method.
    fn job(&self) -> Job<'_> {
        Job { game: &self.game, limits: self.limits, certify: self.certify }
    }

    /// Solves the request without a monitor: it reports no progress, and only its limits stop it.
    ///
    /// # Errors
    /// As [`solve`].
    pub fn run(&self) -> Result<Answer, Failure> {
        solve(self, &mut Monitor::default())
    }

    /// Checks before the work begins that the encodings support the game and that the SMT solver is installed.
    ///
    /// # Errors
    /// The first failed check.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.method {
            Method::Sat(method) => method.check(&self.game),
            Method::Smt(method) => method.check(&self.game),
            _ => Ok(()),
        }
    }
}

/// Solves a request.
///
/// # Errors
/// If the request is invalid, if a solver is missing or fails, or if the verifier refuses a result.
pub fn solve(request: &Request<'_>, monitor: &mut Monitor<'_>) -> Result<Answer, Failure> {
    let job = request.job();
    match &request.method {
        Method::Search(method) => {
            let answer = search_method::solve(&job, method, monitor)?;
            match request.prove {
                Some(questions) => {
                    patterns::decide_open(&job, method.options.seed, questions, answer, monitor)
                }
                None => Ok(answer),
            }
        }
        Method::Sat(method) => sat::solve(&job, method, monitor),
        Method::ShortestBySat(method) => sat::shortest(&job, method, monitor),
        Method::Locks(config) => by_locks::solve(&job, config, monitor),
        Method::Hybrid(method) => parts::solve(&job, method, monitor),
        Method::Smt(method) => smt::solve(&job, method, monitor),
        Method::Pdr(method) => pdr::solve(&job, *method, monitor),
    }
}
