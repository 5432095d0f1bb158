//! A saved game, card by card: what KPatience keeps of a game beyond its position.
//!
//! A position of ours does not say which of two equal cards lies where, on which of its empty
//! places a suit was begun, or how the game came this far. A saved game does, and must give it
//! back unchanged; so it stays with the [`Instance`](super::Instance) that was read from it.

use patsat_dealers::kpat::Game;

/// A game with its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
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
    /// What the game notes beside the cards, such as the rows dealt.
    pub data: String,
}

/// One card of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SavedCard {
    /// Its number in the new deck, which tells it from its twins.
    pub number: u16,
    /// Whether it lies face up.
    pub face_up: bool,
}
