//! Stages against the rules, and chains of small games.

use super::place::Place;
use super::stage::{Stage, Way};
use super::{CELLS, CELLS_FIRST, Chain, DRAWS, Draws, QuerySettings, RUNS};
use crate::answer::Outcome;
use crate::job::LazyTask;
use crate::monitor::Monitor;
use crate::request::{Method, Request, solve};
use crate::sat::schedule::{self, Table};
use crate::sat::{SatMethod, SatQueries, SatStats};
use patsat_base::Limit;
use patsat_encodings::objective::{Feature, Objective};
use patsat_encodings::task::Goal;
use patsat_game::cards::{DealId, DeckSpec, Pile};
use patsat_game::rules::{Rules, Sizes};
use patsat_game::state::{Instance, Table as Board};
use patsat_solvers::Control;
use std::time::Duration;

/// Spider with a small deck and `dealt` cards in columns.
fn small(suits: u16, copies: u16, columns: u16, dealt: u32, seed: u64) -> Instance {
    let mut rules = Rules::preset("spider").unwrap();
    rules.deck = DeckSpec::new(5, suits, copies);
    rules.columns = columns;
    rules.layout.sizes = Sizes::Round(dealt);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Twenty cards of one or two suits, eight of them in two rows to come.
fn two_rows(seed: u64) -> Instance {
    let suits = 1 + (seed % 2) as u16;
    small(suits, 4 / suits, 4, 12, seed)
}

/// FreeCell with six ranks, four columns and two cells.
fn few_cells(seed: u64) -> Instance {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck = DeckSpec::new(6, 4, 1);
    (rules.columns, rules.cells) = (4, 2);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Forty Thieves with one deck of six ranks, four columns of three and twelve cards to draw.
fn few_draws(seed: u64) -> Instance {
    let mut rules = Rules::preset("forty-thieves").unwrap();
    rules.deck = DeckSpec::new(6, 4, 1);
    rules.columns = 4;
    rules.layout.sizes = Sizes::Round(12);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// The value of a position, counted on the table.
fn value(table: &Board, objective: &Objective) -> u32 {
    let in_cells = table.cells().iter().flatten().count();
    let counted = objective.terms.iter().map(|&(feature, weight)| {
        let in_columns: usize = table.columns().iter().map(|column| of_column(table, column, feature)).sum();
        let cells = matches!(feature, Feature::InPlay | Feature::Taken | Feature::Unlinked);
        let waste = matches!(feature, Feature::InPlay | Feature::Waste | Feature::Unlinked);
        let aside = if cells { in_cells } else { 0 } + if waste { table.deal().waste.len() } else { 0 };
        weight * (in_columns + aside) as u32
    });
    counted.sum()
}

fn of_column(table: &Board, column: &Pile, feature: Feature) -> usize {
    let (rules, cards) = (table.rules(), &column.cards);
    match feature {
        Feature::Waste => 0,
        Feature::FaceDown => column.face_down,
        Feature::Columns | Feature::Taken => usize::from(!cards.is_empty()),
        Feature::InPlay => cards.len(),
        Feature::Dealt | Feature::Unlinked => (0..cards.len())
            .filter(|&n| {
                let lower = n.checked_sub(1);
                let fits = lower.is_some_and(|lower| {
                    let suits = feature == Feature::Dealt || cards[lower].suit == cards[n].suit;
                    let stands = rules.may_stand_on(cards[n]).any(|card| card == cards[lower]);
                    lower >= column.face_down && suits && stands
                });
                !fits && (feature == Feature::Unlinked || lower.is_some())
            })
            .count(),
    }
}

fn solve_by(instance: &Instance, chain: &'static Chain, seconds: Option<f64>) -> (Outcome, SatStats) {
    let table: &'static Table = Box::leak(Box::new(Table {
        name: "test",
        about: "",
        chains: Box::leak(Box::new([chain])),
        entries: &[],
    }));
    let queries = SatQueries::Table { table, seed: 0 };
    let method = Method::Sat(SatMethod { queries, horizon_time: None, threads: 1 });
    let mut request = Request::new(instance, method);
    request.limits.time = seconds.map(Duration::from_secs_f64);
    request.check().unwrap();
    let answer = solve(&request, &mut Monitor::default()).unwrap();
    (answer.outcome, *answer.sat.unwrap())
}

const FEW: Chain = Chain { attempts: 6, ..RUNS };

