//! The fast state of run games agrees with the table, and the default strategy with
//! exhaustive search on it.

use itertools::Itertools;
use patsat_base::{Limit, Limits};
use patsat_formats::{Hints, read_instance};
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{RankStep, Rules, Stock};
use patsat_game::state::{Instance, Position, StateKey};
use patsat_game::verify::{check_closed_set, replay};
use patsat_search::states::runs::{RunGame, RunKey, RunPosition};
use patsat_search::{Budget, CertifyError, SearchEnd, SearchOptions, certify, classic, strategy};
use patsat_testkit::runs::small_runs;
use patsat_testkit::{Dice, small_spider};
use std::collections::{HashMap, HashSet};

fn walk(instance: &Instance, steps: usize, dice: &mut Dice, keys: &mut HashMap<RunKey, StateKey>) -> usize {
    let (mut table, mut fast) = (instance.table(), RunPosition::new(instance).unwrap());
    for step in 0..steps {
        let mut expected = table.single_moves();
        expected.sort_unstable();
        let mut found = Vec::new();
        fast.single_moves_into(&mut found);
        found.sort_unstable();
        assert_eq!(found, expected, "step {step} of {instance:?}");
        assert_eq!(fast.is_won(), table.is_won());
        let key = keys.entry(fast.key()).or_insert_with(|| table.key());
        assert_eq!(*key, table.key(), "one key, two positions");
        if found.is_empty() {
            return step;
        }
        let action = dice.pick(&found);
        fast.make(action);
        table.apply(action).unwrap();
    }
    steps
}

#[test]
fn the_fast_state_is_the_table() {
    let mut dice = Dice::new(1);
    let mut steps = 0;
    for seed in 0..4000 {
        let mut keys = HashMap::new();
        let instance = if seed % 2 == 0 { small_spider(seed / 2) } else { small_runs(seed / 2) };
        for _ in 0..3 {
            steps += walk(&instance, 60, &mut dice, &mut keys);
        }
        assert!(keys.values().all_unique(), "two keys for one position");
    }
    assert!(steps > 50_000, "{steps}");
}

#[test]
fn the_fast_state_is_the_table_on_whole_decks() {
    let mut dice = Dice::new(2);
    for (name, number) in ["spider", "spider1", "spider2", "spider3", "spiderette", "simple-simon"]
        .into_iter()
        .cartesian_product(1..=5)
    {
        let mut rules = Rules::preset(name).unwrap();
        if number == 5 && rules.stock != Stock::None {
            rules.stock = Stock::Rows { onto_empty: false };
        }
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed: number }).unwrap();
        let mut keys = HashMap::new();
        walk(&instance, 400, &mut dice, &mut keys);
    }
}

#[test]
fn the_fast_state_is_the_table_with_many_ranks() {
    let mut dice = Dice::new(4);
    for (ranks, suits) in [(14, 4), (16, 4), (17, 2), (20, 1)] {
        let mut rules = Rules::preset("spider").unwrap();
        (rules.deck.ranks, rules.deck.suits, rules.deck.copies) = (ranks, Suits::of_spider(suits), 8 / suits);
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed: 1 }).unwrap();
        for _ in 0..3 {
            walk(&instance, 400, &mut dice, &mut HashMap::new());
        }
    }
}

#[test]
fn equal_hashes_go_with_equal_keys() {
    let mut dice = Dice::new(3);
    for seed in 0..300 {
        let mut hashes = HashMap::new();
        for _ in 0..10 {
            let mut fast = RunPosition::new(&small_spider(seed)).unwrap();
            for _ in 0..40 {
                let (_, hash) = fast.board().hashes(fast.game());
                assert_eq!(*hashes.entry(fast.key()).or_insert(hash), hash);
                let mut moves = Vec::new();
                fast.single_moves_into(&mut moves);
                if moves.is_empty() {
                    break;
                }
                fast.make(dice.pick(&moves));
            }
        }
        assert!(hashes.values().all_unique());
    }
}

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

#[test]
fn other_games_do_not_fit() {
    let hanoi = Rules { step: RankStep::Any, ..Rules::preset("spider").unwrap() };
    for (rules, what) in [
        (Rules::preset("freecell").unwrap(), "cells"),
        (hanoi, "more than one rank"),
        (Rules { columns: 17, ..Rules::preset("spider").unwrap() }, "16 columns"),
    ] {
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed: 1 }).unwrap();
        assert!(RunGame::new(&instance).unwrap_err().to_string().contains(what));
    }
}
