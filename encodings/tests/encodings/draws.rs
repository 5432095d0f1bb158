//! `exists-draws` and `exists-draws-free` on tiny games of Forty Thieves' kind: the verdict of
//! exhaustive search, and that of `sequential`; plans of every model.

use crate::common::{Question, shortest, tiny, wins};
use patsat_encodings::options::Options;
use patsat_encodings::schemes::encoding;
use patsat_encodings::task::{Group, Stock, Task};
use std::collections::BTreeMap;

fn query(name: &str, task: &Task, options: &Options, bound: u32) -> Option<usize> {
    let mut question = Question::new(encoding(name).unwrap(), task, options).unwrap();
    let steps = question.query(bound)?;
    assert!(wins(task, &steps), "{name} with {options} reads {steps:?} on {task:?}");
    Some(steps.len())
}

/// What a task is, in words.
fn about(task: &Task, length: Option<u32>) -> String {
    let Stock::Waste { order, .. } = &task.stock else { unreachable!() };
    let group = match task.group {
        Group::Single => "single",
        Group::BySpaces => "spaces",
        Group::Freely(_) => "freely",
        Group::AnyFaceUp => "any face up",
    };
    let stock = if order.is_empty() { "none" } else { "stock" };
    format!("{group} {stock} {}", if length.is_some() { "won" } else { "lost" })
}

/// Compares with search; the least bound that an encoding needs is at most the number of moves.
fn compare(seeds: std::ops::Range<u64>, most: usize, texts: &[&str], third: u64) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in seeds {
        let task = tiny::draws(seed);
        task.check().unwrap_or_else(|e| panic!("{seed}: {e}"));
        let Some(length) = shortest(&task, most) else { continue };
        let place = || format!("seed {seed}, shortest {length:?}, {task:?}");
        for (text, name) in
            texts.iter().flat_map(|text| [(text, "exists-draws"), (text, "exists-draws-free")])
        {
            let options: Options = text.parse().unwrap();
            match length {
                None => assert_eq!(query(name, &task, &options, 6), None, "{name} {text} {}", place()),
                Some(length) => {
                    let found = (0..=length).find_map(|bound| query(name, &task, &options, bound));
                    assert!(found.is_some(), "{name} {text} no plan: {}", place());
                    // Larger bounds keep it.
                    assert!(query(name, &task, &options, length + 2).is_some(), "{name} {text} {}", place());
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
    compare(0..200, 3000, &["", "labels=1,ride=0"], 5);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn verdicts_are_those_of_search_at_length() {
    compare(200..600, 3000, &["", "labels=1,ride=0"], 5);
    compare(700..900, 2000, &LABELS, 50);
}

const LABELS: [&str; 2] = ["labels=2,ride=1,cardinality=sequential", "labels=7,ride=4"];

#[test]
fn no_option_changes_a_verdict() {
    compare(600..700, 2000, &LABELS, 50);
}

#[test]
#[ignore = "minutes"]
fn verdicts_are_those_of_search_on_many_games() {
    compare(1000..9000, 20_000, &["", "labels=1,ride=0", "labels=3,ride=3"], 20);
}

/// The option sets the number of steps between two draws, the bound the number after the last draw.
#[test]
fn the_schedule_is_that_of_its_options() {
    schedules(0..120, 5);
}

#[test]
#[ignore = "a quarter of a minute; CI runs it"]
fn the_schedule_is_that_of_its_options_at_length() {
    schedules(0..400, 20);
}

fn schedules(seeds: std::ops::Range<u64>, least: u32) {
    let mut needed = 0;
    for seed in seeds {
        let task = tiny::draws(seed);
        let Some(Some(length)) = shortest(&task, 2000) else { continue };
        let last = |phase_steps| {
            let options = Options { phase_steps, ..Options::default() };
            (0..=length).find(|&bound| query("exists-draws", &task, &options, bound).is_some())
        };
        let (none, some, plenty) = (last(Some(0)), last(Some(1)), last(Some(length)));
        // The more steps before each draw, the fewer after the last; without any some games are lost.
        let order = |bound: Option<u32>| bound.unwrap_or(u32::MAX);
        assert!(order(plenty) <= order(some) && order(some) <= order(none), "seed {seed}");
        assert!(plenty.is_some(), "seed {seed}");
        needed += u32::from(plenty < none || none.is_none());
    }
    assert!(needed > least, "{needed}");
}
