//! Why a position is lost: dead patterns, found by property-directed reachability.
//!
//! A pattern is a few facts, "card c lies at l". A set of patterns proves a position lost if the
//! position matches one, the won position none, and no single move leads from a position that
//! matches one to a position that matches none. Exhaustive search has thousands of positions
//! where such a set has a dozen patterns that can be read.
//!
//! `spots` (the facts of a game) `-> layer, relation` (one step as a formula: [`single`] is the
//! definition, [`exists`] the fast form) `-> oracle` (it in a solver) `-> reach` (patterns)
//! `-> trim, shrink` (few of them).

mod exists;
mod layer;
pub mod oracle;
mod reach;
pub mod relation;
mod single;
pub mod spots;
mod trim;
mod witness;

pub use reach::Facts;

use crate::encode::lower;
use crate::search::{Budget, Limit};
use crate::solve::{Control, SolverLimit};
use crate::state::Instance;
use relation::{Relation, Steps};
use spots::Spots;

/// A game whose positions are not told by a place a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("patterns cannot tell positions of a game with {0}")]
pub struct Unsupported(pub &'static str);

/// Why there are no patterns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFound {
    /// The position can be won.
    #[error("the position can be won")]
    Winnable,
    /// A limit came first.
    #[error("{0}")]
    Limit(Limit),
    /// The game has no patterns.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The position is lost at a glance: cards lie where they can never leave.
    #[error("the position is lost for a reason that patterns cannot tell: {0}")]
    Dead(String),
}

impl From<SolverLimit> for NotFound {
    fn from(limit: SolverLimit) -> NotFound {
        NotFound::Limit(match limit {
            SolverLimit::Time => Limit::Time,
            SolverLimit::Memory => Limit::Memory,
            SolverLimit::Conflicts => Limit::Nodes,
            SolverLimit::Interrupted | SolverLimit::GaveUp => Limit::Interrupted,
        })
    }
}

/// What a search for patterns has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Questions to the solver.
    pub asked: u64,
    /// Patterns kept.
    pub patterns: usize,
    /// Layers.
    pub layers: usize,
}

/// Limits and a watcher.
pub(crate) struct Pace<'b, 'f> {
    pub(crate) watch: &'b mut (dyn FnMut(Progress) + 'f),
    last: u64,
}

impl Pace<'_, '_> {
    fn tick(&mut self, asked: u64, patterns: usize, layers: usize) -> Result<(), NotFound> {
        if asked >= self.last + 256 {
            self.last = asked;
            (self.watch)(Progress { asked, patterns, layers });
        }
        Ok(())
    }
}

/// How patterns are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Decides among equals.
    pub seed: u64,
    /// How many seeds are tried; the smallest set is kept.
    pub seeds: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { seed: 0, seeds: 1 }
    }
}

/// Finds patterns, as facts.
///
/// # Errors
/// If the position can be won, a limit was reached, or the game has no patterns.
pub fn find_facts(
    instance: &Instance,
    options: &Options,
    budget: &mut Budget<'_>,
    watch: &mut dyn FnMut(Progress),
) -> Result<(Spots, Vec<Facts>, usize), NotFound> {
    let lowered = lower(instance).map_err(|e| NotFound::Dead(e.to_string()))?;
    let spots = Spots::new(lowered.task)?;
    let steps = if exists::knows(&spots.task) && std::env::var("SINGLE").is_err() { Steps::Exists } else { Steps::Single };
    let relation = Relation::new(&spots, steps);
    let control = Control {
        deadline: budget.remaining().time.and_then(|time| std::time::Instant::now().checked_add(time)),
        ..Control::default()
    };
    let mut pace = Pace { watch, last: 0 };
    let all = reach::reach(&spots, &relation, options.seed, control, &mut pace)?;
    let trimmed = trim::trim(&spots, &relation, &all, control)?;
    Ok((spots, trimmed, all.len()))
}
