//! Forty Thieves and its kin: games with a stock, a waste and foundations.
//!
//! One beam by layers of cards drawn (`layers`) wins a quarter or a third of the deals of Forty
//! Thieves, by its weights and width, and a beam fifty times as wide hardly more: what a beam
//! loses it loses by what it thinks good, not by what it forgets. So the default strategy runs
//! many narrow beams, each with weights of its own, varied at random around good ones (`varied`):
//! thirty of them win two deals in five, some hundreds half. A complete search of bounded size
//! comes between, for games that are lost soon, and at last one that forgets what lies behind (`sweep`).

mod layers;
mod score;
mod settled;
mod sweep;
mod weights;

pub(crate) use sweep::{Sweep, SweepEnd};
pub use weights::{FEATURES, Weights};

use super::classic;
use super::{Budget, Limit, Limits, SearchEnd, SearchOptions, SearchReport, Strategy};
use crate::states::thieves::{ThiefGame, plan};
use crate::varied::{vary, width};
use layers::{BeamSettings, Layers, LayersEnd};
use patsat_game::state::Instance;
use settled::Settled;
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// A single beam.
pub(super) const LAYERS: Strategy = Strategy {
    name: "layers",
    about: "Forty Thieves games: beam search between drawn cards, --width positions (500)",
    source: "beam search; one layer per drawn card is this project's",
    complete: false,
    run: one_beam,
};

/// A complete search for what the memory is too small for otherwise.
pub(super) const SWEEP: Strategy = Strategy {
    name: "sweep",
    about: "Forty Thieves games: complete search that stores only positions that can recur, wins are found late; best-first for other games",
    source: "Christensen, Kristensen and Mailund 2001 (the sweep-line method)",
    complete: true,
    run: |instance, options, budget| match ThiefGame::new(instance) {
        Ok(game) => sweep::sweep(instance, &game, options, budget),
        Err(_) => (classic::BEST_FIRST.run)(instance, options, budget),
    },
};

/// Weights found by random search on Solvitaire's deals 1001 to 1120.
const GOOD: Weights =
    Weights::new([20, -8, -25, -37, 8, 5, 3, 5, -1, 2, 3, 2, 2, 1, 3, -1, -2, 2, 1, 0, -2, 2, -1, 0]);

/// After so many beams a complete search of so many positions, best first.
const LOOKS: [(u64, u64); 4] = [(0, 2000), (32, 200_000), (128, 2_000_000), (512, 8_000_000)];

thread_local! {
    /// Kept from beam to beam for its memory.
    static LAYERS_MEMORY: RefCell<Layers> = RefCell::default();
}

fn one_beam(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let end = match ThiefGame::new(instance) {
        Ok(game) => {
            let settings = BeamSettings { width: options.width.unwrap_or(500).max(1) };
            let weights = weights_of(options.seed);
            beam(instance, &game, &weights, settings, budget).unwrap_or(SearchEnd::GaveUp)
        }
        Err(_) => SearchEnd::GaveUp,
    };
    SearchReport::new(end, budget.stats)
}

/// Beams of these numbers, one after the other; `None` if none of them won or met a limit.
pub(super) fn beams(
    instance: &Instance,
    game: &ThiefGame,
    mut numbers: RangeInclusive<u64>,
    budget: &mut Budget<'_>,
) -> Option<SearchEnd> {
    numbers.find_map(|number| {
        let end = beam(instance, game, &weights_of(number), BeamSettings { width: width(number) }, budget);
        // A beam that has left nothing behind has seen what all others could see.
        let cut = LAYERS_MEMORY.with_borrow(|layers| layers.cut);
        end.or_else(|| (!cut).then_some(SearchEnd::GaveUp))
    })
}

