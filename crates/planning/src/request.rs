//! One request for every way to look for a plan, and one way to run it.

use crate::answer::Answer;
use crate::by_locks;
use crate::failure::Failure;
use crate::job::{Compiled, Job};
use crate::monitor::Monitor;
use crate::parts::{self, HybridMethod};
use crate::patterns;
use crate::sat::{self, Config, SatMethod, ShortestBySat};
use crate::search_method::{self, SearchMethod};
use crate::smt::{self, SmtMethod};
use patsat_game::state::Instance;
use patsat_search::Limits;

/// Who looks for a plan, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Method {
    /// A native search on the rules.
    Search(SearchMethod),
    /// SAT solvers, horizon by horizon or by a schedule.
    Sat(SatMethod),
    /// SAT solvers, for a plan of fewest single-card moves.
    ShortestBySat(ShortestBySat),
    /// A SAT solver, with the one question that decides a deal made from a formula.
    Locks(Config),
    /// A search for positions on the way, and SAT solvers for the moves between them.
    Hybrid(HybridMethod),
    /// An SMT solver, horizon by horizon.
    Smt(SmtMethod),
}

impl Method {
    /// Who answers, as reports name it: the strategy of a search, else `sat`, `hybrid` or `smt`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Method::Search(search) => search.strategy.name,
            Method::Sat(_) | Method::ShortestBySat(_) | Method::Locks(_) => "sat",
            Method::Hybrid(_) => "hybrid",
            Method::Smt(_) => "smt",
        }
    }
}

impl Default for Method {
    /// The strategy `auto`.
    fn default() -> Method {
        Method::Search(SearchMethod::default())
    }
}

/// What is to be solved, and how.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The game.
    pub game: Compiled<'a>,
    /// Who looks for a plan.
    pub method: Method,
    /// When to stop.
    pub limits: Limits,
    /// Whether a verdict without a plan is to be certified: "unwinnable" by a closed set, "no plan
    /// within a bound" by a refutation of its formula. SMT solvers write no proofs.
    pub certify: bool,
    /// Questions to a solver about dead patterns, where a native search ends without a verdict; none asks no
    /// such question. [`crate::patterns::QUESTIONS`] is usual.
    pub prove: Option<u64>,
}

impl<'a> Request<'a> {
    /// A request without limits or certificate.
    #[must_use]
    pub fn new(instance: &'a Instance, method: Method) -> Request<'a> {
        let (limits, certify, prove) = (Limits::default(), false, None);
        Request { game: Compiled::new(instance), method, limits, certify, prove }
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

    /// Solves it without a monitor: nobody watches, and nothing but limits stops it.
    ///
    /// # Errors
    /// As [`solve`].
    pub fn run(&self) -> Result<Answer, Failure> {
        solve(self, &mut Monitor::default())
    }

    /// Checks what can be checked before the work begins: that encodings can say the game and that
    /// an SMT solver is there.
    ///
    /// # Errors
    /// What cannot be.
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
/// If the request cannot be asked, a solver is missing or breaks down, or the verifier refuses
/// what was claimed.
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
    }
}
