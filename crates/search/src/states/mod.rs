//! The fast states, each for its kind of games.
//!
//! [`Packed`] holds games of one deck, [`runs`] those of Spider's kind, [`thieves`] those with a
//! waste. Tests hold each against [`Table`](patsat_game::state::Table) on long random walks.

pub mod packed;
pub mod runs;
pub mod thieves;

pub use packed::Packed;

use patsat_game::rules::Stock;
use patsat_game::state::Instance;

/// Whether no card lies in a stock or a waste that the rules do not have, from where it never leaves.
fn all_in_play(instance: &Instance) -> bool {
    let (stock, waste) = (instance.deal.stock.is_empty(), instance.deal.waste.is_empty());
    match instance.rules.stock {
        Stock::None => stock && waste,
        Stock::Rows { .. } => waste,
        Stock::Waste { .. } => true,
    }
}
