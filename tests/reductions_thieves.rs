//! Formulas as deals of Forty Thieves: satisfiable exactly when winnable, both ways constructive.

mod common;

use common::thief_search::{Verdict, fewest, search};
use common::three_sat::{cnf, planted, random, shuffled, up_to_symmetry};
use common::{Dice, thieves};
use patsat::cards::Card;
use patsat::reductions::forty_thieves::{self, horizon};
use patsat::reductions::{Built, Cnf, Form, ReduceError, autostart};
use patsat::rules::{Build, EmptyColumn, Group, Stock};
use patsat::state::Instance;
use patsat::verify::replay;

const FORMS: [Form; 2] = [Form::A, Form::B];

/// More positions than any of these games has.
const MOST: usize = 400_000;

fn instance(built: Built) -> Instance {
    Instance::new(built.rules, built.deal).unwrap()
}

fn full(formula: &Cnf, form: Form) -> Instance {
    instance(forty_thieves::build(formula, form).unwrap())
}

/// Plays the formula's game out and compares; returns whether it can be satisfied, and the
/// number of positions.
fn agrees(formula: &Cnf, form: Form) -> (bool, usize) {
    let game = full(formula, form);
    let satisfying = formula.satisfied_by_trying();
    let (verdict, positions) = search(&game, MOST);
    let expected = if satisfying.is_some() { Verdict::Won } else { Verdict::Lost };
    assert_eq!(verdict, expected, "{formula:?}, form {form}, {positions} positions");
    if let Some(assignment) = &satisfying {
        let plan = forty_thieves::lower(formula, form, assignment);
        let plan = replay(&game, plan).unwrap_or_else(|e| panic!("{formula:?}, form {form}: {e}"));
        let lifted = forty_thieves::lift(formula, form, &game, &plan);
        assert_eq!(lifted, *assignment);
    }
    (satisfying.is_some(), positions)
}

#[test]
fn small_formulas_are_satisfiable_exactly_when_their_games_are_won() {
    let mut dice = Dice::new(1);
    let formulas = [up_to_symmetry(1, 3), up_to_symmetry(2, 3)].concat();
    let (mut yes, mut no, mut largest) = (0, 0, 0);
    let started = std::time::Instant::now();
    for formula in formulas {
        for form in FORMS {
            let (satisfiable, positions) = agrees(&shuffled(&formula, &mut dice), form);
            yes += usize::from(satisfiable);
            no += usize::from(!satisfiable);
            largest = largest.max(positions);
        }
    }
    eprintln!("{yes} {no} {largest} {:?}", started.elapsed());
    assert!(yes > 300 && no > 50, "{yes} {no}");
}
