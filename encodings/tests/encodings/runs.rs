//! `exists-runs` on tiny games of Spider's kind, runs leaving by force or by a step: the verdict of exhaustive search, and that of
//! `sequential`; plans of every model; what the streamliners and the schedule do.

use crate::common::{Question, shortest, tiny, wins};
use patsat_encodings::options::Options;
use patsat_encodings::schemes::encoding;
use patsat_encodings::steps::sequential;
use patsat_encodings::task::{Stock, Task};
use std::collections::BTreeMap;

fn query(name: &str, task: &Task, options: &Options, bound: u32) -> Option<usize> {
    let mut question = Question::new(encoding(name).unwrap(), task, options).unwrap();
    let steps = question.query(bound)?;
    assert!(wins(task, &steps), "{name} with {options} reads {steps:?} on {task:?}");
    Some(steps.len())
}

fn options(text: &str) -> Options {
    text.parse().unwrap()
}

/// What a task is, in words.
fn about(task: &Task, length: Option<u32>) -> String {
    let stock = match &task.stock {
        Stock::Rows { onto_empty: true, .. } => "relaxed",
        Stock::Rows { .. } => "strict",
        _ => "none",
    };
    let down = if task.start.face_down.iter().any(|&n| n > 0) { "down" } else { "up" };
    format!("{stock} {down} {}", if length.is_some() { "won" } else { "lost" })
}

/// Compares with search; the least bound that the encoding needs is at most the number of moves.
fn compare(of: fn(u64) -> Task, seeds: std::ops::Range<u64>, most: usize, texts: &[&str], third: u64) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in seeds {
        let task = of(seed);
        task.check().unwrap();
        let Some(length) = shortest(&task, most) else { continue };
        let place = || format!("seed {seed}, shortest {length:?}, {task:?}");
        for text in texts {
            let options = options(text);
            match length {
                None => assert_eq!(query("exists-runs", &task, &options, 8), None, "{text} {}", place()),
                Some(length) => {
                    let found = (0..=length).find_map(|bound| query("exists-runs", &task, &options, bound));
                    let found = found.unwrap_or_else(|| panic!("{text} no plan: {}", place()));
                    assert!(found >= length as usize, "{}", place());
                    // Larger bounds keep it.
                    assert!(
                        query("exists-runs", &task, &options, length + 2).is_some(),
                        "{text} {}",
                        place()
                    );
                }
            }
        }
        if seed % third == 0 && length.is_none_or(|n| n <= 14) {
            let bound = length.unwrap_or(8);
            assert_eq!(query("sequential", &task, &Options::default(), bound).is_some(), length.is_some());
        }
        *seen.entry(about(&task, length)).or_default() += 1;
    }
    println!("{seen:?}");
    assert_eq!(seen.len(), 12, "games of each kind: {seen:?}");
}

#[test]
fn verdicts_are_those_of_search() {
    compare(tiny::runs, 0..600, 3000, &["", "labels=1,invariants=off"], 5);
}

#[test]
fn verdicts_are_those_of_search_where_runs_are_collected() {
    compare(tiny::collected, 0..600, 3000, &["", "labels=1,invariants=off"], 5);
}

#[test]
fn no_form_of_counting_changes_a_verdict() {
    let texts = ["labels=2,cardinality=sequential", "labels=7,at-most-one=ladder"];
    compare(tiny::runs, 600..800, 2000, &texts, 50);
}

#[test]
#[ignore = "minutes"]
fn verdicts_are_those_of_search_on_many_games() {
    for of in [tiny::runs, tiny::collected] {
        compare(of, 1000..9000, 20_000, &["", "labels=1", "labels=2,invariants=off"], 20);
    }
}

/// The literals that are counted are true as often as a plan has steps, and so bound them.
#[test]
fn what_is_counted_is_the_length_of_a_plan() {
    let mut seen = 0;
    for seed in 0..120 {
        let task = tiny::collected(seed);
        let Some(Some(length @ 2..=10)) = shortest(&task, 2000) else { continue };
        for (moves, expected) in [(length - 1, false), (length, true)] {
            let options = Options { moves: Some(moves), ..options("labels=3") };
            assert_eq!(
                query("exists-runs", &task, &options, length).map(|n| n as u32),
                expected.then_some(length)
            );
        }
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

/// What is to be done, and the order of what commutes, cut off no plan of the least length, and nothing shorter is let in.
#[test]
fn the_least_horizon_is_the_length_of_a_shortest_plan() {
    let mut seen = [0; 2];
    for seed in 2000..2400 {
        let task = tiny::collected(seed);
        let Some(Some(length @ 1..=12)) = shortest(&task, 2000) else { continue };
        let bound = sequential::distance(&task).unwrap();
        assert!(bound <= length, "seed {seed}: {bound} > {length}");
        for text in ["", "invariants=off", "symmetry=off"] {
            let options = options(text);
            assert!(query("sequential", &task, &options, length).is_some(), "seed {seed} {text}");
            assert!(query("sequential", &task, &options, length - 1).is_none(), "seed {seed} {text}");
        }
        seen[usize::from(bound == length)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}
