//! The number of maximal runs, and a lower bound on the moves of a win.
//!
//! A maximal run is a sequence of face-up cards of one suit and falling ranks, each directly on
//! the next higher one, that cannot be made longer (thesis 1.3). Every face-down card and every
//! card of the stock counts as a run of its own: none of them moves with another.
//!
//! Bound. A win ends with no run on the table. A move of cards joins at most two runs into one, and
//! turns no two into one otherwise: a card that is turned up lies on a face-down card and has
//! nothing on it. Dealing a row joins at most each of its cards to another run. Beyond joining, a
//! run vanishes only by being complete and leaving, once for each complete run that is in play. Let
//! there be c runs in the columns, R complete runs still to leave, and d rows in the stock. Then a
//! win takes at least d + max(0, c - R) moves: the d deals join at most the cards of the stock, and
//! each other move takes away at most one more. ∎
//!
//! Thesis 4.1.2 uses the same count the other way: without splits it never grows.

use super::Spider;
use patsat_game::cards::Pile;
use patsat_game::rules::Rules;

/// The count, and the bound that follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Runs {
    /// Maximal runs in the columns, face-down cards as runs of one.
    pub in_columns: usize,
    /// Cards of the stock, each a run of its own.
    pub in_stock: usize,
    /// Complete runs that have not left yet.
    pub to_leave: usize,
    /// No plan that wins has fewer moves.
    pub least_moves: usize,
}

/// Counts the maximal runs of a position.
#[must_use]
pub fn runs(game: &Spider<'_>) -> Runs {
    let table = game.table;
    let in_columns = table.columns().iter().map(|pile| of_column(table.rules(), pile)).sum();
    let in_stock = table.deal().stock.len();
    let ranks = table.rules().deck.ranks as usize;
    let to_leave = game.cards / ranks.max(1);
    let rows = in_stock.div_ceil(table.columns().len().max(1));
    let least_moves = rows + usize::saturating_sub(in_columns, to_leave);
    Runs { in_columns, in_stock, to_leave, least_moves }
}

fn of_column(rules: &Rules, pile: &Pile) -> usize {
    let joined = |at: usize| at > pile.face_down && rules.in_sequence(pile.cards[at - 1], pile.cards[at]);
    (0..pile.cards.len()).filter(|&at| at == 0 || !joined(at)).count()
}
