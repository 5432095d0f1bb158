//! Moves and how many completions each keeps.

use super::{View, glance};
use patsat_base::wilson;
use patsat_game::rules::Move;
use std::cmp::Reverse;

/// A move and what becomes of the completions after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The move.
    pub action: Move,
    /// Completions that can still be won.
    pub kept: u64,
    /// Completions that cannot be won any more.
    pub lost: u64,
    /// Completions that a limit left open.
    pub open: u64,
}

impl Score {
    pub(crate) fn new(action: Move) -> Score {
        Score { action, kept: 0, lost: 0, open: 0 }
    }
}

/// Every legal move with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The moves, the best first once [`Advice::sorted`].
    pub scores: Vec<Score>,
    /// Completions that were judged.
    pub completions: u64,
    /// Whether there are no others.
    pub all: bool,
    /// When a completion counts as kept.
    pub foresight: Foresight,
    /// Whether the first move is to look through the stock, which costs nothing and shows all of it.
    pub looks: bool,
}

/// From when on the player is taken to see every card. A completion counts as kept if such a player wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foresight {
    /// From now on.
    Now,
    /// Once this number of cards more was turned; before that, completions that look alike are played in the same way.
    After(u32),
    /// Never.
    None,
}

impl Advice {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<&Score> {
        self.scores.first()
    }

    /// The same with the best move first: of moves that keep the same number the one that looks best ([`glance`]).
    #[must_use]
    pub fn sorted(mut self, view: &View) -> Advice {
        self.scores.sort_by_key(|score| Reverse((score.kept, score.open, glance(view, score.action))));
        self
    }

    /// Puts a move first if the number that it keeps is within chance of the best: their 95 % intervals overlap.
    pub(crate) fn prefer(&mut self, action: Move) {
        let Some(at) = self.scores.iter().position(|score| score.action == action) else { return };
        let interval = |score: &Score| wilson(score.kept, self.completions);
        let is_close = interval(&self.scores[at]).1 >= interval(&self.scores[0]).0;
        if is_close && !self.all {
            self.scores[..=at].rotate_right(1);
        }
    }
}
