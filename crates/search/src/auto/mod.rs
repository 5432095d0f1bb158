//! The default strategy: many short dives, then one search to the end.
//!
//! A good score solves most deals of FreeCell in about seventy expansions, and fails on the others because it
//! goes astray early. So each deal is tried under one set of weights after the other, each for a short while.
//! Only when all have failed does the last set go on without a limit. The idea is that of Freecell Solver's
//! "preludes", here with restarts in place of interleaved scans.
//!
//! The first dive of FreeCell and games like it is *narrow* (`narrow`). It makes many moves automatically and
//! leaves out steps that seldom help. It loses some wins, so it proves nothing when it runs out of positions.
//! Every other dive is complete by itself: it lists every single-card move, and runs over spare places as
//! further ones, and cuts only what [`Board::next_safe`](patsat_states::packed::Board::next_safe) proves
//! unneeded. If one of those runs out of positions, there is no win. There is no narrow dive without that rule
//! (`--no-dominance`), nor in [`WIDE_DIVES`], whose plans are the basis of ratings.
//!
//! Games of other kinds have ladders of their own; those that no fast state holds are searched
//! best first, with random joining between where complete runs leave (`joining`).

mod dive;
mod narrow;
mod queue;
pub mod schedule;

pub use super::score::Weights;

use super::beam::{Beam, BeamEnd};
use super::hole::HoleGame;
use super::joining::{Joining, Played};
use super::{Budget, Limit, Limits, SearchEnd, SearchOptions, SearchReport, Stats, Strategy};
use super::{classic, hole, klondike, optimal, piles, runs};
use dive::{Dive, DiveEnd, Terms};
use narrow::NarrowDive;
use patsat_game::rules::{Build, Rules};
use patsat_game::state::Instance;
use patsat_states::klondike::KlondikeGame;
use patsat_states::packed::{AutoMoves, Game, Size, Small, plan};
use patsat_states::runs::{RunGame, RunPosition};
use patsat_states::{from_the_ace, with_game};
use schedule::{LAST, STAGES, Stage};
use std::cell::RefCell;
use std::sync::Arc;

/// The default strategy.
pub static AUTO: Strategy = Strategy {
    name: "auto",
    about: "one quick dive, short dives under varied weights, then best-first search to the end",
    source: "after Freecell Solver's preludes",
    complete: true,
    run,
};

/// The default strategy without its narrow dive.
pub static WIDE_DIVES: Strategy = Strategy {
    name: "wide-dives",
    about: "auto without its quick dive: slower; its plans are the basis of ratings",
    source: "after Freecell Solver's preludes",
    complete: true,
    run: run_wide,
};

/// Memory of both kinds of dives.
#[derive(Default)]
struct Dives<S: Size> {
    narrow: NarrowDive<S>,
    wide: Dive<S>,
}

thread_local! {
    /// Kept from deal to deal: a survey would else spend its time on fresh memory.
    static DIVES: RefCell<Dives<Small>> = RefCell::default();
}

fn run(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    search(instance, options, !options.no_dominance, budget)
}

fn run_wide(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    search(instance, options, false, budget)
}

fn search(
    instance: &Instance,
    options: &SearchOptions,
    narrow: bool,
    budget: &mut Budget<'_>,
) -> SearchReport {
    if let Some(relabelled) = from_the_ace(instance) {
        return search(&relabelled, options, narrow, budget);
    }
    if let Ok(game) = HoleGame::new(instance) {
        return hole::search(instance, &game, budget);
    }
    if let Ok(game) = Game::new(instance) {
        return DIVES.with_borrow_mut(|dives| ladder(dives, instance, &game, (narrow, options), budget));
    }
    with_game!(
        instance,
        game => ladder(&mut Dives::default(), instance, &game, (narrow, options), budget),
        _ => match RunGame::new(instance) {
            Ok(game) if game.by_move => collect(instance, options, budget),
            Ok(game) => runs::ladder(instance, &game, options, budget),
            Err(_) => match KlondikeGame::new(instance) {
                Ok(game) => klondike::ladder(instance, &game, options, budget),
                Err(_) => {
                    let report = piles::ladder(instance, options, budget);
                    let report = report.or_else(|| staying_home(instance, options, narrow, budget));
                    report.unwrap_or_else(|| large(instance, options, budget))
                }
            },
        }
    )
}