/// Checks the best end of a stage with `draws` draws of each game against the table. Returns the number of games whose
/// end is better than the start.
fn compare(chain: &Chain, attempt: u64, draws: u32, games: impl Iterator<Item = Instance>) -> u32 {
    let objective = chain.objective(attempt);
    let mut better = 0;
    for (seed, game) in games.enumerate() {
        let start = Place::start(&game).unwrap();
        let open = start.with_goal(Goal::Open(draws));
        assert_eq!(open.may_end(), draws == 0, "{seed}");
        assert_eq!(open.value(&objective), value(&start.table, &objective), "{seed}");
        let config = chain.config(chain.stage(attempt), seed as u64).unwrap();
        let way = Way { config, horizon: 3, conflicts: 5000, in_all: 20_000 };
        let mut stage = Stage::new(&open, &way, Some(&objective), Control::default()).unwrap().unwrap();
        let best = stage.best(&objective).unwrap().unwrap().unwrap();
        assert!(best.optimal, "{seed}");
        let mut table = game.table();
        best.place.moves.iter().for_each(|&action| table.apply(action).unwrap());
        assert_eq!(table.deal(), best.place.table.deal());
        assert_eq!(start.draws() - best.place.draws(), draws, "{seed}");
        assert_eq!(best.value, value(&table, &objective), "{seed}");
        better += u32::from(best.value < open.value(&objective));
    }
    better
}

#[test]
fn the_value_of_an_end_is_that_of_the_table_after_its_moves() {
    assert!(FEW.objective(2).terms.contains(&(Feature::Columns, 3)));
    let runs = compare(&FEW, 2, 0, (0..12).map(two_rows));
    assert!(CELLS.objective(1).terms.contains(&(Feature::Dealt, 2)));
    let cells = compare(&CELLS, 1, 0, (0..12).map(few_cells));
    assert!(DRAWS.objective(1).terms.contains(&(Feature::Waste, 2)));
    let drawn = compare(&DRAWS, 1, 1, (0..12).map(few_draws));
    assert!(runs > 6 && cells > 6 && drawn > 2, "{runs} {cells} {drawn}");
}

/// Checks that a chain plays each game in the same way twice. Returns the number of games that it wins, and the number
/// of plans that have steps of several moves.
fn wins(chain: &'static Chain, games: impl Iterator<Item = Instance>) -> [u32; 2] {
    let (mut won, mut in_steps) = (0, 0);
    for (seed, game) in games.enumerate() {
        let (outcome, stats) = solve_by(&game, chain, None);
        let (again, other) = solve_by(&game, chain, None);
        assert_eq!(outcome, again, "{seed}");
        let summary = |stats: &SatStats| -> Vec<_> {
            stats.rounds.iter().map(|r| (r.answer, r.conflicts, r.question.clone(), r.stage)).collect()
        };
        assert_eq!(summary(&stats), summary(&other), "{seed}");
        match outcome {
            // (A verified plan was replayed.)
            Outcome::Solved(plan, _) => {
                won += 1;
                in_steps += u32::from(!stats.steps.is_empty());
                let held: usize = stats.steps.iter().sum();
                assert!(stats.steps.is_empty() || held == plan.moves.len(), "{seed}: {:?}", stats.steps);
            }
            outcome => assert_eq!(outcome, Outcome::Unknown(Limit::GaveUp), "{seed}"),
        }
    }
    [won, in_steps]
}

#[test]
fn small_games_are_won_the_same_way_every_time() {
    let [won, _] = wins(&FEW, (0..8).map(two_rows));
    assert!(won > 2, "{won}");
    // The win has few conflicts and steps, so that the position has to be improved first.
    const LAST: QuerySettings = QuerySettings { horizon: 5, conflicts: 100, ..CELLS.last[0] };
    static SHORT: Chain = Chain { attempts: 6, last: &[LAST], ..CELLS };
    let [won, in_steps] = wins(&SHORT, (0..16).map(few_cells));
    assert!(won > 2 && in_steps > 2, "{won} {in_steps}");
    // Stages of three draws; the win is queried when six cards are left to draw.
    const CUT: Draws = Draws { each: 3, win: 6, ..DRAWS.draws[0] };
    static DRAWN: Chain = Chain { attempts: 6, draws: &[CUT], ..DRAWS };
    let [won, in_steps] = wins(&DRAWN, (0..24).map(few_draws));
    assert!(won > 2 && in_steps > 2, "{won} {in_steps}");
    let stages = |game| {
        solve_by(&few_draws(game), &DRAWN, None).1.rounds.iter().filter_map(|r| r.stage?.value).count()
    };
    assert!((0..24).all(|game| stages(game) > 1), "a stage was left out");
    let ended = |game| solve_by(&few_cells(game), &SHORT, None).1.rounds.len() > 2;
    assert!((0..16).any(ended), "every game was won or refuted at once");
}

