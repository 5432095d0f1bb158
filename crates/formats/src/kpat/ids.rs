//! The ids of a whole position, for formats that borrow them from KPatience.

use super::cards::id;
use super::games::Role;
use super::write;
use patsat_game::state::{Instance, SavedCard};

/// The ids of the cards of a position, pile by pile, deepest card first.
#[derive(Debug, Default)]
pub(in super::super) struct PileIds {
    pub(in super::super) columns: Vec<Vec<u32>>,
    pub(in super::super) stock: Vec<u32>,
}

/// The ids that KPatience gives the cards of an instance; none if the game is not its own.
pub(in super::super) fn ids_of(instance: &Instance) -> PileIds {
    let Ok(layout) = write::layout(instance) else { return PileIds::default() };
    let Ok(saved) = write::saved(&layout, instance) else { return PileIds::default() };
    let piles = &saved.states[saved.current].piles;
    let ids =
        |cards: &[SavedCard]| cards.iter().map(|card| id(layout.game, card.number)).collect::<Vec<u32>>();
    let columns = layout.of_role(|role| matches!(role, Role::Column(_))).map(|n| ids(&piles[n])).collect();
    let mut rows: Vec<Vec<u32>> =
        layout.of_role(|role| role == Role::Stock).map(|n| ids(&piles[n])).collect();
    rows.reverse();
    PileIds { columns, stock: rows.concat() }
}
