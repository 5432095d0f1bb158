//! A game that any order of moves decides: one deck, one suit, no stock, no free columns.
//!
//! Thesis 2.1: with one card of each rank, no stock, and no move into an empty column, play any
//! legal moves until no move is left; the game can be won if and only if this wins it.
//!
//! Proof. Card b has one place to go, card b+1, and once it lies there it never moves again but
//! as a part of a longer run; so every card makes at most one move of its own, and play ends. Let
//! two moves, b to b+1 and c to c+1, be legal at once. After the second the first is still legal.
//! What lies on b is still a run: c was no part of it, for a card of it lies on its next higher
//! card already, and if c was put on it, on its end. And b+1 is still the end of its column: only
//! b could have been put on it, and if it moved along with c, it did so as the end of a run.
//! Either order leads to the same position. So moves commute; by Newman's lemma all orders of
//! moves that go on to the end reach the same position. If one of them wins, all do. ∎
//!
//! Beyond the thesis: it stays true where the highest rank may fill an empty column. There is one
//! card of this rank, so nothing else competes for empty columns, and nothing else can be put
//! where it lay; the move is lost by no other move and takes no other move away.

use super::Spider;
use patsat_game::rules::EmptyColumn;
use patsat_game::state::{Plan, Table};

/// The result of playing until the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// Whether the game can be won.
    pub won: bool,
    /// The moves that were played; where `won` is set, a winning plan.
    pub plan: Plan,
    /// The position in which no move is left.
    pub last: Table,
}

/// Decides the game; returns `None` for games of other kinds.
#[must_use]
pub fn decide(game: &Spider<'_>) -> Option<Decided> {
    let free = game.table.rules().empty_column == EmptyColumn::Any;
    if !game.is_one_run() || free {
        return None;
    }
    let mut last = game.table.clone();
    let mut plan = Plan::default();
    // One move a card: more would contradict the proof.
    while plan.moves.len() <= game.cards
        && let Some(&action) = last.moves().first()
        && last.apply(action).is_ok()
    {
        plan.moves.push(action);
    }
    Some(Decided { won: last.is_won(), plan, last })
}
