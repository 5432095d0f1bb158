//! Values of last positions against exhaustive search in tiny games.
//!
//! A step with one move is a step, so within as many steps as the longest way has that search takes to some
//! position, the least value is that of all positions.

use crate::common::{Question, solve, tiny};
use patsat_encodings::objective::{Feature, Objective};
use patsat_encodings::options::{Cardinality, Options};
use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_encodings::task::{Goal, Position, Step, Stock, Task};
use rustsat::types::Lit;
use std::collections::{HashSet, VecDeque};

/// Objectives of one encoding or of several.
type Objectives = &'static [&'static [(Feature, u32)]];

const RUNS: Objectives = &[
    &[(Feature::Unlinked, 1)],
    &[(Feature::Dealt, 1)],
    &[(Feature::FaceDown, 1)],
    &[(Feature::Columns, 1)],
    &[(Feature::Unlinked, 1), (Feature::Dealt, 1), (Feature::FaceDown, 1), (Feature::Columns, 3)],
    &[(Feature::Unlinked, 2), (Feature::Columns, 1), (Feature::Dealt, 3)],
    &[(Feature::InPlay, 2), (Feature::Taken, 1)],
];

/// Single cards, where cells and columns are not distinguished.
const CELLS: Objectives = &[
    &[(Feature::InPlay, 1)],
    &[(Feature::Dealt, 1)],
    &[(Feature::Taken, 1)],
    &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Taken, 1)],
    &[(Feature::Unlinked, 1), (Feature::FaceDown, 2), (Feature::Dealt, 2)],
];

/// The same, and columns alone.
const APART: Objectives = &[
    &[(Feature::Columns, 1)],
    &[(Feature::InPlay, 1), (Feature::Dealt, 2), (Feature::Columns, 3)],
    &[(Feature::Taken, 2), (Feature::InPlay, 1)],
];

/// With a waste.
const DRAWS: Objectives = &[
    &[(Feature::InPlay, 1)],
    &[(Feature::Waste, 1)],
    &[(Feature::Dealt, 1), (Feature::FaceDown, 1)],
    &[(Feature::Columns, 1)],
    &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Waste, 1), (Feature::Columns, 1)],
    &[(Feature::Unlinked, 1), (Feature::Taken, 2), (Feature::Waste, 3)],
];

fn rows(task: &Task) -> u32 {
    match &task.stock {
        Stock::Rows { rows, .. } => rows.len() as u32,
        _ => 0,
    }
}

/// The least value of an end within `moves` moves, rows and draws not counted; `None` if there are too many
/// positions. Where an end must leave the next row possible, only such ends count.
fn least(task: &Task, objective: &Objective, moves: u32, most: usize) -> Option<Option<u32>> {
    let start = Position::new(task);
    let mut seen = HashSet::from([start.key()]);
    let mut queue = VecDeque::from([(start, 0)]);
    let mut least = None;
    while let Some((position, depth)) = queue.pop_front() {
        let may_go_on = !task.keeps_rows() || position.check(Step::DealRow).is_ok();
        if position.is_reached() && may_go_on {
            let value = objective.of(&position);
            least = Some(least.map_or(value, |old: u32| old.min(value)));
        }
        if seen.len() > most {
            return None;
        }
        for step in position.steps() {
            let is_row = matches!(step, Step::DealRow | Step::Draw);
            if depth == moves && !is_row || is_row && position.is_reached() {
                continue;
            }
            let mut next = position.clone();
            next.apply(step).unwrap();
            if seen.insert(next.key()) {
                queue.push_back((next, depth + u32::from(!is_row)));
            }
        }
    }
    Some(least)
}

/// The least value by the formula; every model is read, and its value counted in the position reached.
fn by_formula(name: &str, task: &Task, objective: &Objective, bound: u32) -> Option<u32> {
    let mut question = Question::new(encoding(name).unwrap(), task, &Options::default()).unwrap();
    let goal = question.unroll.grow(bound, &mut question.formula).unwrap();
    let formula = &mut question.formula;
    let count = objective.write(&*question.unroll, formula, Cardinality::Totalizer, u32::MAX).unwrap();
    formula.add(&[goal]);
    let mut least = None;
    loop {
        let below: Option<Lit> = least.and_then(|value: u32| count.at_least(value as usize));
        let assumed = if least.is_some() { below.map(|lit| !lit) } else { Some(goal) };
        // No value is below 0.
        let Some(values) = assumed.and_then(|assumed| solve(formula, assumed)) else { return least };
        let model = |lit: Lit| values[lit.vidx()] == lit.is_pos();
        let steps = question.unroll.read(&model).unwrap();
        let mut position = Position::new(task);
        steps.iter().for_each(|&step| position.apply(step).unwrap());
        assert!(position.is_reached(), "{steps:?} of {task:?}");
        assert!(!task.keeps_rows() || position.check(Step::DealRow).is_ok(), "{steps:?} of {task:?}");
        let value = objective.of(&position);
        assert!(least.is_none_or(|least| value < least), "{objective:?}: {value} of {task:?}");
        least = Some(value);
    }
}

