//! Native search takes off the locks of games made from formulas, exactly if the formula can be satisfied.

use patsat_base::{Limit, Limits};
use patsat_game::verify::replay;
use patsat_reductions::{Cnf, Form, LockBound, Target, lift_partial, lower, reduce};
use patsat_search::unlock::{UnlockEnd, unlock};
use patsat_search::{Budget, Stats};
use patsat_testkit::Dice;
use patsat_testkit::three_sat::{planted, random, up_to_symmetry};
use std::sync::atomic::{AtomicBool, Ordering};

const TARGETS: [Target; 7] = [
    Target::Spider { suits: 1 },
    Target::Spider { suits: 3 },
    Target::Freecell { cells: 0 },
    Target::Freecell { cells: 4 },
    Target::FortyThieves { form: Form::A },
    Target::FortyThieves { form: Form::B },
    Target::Autostart { form: Form::A },
];

/// Whether the locks were taken off, and by how many steps.
fn takes_off(formula: &Cnf, target: Target, nodes: u64) -> (bool, u64) {
    let reduced = reduce(formula, target).unwrap();
    let Some(question) = LockBound::of(&reduced).unwrap() else { return (true, 0) };
    let mut budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
    let UnlockEnd::Left(plan) = unlock(&reduced.instance, question.column, question.below, 0, &mut budget)
    else {
        return (false, budget.stats.expanded);
    };
    let assignment = lift_partial(&reduced, &question, &plan).unwrap();
    assert_eq!(formula.falsified(&assignment), None, "{target}: {formula:?}");
    replay(&reduced.instance, lower(&reduced, &assignment).unwrap()).unwrap();
    (true, budget.stats.expanded)
}

#[test]
fn locks_leave_exactly_if_the_formula_can_be_satisfied() {
    let (mut dice, mut seen) = (Dice::new(1), [0; 2]);
    let mut formulas = up_to_symmetry(2, 3);
    formulas.extend((0..60).map(|_| random(&mut dice, 4, 12)));
    for formula in formulas {
        let satisfiable = formula.satisfied_by_trying().is_some();
        for target in TARGETS {
            let (left, steps) = takes_off(&formula, target, 50_000);
            assert_eq!(left, satisfiable, "{target}, {steps} steps: {formula:?}");
            seen[usize::from(satisfiable)] += 1;
        }
    }
    assert!(seen[0] > 50 && seen[1] > 300, "{seen:?}");
}

/// Formulas of the size that the results cover.
#[test]
fn planted_formulas_of_twenty_variables_are_won() {
    for seed in 0..3 {
        let (formula, _) = planted(&mut Dice::new(seed), 20, 84);
        for target in TARGETS {
            let (left, steps) = takes_off(&formula, target, 50_000);
            assert!(left, "{target}, seed {seed}: {steps} steps");
        }
    }
}

/// The search checks for a stop between two choices, not only after all of them.
#[test]
fn a_stop_ends_the_first_look_at_choices() {
    let (formula, _) = planted(&mut Dice::new(1), 50, 210);
    let reduced = reduce(&formula, Target::Freecell { cells: 4 }).unwrap();
    let question = LockBound::of(&reduced).unwrap().unwrap();
    let stop = AtomicBool::new(false);
    let mut watch = |_: &Stats| stop.store(true, Ordering::Relaxed);
    let mut budget = Budget::new(Limits::default()).stopped_by(&stop).watched_by(&mut watch);
    let end = unlock(&reduced.instance, question.column, question.below, 0, &mut budget);
    assert_eq!(end, UnlockEnd::Limit(Limit::Interrupted));
    // There are a hundred joins to try.
    let looks = budget.stats.generated;
    assert!(looks < 5, "{looks}");
}
