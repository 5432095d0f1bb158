//! Games made from formulas, decided by the question whether their locks can be taken off: the
//! verdict of trying all assignments, by every encoding that can ask, and its proofs.

use patsat_game::state::Instance;
use patsat_planning::formula::{FormulaGoal, FormulaRequest};
use patsat_planning::lock_formula::{LockFormulaError, lock_formula};
use patsat_planning::locks::{Locks, LocksError, encodings_for};
use patsat_planning::proof::{BoundProof, ProofFault, check_bound_proof};
use patsat_planning::sat::Config;
use patsat_planning::{Basis, Method, Monitor, Outcome, Request, solve};
use patsat_reductions::{Cnf, Form, Target, lift, reduce};
use patsat_solvers::{BackendOptions, Control, backend};
use patsat_testkit::Dice;
use patsat_testkit::three_sat::{cnf, random, shuffled, up_to_symmetry};
use std::collections::BTreeMap;

const TARGETS: [Target; 8] = [
    Target::Spider { suits: 1 },
    Target::Spider { suits: 2 },
    Target::Freecell { cells: 0 },
    Target::Freecell { cells: 2 },
    Target::FortyThieves { form: Form::A },
    Target::FortyThieves { form: Form::B },
    Target::Autostart { form: Form::A },
    Target::Autostart { form: Form::B },
];

fn decide(instance: &Instance, encoding: &str, options: &str, certify: bool) -> Outcome {
    let config = Config {
        encoding: patsat_encodings::schemes::encoding(encoding).unwrap(),
        options: options.parse().unwrap(),
        backend: backend("varisat").unwrap(),
        seed: 0,
    };
    let request = Request { certify, ..Request::new(instance, Method::Locks(config)) };
    solve(&request, &mut Monitor::default()).unwrap().outcome
}

