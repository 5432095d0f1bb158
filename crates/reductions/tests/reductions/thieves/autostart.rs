//! Plans of AutoStart as moves of the whole game, and back.

use patsat_autostart::{Plan, Step};
use patsat_game::cards::{Card, DeckSpec};
use patsat_game::rules::{Move, Place};

/// The plan that these moves are; `None` if one is not of a single card from a column.
pub(super) fn of_moves(moves: &[Move]) -> Option<Plan> {
    let step = |action: &Move| match *action {
        Move::Cards { from: Place::Column(from), to: Place::Column(to), count: 1 } => {
            Some(Step::Place { from: from.into(), to: to.into() })
        }
        Move::Cards { from: Place::Column(column), to: Place::Foundation(_), count: 1 } => {
            Some(Step::Found { column: column.into() })
        }
        _ => None,
    };
    moves.iter().map(step).collect::<Option<_>>().map(Plan)
}

/// The moves of a plan, played from these columns (deepest card first) with a deck of
/// two copies; `None` if a card is not there, or no foundation takes it.
///
/// Whether intermediate moves are legal is not asked here but by [`patsat_autostart::check()`].
pub(super) fn to_moves(plan: &Plan, columns: &[Vec<Card>], deck: DeckSpec) -> Option<Vec<Move>> {
    let mut piles = columns.to_vec();
    let mut heights = vec![0; deck.foundations()];
    let number = |place: usize| u16::try_from(place).ok();
    let play = |&step: &Step| match step {
        Step::Found { column } => {
            let card = piles.get_mut(column)?.pop()?;
            let mut own = deck.foundations_of(card.suit.0);
            let home = own.find(|&home| heights[home] + 1 == card.rank.0)?;
            heights[home] += 1;
            Some(Move::one(Place::Column(number(column)?), Place::Foundation(number(home)?)))
        }
        Step::Place { from, to } => {
            let card = piles.get_mut(from)?.pop()?;
            piles.get_mut(to)?.push(card);
            Some(Move::one(Place::Column(number(from)?), Place::Column(number(to)?)))
        }
    };
    plan.0.iter().map(play).collect()
}
