//! Rows that need a card in every column, where runs must be parted first.

use patsat_base::Limits;
use patsat_formats::{Hints, read_instance};
use patsat_game::rules::{Home, Rules, Stock};
use patsat_game::state::{Instance, Plan, Position};
use patsat_game::verify::replay;
use patsat_search::classic::{Scored, breadth_first};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategies, strategy};
use patsat_states::runs::{RunGame, RunPosition};
use patsat_testkit::Dice;
use patsat_testkit::endings::{Ending, EndingShape, thieves_ending};

/// Two runs of one suit on two columns, eight columns empty, and a row.
const TWO_LONG_RUNS: &str = "spider1

complete runs 6 of 8
stock 10 cards (1 row)

  1  2  3  4  5  6  7  8  9 10
 KS KS -- -- -- -- -- -- -- --
 QS QS
 JS JS
 TS TS
 9S 9S
 8S 8S
 7S 7S
 6S
 5S

# stock, the deepest card first
stock: AS AS 2S 2S 3S 3S 4S 4S 5S 6S
";

fn end(name: &str, instance: &Instance, nodes: u64) -> SearchEnd {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    (strategy(name).unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits)).end
}

fn wins(name: &str, instance: &Instance, nodes: u64) -> bool {
    match end(name, instance, nodes) {
        SearchEnd::Solved(plan) => replay(instance, plan).is_ok(),
        SearchEnd::Exhausted => panic!("{name}: a plan is known of {instance:?}"),
        _ => false,
    }
}

fn finish(instance: &Instance) -> Option<Plan> {
    match end("auto", instance, 3000) {
        SearchEnd::Solved(plan) => Some(plan),
        _ => None,
    }
}

/// Endings that can be won, one for most seeds.
fn endings(seeds: std::ops::Range<u64>, home: Home) -> impl Iterator<Item = (u64, Ending)> {
    seeds.filter_map(move |seed| {
        let mut dice = Dice::new(seed);
        let mut shape = EndingShape::any(&mut dice);
        shape.rules.home = home;
        let ending = shape.ending(&mut dice, finish)?;
        assert!(replay(&ending.instance, ending.plan.clone()).is_ok(), "{seed}");
        Some((seed, ending))
    })
}

/// The strategy wins every ending, the share given where it may lose some.
fn wins_endings(name: &str, seeds: std::ops::Range<u64>, home: Home, nodes: u64, percent: usize) {
    let wanted = (seeds.end - seeds.start) as usize;
    let (mut made, mut lost) = (0, Vec::new());
    for (seed, ending) in endings(seeds, home) {
        made += 1;
        if !wins(name, &ending.instance, nodes) {
            lost.push(seed);
        }
    }
    assert!(made > wanted * 3 / 4, "{made} endings of {wanted} seeds");
    assert!(lost.len() * 100 <= made * (100 - percent), "{name} loses {lost:?} of {made}");
}

#[test]
fn two_long_runs_are_spread_over_ten_columns() {
    let read = read_instance(TWO_LONG_RUNS.as_bytes(), None, &Hints::default()).unwrap();
    let rules = Rules { stock: Stock::Rows { onto_empty: false }, ..(*read.rules).clone() };
    let instance = Instance::new(rules, read.deal).unwrap();
    for name in ["auto", "wide-dives", "best-first", "beams"] {
        assert!(wins(name, &instance, 5000), "{name}");
    }
    for name in ["stages", "short"] {
        assert!(wins(name, &instance, 200_000), "{name}");
    }
}

#[test]
fn endings_before_a_row_are_won() {
    wins_endings("auto", 0..40, Home::Runs, 20_000, 100);
    wins_endings("best-first", 40..80, Home::Runs, 20_000, 95);
    wins_endings("stages", 0..8, Home::Runs, 60_000, 95);
    wins_endings("auto", 0..10, Home::RunsByMove, 20_000, 80);
}

#[test]
#[ignore = "less than a minute; CI runs it"]
fn endings_before_a_row_are_won_at_length() {
    wins_endings("auto", 1000..1600, Home::Runs, 50_000, 100);
    wins_endings("best-first", 2000..2200, Home::Runs, 50_000, 95);
    wins_endings("stages", 1000..1030, Home::Runs, 80_000, 95);
    wins_endings("auto", 1000..1030, Home::RunsByMove, 50_000, 90);
}

