//! The independent checker: the only maker of [`Verified`].
//!
//! This module depends only on the rules and on [`crate::state::Table`], not on how an answer was
//! found: it imports no search, no encoder and no solver. It trusts exactly the code of `Table`,
//! which is written for review. A proof about a formula would also trust the encoder, so none is
//! checked here.

mod bound;
mod closed_set;
mod height_game;
mod patterns;
mod play;
mod replay;
mod room;
mod shortest;
mod swept;
mod tracked_cards;

pub use bound::{BoundFault, LowerBound, check_bound};
pub use closed_set::{ClosedSet, ClosedSetFault, check_closed_set, check_closed_set_within};
pub use height_game::{HeightFault, HeightLoss, check_height_game, explore_height_game};
pub use patterns::{
    Backtracking, DeadPatterns, Effort, Explained, Implied, PatternFault, Unsupported, Way, WayAnswer,
    check_patterns, check_patterns_by, check_patterns_until, explain, implied, may_be_free,
};
pub use play::{Play, play};
pub use replay::{Fault, FaultReason, replay};
pub use shortest::{CostLowerBound, LeastCost, check_none_shorter, check_none_shorter_while, runs_bound};
pub use swept::{SweepResult, SweptFault, check_swept_set, safe_cards_may_go_home};
pub use tracked_cards::{TrackedFault, TrackedLoss, check_tracked_cards, count_tracked};

/// A result that this module has checked. Only this module can make one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    /// Returns the checked result.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> std::ops::Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