/// One beam; `None` if it neither won nor met a limit.
fn beam(
    instance: &Instance,
    game: &ThiefGame,
    weights: &Weights,
    settings: BeamSettings,
    budget: &mut Budget<'_>,
) -> Option<SearchEnd> {
    match LAYERS_MEMORY.with_borrow_mut(|layers| layers.run(game, weights, settings, budget)) {
        LayersEnd::Won(steps) => Some(SearchEnd::Solved(plan(instance, game, &steps))),
        LayersEnd::Limit(limit) => Some(SearchEnd::Limit(limit)),
        LayersEnd::Faded => None,
    }
}

/// The default strategy of these games.
pub(super) fn ladder(
    instance: &Instance,
    game: &ThiefGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let Ok(start) = Settled::new(instance, !options.no_dominance) else {
        return (classic::BEST_FIRST.run)(instance, options, budget);
    };
    let mut number = 0;
    for (beams, nodes) in LOOKS {
        for number in number..beams {
            let weights = weights_of(options.seed.wrapping_add(number));
            let settings = BeamSettings { width: width(number) };
            if let Some(end) = beam(instance, game, &weights, settings, budget) {
                return SearchReport::new(end, budget.stats);
            }
        }
        number = beams;
        if let Some(end) = complete(&start, options, nodes, budget) {
            return SearchReport::new(end, budget.stats);
        }
    }
    // What is left has more positions than a search can keep.
    sweep::sweep(instance, game, options, budget)
}

/// A complete search of so many positions; `None` if they were not enough.
fn complete(
    start: &Settled,
    options: &SearchOptions,
    nodes: u64,
    budget: &mut Budget<'_>,
) -> Option<SearchEnd> {
    let whole = budget.limits();
    let left = whole.nodes.map(|all| all.saturating_sub(budget.stats.expanded));
    let nodes = Some(left.map_or(nodes, |left| nodes.min(left)));
    let time = whole.time.map(|most| most.saturating_sub(budget.elapsed()));
    let report =
        budget.within(Limits { nodes, time, ..whole }, |own| classic::best_first(start, options, own));
    match report.end {
        SearchEnd::Limit(Limit::Nodes) if whole.nodes.is_none_or(|all| budget.stats.expanded < all) => None,
        SearchEnd::Solved(plan) => Some(SearchEnd::Solved(start.with_safe_moves(&plan))),
        end => Some(end),
    }
}

/// Which cards so many beams, each with weights of its own, have never played from a column or from the waste: those that
/// nobody can play are among them. The cards are numbered as they lie: column by column, then the waste, then the
/// stock, deepest first. `None` for other games, and if a beam has won.
#[must_use]
pub fn unplayed(instance: &Instance, beams: u64, budget: &mut Budget<'_>) -> Option<Vec<bool>> {
    let game = ThiefGame::new(instance).ok()?;
    let mut unplayed = vec![true; usize::from(game.start().left)];
    for number in 0..beams {
        let settings = BeamSettings { width: width(number) };
        let weights = weights_of(number);
        match LAYERS_MEMORY.with_borrow_mut(|layers| {
            let end = layers.run(&game, &weights, settings, budget);
            unplayed.iter_mut().zip(&layers.played).for_each(|(all, played)| *all &= !played);
            end
        }) {
            LayersEnd::Won(_) => return None,
            LayersEnd::Limit(_) => break,
            LayersEnd::Faded => {}
        }
    }
    Some(unplayed)
}

/// The weights of the beam of that number.
#[must_use]
pub fn weights_of(number: u64) -> Weights {
    Weights::new(vary(GOOD.numbers(), number))
}

/// Runs a single beam, for tuning: whether it won, the fewest cards left, positions expanded.
#[must_use]
pub fn try_beam(game: &ThiefGame, weights: &Weights, width: usize) -> (bool, u8, u64) {
    let mut budget = Budget::new(Limits::default());
    LAYERS_MEMORY.with_borrow_mut(|layers| {
        let end = layers.run(game, weights, BeamSettings { width }, &mut budget);
        (matches!(end, LayersEnd::Won(_)), layers.least, budget.stats.expanded)
    })
}
