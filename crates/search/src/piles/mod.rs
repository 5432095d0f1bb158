//! Search in games whose cards go home one by one: Forty Thieves and its kin, games with twins, cells and a stock.
//!
//! One beam by layers of cards drawn (`layers`) wins a quarter or a third of the deals of Forty Thieves, by its
//! weights and width. A beam fifty times as wide wins few more: beams lose wins by their weights, not by their
//! limited width. So the default strategy runs many narrow beams, each with weights of its own, varied at random
//! around good ones (`varied`). Thirty of them win two deals in five, some hundreds win half. A complete search of
//! bounded size comes between, for games that are lost soon. Last comes one that forgets the positions that lie
//! behind (`sweep`).

mod layers;
mod score;
mod settled;
mod sweep;
mod weights;

pub(crate) use sweep::{Sweep, SweepEnd};
pub use weights::{FEATURES, Weights};

use super::classic;
use super::{Budget, Limit, Limits, SearchEnd, SearchOptions, SearchReport, Strategy};
use crate::varied::{vary, width};
use layers::{BeamSettings, Layers, LayersEnd};
use patsat_game::rules::Stock;
use patsat_game::state::Instance;
use patsat_states::piles::{Large, PileGame, Room, Small, plan};
use patsat_states::with_piles;
use settled::Settled;
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// A single beam.
pub(super) const LAYERS: Strategy = Strategy {
    name: "layers",
    about: "games whose cards go home one by one: beam search between drawn cards, --width positions (500)",
    source: "beam search; one layer per drawn card is this project's",
    complete: false,
    run: one_beam,
};

/// A complete search for games whose positions do not fit in the memory otherwise.
pub(super) const SWEEP: Strategy = Strategy {
    name: "sweep",
    about: "games whose cards go home one by one: complete search that stores only positions that can recur, wins are found late; best-first for other games",
    source: "Christensen, Kristensen and Mailund 2001 (the sweep-line method)",
    complete: true,
    run: |instance, options, budget| {
        with_piles!(
            instance,
            game => sweep::sweep(instance, &game, options, budget),
            Err(_) => (classic::BEST_FIRST.run)(instance, options, budget)
        )
    },
};

/// Weights found by random search on Solvitaire's deals 1001 to 1120.
const GOOD: Weights =
    Weights::new([20, -8, -25, -37, 8, 5, 3, 5, -1, 2, 3, 2, 2, 1, 3, -1, -2, 2, 1, 0, -2, 2, -1, 0, 4, 4]);

/// Numbers of beams, and after each of them the positions of a complete search, best first.
const LOOKS: [(u64, u64); 4] = [(0, 2000), (32, 200_000), (128, 2_000_000), (512, 8_000_000)];

thread_local! {
    /// Kept from beam to beam for its memory.
    static LAYERS_MEMORY: RefCell<Layers<Small>> = RefCell::default();
}

/// Does something with the game of an instance and memory for its beams, or something else where it has none.
macro_rules! with_layers {
    ($instance:expr, ($game:ident, $layers:ident) => $then:expr, _ => $otherwise:expr) => {
        match PileGame::new($instance) {
            Ok($game) => LAYERS_MEMORY.with_borrow_mut(|$layers| $then),
            Err(_) => match PileGame::<Large>::sized($instance) {
                Ok($game) => {
                    let $layers = &mut Layers::default();
                    $then
                }
                Err(_) => $otherwise,
            },
        }
    };
}

fn one_beam(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let settings = BeamSettings { width: options.width.unwrap_or(500).max(1) };
    let weights = weights_of(options.seed);
    let end = with_layers!(
        instance,
        (game, layers) => beam(layers, instance, &game, &weights, settings, budget).unwrap_or(SearchEnd::GaveUp),
        _ => SearchEnd::GaveUp
    );
    SearchReport::new(end, budget.stats)
}

