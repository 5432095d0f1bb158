//! The fast state of Klondike and its kin: its verdicts are those of exhaustive search on the table, from the start and
//! from any position on the way, and its plans replay.

use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::replay;
use patsat_search::states::klondike::KlondikeGame;
use patsat_search::{Budget, Limits, SearchEnd, SearchOptions, strategy};
use patsat_testkit::Dice;
use patsat_testkit::klondike::small_klondike;
use std::collections::HashMap;

/// Every position that can be reached, and whether it can be won; `None` if there are too many.
fn all_positions(instance: &Instance, most: usize) -> Option<Vec<(Table, bool)>> {
    let start = instance.table();
    let mut numbers: HashMap<StateKey, usize> = HashMap::from([(start.key(), 0)]);
    let (mut tables, mut from) = (vec![start], vec![Vec::new()]);
    let mut next = 0;
    while next < tables.len() {
        for action in tables[next].moves() {
            let mut table = tables[next].clone();
            table.apply(action).unwrap();
            let number = *numbers.entry(table.key()).or_insert_with(|| {
                tables.push(table);
                from.push(Vec::new());
                tables.len() - 1
            });
            from[number].push(next);
        }
        if tables.len() > most {
            return None;
        }
        next += 1;
    }
    let mut won: Vec<bool> = tables.iter().map(Table::is_won).collect();
    let mut open: Vec<usize> = (0..won.len()).filter(|&n| won[n]).collect();
    while let Some(number) = open.pop() {
        for &before in &from[number] {
            if !std::mem::replace(&mut won[before], true) {
                open.push(before);
            }
        }
    }
    Some(tables.into_iter().zip(won).collect())
}

/// Whether the default strategy wins a game; checks its plan.
fn wins(instance: &Instance, no_dominance: bool) -> bool {
    assert!(KlondikeGame::new(instance).is_ok());
    let options = SearchOptions { no_dominance, ..SearchOptions::default() };
    let mut budget = Budget::new(Limits::default());
    match (strategy("auto").unwrap().run)(instance, &options, &mut budget).end {
        SearchEnd::Solved(plan) => {
            replay(instance, plan).unwrap_or_else(|e| panic!("{e} in {instance:?}"));
            true
        }
        SearchEnd::Exhausted => false,
        end => panic!("{end:?} in {instance:?}"),
    }
}

fn agree(seeds: std::ops::Range<u64>, most: usize) -> [u32; 2] {
    let mut found = [0, 0];
    for seed in seeds {
        let instance = small_klondike(seed);
        let Some(positions) = all_positions(&instance, most) else { continue };
        let mut dice = Dice::new(seed);
        for sample in 0..12 {
            // The start, then positions of which every other is lost, if there is one.
            let tries = if sample % 2 == 0 { 1 } else { 40 };
            let picked = (0..tries).map(|_| dice.below(if sample == 0 { 1 } else { positions.len() }));
            let picked: Vec<usize> = picked.collect();
            let at = *picked.iter().find(|&&n| !positions[n].1).unwrap_or(&picked[0]);
            let (table, won) = &positions[at];
            let here = Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap();
            for no_dominance in [false, true] {
                assert_eq!(wins(&here, no_dominance), *won, "seed {seed}, {no_dominance}: {here:?}");
            }
            found[usize::from(*won)] += 1;
        }
    }
    found
}

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let [lost, won] = agree(0..400, 3_000);
    assert!(lost > 600 && won > 600, "{lost} lost, {won} won");
}

#[test]
#[ignore = "takes minutes"]
fn verdicts_are_those_of_exhaustive_search_at_length() {
    let [lost, won] = agree(1_000..21_000, 30_000);
    assert!(lost > 40_000 && won > 40_000, "{lost} lost, {won} won");
}