/// Expansions of the search that leaves cards on the foundations.
const STAYING_HOME: u64 = 300_000;

/// Searches a game whose cards may come back from the foundations without those moves first, on its fast state,
/// for half of the time. A win seldom needs them, and a win without them is a win of this game as well.
///
/// Returns `None` for other games, and if that search neither wins nor is interrupted.
fn staying_home(
    instance: &Instance,
    options: &SearchOptions,
    narrow: bool,
    budget: &mut Budget<'_>,
) -> Option<SearchReport> {
    if !instance.rules.worrying_back {
        return None;
    }
    let rules = Rules { worrying_back: false, ..(*instance.rules).clone() };
    let strict = Instance { rules: Arc::new(rules), ..instance.clone() };
    let left = budget.remaining();
    let nodes = Some(left.nodes.map_or(STAYING_HOME, |left| left.min(STAYING_HOME)));
    let limits = Limits { nodes, time: left.time.map(|time| time / 2), ..left };
    let report = budget.within(limits, |budget| search(&strict, options, narrow, budget));
    match report.end {
        SearchEnd::Solved(_) | SearchEnd::Limit(Limit::Interrupted) => {
            Some(SearchReport::new(report.end, budget.stats))
        }
        _ => None,
    }
}

/// The dives and beams of a game that a packed state holds.
fn ladder<S: Size>(
    dives: &mut Dives<S>,
    instance: &Instance,
    game: &Game<S>,
    (narrow, options): (bool, &SearchOptions),
    budget: &mut Budget<'_>,
) -> SearchReport {
    let (end, auto_moves) = dive_in_stages(dives, game, narrow, options.no_dominance, budget);
    let end = match end {
        DiveEnd::Won(steps) => match plan(instance, game, &steps, auto_moves) {
            Some(plan) => SearchEnd::Solved(plan),
            None => SearchEnd::GaveUp,
        },
        DiveEnd::Exhausted => SearchEnd::Exhausted,
        DiveEnd::Quota => SearchEnd::GaveUp,
        DiveEnd::Limit(limit) => SearchEnd::Limit(limit),
    };
    SearchReport::new(end, budget.stats)
}

