//! Small games of Klondike's kind by formulas: verdicts are those of exhaustive search at the table.

use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_encodings::unroll::Encoding;
use patsat_game::state::{Instance, StateKey, Table};
use patsat_lowering::lower::lower;
use patsat_planning::proof::check_bound_proof;
use patsat_planning::sat::{Horizon, SatMethod};
use patsat_planning::{Answer, Basis, Method, Outcome, Request};
use patsat_testkit::Dice;
use patsat_testkit::klondike::small_klondike;
use std::collections::HashMap;

/// All positions of a game, each with the fewest moves to a win; `None` if there are too many.
fn all_positions(instance: &Instance, most: usize) -> Option<Vec<(Table, Option<u32>)>> {
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
    let mut left: Vec<Option<u32>> = tables.iter().map(|table| table.is_won().then_some(0)).collect();
    let mut reached: Vec<usize> = (0..left.len()).filter(|&n| left[n].is_some()).collect();
    let mut moves = 0;
    while !reached.is_empty() {
        moves += 1;
        let before: Vec<usize> = reached.iter().flat_map(|&n| from[n].iter().copied()).collect();
        reached.clear();
        for n in before {
            if left[n].is_none() {
                left[n] = Some(moves);
                reached.push(n);
            }
        }
    }
    Some(tables.into_iter().zip(left).collect())
}

fn asked(instance: &Instance, encoding: &'static Encoding, horizon: Horizon) -> Answer {
    let method = Method::Sat(SatMethod::with(encoding, horizon));
    Request { certify: true, ..Request::new(instance, method) }
        .run()
        .unwrap_or_else(|e| panic!("{e}: {instance:?}"))
}

#[derive(Default, Debug)]
struct Seen {
    won: u32,
    lost: u32,
    open: u32,
}

fn compare(seeds: std::ops::Range<u64>, most: usize) -> Seen {
    let counts = encoding("exists-klondike").unwrap();
    let mut seen = Seen::default();
    for seed in seeds {
        let instance = small_klondike(seed);
        let Some(positions) = all_positions(&instance, most) else { continue };
        let mut dice = Dice::new(seed);
        for sample in 0..6 {
            // The start, then positions of which every other is lost, if there is one.
            let tries = if sample % 2 == 0 { 1 } else { 40 };
            let picked = (0..tries).map(|_| dice.below(if sample == 0 { 1 } else { positions.len() }));
            let picked: Vec<usize> = picked.collect();
            let at = *picked.iter().find(|&&n| positions[n].1.is_none()).unwrap_or(&picked[0]);
            let (table, left) = &positions[at];
            let here = Instance::new((*instance.rules).clone(), table.deal().clone()).unwrap();
            let task = lower(&here).unwrap().task;
            if (counts.start)(&task, &"".parse().unwrap()).is_err() {
                // Which columns end in a run and nothing else depends on the deal.
                continue;
            }
            let horizon = if here.rules.worrying_back { Horizon::One(30) } else { Horizon::Auto };
            let answer = asked(&here, counts, horizon);
            match (&answer.outcome, left) {
                (Outcome::Solved(..), Some(_)) => seen.won += 1,
                (Outcome::Unwinnable(Basis::Bound { proof, bound, .. }), None) => {
                    let proof = proof.as_ref().unwrap();
                    let shown = check_bound_proof(&here, &proof.bytes, 256).unwrap();
                    assert!(shown.every_plan && shown.request.horizon == *bound);
                    seen.lost += 1;
                }
                (Outcome::NoPlanWithin { .. }, None) if here.rules.worrying_back => seen.open += 1,
                (outcome, left) => panic!("{outcome:?}, {left:?} moves in {here:?}"),
            }
            // Move by move, as far as that is quick.
            if let Some(left @ 1..=12) = *left {
                let sequential = encoding("sequential").unwrap();
                let answer = asked(&here, sequential, Horizon::One(left));
                assert!(matches!(answer.outcome, Outcome::Solved(..)), "{:?} in {here:?}", answer.outcome);
                if let Some(less @ 1..) = left.checked_sub(1) {
                    let answer = asked(&here, sequential, Horizon::One(less));
                    assert!(matches!(answer.outcome, Outcome::NoPlanWithin { .. }), "{here:?}");
                }
            }
        }
    }
    seen
}

#[test]
fn verdicts_of_formulas_are_those_of_exhaustive_search() {
    let seen = compare(0..150, 5_000);
    assert!(seen.won > 50 && seen.lost > 50 && seen.open > 20, "{seen:?}");
}

#[test]
#[ignore = "minutes"]
fn verdicts_of_formulas_are_those_of_exhaustive_search_at_length() {
    let seen = compare(1_000..6_000, 20_000);
    println!("{seen:?}");
}

#[test]
fn a_bound_that_is_too_short_proves_no_loss() {
    let sample = (0..).map(small_klondike).find(|instance| {
        let lost = || all_positions(instance, 5_000).is_some_and(|all| all[0].1.is_none());
        let says = || {
            ENCODINGS.iter().find(|e| (e.start)(&lower(instance).unwrap().task, &"".parse().unwrap()).is_ok())
        };
        !instance.rules.worrying_back && says().is_some_and(|e| e.name == "exists-klondike") && lost()
    });
    let sample = sample.unwrap();
    let counts = encoding("exists-klondike").unwrap();
    let short = asked(&sample, counts, Horizon::One(2));
    let Outcome::NoPlanWithin { proof: Some(proof), .. } = short.outcome else {
        panic!("{:?}", short.outcome)
    };
    assert!(!check_bound_proof(&sample, &proof.bytes, 256).unwrap().every_plan);
    let whole = asked(&sample, counts, Horizon::Auto);
    assert!(matches!(whole.outcome, Outcome::Unwinnable(Basis::Bound { .. })), "{:?}", whole.outcome);
}
