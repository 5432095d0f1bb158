//! The greedy scan (Heysel, section 2.1): pass over the columns from the first to the last,
//! send each top card home that can go, and begin again until a pass sends none.
//!
//! One card a column and pass, as the paper describes it. So the order of the columns decides
//! which twin goes first; figure 2 of the paper shows this weakness.

use super::plan::{IntermediatePlace, Plan};
use super::scan::scan;
use super::state::State;

/// Returns the plan and the number of times that a column was checked.
pub(super) fn greedy(state: &mut State<'_>) -> (Plan, u64) {
    scan(state, IntermediatePlace::None)
}
