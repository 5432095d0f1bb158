//! A formula's FreeCell deal can be won exactly if the formula can be satisfied: held against
//! exhaustive search on all small formulas, with assignments and plans turned into each other
//! on large ones.

use itertools::Itertools;
use patsat_base::Limits;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_reductions::freecell::{Parts, build_parts};
use patsat_reductions::{Assignment, Cnf, LowerError, Reduction, Target, families, lift, lower, reduce};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_testkit::Dice;
use std::collections::BTreeSet;

fn cnf(variables: u32, clauses: &[&[i32]]) -> Cnf {
    Cnf { variables, clauses: clauses.iter().map(|c| c.to_vec()).collect() }
}

fn freecell(formula: &Cnf, cells: u16) -> Reduction {
    reduce(formula, Target::Freecell { cells }).unwrap()
}

/// Whether the game can be won, by a search without any pruning; `None` if it would be too long.
fn winnable(instance: &Instance, nodes: u64) -> Option<bool> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let search = strategy("depth-first").unwrap();
    assert!(search.complete);
    match (search.run)(instance, &SearchOptions::default(), &mut Budget::new(limits)).end {
        SearchEnd::Solved(plan) => Some(replay(instance, plan).is_ok()),
        SearchEnd::Exhausted => Some(false),
        SearchEnd::Limit(_) => None,
        SearchEnd::GaveUp => panic!("a complete search"),
    }
}

/// The plan that a search finds, if it finds one soon.
fn found(instance: &Instance, name: &str, nodes: u64) -> Option<patsat_game::state::Plan> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    match (strategy(name).unwrap().run)(instance, &SearchOptions::default(), &mut Budget::new(limits)).end {
        SearchEnd::Solved(plan) => Some(plan),
        _ => None,
    }
}

/// Holds the deal of a formula against the formula; whether it was decided.
fn agrees(formula: &Cnf, cells: u16, nodes: u64) -> bool {
    let reduced = freecell(formula, cells);
    let model = formula.satisfied_by_trying();
    if let Some(model) = &model {
        let plan = replay(&reduced.instance, lower(&reduced, model).unwrap()).unwrap();
        assert_eq!(&lift(&reduced, &plan).unwrap(), model, "{formula:?}");
    }
    let decided = winnable(&reduced.instance, nodes);
    if let Some(won) = decided {
        assert_eq!(won, model.is_some(), "{formula:?} with {cells} cells");
    }
    decided.is_some()
}

/// All formulas of up to 2 variables and 3 clauses of up to `longest` literals, one of each that
/// differ by names, signs or order alone.
fn small_formulas(longest: usize) -> Vec<Cnf> {
    let literals = [1, -1, 2, -2];
    let clauses: Vec<Vec<i32>> =
        (1..=longest).flat_map(|n| literals.into_iter().combinations_with_replacement(n)).collect();
    let renamings: Vec<[i32; 2]> = [[1, 2], [2, 1]]
        .into_iter()
        .cartesian_product([[1, 1], [1, -1], [-1, 1], [-1, -1]])
        .map(|(names, signs)| [names[0] * signs[0], names[1] * signs[1]])
        .collect();
    let least = |formula: &[Vec<i32>]| {
        let renamed = |names: &[i32; 2]| {
            let rename = |l: &i32| names[l.unsigned_abs() as usize - 1] * l.signum();
            let mut clauses: Vec<Vec<i32>> =
                formula.iter().map(|c| c.iter().map(rename).sorted().collect()).collect();
            clauses.sort();
            clauses
        };
        renamings.iter().map(renamed).min().unwrap()
    };
    let formulas = (0..=3).flat_map(|n| clauses.iter().cloned().combinations_with_replacement(n));
    let different: BTreeSet<Vec<Vec<i32>>> = formulas.map(|formula| least(&formula)).collect();
    different.into_iter().map(|clauses| Cnf { variables: 2, clauses }).collect()
}

