//! Columns that cannot be emptied before another one is: one deck, one suit, no stock.
//!
//! Call two cards of a column an inversion if the upper one, of rank r, has to end up on the lower
//! one, of rank r+1, and cannot stay where it is. It cannot stay if other cards lie between them,
//! or if the lower one is face down.
//!
//! Theorem (thesis 2.2.1). If every column has an inversion, the game is lost.
//!
//! Proof. There is one card of each rank, so a card of rank r can be put on one card alone, that of
//! rank r+1, or into an empty column. Take a column with an inversion: r above r+1. A group of
//! cards that moves is a run. It can hold both of them, or hold r and begin below it, only if r
//! lies directly on r+1 and both are face up. Therefore the first move that moves r begins with r,
//! and until then r and r+1 stay in this column. That move cannot go onto r+1, which is buried
//! under r. So it goes into an empty column. The column itself is not empty until then, nor does a
//! complete run leave from it that holds r. If every column has an inversion, the first card that
//! fills an empty column would need one before any column was emptied. So none of these cards ever
//! moves, and no run is ever completed. ∎
//!
//! Corollary (thesis 2.2.2). Where nothing may fill an empty column, or only the highest rank
//! (which r is not), one inversion is enough.
//!
//! The thesis' definition counts a face-down r directly on r+1 and leaves out a face-up r directly
//! on a face-down r+1, which has to move just the same; here both count. With several suits or
//! twins the theorem is false: r may then wait on another card of rank r+1. A game without an
//! inversion need not be won: `AS | 5S 3S | 2S 4S 6S` has none, and is lost without empty columns.

use super::Spider;
use patsat_game::cards::{Card, Pile};
use patsat_game::rules::{EmptyColumn, Rules};

/// Two cards of a column that wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Inversion {
    /// The column, from 0.
    pub column: usize,
    /// The lower card, one rank higher.
    pub lower: Card,
    /// The upper card, that must be put on the lower one.
    pub upper: Card,
}

/// The inversions of a game, and the verdict that follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inversions {
    /// The deepest inversion of each column that has one.
    pub found: Vec<Inversion>,
    /// Whether they prove that the game is lost.
    pub lost: bool,
}

/// Returns the inversions of a position; `None` if the theorem does not apply: with twins, several
/// suits or a stock.
#[must_use]
pub fn inversions(game: &Spider<'_>) -> Option<Inversions> {
    if !game.is_one_run() {
        return None;
    }
    let columns = game.table.columns();
    let found: Vec<Inversion> = columns
        .iter()
        .enumerate()
        .filter_map(|(column, pile)| of_column(game.table.rules(), column, pile))
        .collect();
    let enough = match game.table.rules().empty_column {
        EmptyColumn::Any => columns.len(),
        EmptyColumn::TopRank
        | EmptyColumn::Nothing
        | EmptyColumn::ReserveThenAny
        | EmptyColumn::ReserveThenWaste
        | EmptyColumn::WasteThenStock => 1,
    };
    Some(Inversions { lost: found.len() >= enough, found })
}

fn of_column(rules: &Rules, column: usize, pile: &Pile) -> Option<Inversion> {
    let cards = &pile.cards;
    cards.iter().enumerate().find_map(|(low, &lower)| {
        let waits = |upper: &Card| rules.next_rank(upper.rank) == Some(lower.rank);
        let high = cards.iter().skip(low + 1).position(waits)? + low + 1;
        let stays = high == low + 1 && low >= pile.face_down;
        (!stays).then_some(Inversion { column, lower, upper: cards[high] })
    })
}
