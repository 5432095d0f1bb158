//! An assignment from a winning plan.
//!
//! A literal is true if its selection card, or its choice card where it was chosen by hidden cards,
//! leaves its column before the last lock leaves the large pile. By the proof in the module head,
//! this holds for at most one literal of a variable, and the literals for which it holds satisfy
//! the formula. Variables without one are false.

use super::super::Assignment;
use super::deal::Game;
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Plan};

/// Returns the assignment that a plan of this game stands for.
///
/// Moves after the first illegal one are ignored.
pub(super) fn assignment(game: &Game, instance: &Instance, plan: &Plan) -> Assignment {
    let mut table = instance.table();
    let mut values = vec![false; game.literals / 2];
    let hidden = 2 * game.shape.hidden as usize;
    for &action in &plan.moves {
        let height = |column: usize| table.columns().get(column).map_or(0, |pile| pile.cards.len());
        if height(game.large_pile()) <= game.below_locks() {
            break;
        }
        if let Move::Cards { from: Place::Column(from), count, .. } = action {
            let (column, count) = (usize::from(from), count as usize);
            // The selection card lies on two cards, the choice's on one.
            let on = if column <= hidden { 1 } else { 2 };
            let is_positive = column % 2 == 1;
            if (1..=game.literals).contains(&column) && height(column) == on + count && is_positive {
                values[(column - 1) / 2] = true;
            }
        }
        if table.apply(action).is_err() {
            break;
        }
    }
    Assignment(values)
}
