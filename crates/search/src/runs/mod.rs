//! Games whose complete runs leave: Spider, Spiderette, Simple Simon.
//!
//! The default strategy tries a short complete search (small games end there), then ever wider staged beams
//! ([`stages`]) with varied weights ([`beams`]), then a complete search without end. A beam proves nothing about a game
//! it does not win. [`short()`] goes on after the first plan.

mod beams;
mod children;
mod filling;
mod layer;
mod score;
mod short;
mod stages;

pub(super) use short::short;

use super::classic;
use super::{Budget, Limit, Limits, SearchEnd, SearchOptions, SearchReport, Strategy};
use beams::{WARY, beams, varied};
use layer::BeamSettings;
use patsat_game::state::Instance;
use patsat_states::runs::{RunGame, RunMove, RunPosition};
use score::{Scorer, Weights};
use stages::{Stages, StagesEnd};
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// A single staged beam.
pub(super) const STAGES: Strategy = Strategy {
    name: "stages",
    about: "Spider games: beam search between rows of the stock, --width positions (500)",
    source: "after KPatience's spidersolver2",
    complete: false,
    run: one_beam,
};

/// Positions of the complete search before the beams.
const FIRST_LOOK: u64 = 1000;

thread_local! {
    /// Kept from deal to deal: a survey would else spend its time on fresh memory.
    static STAGES_MEMORY: RefCell<Stages> = RefCell::default();
}

fn one_beam(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let end = match RunGame::new(instance) {
        Ok(game) if !game.by_move => {
            let settings =
                BeamSettings { width: options.width.unwrap_or(500).max(1), patience: 12, splits: false };
            beam(&game, settings, WARY, budget).unwrap_or(SearchEnd::GaveUp)
        }
        _ => SearchEnd::GaveUp,
    };
    SearchReport::new(end, budget.stats)
}

fn search_end(end: StagesEnd) -> Option<SearchEnd> {
    match end {
        StagesEnd::Won(steps) => {
            Some(SearchEnd::Solved(steps.into_iter().map(RunMove::action).collect::<Vec<_>>().into()))
        }
        StagesEnd::Limit(limit) => Some(SearchEnd::Limit(limit)),
        StagesEnd::Faded => None,
    }
}

/// The default strategy of these games where runs leave by themselves: the stages of a beam have no moves that collect.
pub(super) fn ladder(
    instance: &Instance,
    game: &RunGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let Ok(start) = RunPosition::new(instance) else {
        return (classic::BEST_FIRST.run)(instance, options, budget);
    };
    if game.lacks_cards(&game.start()) {
        budget.stats.expanded += 1;
        return SearchReport::new(SearchEnd::Exhausted, budget.stats);
    }
    let limits = Limits { nodes: Some(FIRST_LOOK), memory_mib: None, time: None };
    let mut first = Budget::new(limits);
    let report = classic::best_first(&start, options, &mut first);
    budget.stats.expanded += first.stats.expanded;
    budget.stats.generated += first.stats.generated;
    if report.end != SearchEnd::Limit(Limit::Nodes) {
        return SearchReport::new(report.end, budget.stats);
    }
    match beams(game.cards()).find_map(|(settings, weights)| beam(game, settings, weights, budget)) {
        Some(end) => SearchReport::new(end, budget.stats),
        None => classic::best_first(&start, options, budget),
    }
}

/// Beams of these numbers, one after the other; `None` if none of them won or met a limit.
pub(super) fn varied_beams(
    game: &RunGame,
    mut numbers: RangeInclusive<u64>,
    budget: &mut Budget<'_>,
) -> Option<SearchEnd> {
    // The stages of a beam know nothing of collecting.
    (!game.by_move).then_some(())?;
    numbers.find_map(|number| {
        let (settings, weights) = varied(number);
        beam(game, settings, weights, budget)
    })
}

/// One beam; `None` if it neither won nor met a limit.
fn beam(
    game: &RunGame,
    settings: BeamSettings,
    weights: Weights,
    budget: &mut Budget<'_>,
) -> Option<SearchEnd> {
    let scorer = Scorer::new(weights, game);
    search_end(STAGES_MEMORY.with_borrow_mut(|stages| stages.run(game, &scorer, settings, budget)))
}
