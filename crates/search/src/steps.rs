//! From the steps of a packed search to a plan.

use crate::states::packed::{Game, Step, Unasked};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan, Table};

/// The plan of these steps, with those moves put in that the search made unasked.
///
/// The moves are found on a [`Table`], which also checks them. `None` would be an error of
/// the search: a step that is not legal.
pub(crate) fn plan_of(instance: &Instance, game: &Game, steps: &[Step], unasked: Unasked) -> Option<Plan> {
    let mut table = instance.table();
    let mut board = game.start();
    let mut moves = Vec::with_capacity(4 * steps.len());
    let mut steps = steps.iter();
    loop {
        let step = match unasked.next(&board, game) {
            Some(step) => step,
            None => match steps.next() {
                Some(&step) => step,
                None => return Some(Plan { moves }),
            },
        };
        board.make(step);
        moves.push(play(&mut table, step)?);
    }
}

fn play(table: &mut Table, step: Step) -> Option<Move> {
    let action = step.card_move().locate(table)?;
    table.apply(action).ok()?;
    Some(action)
}
