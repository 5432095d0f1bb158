//! The scan that [`super::greedy`] and [`super::heuristic`] share: one card a column and pass.

use super::plan::{IntermediatePlace, Plan, Step};
use super::state::State;

/// Passes until one does nothing; with intermediate moves it is [`super::heuristic`].
pub(super) fn scan(state: &mut State<'_>, rules: IntermediatePlace) -> (Plan, u64) {
    let (mut plan, mut looks) = (Plan::default(), 0);
    loop {
        let before = plan.0.len();
        for column in 0..state.columns.len() {
            looks += 1;
            let Some(card) = state.top(column) else { continue };
            let step = if state.playable(card) {
                Some(Step::Found { column })
            } else {
                first_place(state, column, rules)
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

/// The intermediate move of a column's top card to the first column that takes it.
fn first_place(state: &State<'_>, from: usize, rules: IntermediatePlace) -> Option<Step> {
    let to = (0..state.columns.len()).find(|&to| state.may_place(from, to, rules))?;
    Some(Step::Place { from, to })
}
