//! The greedy scan (Heysel, section 2.1): pass over the columns from the first to the last,
//! send each top card home that can go, and begin again until a pass sends none.
//!
//! One card a column and pass, as the paper describes it. Which twin goes first is thus decided
//! by the order of the columns, which is what its figure 2 holds against it.

use super::plan::{Intermediate, Plan, Step};
use super::state::State;

/// The plan, and how many times a column was looked at.
pub(super) fn greedy(state: &mut State<'_>) -> (Plan, u64) {
    scan(state, Intermediate::None)
}

/// Passes until one does nothing; with intermediate moves it is [`super::heuristic`].
pub(super) fn scan(state: &mut State<'_>, rules: Intermediate) -> (Plan, u64) {
    let (mut plan, mut looks) = (Plan::default(), 0);
    loop {
        let before = plan.0.len();
        for column in 0..state.columns.len() {
            looks += 1;
            let Some(card) = state.top(column) else { continue };
            let step = if state.playable(card) {
                Some(Step::Found { column })
            } else {
                super::heuristic::first_place(state, column, rules)
            };
            if let Some(step) = step {
                state.play(step);
                plan.0.push(step);
            }
        }
        if plan.0.len() == before {
            return (plan, looks);
        }
    }
}
