//! From the steps of a packed search to a plan.

use super::{AutoMoves, Game, Placed, Places, Size, Step};
use patsat_game::state::{Instance, Plan};

/// Returns the plan of these steps, with the moves put in that the search made automatically.
///
/// Nothing is checked here: the plan is replayed on the rules before it is reported. `None` would be an error
/// of the search, a step of a card that is not where it should be.
#[must_use]
pub fn plan<S: Size>(
    instance: &Instance,
    game: &Game<S>,
    steps: &[Step],
    auto_moves: AutoMoves,
) -> Option<Plan> {
    let places = Places::new(instance);
    let mut placed = Placed::start(instance, game);
    let mut moves = Vec::with_capacity(4 * steps.len());
    let mut steps = steps.iter();
    loop {
        let step = match auto_moves.next(&placed.board, game) {
            Some(step) => step,
            None => match steps.next() {
                Some(&step) => step,
                None => return Some(Plan { moves }),
            },
        };
        moves.push(placed.action(&places, step)?);
        placed.make(step);
    }
}
