//! Strategies of run games agree with exhaustive search on the table.

use patsat_base::{Limit, Limits};
use patsat_formats::{Hints, read_instance};
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::{check_closed_set, replay};
use patsat_search::{Budget, CertifyError, SearchEnd, SearchOptions, certify, classic, strategy};
use patsat_testkit::small_spider;
use std::collections::HashSet;

/// Returns whether the game can be won by a search on the table; `None` if it is a large one.
fn winnable(instance: &Instance) -> Option<bool> {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let report =
        classic::breadth_first(&instance.table(), &SearchOptions::default(), &mut Budget::new(limits));
    match report.end {
        SearchEnd::Solved(plan) => {
            replay(instance, plan).unwrap();
            Some(true)
        }
        SearchEnd::Exhausted => Some(false),
        _ => None,
    }
}

#[test]
fn every_strategy_gives_the_tables_verdict() {
    let (mut decided, mut won) = (0, 0);
    for seed in 0..1000 {
        let instance = small_spider(seed);
        let Some(expected) = winnable(&instance) else { continue };
        decided += 1;
        won += usize::from(expected);
        let names = ["auto", "short", "stages", "breadth-first", "depth-first", "best-first", "a-star"];
        for name in names {
            let strategy = strategy(name).unwrap();
            let mut budget = Budget::new(Limits::default());
            match (strategy.run)(&instance, &SearchOptions::default(), &mut budget).end {
                SearchEnd::Solved(plan) => {
                    replay(&instance, plan).unwrap();
                    assert!(expected, "{name} {seed}");
                }
                SearchEnd::Exhausted => assert!(strategy.complete && !expected, "{name} {seed}"),
                SearchEnd::GaveUp => assert!(!strategy.complete, "{name} {seed}"),
                other @ SearchEnd::Limit(_) => panic!("{name} {seed}: {other:?}"),
            }
        }
    }
    assert!(won > 200 && decided - won > 200, "{won} of {decided}");
}

#[test]
fn lost_games_are_certified() {
    let mut certified = 0;
    for seed in 0..300 {
        let instance = small_spider(seed);
        let Some(expected) = winnable(&instance) else { continue };
        match certify(&instance, &mut Budget::new(Limits::default())) {
            Ok(file) => {
                check_closed_set(&instance, &file[..]).unwrap();
                certified += 1;
            }
            Err(CertifyError::Winnable) => assert!(expected),
            Err(other) => panic!("{other}"),
        }
    }
    assert!(certified > 50, "{certified}");
}

#[test]
fn a_beam_alone_wins_most_whole_deals() {
    let strategy = strategy("stages").unwrap();
    for (name, least) in [("spider1", 10), ("spider2", 9), ("spider", 8)] {
        let mut won = 0;
        for seed in 1..=10 {
            let rules = Rules::preset(name).unwrap();
            let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
            let options = SearchOptions { width: Some(200), ..SearchOptions::default() };
            let mut budget = Budget::new(Limits::default());
            if let SearchEnd::Solved(plan) = (strategy.run)(&instance, &options, &mut budget).end {
                replay(&instance, plan).unwrap();
                won += 1;
            }
        }
        assert!(won >= least, "{name}: {won}");
    }
}

/// They win what can be won and say nothing of the others.
#[test]
fn varied_beams_win_only_what_can_be_won() {
    let beams = strategy("beams").unwrap();
    let searched = |instance: &Instance, seed, nodes| {
        let mut budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
        (beams.run)(instance, &SearchOptions { seed, ..SearchOptions::default() }, &mut budget)
    };
    let (mut won, mut left) = (0, 0);
    for seed in 0..400 {
        let instance = small_spider(seed);
        let Some(expected) = winnable(&instance) else { continue };
        match searched(&instance, 0, 3000).end {
            SearchEnd::Solved(plan) => {
                replay(&instance, plan).unwrap();
                assert!(expected, "{seed}");
                won += 1;
            }
            SearchEnd::GaveUp | SearchEnd::Limit(Limit::Nodes) => left += usize::from(expected),
            other => panic!("{seed}: {other:?}"),
        }
    }
    assert!(won > 100 && left <= won / 20, "{won} {left}");
    // Whole deals, with other weights for each seed.
    let mut expanded = HashSet::new();
    for seed in 0..3 {
        for number in 1..=3 {
            let id = DealId::Random { game: None, seed: number };
            let deal = Instance::from_id(Rules::preset("spider").unwrap(), id).unwrap();
            let report = searched(&deal, seed, 200_000);
            let SearchEnd::Solved(plan) = report.end else { panic!("{seed} {number}: {:?}", report.end) };
            replay(&deal, plan).unwrap();
            expanded.insert(report.stats.expanded);
        }
    }
    assert_eq!(expanded.len(), 9);
}

/// KPatience's second solver calls this position unsolvable.
#[test]
fn a_position_called_unsolvable_has_a_plan() {
    let text = include_str!("../../../../instances/boards/spider-called-unsolvable.json");
    let instance = read_instance(text.as_bytes(), None, &Hints::default()).unwrap();
    let strategy = strategy("auto").unwrap();
    let report = (strategy.run)(&instance, &SearchOptions::default(), &mut Budget::new(Limits::default()));
    let SearchEnd::Solved(plan) = report.end else { panic!("{:?}", report.end) };
    replay(&instance, plan).unwrap();
}