/// A game whose complete runs are collected by a move.
fn collect(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let Ok(start) = RunPosition::new(instance) else {
        return (classic::BEST_FIRST.run)(instance, options, budget);
    };
    let report = optimal::short_of_runs(&start, options, budget);
    report.unwrap_or_else(|| classic::best_first(&start, options, budget))
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

/// Returns how the dives ended, and which moves the last of them made automatically.
fn dive_in_stages<S: Size>(
    dives: &mut Dives<S>,
    game: &Game<S>,
    narrow: bool,
    no_dominance: bool,
    budget: &mut Budget<'_>,
) -> (DiveEnd, AutoMoves) {
    // A larger game has longer ways to a win. Quotas and bounds are those of one deck, and grow with the cards.
    let cards = u64::from(game.start().cards_left(game)).max(ONE_DECK);
    let grown = |number: u64| number * cards / ONE_DECK;
    // Where suits must agree, few cards fit on each other, and haste wins little.
    let narrow = narrow && game.build == Build::AlternateColour && game.cells > 0;
    for stage in STAGES.iter().filter(|stage| narrow || !stage.narrow) {
        let stage = &Stage { quota: grown(stage.quota), ..*stage };
        match (dive(dives, game, stage, no_dominance, budget), stage.narrow) {
            (DiveEnd::Quota, _) | (DiveEnd::Exhausted, true) => {}
            (end, true) => return (end, AutoMoves::Hasty),
            (end, false) => return (end, AutoMoves::safe_unless(no_dominance)),
        }
    }
    let auto_moves = AutoMoves::safe_unless(no_dominance);
    // A beam keeps many positions of each depth, so it seldom fails where dives go astray. It cannot prove
    // anything: an unlimited dive runs between the beams and after them.
    let terms = Terms { game, weights: &LAST, forced: !no_dominance };
    let dive = &mut dives.wide;
    dive.begin(&terms);
    let longest = grown(LONGEST.into()) as u32;
    for (quota, width) in LADDER {
        let end = dive.go_on(&terms, grown(quota), budget);
        if end != DiveEnd::Quota {
            return (end, auto_moves);
        }
        if !no_dominance && let BeamEnd::Won(steps) = Beam::default().run(game, width, longest, budget) {
            return (DiveEnd::Won(steps), auto_moves);
        }
    }
    (dive.go_on(&terms, u64::MAX, budget), auto_moves)
}

fn dive<S: Size>(
    dives: &mut Dives<S>,
    game: &Game<S>,
    stage: &Stage,
    no_dominance: bool,
    budget: &mut Budget<'_>,
) -> DiveEnd {
    if stage.narrow {
        return dives.narrow.run(game, &stage.weights, stage.quota, budget);
    }
    let terms = Terms { game, weights: &stage.weights, forced: !no_dominance };
    dives.wide.begin(&terms);
    dives.wide.go_on(&terms, stage.quota, budget)
}

/// Expansions of the last dive, and the width of the beam that is tried after them.
const LADDER: [(u64, usize); 3] = [(8000, 500), (50_000, 2000), (200_000, 8000)];
/// Cards of the games that stages and ladder were tuned for.
const ONE_DECK: u64 = 52;
/// A beam looks for no plans of this many moves, those home not counted.
const LONGEST: u32 = 100;

/// Runs a single dive, for tuning: whether it won, and what it cost.
#[must_use]
pub fn try_dive(game: &Game, stage: &Stage) -> (bool, Stats) {
    let mut budget = Budget::new(Limits::default());
    let end = DIVES.with_borrow_mut(|dives| dive(dives, game, stage, false, &mut budget));
    (matches!(end, DiveEnd::Won(_)), budget.stats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_states::packed::{Broad, Large, Tall};

    fn report<S: Size>(instance: &Instance) -> SearchReport {
        let game = Game::<S>::sized(instance).unwrap();
        let mut budget = Budget::new(Limits { nodes: Some(20_000), ..Limits::default() });
        ladder(&mut Dives::default(), instance, &game, (true, &SearchOptions::default()), &mut budget)
    }

    /// Sizes differ in time and memory, not in what is searched.
    #[test]
    fn every_size_makes_the_same_search() {
        let mut won = 0;
        for (preset, cells, seed) in (0..40).map(|n| (n % 2, 2 + (n % 3) as u16, n)) {
            let mut rules = Rules::preset(["freecell", "seahaven-towers"][preset as usize]).unwrap();
            rules.cells = rules.cells.min(cells);
            let Ok(instance) = Instance::from_id(rules, DealId::Random { game: None, seed }) else {
                continue;
            };
            let small = report::<Small>(&instance);
            for other in [report::<Tall>(&instance), report::<Broad>(&instance), report::<Large>(&instance)] {
                assert_eq!(small.end, other.end, "{preset} {cells} {seed}");
                assert_eq!(small.stats.expanded, other.stats.expanded, "{preset} {cells} {seed}");
                assert_eq!(small.stats.generated, other.stats.generated, "{preset} {cells} {seed}");
            }
            won += u32::from(matches!(small.end, SearchEnd::Solved(_)));
        }
        assert!(won > 15, "{won}");
    }
}
