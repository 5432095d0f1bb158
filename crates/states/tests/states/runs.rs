//! The fast state of games whose complete runs leave agrees with the table.

use itertools::Itertools;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{RankStep, Rules, Stock};
use patsat_game::state::{Instance, Position, StateKey};
use patsat_states::runs::{RunGame, RunKey, RunPosition};
use patsat_testkit::runs::small_runs;
use patsat_testkit::{Dice, small_spider};
use std::collections::HashMap;

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