/// Compares an encoding with search on tiny games; returns how many were compared, and how many can improve
/// on the start.
fn compare(name: &str, objectives: Objectives, games: impl Iterator<Item = (u64, Task)>) -> [u32; 2] {
    let (mut compared, mut better) = (0, 0);
    for (seed, task) in games {
        task.check().unwrap();
        let objective = Objective { terms: objectives[seed as usize % objectives.len()].to_vec() };
        let moves = 1 + (seed % 4) as u32;
        // As many steps as moves reach all that so many moves reach, and some ends that only more do.
        let (Some(few), Some(all)) =
            (least(&task, &objective, moves, 4000), least(&task, &objective, u32::MAX, 4000))
        else {
            continue;
        };
        let found = by_formula(name, &task, &objective, moves);
        let between = match (few, all, found) {
            (Some(few), Some(all), Some(found)) => (all..=few).contains(&found),
            (None, _, found) => found.is_none_or(|found| all.is_some_and(|all| all <= found)),
            _ => false,
        };
        assert!(between, "seed {seed}, {objective:?}: {found:?}, search {few:?} and {all:?} on {task:?}");
        compared += u32::from(few == all && few.is_some());
        let stays = objective.of(&Position::new(&task));
        better += u32::from(found.is_some_and(|found| found < stays));
    }
    [compared, better]
}

#[test]
fn the_least_value_of_a_stage_is_that_of_exhaustive_search() {
    let games = (0..300).map(|seed| {
        let mut task = tiny::runs(seed);
        task.goal = Goal::Open((seed % 2) as u32 * u32::from(rows(&task) > 0));
        (seed, task)
    });
    let counts = compare("exists-runs", RUNS, games);
    assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
}

#[test]
fn so_is_that_of_single_cards() {
    for (name, objectives) in [("exists-loose", CELLS), ("exists", CELLS), ("exists", APART)] {
        let open = |seed| Task { goal: Goal::Open(0), ..tiny::random(seed) };
        let expressed = (0..2000).map(|seed| (seed, open(seed)));
        let start = encoding(name).unwrap().start;
        let supports = |task: &Task| task.check().is_ok() && start(task, &Options::default()).is_ok();
        let expressed = expressed.filter(|(_, task)| supports(task));
        let counts = compare(name, objectives, expressed);
        assert!(counts.iter().all(|&n| n > 50), "{name}: {counts:?}");
    }
}

#[test]
fn so_is_that_after_some_draws() {
    let start = encoding("exists-draws").unwrap().start;
    let supports = |task: &Task| task.check().is_ok() && start(task, &Options::default()).is_ok();
    let games = (0..600).map(|seed| {
        let task = tiny::draws(seed);
        let most = match &task.stock {
            Stock::Waste { order, .. } => order.len() as u32,
            _ => 0,
        };
        (seed, Task { goal: Goal::Open((seed / 7) as u32 % (most + 1)), ..task })
    });
    let games: Vec<(u64, Task)> = games.filter(|(_, task)| supports(task)).collect();
    let draws = games.iter().filter(|(_, task)| matches!(task.goal, Goal::Open(draws) if draws > 1));
    assert!(draws.count() > 50);
    let counts = compare("exists-draws", DRAWS, games.into_iter());
    assert!(counts.iter().all(|&n| n > 50), "{counts:?}");
}

#[test]
fn these_have_words_for_it() {
    let mut names = Vec::new();
    for seed in 0..40 {
        for mut task in [tiny::runs(seed), tiny::draws(seed), tiny::random(seed)] {
            task.goal = Goal::Open(0);
            if task.check().is_err() {
                continue;
            }
            for encoding in ENCODINGS {
                if (encoding.start)(&task, &Options::default()).is_ok() && !names.contains(&encoding.name) {
                    names.push(encoding.name);
                }
            }
        }
    }
    names.sort_unstable();
    assert_eq!(names, ["exists", "exists-draws", "exists-loose", "exists-runs"]);
    // Cells and columns are one location there.
    let task = Task { goal: Goal::Open(0), ..tiny::random(0) };
    let mut loose = Question::new(encoding("exists-loose").unwrap(), &task, &Options::default()).unwrap();
    loose.unroll.grow(1, &mut loose.formula).unwrap();
    assert!(loose.unroll.feature(Feature::Columns, &mut loose.formula).is_none());
    let mut task = tiny::runs(0);
    task.goal = Goal::Open(rows(&task) + 1);
    assert!(task.check().is_err());
}
