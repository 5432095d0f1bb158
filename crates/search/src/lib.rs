//! Native search on the rules: strategies in one table, each a file.
//!
//! A strategy takes an instance and a [`Budget`] and returns a [`SearchReport`]. It relies on the
//! rules of [`patsat_game`] for legal moves; no other part relies on it. Its plan is a claim until
//! [`patsat_game::verify`] has replayed it. Only a strategy whose `complete` flag is set, run
//! without reaching a limit, may end [`SearchEnd::Exhausted`]; [`certify()`] then writes down the
//! closed set of positions that proves it.
//!
//! ```
//! use patsat_game::rules::Rules;
//! use patsat_game::state::Instance;
//! use patsat_game::verify::replay;
//! use patsat_base::Limits;
//! use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
//!
//! let game = Instance::from_id(Rules::preset("freecell")?, "ms:1".parse()?)?;
//! let mut budget = Budget::new(Limits { nodes: Some(100_000), ..Limits::default() });
//! let report = (strategy("auto")?.run)(&game, &SearchOptions::default(), &mut budget);
//! let SearchEnd::Solved(plan) = report.end else { panic!("deal 1 is easy") };
//! let plan = replay(&game, plan)?;
//! assert!(plan.moves.len() >= 52);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to begin: [`patsat_states`] has the fast states, one for each family of games;
//! [`classic`] the textbook algorithms, which walk any state; `auto` the default strategy; [`optimal`] the search for shortest plans. Every rule that
//! leaves positions out names its proof, or belongs to a strategy that is not complete.

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub(crate) mod arena;
pub mod auto;
mod beam;
mod budget;
mod certify;
// Public for tests of this crate and of others: strategies on a position of any kind.
pub mod classic;
pub mod estimate;
pub mod heuristic;
mod hole;
mod joining;
pub mod klondike;
pub mod known;
mod let_go;
pub mod optimal;
pub mod piles;
mod runs;
mod score;
mod short;
mod trail;
pub mod unlock;
mod varied;
mod varied_beams;

pub use budget::{Budget, Stats};
pub use certify::{
    CertifyError, RunTree, certify, certify_heights, certify_shortest, certify_swept, certify_tracked,
    shortest_certified,
};
pub use let_go::let_go;
use patsat_base::{Limit, Limits};

use patsat_game::rules::Cost;
use patsat_game::state::{Instance, Plan};

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// A winning plan, not yet verified.
    Solved(Plan),
    /// Every reachable position was visited, or left out by a rule with a proof: there is no win.
    Exhausted,
    /// The search ended without a win, but left positions out: no verdict.
    GaveUp,
    /// A limit was reached.
    Limit(Limit),
}

/// What a search found and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// How it ended.
    pub end: SearchEnd,
    /// What it cost.
    pub stats: Stats,
    /// Where a limit ended a search for the shortest plan: the best plan found, not yet verified.
    pub best: Option<Plan>,
}

impl SearchReport {
    /// A report without a plan beside its end.
    #[must_use]
    pub fn new(end: SearchEnd, stats: Stats) -> SearchReport {
        SearchReport { end, stats, best: None }
    }
}

/// Settings that strategies share; each reads what concerns it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchOptions {
    /// Depth bound in moves, where the strategy has one.
    pub depth: Option<u32>,
    /// Beam width, where the strategy has one.
    pub width: Option<usize>,
    /// Which cost is minimised, where the strategy minimises one.
    pub cost: Cost,
    /// Seed of random choices.
    pub seed: u64,
    /// Leave out the dominance rules (they are proven; this is for comparisons).
    pub no_dominance: bool,
}

/// A named search algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// Whether running out of positions proves that there is no win.
    pub complete: bool,
    /// Runs it.
    pub run: fn(&Instance, &SearchOptions, &mut Budget<'_>) -> SearchReport,
}

/// The name of the default strategy.
pub const DEFAULT_STRATEGY: &str = "auto";

/// The error for an unknown strategy name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown strategy '{name}': expected one of {known}")]
pub struct UnknownStrategy {
    /// The requested name.
    pub name: String,
    /// The known names.
    pub known: String,
}

/// All strategies, the default first.
pub fn strategies() -> impl Iterator<Item = &'static Strategy> {
    [
        &auto::AUTO,
        &auto::WIDE_DIVES,
        &short::SHORT,
        &short::BEAM,
        &runs::STAGES,
        &piles::LAYERS,
        &varied_beams::BEAMS,
        &piles::SWEEP,
        &optimal::STRATEGY,
    ]
    .into_iter()
    .chain(classic::CLASSIC)
}

/// Returns the strategy of that name.
///
/// # Errors
/// If no strategy has this name; the error lists the known names.
pub fn strategy(name: &str) -> Result<&'static Strategy, UnknownStrategy> {
    strategies().find(|s| s.name == name).ok_or_else(|| UnknownStrategy {
        name: name.chars().take(40).collect(),
        known: strategies().map(|s| s.name).collect::<Vec<_>>().join(", "),
    })
}