#[test]
fn endings_with_foundations_before_a_row_are_won() {
    let (mut made, mut lost) = (0, Vec::new());
    for seed in 0..60 {
        let Some(ending) = thieves_ending(&mut Dice::new(seed), finish) else { continue };
        replay(&ending.instance, ending.plan.clone()).unwrap();
        made += 1;
        if !wins("auto", &ending.instance, 20_000) {
            lost.push(seed);
        }
    }
    assert!(made > 30, "{made}");
    assert!(lost.is_empty(), "{lost:?} of {made}");
}

/// Returns whether the game can be won by a search on the table; `None` if it is a large one.
fn winnable(instance: &Instance) -> Option<bool> {
    let limits = Limits { nodes: Some(1500), ..Limits::default() };
    let mut budget = Budget::new(limits);
    match breadth_first(&instance.table(), &SearchOptions::default(), &mut budget).end {
        SearchEnd::Solved(plan) => {
            replay(instance, plan).unwrap();
            Some(true)
        }
        SearchEnd::Exhausted => Some(false),
        _ => None,
    }
}

/// Verdicts of all strategies on small positions before a row, and how many were won, lost, and lost for want
/// of cards.
fn verdicts(seeds: std::ops::Range<u64>) -> [usize; 3] {
    let [mut won, mut lost, mut lacking] = [0; 3];
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let shape = EndingShape::small(&mut dice);
        let Some(mut instance) = shape.instance(&mut dice) else { continue };
        if dice.below(4) == 0 {
            // Cards that went home from the table: now and then too few are left.
            instance = without_a_run(&instance).unwrap_or(instance);
        }
        let Some(expected) = winnable(&instance) else { continue };
        *(if expected { &mut won } else { &mut lost }) += 1;
        if let Ok(game) = RunGame::new(&instance)
            && game.lacks_cards(&game.start())
        {
            assert!(!expected, "{seed}");
            lacking += 1;
        }
        for strategy in strategies() {
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            let options = SearchOptions { width: Some(20), ..SearchOptions::default() };
            match (strategy.run)(&instance, &options, &mut Budget::new(limits)).end {
                SearchEnd::Solved(plan) => {
                    replay(&instance, plan).unwrap();
                    assert!(expected, "{} {seed}", strategy.name);
                }
                SearchEnd::Exhausted => assert!(strategy.complete && !expected, "{} {seed}", strategy.name),
                SearchEnd::GaveUp | SearchEnd::Limit(_) => {}
            }
        }
    }
    [won, lost, lacking]
}

/// The same with the cards of the stock below, so that fewer lie in columns; the game is another one.
fn without_a_run(instance: &Instance) -> Option<Instance> {
    let mut deal = instance.deal.clone();
    let column = deal.columns.iter().position(|pile| pile.cards.len() > 1)?;
    let pile = &mut deal.columns[column];
    let keep = 1.max(pile.face_down);
    let cards = pile.cards.split_off(keep);
    deal.stock.splice(0..0, cards);
    Instance::new((*instance.rules).clone(), deal).ok()
}

#[test]
fn verdicts_before_a_row_are_those_of_exhaustive_search() {
    let [won, lost, lacking] = verdicts(0..1500);
    assert!(won > 200 && lost > 60 && lacking > 30, "{won} {lost} {lacking}");
}

#[test]
#[ignore = "less than a minute; CI runs it"]
fn verdicts_before_a_row_match_exhaustive_search_at_length() {
    let [won, lost, lacking] = verdicts(10_000..30_000);
    assert!(won > 3000 && lost > 900 && lacking > 400, "{won} {lost} {lacking}");
}

#[test]
fn scores_before_a_row_are_the_tables() {
    let mut dice = Dice::new(7);
    let mut compared = 0;
    for seed in 0..300 {
        let mut from = Dice::new(seed);
        let shape = if seed % 2 == 0 { EndingShape::small(&mut from) } else { EndingShape::any(&mut from) };
        let Some(instance) = shape.instance(&mut from) else { continue };
        let (mut fast, mut table) = (RunPosition::new(&instance).unwrap(), instance.table());
        for _ in 0..60 {
            assert_eq!(fast.score(), Scored::score(&table), "{seed}");
            compared += 1;
            let mut moves = Vec::new();
            fast.single_moves_into(&mut moves);
            if moves.is_empty() {
                break;
            }
            let action = dice.pick(&moves);
            fast.make(action);
            table.apply(action).unwrap();
        }
    }
    assert!(compared > 5000, "{compared}");
}