#[test]
fn every_fifth_small_formula_agrees_without_cells() {
    agree_without_cells(5, 4);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn every_small_formula_agrees_without_cells_at_length() {
    agree_without_cells(1, 20);
}

/// Checks every `one_of`-th small formula; more than `least` of those checked are unsatisfiable.
fn agree_without_cells(one_of: usize, least: usize) {
    let formulas = small_formulas(3);
    assert_eq!(formulas.len(), 1_143);
    let tested: Vec<&Cnf> = formulas.iter().step_by(one_of).collect();
    let unsatisfiable = tested.iter().filter(|f| f.satisfied_by_trying().is_none()).count();
    assert!(unsatisfiable > least, "{unsatisfiable}");
    for formula in tested {
        assert!(agrees(formula, 0, 200_000), "{formula:?}");
    }
}

#[test]
fn every_smallest_formula_agrees_with_a_cell() {
    for formula in small_formulas(1) {
        assert!(agrees(&formula, 1, 200_000), "{formula:?}");
    }
    // Of the others the satisfiable ones, whose plans are found soon.
    for formula in small_formulas(2) {
        if formula.satisfied_by_trying().is_some() {
            agrees(&formula, 1, 5_000);
        }
    }
}

#[test]
#[ignore = "minutes: every small formula with one cell"]
fn every_small_formula_agrees_with_a_cell() {
    let formulas = small_formulas(2);
    let decided = formulas.iter().filter(|formula| agrees(formula, 1, 3_000_000)).count();
    assert_eq!(decided, formulas.len());
    for formula in small_formulas(3).iter().filter(|f| f.satisfied_by_trying().is_none()).step_by(5) {
        agrees(formula, 1, 1_000_000);
    }
}

/// A random formula with clauses of up to `longest` literals.
fn random(dice: &mut Dice, variables: u32, clauses: usize, longest: usize) -> Cnf {
    let literal = |dice: &mut Dice| {
        let variable = 1 + dice.below(variables as usize) as i32;
        if dice.below(2) == 0 { variable } else { -variable }
    };
    let clauses = (0..clauses)
        .map(|_| {
            let length = 1 + dice.below(longest);
            (0..length).map(|_| literal(dice)).collect()
        })
        .collect();
    Cnf { variables, clauses }
}

#[test]
fn random_formulas_agree() {
    let mut decided = [0; 2];
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let (variables, clauses) = (1 + dice.below(3) as u32, 2 + dice.below(4));
        let formula = random(&mut dice, variables, clauses, 2);
        let satisfiable = formula.satisfied_by_trying().is_some();
        decided[usize::from(satisfiable)] += usize::from(agrees(&formula, 0, 60_000));
    }
    assert!(decided.iter().all(|&n| n > 8), "{decided:?}");
}

#[test]
fn an_empty_clause_or_formula_needs_no_exception() {
    assert!(agrees(&cnf(0, &[]), 0, 1_000));
    assert!(agrees(&cnf(0, &[]), 2, 1_000));
    assert!(agrees(&cnf(1, &[]), 1, 100_000));
    assert!(agrees(&cnf(1, &[&[]]), 0, 100_000));
    assert!(agrees(&cnf(1, &[&[1], &[]]), 0, 100_000));
    assert!(agrees(&cnf(0, &[&[]]), 1, 100_000));
}

/// An unsatisfiable formula's deal with parts left out.
fn without(formula: &Cnf, cells: u16, parts: Parts) -> Instance {
    let built = build_parts(formula, cells, parts).unwrap();
    Instance::new(built.rules, built.deal).unwrap()
}

