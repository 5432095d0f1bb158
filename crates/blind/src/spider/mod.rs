//! Games whose complete runs leave: Spider and its kin.
//!
//! A decision is a whole way to the next card that is turned, or to the next row. A best-first search visits positions
//! that known cards lead to, the tidiest first, and the way to the tidiest end is taken. Hidden cards are not guessed.

mod score;

pub use score::Weights;

use crate::{Choice, Policy, View};
use patsat_game::rules::{Move, Rules};
use patsat_game::state::Instance;
use patsat_search::auto::AUTO;
use patsat_search::states::runs::{RunBoard, RunGame, RunHash, RunMove};
use patsat_search::{Budget, Limits, SearchEnd, SearchOptions};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a position is judged, and how much a decision may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpiderOptions {
    /// What makes a position tidy.
    pub weights: Weights,
    /// Positions that are visited for a decision.
    pub positions: usize,
    /// Positions of the search once every card is known.
    pub nodes: u64,
}

/// Weights for one suit, two suits, and more; found by hill climbing on random deals from 500,001 on.
const WEIGHTS: [Weights; 3] = [
    weights([-4, 6, 12, 15, 12, 0, -4, 1, -30, -40, 37, 1]),
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
    pub fn of_rules(rules: &Rules) -> SpiderOptions {
        let suits: FxHashSet<_> = rules.deck.distinct_cards().map(|card| card.suit).collect();
        let suits = suits.len().clamp(1, WEIGHTS.len());
        SpiderOptions { weights: WEIGHTS[suits - 1], positions: 200, nodes: 20_000 }
    }
}

/// Whether the games of these rules are played: complete runs leave, and a fast state holds them.
#[must_use]
pub fn plays(game: &Instance) -> bool {
    RunGame::new(game).is_ok()
}

/// Plays towards tidy positions.
#[derive(Clone, Debug)]
pub struct SpiderPolicy {
    options: SpiderOptions,
}

/// A position on the way, and how it was reached.
struct Node {
    board: RunBoard,
    parent: usize,
    step: RunMove,
    depth: i32,
}

impl SpiderPolicy {
    /// A player with these settings.
    #[must_use]
    pub fn new(options: SpiderOptions) -> SpiderPolicy {
        SpiderPolicy { options }
    }

    /// The usual player for a game.
    #[must_use]
    pub fn of_game(view: &View) -> SpiderPolicy {
        SpiderPolicy::new(SpiderOptions::of_rules(view.rules()))
    }

    fn way(&self, game: &RunGame) -> Option<Vec<Move>> {
        let SpiderOptions { weights, positions, .. } = self.options;
        let start = game.start();
        let mut seen: FxHashSet<RunHash> = FxHashSet::default();
        seen.insert(start.hashes(game).1);
        let mut queue = BinaryHeap::from([(Reverse(weights.score(game, &start)), Reverse(0))]);
        let mut nodes =
            vec![Node { board: start, parent: 0, step: RunMove { from: 0, to: 0, count: 0 }, depth: 0 }];
        let mut best: Option<(i32, usize, RunMove)> = None;
        let mut visited = 0;
        while let Some((_, Reverse(at))) = queue.pop() {
            visited += 1;
            if visited > positions {
                break;
            }
            let (board, depth) = (nodes[at].board.clone(), nodes[at].depth);
            let mut steps = Vec::new();
            board.moves(game, |step| steps.push(step));
            for step in steps {
                let is_row = step.action() == Move::DealRow;
                let mut after = board.clone();
                if !is_row {
                    after.make(game, step);
                }
                let turned = after.face_down != board.face_down;
                let value = weights.score(game, &after)
                    + weights.step * (depth + 1)
                    + if is_row { weights.row } else { 0 };
                let won = !is_row && after.is_won(game);
                if is_row || turned || won {
                    if best.is_none_or(|(known, ..)| value < known) {
                        best = Some((value, at, step));
                    }
                } else if seen.insert(after.hashes(game).1) {
                    queue.push((Reverse(value), Reverse(nodes.len())));
                    nodes.push(Node { board: after, parent: at, step, depth: depth + 1 });
                }
            }
        }
        let (_, mut at, last) = best?;
        let mut steps = vec![last.action()];
        while at > 0 {
            steps.push(nodes[at].step.action());
            at = nodes[at].parent;
        }
        steps.reverse();
        Some(steps)
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
        let moves = if view.unseen().is_empty() {
            self.plan(&position)
        } else {
            RunGame::new(&position).ok().and_then(|game| self.way(&game))
        };
        moves.filter(|moves| !moves.is_empty()).map_or(Choice::Resign, Choice::Play)
    }
}