#[test]
fn what_is_refuted_again_and_again_is_left_to_others() {
    // One cell and three columns: very few of these games can be won.
    let lost = |seed| {
        let mut rules = Rules::preset("freecell").unwrap();
        rules.deck = DeckSpec::new(5, 4, 1);
        (rules.columns, rules.cells) = (3, 1);
        Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
    };
    let attempts = |stats: &SatStats| {
        stats.rounds.iter().filter_map(|round| round.stage).map(|end| end.attempt).max().unwrap()
    };
    static FIRST: Chain = Chain { attempts: 4, ..CELLS_FIRST };
    let mut given_up = 0;
    for game in (0..40).map(lost) {
        let (outcome, stats) = solve_by(&game, &FIRST, None);
        if outcome != Outcome::Unknown(Limit::GaveUp) || attempts(&stats) != FIRST.refuted {
            continue;
        }
        given_up += 1;
        // The schedule then has the verdict of whole formulas.
        let usual = SatMethod::usual(&LazyTask::new(&game));
        let answer = solve(&Request::new(&game, Method::Sat(usual)), &mut Monitor::default()).unwrap();
        assert!(matches!(answer.outcome, Outcome::NoPlanWithin { .. }), "{:?}", answer.outcome);
        // A table with the chain alone runs all its attempts.
        static ALONE: Chain = Chain { attempts: 5, ..CELLS };
        let (outcome, stats) = solve_by(&game, &ALONE, None);
        assert_eq!((outcome, attempts(&stats)), (Outcome::Unknown(Limit::GaveUp), 5));
    }
    assert!(given_up > 3, "{given_up}");
}

#[test]
fn a_chain_leaves_a_lost_game_undecided() {
    // One column: nothing can be moved anywhere.
    let lost = small(2, 1, 1, 6, 3);
    let (outcome, stats) = solve_by(&lost, &FEW, None);
    assert_eq!(outcome, Outcome::Unknown(Limit::GaveUp));
    assert!(stats.rounds.len() > 1 && stats.decisive().is_none(), "{:?}", stats.rounds);
    // Without rows to deal the only stage improves nothing, so every attempt would be the same.
    let one = small(2, 1, 1, 10, 3);
    let (outcome, stats) = solve_by(&one, &FEW, None);
    assert_eq!((outcome, stats.rounds.len()), (Outcome::Unknown(Limit::GaveUp), FEW.last.len() + 1));
    assert!(stats.excluded(&stats.rounds[0].question).is_none());
}

#[test]
fn limits_end_in_unknown() {
    let game =
        Instance::from_id(Rules::preset("spider").unwrap(), "kpat:spider4:1".parse().unwrap()).unwrap();
    let (outcome, _) = solve_by(&game, &FEW, Some(0.1));
    assert_eq!(outcome, Outcome::Unknown(Limit::Time));
    static NO_CONFLICTS: Chain = Chain {
        stages: &[QuerySettings { conflicts: 1, in_all: 1, ..RUNS.stages[0] }],
        last: &[QuerySettings { conflicts: 1, ..RUNS.last[0] }],
        attempts: 2,
        ..RUNS
    };
    let (outcome, stats) = solve_by(&game, &NO_CONFLICTS, None);
    assert_eq!(outcome, Outcome::Unknown(Limit::GaveUp));
    assert!(stats.rounds.iter().any(|round| round.stage.is_some_and(|end| end.attempt == 2)));
}

#[test]
fn every_schedule_with_a_chain_names_what_there_is() {
    let entries = |name| schedule::table(name).unwrap().entries;
    assert!(entries("mixed").iter().all(|entry| entries("cells").contains(entry)));
    for chain in schedule::TABLES.iter().flat_map(|table| table.chains) {
        assert!(
            chain.attempts > 0
                && !chain.last.is_empty()
                && !chain.stages.is_empty()
                && !chain.objectives.is_empty()
        );
        for settings in
            chain.stages.iter().chain(chain.last).chain(chain.draws.iter().map(|draws| &draws.last))
        {
            chain.config(settings, 0).unwrap();
        }
    }
}
