//! Decides games made from formulas by a bounded question: can their locks be removed?
//!
//! The locks of a reduction can be removed within a known number of moves or not at all
//! ([`patsat_reductions::LockBound`]). So one formula of one horizon decides such a game. A model of it gives moves,
//! and these give an assignment. By the construction of the reduction's proof the assignment gives a winning plan,
//! which is replayed as any other. Without a model the game is unwinnable: this trusts the encoder, as every proof of a
//! bound does, and the argument of the reduction.

use crate::model_fault::ModelFault;
use patsat_base::{Limit, Limits};
use patsat_encodings::options::{DrawsOptions, Options};
use patsat_encodings::schemes;
use patsat_encodings::task::{Goal, Task};
use patsat_encodings::unroll::{Encoding, StepHolds};
use patsat_game::state::{Instance, Plan};
use patsat_lowering::lower;
use patsat_reductions::{self as reductions, RebuildError, ReduceError, Reduction};
use patsat_search::unlock::{UnlockEnd, unlock};
use patsat_search::{Budget, SearchEnd, SearchReport};

/// The locks of a game made from a formula.
#[derive(Clone, Debug)]
pub struct Locks {
    reduced: Reduction,
    question: reductions::LockBound,
}

/// Choices of the search for an unlocking play before other searches follow: about ten seconds with a hundred clauses.
const UNLOCKING: u64 = 50_000;

/// The reason why a game has no bounded question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LocksError {
    /// The deal was not made from a formula.
    #[error(transparent)]
    Rebuild(#[from] RebuildError),
    /// Its reduction has no such question.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// Its formula has no clause, so that any choice wins.
    #[error("the deal's formula has no clause: there is nothing to decide")]
    Empty,
}

impl Locks {
    /// Returns the locks of a deal, rebuilt from its formula.
    ///
    /// # Errors
    /// If the deal was not made from a formula, or if its reduction has no bounded question.
    pub fn of(instance: &Instance) -> Result<Locks, LocksError> {
        let reduced = Reduction::of(instance)?;
        let question = reductions::LockBound::of(&reduced)?.ok_or(LocksError::Empty)?;
        Ok(Locks { reduced, question })
    }

    /// Returns the goal that the locks have left.
    pub(super) fn goal(&self, task: &Task) -> Goal {
        let column = task.start.columns.get(self.question.column);
        Goal::Left(column.into_iter().flatten().skip(self.question.below).copied().collect())
    }

    /// Returns the bound within which the locks leave if they ever do, in the unit of an encoding. `None` if no bound
    /// is known for the encoding, or if the options may leave out plans.
    #[must_use]
    pub fn bound(&self, encoding: &Encoding, options: &Options) -> Option<u32> {
        if deciding(options) != Some(*options) {
            return None;
        }
        let bound = match encoding.step_holds {
            StepHolds::OneMove => self.question.moves,
            StepHolds::Peeling => self.question.peeled,
            StepHolds::Labels => self.question.depth.div_ceil(options.labels.max(1)),
            StepHolds::Unknown => return None,
        };
        Some(bound.max(1))
    }

    /// Searches natively for moves that remove the locks. Returns `None` if the search gives up; the game may be
    /// winnable nevertheless.
    pub(super) fn by_search(
        &self,
        instance: &Instance,
        seed: u64,
        budget: &mut Budget<'_>,
    ) -> Option<SearchReport> {
        let whole = budget.limits();
        let left = budget.remaining();
        let nodes = Some(left.nodes.map_or(UNLOCKING, |nodes| nodes.min(UNLOCKING)));
        let (column, below) = (self.question.column, self.question.below);
        let end = budget.within(Limits { nodes, ..left }, |own| unlock(instance, column, below, seed, own));
        let end = match end {
            UnlockEnd::Left(plan) => SearchEnd::Solved(self.win(&plan).ok()?),
            UnlockEnd::Limit(Limit::Nodes) if whole.nodes.is_none_or(|all| budget.stats.expanded < all) => {
                return None;
            }
            UnlockEnd::Limit(limit) => SearchEnd::Limit(limit),
            UnlockEnd::GaveUp => return None,
        };
        Some(SearchReport::new(end, budget.stats))
    }

    /// Returns a winning plan from moves that remove the locks.
    pub(super) fn win(&self, plan: &Plan) -> Result<Plan, ModelFault> {
        let assignment = reductions::lift_partial(&self.reduced, &self.question, plan)?;
        Ok(reductions::lower(&self.reduced, &assignment)?)
    }
}

/// Returns the options under which the bound decides, from the requested ones; `None` if these leave out plans.
///
/// The number of labels of a step, the distance that cards ride and the form of constraints may differ from the
/// defaults. With other options, such as a count of moves, "not within the bound" would not decide the game. The number
/// of columns that may be reused is not limited, although a search for plans limits it. So the verdict does not rest on
/// the assumption that no plan needs more.
#[must_use]
pub fn deciding(options: &Options) -> Option<Options> {
    let usual = Options::default();
    let Options { labels, cardinality, at_most_one, draws, rebuilt, .. } = *options;
    let DrawsOptions { ride: _ } = draws;
    let whole = Options { labels, cardinality, at_most_one, draws, rebuilt: None, ..usual };
    let all_columns = rebuilt.is_none() || rebuilt == usual.rebuilt;
    (all_columns && whole == Options { rebuilt: None, ..*options }).then_some(whole)
}

/// Returns the encodings that support the question for the locks of a game, in the order of the table.
#[must_use]
pub fn encodings_for(instance: &Instance) -> Vec<&'static Encoding> {
    let (Ok(locks), Ok(mut lowered)) = (Locks::of(instance), lower::lower(instance)) else {
        return Vec::new();
    };
    lowered.task.goal = locks.goal(&lowered.task);
    let Some(options) = deciding(&Options::default()) else { return Vec::new() };
    let can =
        |e: &&Encoding| locks.bound(e, &options).is_some() && (e.start)(&lowered.task, &options).is_ok();
    schemes::ENCODINGS.iter().filter(can).collect()
}
