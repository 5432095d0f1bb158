//! A saved game of KPatience, card by card, with its history.
//!
//! A position of ours does not distinguish equal cards, nor the foundations of a suit, and has no
//! history. A saved game has all of these and must be written back unchanged, so it stays with the
//! [`Instance`](super::Instance) that was read from it.

use patsat_dealers::kpat::Game;

/// A game with its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The game.
    pub game: Game,
    /// The number of its deal, 0 if it has none.
    pub deal_number: u32,
    /// The history: the deal, then a state a move. Those after `current` have been undone.
    pub states: Vec<SavedState>,
    /// Which state is the position.
    pub current: usize,
}

/// One state of the history.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedState {
    /// The piles in the order in which the program made them, deepest cards first.
    pub piles: Vec<Vec<SavedCard>>,
    /// Data of the game beside the cards, such as the rows dealt.
    pub data: String,
}

/// One card of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SavedCard {
    /// Its number in the new deck, which distinguishes it from its twins.
    pub number: u16,
    /// Whether it lies face up.
    pub face_up: bool,
}
