//! Players that look no further than one move, for comparison.

use super::{Choice, Policy, View, glance};
use patsat_base::SplitMix64;
use patsat_game::rules::Move;
use patsat_game::state::StateKey;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// Positions after which a player gives up, if none of them showed a new card.
const PATIENCE: usize = 500;

/// The positions since a card was seen for the first time. They keep a player from going round in circles.
#[derive(Debug, Default)]
pub(crate) struct VisitedPositions {
    positions: FxHashSet<StateKey>,
    unseen: usize,
}

impl VisitedPositions {
    /// Returns the legal moves to positions that were not visited, and notes the present one. None once patience ends.
    pub(crate) fn new_moves(&mut self, view: &View) -> Vec<Move> {
        if view.unseen().len() != self.unseen {
            self.unseen = view.unseen().len();
            self.positions.clear();
        }
        if self.positions.len() >= PATIENCE {
            return Vec::new();
        }
        let table = view.completion(&view.rest()).table();
        self.positions.insert(table.key());
        let is_new = |action: &Move| {
            let mut after = table.clone();
            after.apply(*action).is_ok() && !self.positions.contains(&after.key())
        };
        view.moves().into_iter().filter(is_new).collect()
    }
}

/// Takes any legal move.
#[derive(Debug)]
pub(crate) struct RandomPolicy {
    visited: VisitedPositions,
    numbers: SplitMix64,
}

impl RandomPolicy {
    /// A player with this seed.
    #[must_use]
    pub(crate) fn new(seed: u64) -> RandomPolicy {
        RandomPolicy { visited: VisitedPositions::default(), numbers: SplitMix64::new(seed) }
    }
}

impl Policy for RandomPolicy {
    fn choose(&mut self, view: &View) -> Choice {
        let moves = self.visited.new_moves(view);
        if moves.is_empty() {
            return Choice::Resign;
        }
        Choice::Play(vec![moves[self.numbers.below(moves.len())]])
    }
}

/// Takes the move that looks best ([`glance`]).
#[derive(Debug, Default)]
pub(crate) struct GreedyPolicy {
    visited: VisitedPositions,
}

impl Policy for GreedyPolicy {
    fn choose(&mut self, view: &View) -> Choice {
        let moves = self.visited.new_moves(view).into_iter();
        let best = moves.min_by_key(|&action| Reverse(glance(view, action)));
        best.map_or(Choice::Resign, |action| Choice::Play(vec![action]))
    }
}
