//! The greedy scan (Heysel, section 2.1): pass over the columns from the first to the last,
//! send each top card home that can go, and begin again until a pass sends none.
//!
//! One card a column and pass, as the paper describes it. Which twin goes first is thus decided
//! by the order of the columns, which is what its figure 2 holds against it.

use super::plan::{Intermediate, Plan};
use super::scan::scan;
use super::state::State;

/// The plan, and how many times a column was looked at.
pub(super) fn greedy(state: &mut State<'_>) -> (Plan, u64) {
    scan(state, Intermediate::None)
}
