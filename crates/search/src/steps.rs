//! From the steps of a packed search to a plan.

use crate::states::packed::{Game, Step, Target};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan, Table};

/// The plan of these steps, with the forced moves home put in where the search made them.
///
/// The moves are found on a [`Table`], which also checks them. `None` would be an error of
/// the search: a step that is not legal.
pub(crate) fn plan_of(instance: &Instance, game: &Game, steps: &[Step], forced: bool) -> Option<Plan> {
    let mut table = instance.table();
    let mut board = game.start();
    let mut moves = Vec::with_capacity(4 * steps.len());
    let mut steps = steps.iter();
    loop {
        let safe = if forced { board.next_safe(game) } else { None };
        let step = match safe {
            Some(card) => Step { card, to: Target::HOME },
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
