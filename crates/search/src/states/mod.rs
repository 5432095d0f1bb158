//! The fast states, each for its kind of games.
//!
//! [`Packed`] holds games without equal cards, [`runs`] those of Spider's kind, [`klondike`] those of Klondike's,
//! [`piles`] all others whose cards go home one by one. Tests hold each against [`Table`](patsat_game::state::Table) on long random walks.

pub mod klondike;
pub mod packed;
pub mod piles;
pub mod runs;

pub use packed::Packed;

use patsat_game::rules::Stock;
use patsat_game::state::Instance;

/// A game that a fast state does not hold: it is too large, or of other rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the fast state of {games} does not hold {what}")]
pub struct NotPackable {
    /// The games that the state is for.
    pub games: &'static str,
    /// What it does not hold.
    pub what: &'static str,
}

/// Whether no card lies in a stock or a waste that the rules do not have, from where it never leaves.
fn all_in_play(instance: &Instance) -> bool {
    let (stock, waste) = (instance.deal.stock.is_empty(), instance.deal.waste.is_empty());
    match instance.rules.stock {
        Stock::None => stock && waste,
        Stock::Rows { .. } | Stock::Hole => waste,
        Stock::Waste { .. } => true,
    }
}
