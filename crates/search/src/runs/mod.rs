//! Games whose complete runs leave: Spider, Spiderette, Simple Simon.
//!
//! The default strategy tries a short complete search (small games end there), then ever
//! wider staged beams ([`stages`]) with varied weights, then a complete search without end.
//! A beam says nothing about a game it does not win. [`short()`] goes on after the first plan.

mod children;
mod layer;
mod score;
mod short;
mod stages;

pub(super) use short::short;

use super::classic;
use super::{Budget, Limit, Limits, SearchEnd, SearchOptions, SearchReport, Strategy};
use crate::optimal::short_of_runs;
use crate::states::runs::{RunGame, RunMove, RunPosition};
use layer::BeamSettings;
use patsat_game::state::Instance;
use score::{Scorer, Weights};
use stages::{Stages, StagesEnd};
use std::cell::RefCell;

/// A single staged beam.
pub(super) const STAGES: Strategy = Strategy {
    name: "stages",
    about: "Spider and kin: a beam of --width positions (500) between each two rows of the stock",
    source: "after KPatience's spidersolver2",
    complete: false,
    run: one_beam,
};

/// Weights found by random search on four suits, on deals that others had left open. A card on
/// the next rank of another suit counts as worse than one that does not fit at all.
const WARY: Weights = Weights {
    link: -3,
    mixed: 19,
    gap: 11,
    inversion: 15,
    hidden: 8,
    unopened: -21,
    king: -4,
    base: -2,
    empty: -25,
    home: -21,
    step: 2,
};

/// Weights found on deals as they come.
const TIDY: Weights = Weights {
    link: -4,
    mixed: 9,
    gap: 11,
    inversion: 14,
    hidden: 2,
    unopened: -6,
    king: -3,
    base: -4,
    empty: -25,
    home: -26,
    step: 0,
};

/// Beams of the default strategy, in order.
const LADDER: &[(BeamSettings, Weights)] = &[
    (BeamSettings { width: 60, patience: 12, splits: false }, WARY),
    (BeamSettings { width: 150, patience: 12, splits: false }, TIDY),
    (BeamSettings { width: 400, patience: 12, splits: false }, WARY),
    (BeamSettings { width: 400, patience: 12, splits: true }, WARY),
    (BeamSettings { width: 1000, patience: 12, splits: false }, TIDY),
    (BeamSettings { width: 2500, patience: 16, splits: false }, Weights { step: 0, ..WARY }),
    (BeamSettings { width: 2500, patience: 16, splits: true }, TIDY),
    (BeamSettings { width: 6000, patience: 12, splits: false }, WARY),
    (BeamSettings { width: 5000, patience: 16, splits: true }, WARY),
    (BeamSettings { width: 10_000, patience: 20, splits: false }, TIDY),
    (BeamSettings { width: 20_000, patience: 20, splits: false }, Weights { step: 0, ..WARY }),
    (BeamSettings { width: 30_000, patience: 20, splits: true }, WARY),
];

/// More of them, for whole games of two decks: there a complete search is hopeless, and wide beams win what narrow ones
/// leave.
const WIDE: &[(BeamSettings, Weights)] = &[
    (BeamSettings { width: 50_000, patience: 12, splits: false }, WARY),
    (BeamSettings { width: 100_000, patience: 16, splits: true }, TIDY),
    (BeamSettings { width: 200_000, patience: 16, splits: true }, WARY),
];

/// The cards of two decks.
const TWO_DECKS: usize = 104;

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
            let scorer = Scorer::new(WARY, &game);
            let end = STAGES_MEMORY.with_borrow_mut(|stages| stages.run(&game, &scorer, settings, budget));
            search_end(end).unwrap_or(SearchEnd::GaveUp)
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

/// The default strategy of these games.
pub(super) fn ladder(
    instance: &Instance,
    game: &RunGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let Ok(start) = RunPosition::new(instance) else {
        return (classic::BEST_FIRST.run)(instance, options, budget);
    };
    if game.by_move {
        // The stages of a beam know nothing of collecting.
        let report = short_of_runs(&start, options, budget);
        return report.unwrap_or_else(|| classic::best_first(&start, options, budget));
    }
    let limits = Limits { nodes: Some(FIRST_LOOK), memory_mib: None, time: None };
    let mut first = Budget::new(limits);
    let report = classic::best_first(&start, options, &mut first);
    budget.stats.expanded += first.stats.expanded;
    budget.stats.generated += first.stats.generated;
    if report.end != SearchEnd::Limit(Limit::Nodes) {
        return SearchReport::new(report.end, budget.stats);
    }
    let wide = if game.cards() >= TWO_DECKS { WIDE } else { &[] };
    for (settings, weights) in LADDER.iter().chain(wide) {
        let scorer = Scorer::new(*weights, game);
        let end = STAGES_MEMORY.with_borrow_mut(|stages| stages.run(game, &scorer, *settings, budget));
        if let Some(end) = search_end(end) {
            return SearchReport::new(end, budget.stats);
        }
    }
    classic::best_first(&start, options, budget)
}
