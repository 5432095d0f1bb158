//! Advice by the best method for the game.

use super::klondike::{self, KlondikeOptions};
use super::sampled::{self, SampledOptions};
use super::spider::{self, SpiderPolicy};
use super::{Advice, Choice, Policy, View};
use patsat_game::rules::Move;

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
/// by completions alone (`sampled`). Chance leaves their numbers open by some: in Spider and its kin the move that leads
/// to a tidy position (`spider`) comes first if the difference is within chance.
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
    if spider::plays(&view.completion(&view.rest()))
        && let Choice::Play(way) = SpiderPolicy::of_game(view).choose(view)
    {
        way.first().into_iter().for_each(|&action| advice.prefer(action));
    }
    advice.looks = view.may_look_through_stock();
    if advice.looks {
        // Nothing is lost by knowing more.
        advice.scores.sort_by_key(|score| !matches!(score.action, Move::Draw | Move::Redeal));
    }
    advice
}
