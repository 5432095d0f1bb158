//! Games whose complete runs leave: Spider and its kin.
//!
//! A decision is a whole way to the next card that is turned, or to the next row. A search finds the tidiest position of
//! each kind: a card turned in this column or that, or the row. Of the tidiest few, each is then tried in random
//! arrangements of the hidden cards. The end is chosen from which the next turned cards or rows leave the tidiest positions
//! on average.

mod ends;
mod score;

pub(crate) use score::Weights;

use crate::{Choice, Policy, View};
use ends::End;
use patsat_base::Limits;
use patsat_game::rules::{Move, Rules};
use patsat_game::state::Instance;
use patsat_search::auto::AUTO;
use patsat_search::{Budget, SearchEnd, SearchOptions};
use patsat_states::runs::{RunGame, RunMove};
use rustc_hash::FxHashSet;

/// How a position is judged, and how much a decision may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SpiderOptions {
    /// What makes a position tidy.
    pub(crate) weights: Weights,
    /// Positions that are visited for a decision.
    pub(crate) positions: usize,
    /// Ends that are tried in arrangements.
    pub(crate) tried: usize,
    /// Arrangements that they are tried in.
    pub(crate) samples: u64,
    /// Positions that are visited in an arrangement.
    pub(crate) further: usize,
    /// Seed of the arrangements.
    pub(crate) seed: u64,
    /// Positions of the search once every card is known.
    pub(crate) nodes: u64,
}

/// The score where nothing is turned or dealt any more: worse than any position.
const NO_END: i64 = 10_000;

/// Weights for up to two suits and for more; found by hill climbing on random deals from 500,001 on.
const WEIGHTS: [Weights; 2] = [
    weights([-2, 15, 6, 15, 1, -6, -2, 0, -25, -43, 59, 6]),
    weights([-4, 15, 7, 15, -2, -7, -5, 0, -16, -52, 59, 8]),
];

/// Weights in the order of their fields.
const fn weights(numbers: [i32; 12]) -> Weights {
    let [link, mixed, gap, inversion, hidden, unopened, king, base, empty, home, row, step] = numbers;
    Weights { link, mixed, gap, inversion, hidden, unopened, king, base, empty, home, row, step }
}

impl SpiderOptions {
    /// The usual settings for a game, by its number of suits.
    #[must_use]
    pub(crate) fn of_rules(rules: &Rules) -> SpiderOptions {
        let suits: FxHashSet<_> = rules.deck.distinct_cards().map(|card| card.suit).collect();
        SpiderOptions {
            weights: WEIGHTS[usize::from(suits.len() > 2)],
            positions: 1000,
            tried: 4,
            samples: 12,
            further: 100,
            seed: 0,
            nodes: 20_000,
        }
    }
}

/// Whether the games of these rules are played: complete runs leave, and a fast state holds them.
#[must_use]
pub(crate) fn plays(game: &Instance) -> bool {
    RunGame::new(game).is_ok()
}

/// Plays towards tidy positions.
#[derive(Clone, Debug)]
pub(crate) struct SpiderPolicy {
    options: SpiderOptions,
}

impl SpiderPolicy {
    /// A player with these settings.
    #[must_use]
    pub(crate) fn new(options: SpiderOptions) -> SpiderPolicy {
        SpiderPolicy { options }
    }

    /// The usual player for a game.
    #[must_use]
    pub(crate) fn of_game(view: &View) -> SpiderPolicy {
        SpiderPolicy::new(SpiderOptions::of_rules(view.rules()))
    }

    fn way(&self, view: &View) -> Option<Vec<Move>> {
        let SpiderOptions { weights, positions, tried, samples, seed, .. } = self.options;
        let game = RunGame::new(&view.completion(&view.rest())).ok()?;
        let mut ends = ends::ends(&game, game.start(), &weights, positions);
        ends.truncate(tried.max(1));
        if ends.len() > 1 && samples > 0 {
            let arrangements = view.completions(samples, seed).positions;
            let games: Vec<RunGame> =
                arrangements.iter().filter_map(|position| RunGame::new(position).ok()).collect();
            ends.sort_by_cached_key(|end| games.iter().map(|game| self.further(game, end)).sum::<i64>());
        }
        Some(ends.first()?.way.iter().map(|step| step.action()).collect())
    }

    /// The score after an end, once the cards that it shows are seen.
    fn further(&self, game: &RunGame, end: &End) -> i64 {
        let SpiderOptions { weights, further, .. } = self.options;
        let mut board = game.start();
        end.way.iter().for_each(|&step| board.make(game, step));
        if board.is_won(game) {
            return -NO_END;
        }
        let row = if end.way.last() == Some(&RunMove::ROW) { weights.row } else { 0 };
        let cost = weights.step * end.way.len() as i32 + row;
        ends::outlook(game, board, &weights, further).map_or(NO_END, |score| i64::from(score + cost))
    }

    /// A plan where every card is known.
    fn plan(&self, position: &Instance) -> Option<Vec<Move>> {
        let mut budget = Budget::new(Limits { nodes: Some(self.options.nodes), ..Limits::default() });
        match (AUTO.run)(position, &SearchOptions::default(), &mut budget).end {
            SearchEnd::Solved(plan) => Some(plan.moves),
            _ => None,
        }
    }
}

impl Policy for SpiderPolicy {
    fn choose(&mut self, view: &View) -> Choice {
        let position = view.completion(&view.rest());
        let moves = if view.unseen().is_empty() { self.plan(&position) } else { self.way(view) };
        moves.filter(|moves| !moves.is_empty()).map_or(Choice::Resign, Choice::Play)
    }
}
