//! Moves and how many completions each keeps.

use super::klondike::{self, KlondikeOptions};
use super::sampled::{self, SampledOptions};
use super::{View, glance};
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
}

/// How much advice may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdviceOptions {
    /// Most completions.
    pub samples: u64,
    /// Seed of the completions.
    pub seed: u64,
}

impl Default for AdviceOptions {
    fn default() -> AdviceOptions {
        AdviceOptions { samples: 100, seed: 0 }
    }
}

/// Scores every legal move of a view, the best first.
///
/// Klondike and its kin are judged by common ways ([`klondike`]), other games and boards of which the stock is not known
/// by completions alone ([`sampled`]).
#[must_use]
pub fn advise(view: &View, options: &AdviceOptions) -> Advice {
    let AdviceOptions { samples, seed } = *options;
    let moves = view.moves();
    let common =
        klondike::score(view, &moves, KlondikeOptions { samples, seed, ..KlondikeOptions::default() });
    let advice = common.unwrap_or_else(|| {
        sampled::score(view, &moves, &SampledOptions { samples, seed, ..SampledOptions::default() })
    });
    let mut advice = advice.sorted(view);
    advice.looks = view.may_look_through_stock();
    if advice.looks {
        // Nothing is lost by knowing more.
        advice.scores.sort_by_key(|score| !matches!(score.action, Move::Draw | Move::Redeal));
    }
    advice
}
