//! draft
mod cover;
mod deadlocks;
mod engine;
mod frontier;
mod store;
use crate::rules::Cost;
use crate::state::packed::*;
use crate::state::Instance;

/// draft
pub fn trial(instance: &Instance, cost: Cost) -> Option<(u32, u64, u64, u64)> {
    let game = Game::new(instance).ok()?;
    let mut e = engine::Engine::new(&game, cost != Cost::M1);
    let r = e.run()?;
    let cards = 4 * u32::from(game.ranks) - game.start().cards_home();
    Some((r + cards, e.expanded, e.generated, e.store.len() as u64))
}
