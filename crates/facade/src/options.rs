//! [`SolveOptions`]: how to solve a game, by names and numbers as on a command line.

use patsat_base::Limits;
use patsat_game::rules::Cost;
use patsat_planning::sat::Horizon;
use std::time::Duration;

/// The solving method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MethodKind {
    /// Native search.
    #[default]
    Search,
    /// SAT solvers.
    Sat,
    /// An SMT solver.
    Smt,
    /// Native search for positions on the way, and SAT solvers for the moves between them.
    Hybrid,
    /// Property-directed reachability with a SAT solver: a plan, or dead patterns.
    Pdr,
}

/// How to solve a game. Options that are not set have the defaults for the game.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::{Horizon, MethodKind, SolveOptions, Verdict};
///
/// let game = patsat::deal("ms:1")?;
/// let options = SolveOptions {
///     by: MethodKind::Sat,
///     encoding: Some("exists".into()),
///     horizon: Some(Horizon::One(2)),
///     ..SolveOptions::default()
/// };
/// assert_eq!(options.request(&game)?.run()?.verdict(), Verdict::NoPlanWithin);
///
/// let options = SolveOptions { encoding: Some("exists".into()), ..SolveOptions::default() };
/// let error = options.request(&game).unwrap_err();
/// assert_eq!(error.to_string(), "encoding needs MethodKind::Sat or MethodKind::Smt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SolveOptions {
    /// The method.
    pub by: MethodKind,
    /// Strategy of a search.
    pub strategy: Option<String>,
    /// Whether to search for a short plan, which need not be a shortest one.
    pub short: bool,
    /// Whether to prove a plan shortest.
    pub optimal: bool,
    /// The cost that `optimal` minimises. Only searches have a choice; all others count single cards.
    pub cost: Option<Cost>,
    /// Whether the answer is for a planning task, whose actions move one card each: the default cost is then single
    /// cards, as it is for a game read from such a task.
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
    /// [`QUESTIONS`](patsat_analysis::why::QUESTIONS) for a search without options and without a limit of nodes, else 0.
    pub prove: Option<u64>,
    /// When to stop.
    pub limits: Limits,
}
