//! Plans of fewest moves: SAT against the native search.

use patsat_base::Limits;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_planning::sat::ShortestBySat;
use patsat_planning::{Method, Monitor, Optimality, Outcome, ProgressEvent, Request, solve};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_solvers::backend;
use std::time::Duration;

fn game(ranks: u32, columns: u16, cells: u16, seed: u64) -> Instance {
    let mut rules = Rules::preset("freecell").unwrap();
    (rules.deck.ranks, rules.columns, rules.cells) = (ranks, columns, cells);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Returns the least number of single-card moves by the native search, `None` if there is no plan.
fn native(game: &Instance) -> Option<u32> {
    let options = SearchOptions { cost: Cost::M1, ..SearchOptions::default() };
    let report = (strategy("optimal").unwrap().run)(game, &options, &mut Budget::new(Limits::default()));
    match report.end {
        SearchEnd::Solved(plan) => Some(plan.cost(&game.table(), Cost::M1).unwrap() as u32),
        end => {
            assert_eq!(end, SearchEnd::Exhausted);
            None
        }
    }
}

/// Games whose runs are collected by a move: every move, row and run costs one.
fn collected(ranks: u32, columns: u16, seed: u64) -> Instance {
    let mut rules = Rules::preset("ipc-spider").unwrap();
    rules.deck.ranks = ranks;
    (rules.deck.suits, rules.deck.copies) =
        if seed.is_multiple_of(2) { (Suits::First(2), 2) } else { (Suits::First(4), 1) };
    rules.columns = columns;
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Shortest plans of such games; how many needed more than what is to be done at the start.
fn compare_collected(ranks: u32, seeds: std::ops::Range<u64>) -> usize {
    let mut refuted = 0;
    for seed in seeds {
        let game = collected(ranks, 3 + (seed % 3) as u16, seed);
        let Some(expected) = native(&game) else { continue };
        let limits = Limits { time: Some(Duration::from_secs(300)), ..Limits::default() };
        let request =
            Request { limits, ..Request::new(&game, Method::ShortestBySat(ShortestBySat::usual(&game))) };
        let mut first = None;
        let mut watch = |progress: &ProgressEvent| {
            if let ProgressEvent::Searched(stats) = progress {
                first = first.or(stats.lower_bound);
            }
        };
        let answer = solve(&request, &mut Monitor::default().watched_by(&mut watch)).unwrap();
        let Outcome::Solved(plan, Optimality::Shortest { cost, length }) = answer.outcome else {
            panic!("seed {seed}: {:?}", answer.outcome)
        };
        assert_eq!((cost, length), (Cost::M1, expected), "seed {seed}");
        assert_eq!(plan.moves.len() as u32, expected, "seed {seed}");
        assert_eq!(answer.checked_bound, None);
        assert!(first.unwrap() <= expected, "seed {seed}");
        refuted += usize::from(first.unwrap() + 1 < expected);
    }
    refuted
}

#[test]
fn sat_and_search_agree_where_runs_are_collected() {
    assert!(compare_collected(3, 0..24) > 5);
}

#[test]
#[ignore = "minutes"]
fn sat_and_search_agree_on_larger_games_with_collected_runs() {
    assert!(compare_collected(4, 0..60) > 20);
}

/// Compares deals; how many of them have plans longer than the checked bound.
fn compare(ranks: u32, seeds: std::ops::Range<u64>, solver: &str) -> usize {
    let mut refuted = 0;
    for seed in seeds {
        let game = game(ranks, 2 + (seed % 2) as u16, 1 + (seed % 3 == 0) as u16, seed);
        let Some(expected) = native(&game) else { continue };
        let method = ShortestBySat { backend: backend(solver).unwrap(), seed: 0 };
        let limits = Limits { time: Some(Duration::from_secs(300)), ..Limits::default() };
        let request = Request { limits, ..Request::new(&game, Method::ShortestBySat(method)) };
        let mut bounds = Vec::new();
        let mut watch = |progress: &ProgressEvent| {
            if let ProgressEvent::Searched(stats) = progress {
                bounds.push(*stats);
            }
        };
        let answer = solve(&request, &mut Monitor::default().watched_by(&mut watch)).unwrap();
        let Outcome::Solved(_, Optimality::Shortest { cost, length }) = answer.outcome else {
            panic!("seed {seed}: {:?}", answer.outcome)
        };
        assert_eq!((cost, length), (Cost::M1, expected), "seed {seed}");
        let checked = answer.checked_bound.unwrap();
        assert!(checked <= expected, "seed {seed}");
        refuted += usize::from(checked < expected);
        let lengths: Vec<u32> = bounds.iter().filter_map(|stats| stats.upper_bound).collect();
        assert!(lengths.is_sorted_by(|a, b| a >= b), "seed {seed}: {lengths:?}");
    }
    refuted
}

#[test]
fn sat_and_search_agree_on_the_fewest_moves() {
    assert!(compare(3, 0..120, "varisat") > 5);
}

#[test]
#[ignore = "minutes"]
fn sat_and_search_agree_on_the_fewest_moves_of_larger_deals() {
    assert!(compare(4, 0..60, "varisat") > 10);
}
