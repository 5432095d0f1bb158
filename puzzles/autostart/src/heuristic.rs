//! The heuristic that the paper settles on (Heysel, sections 2.3 and 3.0): the greedy scan, and
//! where a top card cannot go home, its one intermediate move if there is any.
//!
//! Of several targets the scan takes the first column. With empty columns allowed it makes no
//! difference between them and a fitting card, like a program that checks each column in turn.
//! So it also moves a lone card to another empty column, which wastes the card's move. The scan
//! does not check which cards an intermediate move buries. The result can be worse than that of
//! the greedy scan, and `tests/autostart` has a deal that shows it.

use super::plan::{IntermediatePlace, Plan};
use super::scan::scan;
use super::state::State;

/// Returns the plan and the number of times that a column was checked as a source.
pub(super) fn heuristic(state: &mut State<'_>, rules: IntermediatePlace) -> (Plan, u64) {
    scan(state, rules)
}
