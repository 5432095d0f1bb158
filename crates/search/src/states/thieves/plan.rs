//! Steps as moves of the rules.

use super::step::{STOCK, WASTE};
use super::{Step, ThiefGame};
use patsat_game::rules::{Group, Move, Place, Rules};
use patsat_game::state::{Instance, Plan, expand};
use std::sync::Arc;

/// The plan that steps from the start of an instance are; what is illegal in them is left for the
/// verifier to find.
///
/// Runs that the rules move card by card are moved so; a card goes home to the first foundation
/// that takes it; a card drawn and played at once is still drawn first.
#[must_use]
pub fn plan(instance: &Instance, game: &ThiefGame, steps: &[Step]) -> Plan {
    let mut table = instance.table();
    let shortcuts = Arc::new(Rules { group: Group::BySpaces, ..(*instance.rules).clone() });
    let mut moves = Vec::new();
    for &step in steps {
        let action = match step {
            Step::DRAW => Move::Draw,
            Step::REDEAL => Move::Redeal,
            Step { from, to, count } => {
                let from = place(from);
                let to = match to {
                    Step::HOME => home(&table, from),
                    column => place(column),
                };
                Move::Cards { from, to, count: count.into() }
            }
        };
        let single = match game.group {
            Group::Single => expand(&table.with_rules(Arc::clone(&shortcuts)), action),
            _ => vec![action],
        };
        for action in single {
            // A move that is refused here is refused by the verifier as well.
            let _ = table.apply(action);
            moves.push(action);
        }
    }
    moves.into()
}

fn place(pile: u8) -> Place {
    match usize::from(pile) {
        WASTE => Place::Waste,
        STOCK => Place::Stock,
        column => Place::Column(column as u16),
    }
}

/// The first foundation that takes the top card of a place.
fn home(table: &patsat_game::state::Table, from: Place) -> Place {
    let rules = table.rules();
    let free = table.top(from).and_then(|card| {
        let mut own = rules.deck.foundations_of(card.suit.0);
        own.find(|&n| rules.next_home(card.suit.0, table.foundations()[n]) == Some(card))
    });
    Place::Foundation(free.unwrap_or(0) as u16)
}
