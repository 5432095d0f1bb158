//! Exists-steps against exhaustive search on tiny tasks, and options against each other.

use crate::common::tiny;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::{AtMostOne, Cardinality, ExistsOptions, Options};
use patsat_encodings::schemes::encoding;
use patsat_encodings::task::{Group, Home, Position, Step, Stock, Task};
use rustsat::types::Lit;
use std::collections::HashSet;
use varisat::ExtendFormula;

/// Tiny tasks of the FreeCell family: what has a stock or runs is left out.
fn tasks(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Task)> {
    seeds.filter_map(|seed| {
        let mut task = tiny::random(seed);
        if !matches!(task.home, Home::After(_)) || task.stock != Stock::None {
            return None;
        }
        if matches!(task.group, Group::Freely(_)) {
            task.group = Group::Single;
        }
        task.cells = task.cells.min(1).max(task.start.cells.len() as u32);
        Some((seed, task))
    })
}

/// The length of a shortest plan in single-card moves; `None` if there is no plan.
/// The outer `None`: too many positions.
fn shortest(task: &Task, limit: usize) -> Option<Option<u32>> {
    let mut layer = vec![Position::new(task)];
    let mut seen: HashSet<_> = layer.iter().map(Position::key).collect();
    for depth in 0.. {
        if layer.iter().any(Position::is_won) {
            return Some(Some(depth));
        }
        if layer.is_empty() {
            return Some(None);
        }
        let mut next = Vec::new();
        for position in &layer {
            for step in position.single_steps() {
                let mut after = position.clone();
                after.apply(step).unwrap();
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        if seen.len() > limit {
            return None;
        }
        layer = next;
    }
    unreachable!("depths do not end")
}

/// The plan of a horizon, if there is a model.
fn plan(task: &Task, name: &str, options: &Options, horizon: u32) -> Option<Vec<Step>> {
    let mut unroll = (encoding(name).unwrap().start)(task, options).unwrap();
    let mut formula = Formula::default();
    let goal = unroll.grow(horizon, &mut formula).unwrap();
    formula.add(&[goal]);
    let mut solver = varisat::Solver::new();
    let variables = formula.size().variables as usize;
    for clause in formula.clauses_from(0) {
        let clause: Vec<varisat::Lit> =
            clause.iter().map(|l| varisat::Lit::from_index(l.var().idx(), l.is_pos())).collect();
        solver.add_clause(&clause);
    }
    if !solver.solve().unwrap() {
        return None;
    }
    let mut model = vec![false; variables];
    for lit in solver.model().unwrap() {
        if lit.index() < variables {
            model[lit.index()] = lit.is_positive();
        }
    }
    let steps = unroll.read(&|l: Lit| model[l.var().idx()] == l.is_pos());
    Some(steps.unwrap_or_else(|error| panic!("{name} {options} at {horizon}: {error}\n{task:?}")))
}

fn assert_wins(task: &Task, steps: &[Step], what: &str) {
    let mut position = Position::new(task);
    for &step in steps {
        position.apply(step).unwrap_or_else(|refusal| panic!("{what}: {step:?}: {refusal:?}\n{task:?}"));
    }
    assert!(position.is_won(), "{what}: not won\n{task:?}");
}

const VIEWS: [&str; 2] = ["exists", "exists-loose"];

fn exact() -> Options {
    Options { safe: false, rebuilt: None, ..Options::default() }
}

fn agrees_with_search(seeds: std::ops::Range<u64>, least: [u32; 2]) {
    let mut seen = [0, 0];
    for (seed, task) in tasks(seeds) {
        let Some(length) = shortest(&task, 20_000) else { continue };
        seen[usize::from(length.is_some())] += 1;
        for view in VIEWS {
            let what = format!("seed {seed}, {view}");
            let Some(length) = length else {
                for horizon in [1, 4, 8] {
                    assert_eq!(plan(&task, view, &exact(), horizon), None, "{what}");
                }
                continue;
            };
            // One move a step is enough, and a step is never worth less than a move.
            let found = plan(&task, view, &exact(), length);
            assert_wins(&task, &found.unwrap_or_else(|| panic!("{what}: no plan\n{task:?}")), &what);
            let options = Options { rebuilt: None, ..Options::default() };
            let found = (1..=2 * length + 1).find_map(|horizon| plan(&task, view, &options, horizon));
            let found = found.unwrap_or_else(|| panic!("{what} {options}: no plan\n{task:?}"));
            assert_wins(&task, &found, &what);
            assert!(view == "exists-loose" || found.len() >= length as usize, "{what}");
        }
    }
    assert!(seen[0] >= least[0] && seen[1] >= least[1], "winnable or not: {seen:?}");
}

#[test]
fn verdicts_agree_with_exhaustive_search() {
    agrees_with_search(0..1_200, [20, 60]);
}

#[test]
#[ignore = "half a minute"]
fn verdicts_agree_with_exhaustive_search_at_length() {
    agrees_with_search(0..6_000, [100, 300]);
}

#[test]
#[ignore = "minutes"]
fn verdicts_agree_with_exhaustive_search_on_many() {
    agrees_with_search(0..40_000, [1_000, 3_000]);
}

#[test]
fn a_bound_on_moves_is_exact() {
    let mut checked = 0;
    for (seed, task) in tasks(0..1_500) {
        let Some(Some(length)) = shortest(&task, 5_000) else { continue };
        if length > 12 {
            continue;
        }
        let within = |moves| plan(&task, "exists", &Options { moves: Some(moves), ..exact() }, length);
        let found = within(length).unwrap_or_else(|| panic!("seed {seed}: no plan of {length}\n{task:?}"));
        assert_eq!(found.len(), length as usize, "seed {seed}");
        assert_eq!(within(length - 1), None, "seed {seed}\n{task:?}");
        checked += 1;
    }
    assert!(checked >= 50, "{checked}");
}

#[test]
fn options_that_claim_to_change_nothing_change_nothing() {
    let mut variants = vec![
        Options { invariants: false, ..exact() },
        Options { exists: ExistsOptions { landmarks: true }, ..exact() },
        Options { symmetry: false, ..exact() },
        Options { cardinality: Cardinality::Sequential, ..exact() },
    ];
    variants.extend(AtMostOne::ALL.iter().map(|&(at_most_one, _)| Options { at_most_one, ..exact() }));
    let mut verdicts = [0, 0];
    for (seed, task) in tasks(0..400) {
        for view in VIEWS {
            for horizon in 1..=3 {
                let found = plan(&task, view, &exact(), horizon).is_some();
                verdicts[usize::from(found)] += 1;
                for options in &variants {
                    let other = plan(&task, view, options, horizon);
                    assert_eq!(other.is_some(), found, "seed {seed}, {view}, {options}, {horizon}\n{task:?}");
                    if let Some(steps) = other {
                        assert_wins(&task, &steps, &format!("seed {seed}, {view}, {options}"));
                    }
                }
            }
        }
    }
    assert!(verdicts.iter().all(|&n| n > 50), "{verdicts:?}");
}
