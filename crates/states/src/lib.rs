//! Fast states of solitaire card games, and what holds of a position without a search.
//!
//! [`packed`] holds games without equal cards, [`runs`] those of Spider's kind, [`klondike`] those of Klondike's,
//! [`piles`] all others whose cards go home one by one. Each has a game (what does not change), a board (a position),
//! steps, keys, and a way back from steps to moves of the rules. Tests hold each against
//! [`Table`](patsat_game::state::Table) on long random walks. [`theory`] has theorems about Spider positions.
//!
//! ```
//! use patsat_game::rules::Rules;
//! use patsat_game::state::Instance;
//! use patsat_states::packed::Game;
//!
//! let instance = Instance::from_id(Rules::preset("freecell")?, "ms:1".parse()?)?;
//! let game: Game = Game::new(&instance)?;
//! let mut board = game.start();
//! let mut steps = Vec::new();
//! board.single_steps(&game, |step| steps.push(step));
//! board.make(steps[0]);
//! // The key says where every card lies.
//! assert_eq!(game.board(board.key).key, board.key);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A state relies on the rules of [`patsat_game`] and proves nothing: a plan of its steps is replayed there.

#![warn(clippy::unwrap_used)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub mod klondike;
pub mod packed;
pub mod piles;
pub mod runs;
pub mod theory;

use patsat_game::cards::Card;
use patsat_game::rules::{FirstCard, Layout, Rules, Stock};
use patsat_game::state::Instance;
use std::sync::Arc;

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

/// The same game with ranks counted from the one that foundations begin with: moves name places, so its plans are plans
/// of this one. `None` where that is the ace.
#[must_use]
pub fn from_the_ace(instance: &Instance) -> Option<Instance> {
    let rules = &instance.rules;
    if rules.base == 1 && rules.layout.first_card == FirstCard::Dealt || rules.home.is_hole() {
        return None;
    }
    let count = |card: &mut Card| card.rank.0 = 1 + rules.ranks_before(card.rank);
    let mut deal = instance.deal.clone();
    deal.columns.iter_mut().flat_map(|pile| &mut pile.cards).for_each(count);
    deal.cells.iter_mut().flatten().for_each(count);
    [&mut deal.reserve, &mut deal.stock, &mut deal.waste].into_iter().flatten().for_each(count);
    let layout = Layout { first_card: FirstCard::Dealt, ..rules.layout.clone() };
    let rules = Rules { base: 1, layout, ..(**rules).clone() };
    Some(Instance { rules: Arc::new(rules), deal, ..instance.clone() })
}