/// Compares all encodings; counts the verdicts of each.
fn compare(formula: &Cnf, target: Target, seen: &mut BTreeMap<(&'static str, bool), u32>) {
    let reduced = reduce(formula, target).unwrap();
    let satisfiable = formula.satisfied_by_trying().is_some();
    for encoding in encodings_for(&reduced.instance) {
        // (One move a step: long.)
        let small = formula.clauses.len() < 2 && matches!(target, Target::Freecell { .. });
        if encoding.name == "sequential" && !small {
            continue;
        }
        let is_spider = matches!(target, Target::Spider { .. });
        let options =
            ["labels=5", "labels=1", "labels=3"][formula.clauses.len() % if is_spider { 1 } else { 3 }];
        if is_spider && formula.clauses.len() > 3 {
            continue;
        }
        let outcome = decide(&reduced.instance, encoding.name, options, false);
        match outcome {
            Outcome::Solved(plan, _) => {
                assert!(satisfiable, "{target}, {}: {formula:?}", encoding.name);
                let assignment = lift(&reduced, &plan).unwrap();
                assert_eq!(formula.falsified(&assignment), None);
            }
            Outcome::Unwinnable(Basis::Locks { .. }) => {
                assert!(!satisfiable, "{target}, {}: {formula:?}", encoding.name);
            }
            other => panic!("{target}, {}: {other:?}", encoding.name),
        }
        *seen.entry((encoding.name, satisfiable)).or_default() += 1;
    }
}

fn run(formulas: &[Cnf], seed: u64) -> BTreeMap<(&'static str, bool), u32> {
    let mut dice = Dice::new(seed);
    let mut seen = BTreeMap::new();
    for (n, formula) in formulas.iter().enumerate() {
        let formula = shuffled(formula, &mut dice);
        for target in TARGETS.into_iter().skip(n % 2).step_by(2) {
            if !formula.clauses.is_empty() {
                compare(&formula, target, &mut seen);
            }
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn small_formulas_are_decided_by_their_locks() {
    small_formulas(2);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn small_formulas_are_decided_by_their_locks_at_length() {
    small_formulas(1);
}

fn small_formulas(one_of: usize) {
    let formulas = [up_to_symmetry(1, 3), up_to_symmetry(2, 2)].concat();
    let formulas: Vec<Cnf> = formulas.into_iter().step_by(one_of).collect();
    let seen = run(&formulas, 1);
    for name in ["exists", "exists-loose", "exists-draws-free", "exists-runs"] {
        assert!(seen.contains_key(&(name, true)), "{name} has seen no satisfiable formula");
        assert!(seen.contains_key(&(name, false)), "{name} has seen no unsatisfiable formula");
    }
    assert!(seen.contains_key(&("sequential", true)));
}

fn random_formulas(count: usize) -> BTreeMap<(&'static str, bool), u32> {
    let mut dice = Dice::new(7);
    let formulas: Vec<Cnf> = (0..count).map(|_| random(&mut dice, 3, 6)).collect();
    run(&formulas, 2)
}

#[test]
fn random_formulas_are_decided_by_their_locks() {
    assert!(random_formulas(5)[&("exists-loose", true)] > 0);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn random_formulas_are_decided_by_their_locks_at_length() {
    let seen = random_formulas(16);
    assert!(seen[&("exists-loose", true)] > 3 && seen[&("exists-loose", false)] > 0, "{seen:?}");
}

#[test]
fn clauses_of_any_length_are_decided_in_freecell() {
    let any = |variables: u32, clauses: &[&[i32]]| Cnf {
        variables,
        clauses: clauses.iter().map(|clause| clause.to_vec()).collect(),
    };
    let formulas = [
        any(1, &[&[1], &[-1]]),
        any(1, &[&[1, 1], &[-1]]),
        any(2, &[&[1, 2], &[-1], &[-2]]),
        any(2, &[&[1, 2], &[-1, -2]]),
        any(3, &[&[1, 2, 3], &[-1, 2, 3], &[-1, -2, -3]]),
    ];
    let mut seen = BTreeMap::new();
    for formula in &formulas {
        compare(formula, Target::Freecell { cells: 0 }, &mut seen);
        compare(formula, Target::Freecell { cells: 1 }, &mut seen);
    }
    assert!(seen[&("exists", true)] > 1 && seen[&("exists", false)] > 1, "{seen:?}");
}

#[test]
#[ignore = "minutes"]
fn many_formulas_are_decided_by_their_locks() {
    run(&up_to_symmetry(2, 3), 3);
    let mut dice = Dice::new(11);
    let formulas: Vec<Cnf> = (0..1000).map(|_| random(&mut dice, 4, 8)).collect();
    run(&formulas, 4);
}

#[test]
fn a_proof_about_locks_is_checked_and_needs_the_whole_bound() {
    let formula = cnf(1, &[[1, 1, 1], [-1, -1, -1]]);
    for target in TARGETS {
        let reduced = reduce(&formula, target).unwrap();
        let encoding = encodings_for(&reduced.instance)[0];
        let outcome = decide(&reduced.instance, encoding.name, "", true);
        let Outcome::Unwinnable(Basis::Locks { bound, proof: Some(proof), .. }) = outcome else {
            panic!("{target}: {outcome:?}")
        };
        let shown = check_bound_proof(&reduced.instance, &proof.bytes, 512).unwrap();
        assert_eq!((shown.request.horizon, shown.request.wanted), (bound, FormulaGoal::Locks));
        // Of another deal, or with a byte changed, it is refused.
        let other = reduce(&cnf(1, &[[1, 1, 1], [-1, -1, 1]]), target).unwrap();
        assert_eq!(
            check_bound_proof(&other.instance, &proof.bytes, 512).unwrap_err(),
            ProofFault::OtherInstance
        );
        let mut bytes = proof.bytes.clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        assert!(check_bound_proof(&reduced.instance, &bytes, 512).is_err());
        // A valid proof of a smaller bound proves nothing of the game.
        if bound > 1 {
            let request = FormulaRequest {
                encoding,
                options: "rebuilt=all".parse().unwrap(),
                horizon: bound - 1,
                wanted: FormulaGoal::Locks,
                counted: false,
                memory_mib: 512,
            };
            let (solver, options) = (backend("varisat").unwrap(), BackendOptions { seed: 0 });
            let short =
                BoundProof::make(&reduced.instance, request, &solver, &options, Control::default()).unwrap();
            assert_eq!(
                check_bound_proof(&reduced.instance, &short.bytes, 512).unwrap_err(),
                ProofFault::Short { found: bound - 1, expected: bound }
            );
        }
    }
}

#[test]
fn a_refutation_under_incomplete_options_proves_nothing() {
    let contradiction = reduce(&cnf(1, &[[1, 1, 1], [-1, -1, -1]]), Target::Freecell { cells: 0 }).unwrap();
    let reduced = reduce(&cnf(2, &[[1, 2, 2], [-1, 2, 2]]), Target::Freecell { cells: 0 }).unwrap();
    // That four columns used again are enough is not shown by any argument, so that proves nothing either.
    for (formula, options) in [(&reduced, "moves=1"), (&contradiction, "rebuilt=4"), (&contradiction, "")] {
        let request = FormulaRequest {
            encoding: patsat_encodings::schemes::encoding("exists-loose").unwrap(),
            options: options.parse().unwrap(),
            horizon: 4,
            wanted: FormulaGoal::Locks,
            counted: false,
            memory_mib: 512,
        };
        let (solver, none) = (backend("varisat").unwrap(), BackendOptions { seed: 0 });
        let made = BoundProof::make(&formula.instance, request, &solver, &none, Control::default()).unwrap();
        let refused = check_bound_proof(&formula.instance, &made.bytes, 512).unwrap_err();
        assert!(matches!(refused, ProofFault::NoBound(_)), "{refused}");
    }
}

#[test]
fn where_locks_decide_any_number_of_columns_may_be_used_again() {
    let reduced = reduce(&cnf(1, &[[1, 1, 1], [-1, -1, -1]]), Target::Freecell { cells: 0 }).unwrap();
    for options in ["", "rebuilt=4", "rebuilt=all"] {
        let Outcome::Unwinnable(Basis::Locks { of, proof: Some(proof), .. }) =
            decide(&reduced.instance, "exists-loose", options, true)
        else {
            panic!("{options}")
        };
        assert_eq!(of.options.rebuilt, None);
        let shown = check_bound_proof(&reduced.instance, &proof.bytes, 512).unwrap();
        assert_eq!(shown.request.options.rebuilt, None);
    }
    let few = lock_formula(
        &Locks::of(&reduced.instance).unwrap(),
        &reduced.instance,
        None,
        &"rebuilt=3".parse().unwrap(),
    );
    assert!(matches!(few.unwrap_err(), LockFormulaError::Options(changed) if changed == "rebuilt=3"));
}

#[test]
fn other_deals_have_no_locks() {
    let deal =
        Instance::from_id(patsat_game::rules::Rules::preset("freecell").unwrap(), "ms:1".parse().unwrap());
    assert!(matches!(Locks::of(&deal.unwrap()), Err(LocksError::Rebuild(_))));
    let empty = reduce(&cnf(2, &[]), Target::Freecell { cells: 1 }).unwrap();
    assert_eq!(Locks::of(&empty.instance).unwrap_err(), LocksError::Empty);
}
