//! The tuned strategies against exhaustive search, and on deals whose verdict is published.

use patsat_base::Limits;
use patsat_game::rules::Cost;
use patsat_game::state::{Instance, StateKey, Table};
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, SearchReport, strategy};
use patsat_testkit::{freecell, small_game};
use std::collections::HashSet;

fn run(name: &str, instance: &Instance, options: &SearchOptions) -> SearchReport {
    (strategy(name).unwrap().run)(instance, options, &mut Budget::new(Limits::default()))
}

/// Whether any legal moves win: every position visited, no rule of thumb.
fn winnable(instance: &Instance) -> bool {
    let mut seen: HashSet<StateKey> = HashSet::new();
    let mut open: Vec<Table> = vec![instance.table()];
    seen.insert(open[0].key());
    while let Some(table) = open.pop() {
        if table.is_won() {
            return true;
        }
        for action in table.moves() {
            let mut after = table.clone();
            after.apply(action).unwrap();
            if seen.insert(after.key()) {
                open.push(after);
            }
        }
    }
    false
}

/// Small enough to be exhausted in a moment, or lost for a reason that shows at once.
fn quick(instance: &Instance) -> bool {
    instance.rules.deck.len() <= 14
}

#[test]
fn verdicts_match_exhaustive_search_with_and_without_dominance() {
    let (mut lost, mut won) = (0, 0);
    for seed in 10_000..12_500 {
        let instance = small_game(seed);
        if !quick(&instance) {
            continue;
        }
        let truth = winnable(&instance);
        for no_dominance in [false, true] {
            let options = SearchOptions { no_dominance, width: Some(3), ..SearchOptions::default() };
            for name in ["auto", "wide-dives", "short", "beam"] {
                match run(name, &instance, &options).end {
                    SearchEnd::Solved(plan) => {
                        assert!(truth, "{name}, seed {seed}");
                        replay(&instance, plan)
                            .unwrap_or_else(|fault| panic!("{name}, seed {seed}: {fault}"));
                    }
                    SearchEnd::Exhausted => assert!(!truth, "{name}, seed {seed}"),
                    SearchEnd::GaveUp => assert_eq!(name, "beam", "seed {seed}"),
                    SearchEnd::Limit(limit) => panic!("{limit}"),
                }
            }
        }
        *(if truth { &mut won } else { &mut lost }) += 1;
    }
    assert!(lost > 200 && won > 200, "{lost} lost, {won} won");
}

/// The dominance rule alone, on larger games than can be exhausted on the table: the search
/// that uses it and the one that does not agree.
#[test]
fn forced_moves_home_never_change_the_verdict() {
    let (mut lost, mut won) = (0, 0);
    for seed in 20_000..21_500 {
        let instance = small_game(seed);
        let verdict = |no_dominance| {
            let options = SearchOptions { no_dominance, ..SearchOptions::default() };
            let limits = Limits { nodes: Some(100_000), ..Limits::default() };
            match (strategy("auto").unwrap().run)(&instance, &options, &mut Budget::new(limits)).end {
                SearchEnd::Solved(_) => Some(true),
                SearchEnd::Exhausted => Some(false),
                _ => None,
            }
        };
        let (with, without) = (verdict(false), verdict(true));
        assert!(with.is_none() || without.is_none() || with == without, "seed {seed}");
        match with {
            Some(true) => won += 1,
            Some(false) => lost += 1,
            None => {}
        }
    }
    assert!(lost > 200 && won > 200, "{lost} lost, {won} won");
}

#[test]
fn the_first_deals_are_solved_and_verified() {
    for number in (1..=300).chain([617, 1941, 31999, 32000, 739_671]) {
        let instance = freecell(number);
        let SearchEnd::Solved(plan) = run("auto", &instance, &SearchOptions::default()).end else {
            panic!("deal {number} is not solved");
        };
        let plan = replay(&instance, plan).unwrap();
        let table = instance.table();
        let [m1, m2, m3] = [Cost::M1, Cost::M2, Cost::M3].map(|cost| plan.cost(&table, cost).unwrap());
        assert!(m1 >= m2 && m2 == m3 + 52, "deal {number}: {m1} {m2} {m3}");
    }
}

/// The unwinnable deals among the first million.
#[test]
fn the_eight_impossible_deals_are_exhausted() {
    for number in [11982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948] {
        let report = run("auto", &freecell(number), &SearchOptions::default());
        assert_eq!(report.end, SearchEnd::Exhausted, "deal {number}");
    }
}

#[test]
fn short_plans_are_short() {
    let lengths: usize = (1..=10)
        .map(|number| {
            let instance = freecell(number);
            let options = SearchOptions { width: Some(500), ..SearchOptions::default() };
            let SearchEnd::Solved(plan) = run("short", &instance, &options).end else {
                panic!("deal {number}")
            };
            replay(&instance, plan).unwrap().cost(&instance.table(), Cost::M2).unwrap()
        })
        .sum();
    // The optimal lengths of these ten add up to 774.
    assert!((774..=800).contains(&lengths), "{lengths}");
}

#[test]
fn limits_end_without_a_verdict() {
    let instance = freecell(11982);
    let end = |limits| {
        (strategy("auto").unwrap().run)(&instance, &SearchOptions::default(), &mut Budget::new(limits)).end
    };
    assert!(matches!(end(Limits { nodes: Some(5000), ..Limits::default() }), SearchEnd::Limit(_)));
    assert!(matches!(end(Limits { memory_mib: Some(1), ..Limits::default() }), SearchEnd::Limit(_)));
    let time = Some(std::time::Duration::from_millis(1));
    assert!(matches!(end(Limits { time, ..Limits::default() }), SearchEnd::Limit(_)));
}
