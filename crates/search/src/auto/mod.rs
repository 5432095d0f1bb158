//! The default strategy: many short dives, then one search to the end.
//!
//! A good score solves most deals of FreeCell in about seventy expansions and fails on the
//! rest by going astray early. So the deal is tried with one set of weights after the
//! other, each for a short while, and only when all have failed does the last one go on
//! without a limit (the idea of Freecell Solver's "preludes", here with restarts in place
//! of interleaved scans). Each dive by itself is complete: it lists every single-card move,
//! and runs over spare places as further ones, and cuts nothing but what
//! [`Board::next_safe`](crate::states::packed::Board::next_safe) proves unneeded. If one of
//! them runs out of positions there is no win.
//!
//! Games of other kinds have ladders of their own; those that no fast state holds are searched
//! best first, with random joining between where complete runs leave (`joining`).

mod dive;
pub mod schedule;

pub use super::score::Weights;

use super::beam::{Beam, BeamEnd};
use super::joining::{Joining, Played};
use super::steps::plan_of;
use super::{Budget, Limit, Limits, SearchEnd, SearchOptions, SearchReport, Strategy};
use super::{classic, runs, thieves};
use crate::states::packed::Game;
use crate::states::runs::RunGame;
use crate::states::thieves::ThiefGame;
use dive::{Dive, DiveEnd, Terms};
use patsat_game::state::Instance;
use schedule::{LAST, STAGES};
use std::cell::RefCell;

/// The default strategy.
pub static AUTO: Strategy = Strategy {
    name: "auto",
    about: "short dives under varied weights, then best-first to the end",
    source: "after Freecell Solver's preludes",
    complete: true,
    run,
};

thread_local! {
    /// Kept from deal to deal: a survey would else spend its time on fresh memory.
    static DIVE: RefCell<Dive> = RefCell::default();
}

fn run(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let Ok(game) = Game::new(instance) else {
        return match RunGame::new(instance) {
            Ok(game) => runs::ladder(instance, &game, options, budget),
            Err(_) => match ThiefGame::new(instance) {
                Ok(game) => thieves::ladder(instance, &game, options, budget),
                Err(_) => large(instance, options, budget),
            },
        };
    };
    let forced = !options.no_dominance;
    let end = DIVE.with_borrow_mut(|dive| dive_in_stages(dive, &game, forced, budget));
    let end = match end {
        DiveEnd::Won(steps) => match plan_of(instance, &game, &steps, forced) {
            Some(plan) => SearchEnd::Solved(plan),
            None => SearchEnd::GaveUp,
        },
        DiveEnd::Exhausted => SearchEnd::Exhausted,
        DiveEnd::Quota => SearchEnd::GaveUp,
        DiveEnd::Limit(limit) => SearchEnd::Limit(limit),
    };
    SearchReport::new(end, budget.stats)
}

/// Expansions of a best-first search of a game of two hundred cards, fewer with more, and moves of
/// random joining after them.
const LARGE: [(u64, u64); 3] = [(1000, 300_000), (10_000, 10_000_000), (100_000, 100_000_000)];

/// A game that no fast state holds: a complete search, interrupted by ever longer spells of
/// random joining if complete runs leave in the game.
fn large(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let Some(mut joining) = Joining::new(instance, options.seed) else {
        return (classic::BEST_FIRST.run)(instance, options, budget);
    };
    let cards = instance.deal.cards_in_play().count() as u64;
    for (nodes, moves) in LARGE {
        let left = budget.remaining();
        let nodes = 200 * nodes / cards.max(200);
        let nodes = left.nodes.map_or(nodes, |left| left.min(nodes));
        let limits = Limits { nodes: Some(nodes), ..left };
        let report = budget.within(limits, |budget| (classic::BEST_FIRST.run)(instance, options, budget));
        if report.end != SearchEnd::Limit(Limit::Nodes) {
            return SearchReport::new(report.end, budget.stats);
        }
        let end = match joining.play(moves, budget) {
            Played::Won(plan) => SearchEnd::Solved(plan),
            Played::Limit(limit) => SearchEnd::Limit(limit),
            Played::Quota => continue,
        };
        return SearchReport::new(end, budget.stats);
    }
    (classic::BEST_FIRST.run)(instance, options, budget)
}

fn dive_in_stages(dive: &mut Dive, game: &Game, forced: bool, budget: &mut Budget<'_>) -> DiveEnd {
    for (quota, weights) in STAGES {
        let terms = Terms { game, weights, forced };
        dive.begin(&terms);
        let end = dive.go_on(&terms, *quota, budget);
        if end != DiveEnd::Quota {
            return end;
        }
    }
    // What has led so many dives astray seldom stops a beam, which keeps many positions of
    // each depth. It cannot prove anything: a dive without end comes between and after.
    let terms = Terms { game, weights: &LAST, forced };
    dive.begin(&terms);
    for (quota, width) in LADDER {
        let end = dive.go_on(&terms, quota, budget);
        if end != DiveEnd::Quota {
            return end;
        }
        if forced && let BeamEnd::Won(steps) = Beam::default().run(game, width, LONGEST, budget) {
            return DiveEnd::Won(steps);
        }
    }
    dive.go_on(&terms, u64::MAX, budget)
}

/// Expansions of the last dive, and the width of the beam that is tried after them.
const LADDER: [(u64, usize); 3] = [(8000, 500), (50_000, 2000), (200_000, 8000)];
/// Plans of this many moves, those home not counted, are not looked for by a beam.
const LONGEST: u32 = 100;

/// Runs a single dive, for tuning: whether it won, and how many positions it expanded.
#[must_use]
pub fn try_dive(game: &Game, weights: &Weights, quota: u64) -> (bool, u64) {
    let mut budget = Budget::new(Limits::default());
    let terms = Terms { game, weights, forced: true };
    let end = DIVE.with_borrow_mut(|dive| {
        dive.begin(&terms);
        dive.go_on(&terms, quota, &mut budget)
    });
    (matches!(end, DiveEnd::Won(_)), budget.stats.expanded)
}
