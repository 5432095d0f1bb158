//! Values of last positions: `exists-runs` against exhaustive search in tiny games.
//!
//! A step with one move is a step, so within as many steps as the longest way has that search takes to some
//! position, the least value is that of all positions.

use crate::common::{Question, solve};
use patsat_encodings::objective::{Feature, Objective};
use patsat_encodings::options::{Cardinality, Options};
use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_encodings::task::{Goal, Position, Step, Stock, Task, tiny};
use rustsat::types::Lit;
use std::collections::{HashSet, VecDeque};

const OBJECTIVES: [&[(Feature, u32)]; 6] = [
    &[(Feature::Unlinked, 1)],
    &[(Feature::Dealt, 1)],
    &[(Feature::FaceDown, 1)],
    &[(Feature::Columns, 1)],
    &[(Feature::Unlinked, 1), (Feature::Dealt, 1), (Feature::FaceDown, 1), (Feature::Columns, 3)],
    &[(Feature::Unlinked, 2), (Feature::Columns, 1), (Feature::Dealt, 3)],
];

fn rows(task: &Task) -> u32 {
    match &task.stock {
        Stock::Rows { rows, .. } => rows.len() as u32,
        _ => 0,
    }
}

/// The least value of an end within so many moves, rows not counted, and how many positions there are; none if they are
/// too many. Where an end must leave the next row possible, it does.
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
            let is_row = step == Step::DealRow;
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

/// The least value that the formula knows; every model is read, and its value counted in the position reached.
fn by_formula(task: &Task, objective: &Objective, options: &str, bound: u32) -> Option<u32> {
    let options: Options = options.parse().unwrap();
    let mut question = Question::new(encoding("exists-runs").unwrap(), task, &options).unwrap();
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

#[test]
fn the_least_value_of_a_stage_is_that_of_exhaustive_search() {
    let (mut compared, mut better, mut without) = (0, 0, 0);
    for seed in 0..300 {
        let mut task = tiny::runs(seed);
        task.goal = Goal::Open((seed % 2) as u32 * u32::from(rows(&task) > 0));
        task.check().unwrap();
        let terms = OBJECTIVES[seed as usize % OBJECTIVES.len()].to_vec();
        let objective = Objective { terms };
        let moves = 1 + (seed % 4) as u32;
        // As many steps as moves reach all that so many moves reach, and some ends that only more do.
        let (Some(few), Some(all)) =
            (least(&task, &objective, moves, 4000), least(&task, &objective, u32::MAX, 4000))
        else {
            continue;
        };
        let found = by_formula(&task, &objective, "", moves);
        let between = match (few, all, found) {
            (Some(few), Some(all), Some(found)) => (all..=few).contains(&found),
            (None, _, found) => found.is_none_or(|found| all.is_some_and(|all| all <= found)),
            _ => false,
        };
        assert!(between, "seed {seed}, {objective:?}: {found:?}, search {few:?} and {all:?} on {task:?}");
        compared += u32::from(few == all && few.is_some());
        let stays = objective.of(&Position::new(&task));
        better += u32::from(found.is_some_and(|found| found < stays));
        without += u32::from(all.is_none());
    }
    assert!(compared > 50 && better > 50, "{compared} compared, {better} better, {without} without an end");
}

#[test]
fn only_exists_runs_has_words_for_it() {
    let mut said = Vec::new();
    for seed in 0..40 {
        for mut task in [tiny::runs(seed), tiny::draws(seed)] {
            task.goal = Goal::Open(0);
            task.check().unwrap();
            for encoding in ENCODINGS {
                if (encoding.start)(&task, &Options::default()).is_ok() && !said.contains(&encoding.name) {
                    said.push(encoding.name);
                }
            }
        }
    }
    assert_eq!(said, ["exists-runs"]);
    let mut task = tiny::runs(0);
    task.goal = Goal::Open(rows(&task) + 1);
    assert!(task.check().is_err());
}
