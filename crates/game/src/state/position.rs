//! What every state can do, so that a search need not know which it walks on.

use super::{StateKey, Table};
use crate::rules::Move;
use std::hash::Hash;

/// A position of a game.
pub trait Position: Clone {
    /// Equal for positions that differ only in the names of interchangeable places.
    type Key: Clone + Eq + Hash;

    /// Appends every legal move but supermoves, up to symmetry.
    fn single_moves_into(&self, moves: &mut Vec<Move>);

    /// Makes a move that [`Position::single_moves_into`] has listed.
    fn make(&mut self, action: Move);

    /// Whether every card is home.
    fn is_won(&self) -> bool;

    /// The canonical key.
    fn key(&self) -> Self::Key;
}

impl Position for Table {
    type Key = StateKey;

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        moves.extend(self.single_moves());
    }

    fn make(&mut self, action: Move) {
        let legal = self.apply(action);
        debug_assert!(legal.is_ok(), "{action:?}: {legal:?}");
    }

    fn is_won(&self) -> bool {
        Table::is_won(self)
    }

    fn key(&self) -> StateKey {
        Table::key(self)
    }
}