/// Beams of these numbers, one after the other; `None` for other games, and if none of them won or met a limit.
pub(super) fn beams(
    instance: &Instance,
    mut numbers: RangeInclusive<u64>,
    budget: &mut Budget<'_>,
) -> Option<SearchEnd> {
    with_layers!(
        instance,
        (game, layers) => numbers.find_map(|number| {
            let settings = BeamSettings { width: width(number) };
            let end = beam(layers, instance, &game, &weights_of(number), settings, budget);
            // A beam that has left no position behind has visited all positions that others could.
            end.or_else(|| (!layers.cut).then_some(SearchEnd::GaveUp))
        }),
        _ => None
    )
}

/// One beam; `None` if it neither won nor met a limit.
fn beam<R: Room>(
    layers: &mut Layers<R>,
    instance: &Instance,
    game: &PileGame<R>,
    weights: &Weights,
    settings: BeamSettings,
    budget: &mut Budget<'_>,
) -> Option<SearchEnd> {
    match layers.run(game, weights, settings, budget) {
        LayersEnd::Won(steps) => Some(SearchEnd::Solved(plan(instance, game, &steps))),
        LayersEnd::Limit(limit) => Some(SearchEnd::Limit(limit)),
        LayersEnd::Faded => None,
    }
}

/// The default strategy of these games; `None` for others.
pub(super) fn ladder(
    instance: &Instance,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> Option<SearchReport> {
    with_layers!(
        instance,
        (game, layers) => Some(climb(layers, instance, &game, options, budget)),
        _ => None
    )
}

fn climb<R: Room>(
    layers: &mut Layers<R>,
    instance: &Instance,
    game: &PileGame<R>,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let start = Settled::new(game, !options.no_dominance);
    let mut number = 0;
    for (beams, nodes) in LOOKS {
        for number in number..beams {
            let weights = weights_of(options.seed.wrapping_add(number));
            let settings = BeamSettings { width: width(number) };
            if let Some(end) = beam(layers, instance, game, &weights, settings, budget) {
                return SearchReport::new(end, budget.stats);
            }
        }
        number = beams;
        if let Some(end) = complete(&start, options, nodes, budget) {
            return SearchReport::new(end, budget.stats);
        }
    }
    // The games that are left have more positions than a search can keep.
    sweep::sweep(instance, game, options, budget)
}

/// A complete search of at most `nodes` positions; `None` if they were not enough.
fn complete<R: Room>(
    start: &Settled<R>,
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

/// Which cards these beams, each with weights of its own, have never played from a column or from the waste. Cards that
/// no play moves are among them. They are numbered as they lie: column by column, then the waste, then the
/// stock, deepest first. `None` for games without a waste, and if a beam has won.
#[must_use]
pub fn unplayed(instance: &Instance, beams: u64, budget: &mut Budget<'_>) -> Option<Vec<bool>> {
    if !matches!(instance.rules.stock, Stock::Waste { .. }) {
        return None;
    }
    with_layers!(
        instance,
        (game, layers) => {
            let mut unplayed = vec![true; game.kinds.len()];
            for number in 0..beams {
                let settings = BeamSettings { width: width(number) };
                let end = layers.run(&game, &weights_of(number), settings, budget);
                unplayed.iter_mut().zip(&layers.played).for_each(|(all, played)| *all &= !played);
                match end {
                    LayersEnd::Won(_) => return None,
                    LayersEnd::Limit(_) => break,
                    LayersEnd::Faded => {}
                }
            }
            Some(unplayed)
        },
        _ => None
    )
}

/// The weights of the beam of that number.
#[must_use]
pub fn weights_of(number: u64) -> Weights {
    Weights::new(vary(GOOD.numbers(), number))
}

/// Runs a single beam, for tuning: whether it won, the fewest cards left, positions expanded.
#[must_use]
pub fn try_beam(game: &PileGame, weights: &Weights, width: usize) -> (bool, u8, u64) {
    let mut budget = Budget::new(Limits::default());
    LAYERS_MEMORY.with_borrow_mut(|layers| {
        let end = layers.run(game, weights, BeamSettings { width }, &mut budget);
        (matches!(end, LayersEnd::Won(_)), layers.least, budget.stats.expanded)
    })
}
