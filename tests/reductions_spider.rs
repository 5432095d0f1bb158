//! Formulas as Spider deals: satisfiable exactly if winnable, both ways, and why each part of the
//! construction is there.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "common/mod.rs"]
mod common;

use common::Dice;
use common::cnf::{classes, cnf, planted, random};
use common::open_runs::{Open, fewest, winnable};
use patsat::reductions::spider::{Shape, build, build_shape, horizon, lift, locks, lower};
use patsat::reductions::{Assignment, Built, Cnf};
use patsat::state::Instance;
use patsat::verify::replay;

fn instance(built: &Built) -> Instance {
    Instance::new(built.rules.clone(), built.deal.clone()).unwrap()
}

fn open(built: &Built) -> (Open, u8) {
    let ranks = u8::try_from(built.rules.deck.ranks).unwrap();
    (Open::new(&built.deal, ranks), ranks)
}

/// Whether the built game is won, by exhaustive search.
fn won(built: &Built) -> (bool, usize) {
    let (start, ranks) = open(built);
    winnable(&start, ranks)
}

/// Assignment to plan, plan to assignment.
fn round_trip(formula: &Cnf, suits: u16, assignment: &Assignment) {
    let instance = instance(&build(formula, suits).unwrap());
    let plan = lower(formula, suits, assignment);
    assert!(plan.moves.len() <= instance.deal.cards_in_play().count());
    let verified = replay(&instance, plan.clone()).unwrap_or_else(|e| panic!("{e} {formula:?} {assignment:?}"));
    drop(verified);
    assert_eq!(&lift(formula, suits, &instance, &plan), assignment);
}

/// One formula: the game against the formula, and plans of every satisfying assignment.
fn check(formula: &Cnf) -> (bool, usize) {
    let satisfiable = formula.satisfied_by_trying().is_some();
    let (won, positions) = won(&build(formula, 1).unwrap());
    assert_eq!(won, satisfiable, "{formula:?}");
    for bits in 0..1u32 << formula.variables {
        let assignment = Assignment((0..formula.variables).map(|v| bits >> v & 1 == 1).collect());
        if formula.falsified(&assignment).is_none() {
            round_trip(formula, 1, &assignment);
        }
    }
    (satisfiable, positions)
}

fn check_all(formulas: impl IntoIterator<Item = Cnf>) -> [u32; 2] {
    let (mut counts, mut most) = ([0; 2], [0; 2]);
    for formula in formulas {
        let (satisfiable, positions) = check(&formula);
        let kind = usize::from(satisfiable);
        counts[kind] += 1;
        most[kind] = most[kind].max(positions);
    }
    println!("unsatisfiable, satisfiable: {counts:?}, at most {most:?} positions");
    counts
}

#[test]
fn small_formulas_are_satisfiable_exactly_if_their_games_are_won() {
    let small = (0..=2).flat_map(|n| (0..=2).flat_map(move |m| classes(n, m, 0)));
    let counts = check_all(small);
    assert!(counts[0] >= 1 && counts[1] >= 20, "{counts:?}");
}

#[test]
fn planted_formulas_go_both_ways() {
    let mut dice = Dice::new(1);
    for (variables, clauses, suits) in [(1, 1, 1), (3, 3, 2), (5, 21, 1), (20, 80, 3), (100, 430, 1), (150, 40, 2)] {
        let (formula, assignment) = planted(&mut dice, variables, clauses);
        round_trip(&formula, suits, &assignment);
    }
}