#[test]
fn blockers_and_sinks_are_needed() {
    let formulas = [cnf(1, &[&[1], &[-1]]), cnf(1, &[&[1, 1], &[-1]]), cnf(2, &[&[1, 2], &[-1], &[-2]])];
    let unsound = |cells: u16, parts: Parts| {
        formulas.iter().filter(|f| winnable(&without(f, cells, parts), 300_000) == Some(true)).count()
    };
    assert_eq!((unsound(0, Parts::ALL), unsound(1, Parts::ALL)), (0, 0));
    assert!(unsound(0, Parts { blockers: false, sinks: true }) > 0);
    assert!(unsound(1, Parts { blockers: true, sinks: false }) > 0);
    // Without cells there are no sinks to leave out.
    assert_eq!(unsound(0, Parts { blockers: true, sinks: false }), 0);
}

#[test]
fn assignments_come_back_from_their_plans() {
    for (seed, cells) in [(1, 0), (2, 1), (3, 4), (4, 9)] {
        let (formula, hidden) = families::planted(300, 1_200, seed).unwrap();
        let reduced = freecell(&formula, cells);
        assert_eq!(reduced.labels.len(), reduced.instance.deal.columns.len());
        let plan = replay(&reduced.instance, lower(&reduced, &hidden).unwrap()).unwrap();
        let cards = reduced.instance.rules.deck.len();
        assert!(plan.moves.len() <= 2 * cards, "at most two moves a card: {}", plan.moves.len());
        assert_eq!(lift(&reduced, &plan).unwrap(), hidden);
        let mut wrong = hidden.clone();
        while formula.falsified(&wrong).is_none() {
            let place = wrong.0.iter().zip(&hidden.0).position(|(a, b)| a == b).unwrap();
            wrong.0[place] = !wrong.0[place];
        }
        let clause = formula.falsified(&wrong).unwrap();
        let refused = lower(&reduced, &wrong).unwrap_err();
        assert!(matches!(refused, LowerError::Unsatisfied { clause: c, .. } if c == clause), "{refused}");
        let short = lower(&reduced, &Assignment(vec![true])).unwrap_err();
        assert_eq!(short, LowerError::Length { found: 1, expected: 300 });
    }
}

#[test]
fn a_plan_that_a_search_found_has_an_assignment() {
    plans_are_lifted(0..4, 1);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn a_plan_that_a_search_found_has_an_assignment_at_length() {
    plans_are_lifted(0..12, 4);
}

fn plans_are_lifted(seeds: std::ops::Range<u64>, least: u32) {
    let mut lifted = 0;
    for seed in seeds {
        let (formula, _) = families::planted(3 + seed as u32 % 4, 6, seed).unwrap();
        let reduced = freecell(&formula, (seed % 3) as u16);
        if let Some(plan) = found(&reduced.instance, "depth-first", 10_000) {
            let plan = replay(&reduced.instance, plan).unwrap();
            let assignment = lift(&reduced, &plan).unwrap();
            assert_eq!(formula.falsified(&assignment), None);
            lifted += 1;
        }
    }
    assert!(lifted >= least, "{lifted}");
}

#[test]
fn a_deal_is_built_again_and_compared() {
    let formula = cnf(2, &[&[1, 2, 2], &[-1, 2, -2]]);
    let reduced = freecell(&formula, 1);
    assert_eq!(Reduction::of(&reduced.instance).unwrap(), reduced);
    let mut other = reduced.instance.clone();
    other.deal.columns.swap(0, 1);
    assert!(Reduction::of(&other).unwrap_err().to_string().contains("its cards differ"));
    other.origin = None;
    assert!(
        Reduction::of(&other).unwrap_err().to_string().starts_with("this deal was not made from a formula")
    );
}

#[test]
fn what_is_too_large_is_refused() {
    let many = Cnf { variables: i32::MAX as u32, clauses: vec![] };
    let error = reduce(&many, Target::Freecell { cells: 0 }).unwrap_err().to_string();
    assert!(error.starts_with("the deal would need 6442450941 columns: expected at most"), "{error}");
    let foreign = cnf(2, &[&[1, 2, 3]]);
    let error = reduce(&foreign, Target::Freecell { cells: 0 }).unwrap_err().to_string();
    assert_eq!(error, "clause 1 has the literal 3: expected variables 1..2");
}
