//! Many narrow beams under weights varied at random, for a second look at what complete search cannot reach.
//!
//! What a beam loses it loses by what it thinks good, not by what it forgets: a hundred narrow ones, each with weights
//! of its own, win more than one that is a hundred times as wide.

use crate::varied::MANY;
use crate::{SearchEnd, SearchReport, Strategy, piles, runs};
use patsat_states::runs::RunGame;

/// Beams of the games that are played so.
pub(crate) const BEAMS: Strategy = Strategy {
    name: "beams",
    about: "Spider and Forty Thieves games: 4,096 narrow beams of varied weights, which depend on --seed",
    source: "beam search; this project's",
    complete: false,
    run: |instance, options, budget| {
        let first = options.seed.wrapping_mul(MANY);
        let numbers = first..=first + (MANY - 1);
        let end = match RunGame::new(instance) {
            Ok(game) => runs::varied_beams(&game, numbers, budget),
            Err(_) => piles::beams(instance, numbers, budget),
        };
        SearchReport::new(end.unwrap_or(SearchEnd::GaveUp), budget.stats)
    },
};
