//! Games made from formulas, decided by a bounded question: can their locks be taken off?
//!
//! A reduction's locks are off within a known number of moves, or never
//! ([`patsat_reductions::Bounded`]). So one formula of one horizon decides such a game. A model of
//! it gives moves, these an assignment, this a winning plan by the construction of the proof, and
//! that is replayed as any other. If there is no model the game cannot be won: this trusts the
//! encoder, as every proof of a bound does, and the argument of the reduction.

use crate::model_fault::ModelFault;
use patsat_encodings::options::{DrawsOptions, Options};
use patsat_encodings::schemes;
use patsat_encodings::task::{Goal, Task};
use patsat_encodings::unroll::{Encoding, StepHolds};
use patsat_game::state::{Instance, Plan};
use patsat_lowering::lower;
use patsat_reductions::{self as reductions, RebuildError, ReduceError, Reduced};
use patsat_search::unlock::{UnlockEnd, unlock};
use patsat_search::{Budget, Limit, Limits, SearchEnd, SearchReport};

/// The locks of a game made from a formula.
#[derive(Clone, Debug)]
pub struct Locks {
    reduced: Reduced,
    question: reductions::Bounded,
}

/// Choices of a search for them before other searches have their turn: ten seconds or so with a hundred clauses.
const UNLOCKING: u64 = 50_000;

/// Why a game has no bounded question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LocksError {
    /// It is not the deal of a formula.
    #[error(transparent)]
    Rebuild(#[from] RebuildError),
    /// Its reduction has no such question.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// Its formula has no clause, and the game is won by any choice.
    #[error("the deal's formula has no clause: there is nothing to decide")]
    Empty,
}

impl Locks {
    /// The locks of a deal, made anew from its formula.
    ///
    /// # Errors
    /// If it is the deal of no formula, or there is no such question about it.
    pub fn of(instance: &Instance) -> Result<Locks, LocksError> {
        let reduced = Reduced::of(instance)?;
        let question = reductions::Bounded::of(&reduced)?.ok_or(LocksError::Empty)?;
        Ok(Locks { reduced, question })
    }

    /// The goal that they have left.
    pub(super) fn goal(&self, task: &Task) -> Goal {
        let column = task.start.columns.get(self.question.column);
        Goal::Left(column.into_iter().flatten().skip(self.question.below).copied().collect())
    }

    /// The bound within which they leave if they ever do, in what an encoding counts; `None` if
    /// nothing is known of it: of the encoding, or under options that may leave plans out.
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

    /// A win by native search for moves that take them off; nothing if it gives up, in which case the game may be won
    /// nevertheless.
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

    /// A winning plan from moves that take them off.
    pub(super) fn win(&self, plan: &Plan) -> Result<Plan, ModelFault> {
        let assignment = reductions::lift_partial(&self.reduced, &self.question, plan)?;
        Ok(reductions::lower(&self.reduced, &assignment)?)
    }
}

/// The options under which the bound decides, from those asked for; `None` if these leave out plans that
/// are to be excluded. How many labels a step has, how far cards ride, and how constraints are written
/// may differ from the usual ones. (Others, such as a count of moves, would make "not within the bound"
/// say nothing of the game.) Any number of columns may be used again, where a search for plans makes do with
/// a few: so that no plan needs more is nothing that the verdict rests on.
#[must_use]
pub fn deciding(options: &Options) -> Option<Options> {
    let usual = Options::default();
    let Options { labels, cardinality, at_most_one, draws, rebuilt, .. } = *options;
    let DrawsOptions { ride: _ } = draws;
    let whole = Options { labels, cardinality, at_most_one, draws, rebuilt: None, ..usual };
    let all_columns = rebuilt.is_none() || rebuilt == usual.rebuilt;
    (all_columns && whole == Options { rebuilt: None, ..*options }).then_some(whole)
}

/// The encodings that can ask for the locks of a game, in the order of the table.
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
