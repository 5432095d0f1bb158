//! Positions as goals: `exists-runs`, `sequential` and `exists` against exhaustive search, on ends
//! of random walks in tiny games and on such ends with two cards exchanged.

use crate::common::tiny::Numbers;
use crate::common::{Question, shortest, tiny, wins};
use patsat_encodings::options::Options;
use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_encodings::task::{End, Goal, Position, Stock, Task};
use std::collections::BTreeMap;

/// A number below the length of a list.
fn place(numbers: &mut Numbers, length: usize) -> usize {
    numbers.below(length as u32) as usize
}

/// Where a walk of random steps ends.
fn walk(task: &Task, numbers: &mut Numbers, length: usize) -> End {
    let mut position = Position::new(task);
    for _ in 0..length {
        let steps = position.single_steps();
        if steps.is_empty() {
            break;
        }
        position.apply(steps[place(numbers, steps.len())]).unwrap();
    }
    position.end()
}

/// Two cards change places.
fn exchange(end: &mut End, numbers: &mut Numbers) {
    let mut cards: Vec<_> = end.columns.iter_mut().flatten().chain(&mut end.cells).collect();
    if cards.len() > 1 {
        let (a, b) = (place(numbers, cards.len()), place(numbers, cards.len()));
        let (first, second) = (*cards[a], *cards[b]);
        (*cards[a], *cards[b]) = (second, first);
    }
}

fn query(name: &str, task: &Task, text: &str, bound: u32) -> Option<Option<usize>> {
    let options: Options = text.parse().unwrap();
    let mut question = Question::new(encoding(name).unwrap(), task, &options)?;
    let steps = question.query(bound);
    if let Some(steps) = &steps {
        assert!(wins(task, steps), "{name} with {text} reads {steps:?} on {task:?}");
    }
    Some(steps.map(|steps| steps.len()))
}

/// Compares on one task; what was seen.
fn compare(task: &Task, most: usize) -> Option<String> {
    task.check().unwrap_or_else(|e| panic!("{e}: {task:?}"));
    let length = shortest(task, most)?;
    let place = || format!("shortest {length:?}, {task:?}");
    let mut by = Vec::new();
    for (name, text) in [("exists-runs", ""), ("exists-runs", "labels=1"), ("exists", "rebuilt=all")] {
        let Some(found) = query(name, task, text, length.unwrap_or(7)) else { continue };
        by.push(name);
        assert_eq!(found.is_some(), length.is_some(), "{name} {text}: {}", place());
        let Some(length) = length else { continue };
        assert!(found >= Some(length as usize), "{name}: {}", place());
        // Counted: as many moves as needed, and no fewer.
        let counted = |moves: u32| query(name, task, &format!("{text},moves={moves}"), length).flatten();
        assert_eq!(counted(length), Some(length as usize), "{name} {text}: {}", place());
        assert!(length == 0 || counted(length - 1).is_none(), "{name} {text}: {}", place());
    }
    by.dedup();
    if length.is_none_or(|n| n <= 8)
        && let Some(found) = query("sequential", task, "", length.unwrap_or(4))
    {
        by.push("sequential");
        assert_eq!(found, length.map(|n| n as usize), "sequential: {}", place());
        if let Some(less) = length.and_then(|n| n.checked_sub(1)) {
            assert_eq!(query("sequential", task, "", less), Some(None), "sequential: {}", place());
        }
    }
    let rows = match (&task.stock, task.rows_to_deal()) {
        (Stock::Rows { rows, .. }, n) if n < rows.len() => "named",
        (Stock::Rows { .. }, n) if n > 0 => "dealt",
        _ => "open",
    };
    Some(format!("{} {rows} {}", by.join("+"), if length.is_some() { "reached" } else { "never" }))
}

fn run(seeds: std::ops::Range<u64>, most: usize) -> BTreeMap<String, u32> {
    let mut seen = BTreeMap::new();
    for seed in seeds {
        let mut numbers = Numbers(seed);
        let mut task = match seed % 6 {
            0 | 3 => tiny::random(seed),
            1 | 2 => tiny::runs(seed),
            _ => tiny::collected(seed),
        };
        if matches!(task.stock, Stock::Waste { .. }) {
            continue;
        }
        let length = 1 + place(&mut numbers, 9);
        let mut end = walk(&task, &mut numbers, length);
        if seed % 4 == 3 {
            exchange(&mut end, &mut numbers);
        }
        task.goal = Goal::End(end);
        // Exchanged cards may make a run that would have left.
        if seed % 4 == 3 && task.check().is_err() {
            continue;
        }
        if let Some(about) = compare(&task, most) {
            *seen.entry(about).or_default() += 1;
        }
    }
    println!("{seen:#?}");
    seen
}

#[test]
fn positions_are_reached_as_search_reaches_them() {
    let seen = run(0..900, 2000);
    for kind in ["exists-runs", "exists"] {
        for verdict in ["reached", "never"] {
            let of = |(about, _): &(&String, &u32)| about.starts_with(kind) && about.ends_with(verdict);
            assert!(seen.iter().any(|row| of(&row)), "{kind} never {verdict}");
        }
    }
    for rows in ["named", "dealt", "open"] {
        assert!(seen.keys().any(|about| about.starts_with("exists-runs") && about.contains(rows)), "{rows}");
    }
}

#[test]
#[ignore = "minutes"]
fn positions_are_reached_as_search_reaches_them_in_many_games() {
    run(1000..12_000, 5000);
}

#[test]
fn unsupported_positions_are_refused() {
    let mut task = tiny::runs(1);
    task.goal = Goal::End(Position::new(&task).end());
    let options = Options::default();
    let can: Vec<&str> =
        ENCODINGS.iter().filter(|e| (e.start)(&task, &options).is_ok()).map(|e| e.name).collect();
    assert_eq!(can, ["exists-runs", "sequential"]);
    let waste = (0..).map(tiny::random).find(|task| matches!(task.stock, Stock::Waste { .. })).unwrap();
    let end = Position::new(&waste).end();
    let task = Task { goal: Goal::End(end), ..waste };
    assert!(ENCODINGS.iter().all(|e| (e.start)(&task, &options).is_err()));
    assert!(task.check().is_err());
}

#[test]
fn a_goal_that_the_task_has_no_cards_for_is_refused() {
    let task = tiny::runs(4);
    let end = Position::new(&task).end();
    let with = |change: &dyn Fn(&mut End)| {
        let mut end = end.clone();
        change(&mut end);
        Task { goal: Goal::End(end), ..task.clone() }.check()
    };
    assert_eq!(with(&|_| {}), Ok(()));
    assert!(with(&|end| end.rows = 99).is_err());
    assert!(with(&|end| end.columns.push(vec![])).is_err());
    assert!(with(&|end| end.face_down = vec![99]).is_err());
    let twice = end.columns[0][0];
    assert!(with(&|end| end.columns[0].extend([twice; 9])).is_err());
}
