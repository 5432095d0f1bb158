//! Many narrow beams under weights varied at random, for a second look at what complete search cannot reach.
//!
//! What a beam loses it loses by what it thinks good, not by what it forgets: a hundred narrow ones, each with weights
//! of its own, win more than one that is a hundred times as wide.

use crate::states::runs::RunGame;
use crate::states::thieves::ThiefGame;
use crate::{SearchEnd, SearchReport, Strategy, runs, thieves};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Beams of the games that are played so.
pub(crate) const BEAMS: Strategy = Strategy {
    name: "beams",
    about: "Spider and Forty Thieves games: 4,096 narrow beams of varied weights, which depend on --seed",
    source: "beam search; this project's",
    complete: false,
    run: |instance, options, budget| {
        let first = options.seed.wrapping_mul(MANY);
        let numbers = first..=first + (MANY - 1);
        let end = if let Ok(game) = ThiefGame::new(instance) {
            thieves::beams(instance, &game, numbers, budget)
        } else if let Ok(game) = RunGame::new(instance) {
            runs::varied_beams(&game, numbers, budget)
        } else {
            None
        };
        SearchReport::new(end.unwrap_or(SearchEnd::GaveUp), budget.stats)
    },
};

/// How many beams [`BEAMS`] runs.
pub(crate) const MANY: u64 = 4096;

/// The weights themselves for number 0; for any other each moved by at most its size and one.
pub(crate) fn vary<const N: usize>(mut around: [i32; N], number: u64) -> [i32; N] {
    if number == 0 {
        return around;
    }
    let mut random = ChaCha8Rng::seed_from_u64(number);
    for value in &mut around {
        let spread = value.abs() + 1;
        *value += (random.next_u32() % (2 * spread as u32 + 1)) as i32 - spread;
    }
    around
}

/// The width of the beam of that number: mostly narrow, every eighth wider, every sixty-fourth
/// wide. (The doubling of Luby, Sinclair and Zuckerman 1993, in steps of eight.)
pub(crate) fn width(number: u64) -> usize {
    match number + 1 {
        n if n.is_multiple_of(512) => 6400,
        n if n.is_multiple_of(64) => 1600,
        n if n.is_multiple_of(8) => 400,
        _ => 100,
    }
}
