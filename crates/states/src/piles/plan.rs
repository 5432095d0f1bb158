//! Steps as moves of the rules.

use super::{PileBoard, PileGame, Room, Step};
use patsat_game::rules::{Group, Move, Place, Rules};
use patsat_game::state::{Instance, Plan, expand};
use std::sync::Arc;

/// The plan that steps from the start of an instance are; what is illegal in them is left for the
/// verifier to find.
///
/// Runs that the rules move card by card are moved so; a card goes home to the first foundation
/// that takes it; a card drawn and played at once is still drawn first.
#[must_use]
pub fn plan<R: Room>(instance: &Instance, game: &PileGame<R>, steps: &[Step]) -> Plan {
    let mut table = instance.table();
    let shortcuts = Arc::new(Rules { group: Group::BySpaces, ..(*instance.rules).clone() });
    let mut board = *game.start();
    let mut moves = Vec::new();
    for &step in steps {
        let action = action(game, &board, step);
        let single = match game.group {
            Group::Single => expand(&table.with_rules(Arc::clone(&shortcuts)), action),
            _ => vec![action],
        };
        for action in single {
            // A move that is refused here is refused by the verifier as well.
            let _ = table.apply(action);
            moves.push(action);
        }
        board.make(game, step);
    }
    moves.into()
}

/// A step as a move of the rules.
pub(super) fn action<R: Room>(game: &PileGame<R>, board: &PileBoard<R>, step: Step) -> Move {
    match step {
        Step::DRAW => Move::Draw,
        Step::REDEAL => Move::Redeal,
        Step::ROW => Move::DealRow,
        Step { from, to, count } => {
            let to = match to {
                Step::HOME => {
                    let kind = game.kind(board.top(from));
                    Place::Foundation(game.foundation(kind, board.home(kind)))
                }
                pile => place(game, pile),
            };
            Move::Cards { from: place(game, from), to, count: count.into() }
        }
    }
}

fn place<R: Room>(game: &PileGame<R>, pile: u8) -> Place {
    let spot = pile.checked_sub(R::FIRST_SPOT);
    match spot {
        Some(spot) if spot < game.cells => Place::Cell(spot.into()),
        Some(spot) => Place::Reserve((spot - game.cells).into()),
        None if pile == R::WASTE => Place::Waste,
        None if pile == R::STOCK => Place::Stock,
        None => Place::Column(pile.into()),
    }
}
