//! The heuristic that the paper settles on (Heysel, sections 2.3 and 3.0): the greedy scan, and
//! where a top card cannot go home, its one intermediate move if there is any.
//!
//! Of several targets the first column is taken. With empty columns allowed the scan makes no
//! difference between them and a fitting card, as a program would that asks each column in turn;
//! so it also moves a lone card to another empty column, which wastes the card's move. An
//! intermediate move is made without looking at what it buries: the result can be worse than
//! that of the greedy scan, and `tests/autostart` has a deal that shows it.

use super::plan::{Intermediate, Plan};
use super::scan::scan;
use super::state::State;

/// The plan, and how many times a column was looked at as a source.
pub(super) fn heuristic(state: &mut State<'_>, rules: Intermediate) -> (Plan, u64) {
    scan(state, rules)
}
