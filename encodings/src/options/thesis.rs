//! The options of the SMT encoding `thesis`, of crate `patsat-smt`.

use super::row::{Row, switch};

/// Options that only `thesis` reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThesisOptions {
    /// Rules of what is allowed are also written as their contrapositions.
    pub contraposition: bool,
    /// An empty pile is said to be no source.
    pub empty_piles: bool,
    /// Streamliner: of empty piles only the first is filled.
    pub minimal_index: bool,
    /// A sorted game counts as won.
    pub sorted_goal: bool,
}

impl Default for ThesisOptions {
    fn default() -> ThesisOptions {
        ThesisOptions { contraposition: true, empty_piles: true, minimal_index: false, sorted_goal: false }
    }
}

pub(super) const CONTRAPOSITION: Row<ThesisOptions> =
    switch!(contraposition, "contraposition", "SMT: also state the contraposition of each rule");
pub(super) const EMPTY_PILES: Row<ThesisOptions> =
    switch!(empty_piles, "empty-piles", "SMT: state that an empty pile is not a source");
pub(super) const MINIMAL_INDEX: Row<ThesisOptions> = Row {
    streamliner: true,
    ..switch!(minimal_index, "minimal-index", "SMT streamliner: only the first empty pile is filled")
};
pub(super) const SORTED_GOAL: Row<ThesisOptions> =
    switch!(sorted_goal, "sorted-goal", "SMT: a sorted game counts as won");
