//! Positions in which every safe move home has been made.
//!
//! The rule and its proof are [`PileBoard::safe_home`](patsat_states::piles::PileBoard::safe_home).
//! A search on these positions visits about half as many; its plans lack the safe moves, which
//! [`Settled::with_safe_moves`] puts back.

use crate::classic::Scored;
use patsat_game::rules::Move;
use patsat_game::state::{Plan, Position};
use patsat_states::piles::{PileGame, PileKey, PilePosition, Room};

/// A position, settled.
#[derive(Clone, Debug)]
pub(super) struct Settled<R: Room> {
    position: PilePosition<R>,
    /// Whether safe moves are forced at all.
    forced: bool,
    /// Safe moves made since the last other one.
    made: Vec<Move>,
}

impl<R: Room> Settled<R> {
    pub(super) fn new(game: &PileGame<R>, forced: bool) -> Settled<R> {
        let position = PilePosition::of(game.clone());
        let mut start = Settled { position, forced, made: Vec::new() };
        start.settle();
        start
    }

    fn settle(&mut self) {
        self.made.clear();
        while let Some(action) = self.position.safe_home().filter(|_| self.forced) {
            self.position.make(action);
            self.made.push(action);
        }
    }

    /// A plan from here with the safe moves between its moves; from the start with those before it.
    pub(super) fn with_safe_moves(&self, plan: &Plan) -> Plan {
        let mut at = self.clone();
        let mut moves = at.made.clone();
        for &action in &plan.moves {
            at.make(action);
            moves.push(action);
            moves.extend(&at.made);
        }
        moves.into()
    }
}

impl<R: Room> Position for Settled<R> {
    type Key = PileKey;

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        self.position.single_moves_into(moves);
    }

    fn make(&mut self, action: Move) {
        self.position.make(action);
        self.settle();
    }

    fn is_won(&self) -> bool {
        self.position.is_won()
    }

    fn key(&self) -> PileKey {
        self.position.key()
    }
}

impl<R: Room> Scored for Settled<R> {
    fn score(&self) -> u32 {
        self.position.score()
    }

    fn key_heap(key: &PileKey) -> usize {
        key.size()
    }
}
