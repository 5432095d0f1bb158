//! SMT scripts of tiny games of Spider's kind against exhaustive search, by any z3 that is installed as a
//! program. Without one the tests print a note and are skipped.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::common::{tiny, wins};
use patsat_encodings::options::Options;
use patsat_encodings::task::{Home, Position, Step, Target, Task};
use patsat_smt::answer::{Answer, read_answer};
use patsat_smt::encoding;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// What z3 prints for a script, or `None` if it is not here.
fn z3(script: &str) -> Option<String> {
    let mut child = Command::new("z3")
        .args(["-in", "-T:60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    Some(String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap())
}

/// The steps of a plan; the outer `None` if there is no z3.
fn query(task: &Task, options: &Options, bound: u32) -> Option<Option<Vec<Step>>> {
    let bounded = encoding("thesis").unwrap().build(task, options, bound, None).unwrap();
    Some(match read_answer(&z3(&bounded.whole())?) {
        Ok(Answer::Satisfiable(values)) => {
            Some(bounded.read(task, &values).unwrap_or_else(|e| panic!("{e}: {values:?} of {task:?}")))
        }
        Ok(Answer::Unsatisfiable) => None,
        other => panic!("{other:?} on {task:?}"),
    })
}

/// The least number of moves of a win, up to `most`.
fn shortest(task: &Task, most: u32) -> Option<u32> {
    let mut layer = vec![Position::new(task)];
    let mut seen = std::collections::HashSet::from([layer[0].key()]);
    for depth in 0..=most {
        if layer.iter().any(|p| p.is_won()) {
            return Some(depth);
        }
        let mut next = Vec::new();
        for position in &layer {
            for step in position.steps() {
                let mut after = position.clone();
                after.apply(step).unwrap();
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    None
}

fn compare(seeds: std::ops::Range<u64>, most: u32, texts: &[&str]) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in seeds {
        let task = tiny::runs(seed);
        if encoding("thesis").unwrap().build(&task, &Options::default(), 0, None).is_err() {
            *seen.entry("unsupported".into()).or_default() += 1;
            continue;
        }
        let length = shortest(&task, most);
        for text in texts {
            let options: Options = text.parse().unwrap();
            let place = || format!("seed {seed}, {text}, {length:?}, {task:?}");
            // Runs that leave are steps beside the moves.
            let runs = match &task.home {
                Home::Runs(runs) => (task.cards.len() / runs[0].len()) as u32,
                _ => 0,
            };
            let longest = most.min(5u32.saturating_sub(runs));
            let bounds = length.map_or(vec![longest], |n| vec![n.saturating_sub(1), n, n + 1]);
            for bound in bounds.into_iter().filter(|&n| n <= longest) {
                let Some(found) = query(&task, &options, bound) else {
                    eprintln!("skipped: z3 is not installed");
                    return;
                };
                let expected = length.is_some_and(|n| n <= bound);
                match found {
                    Some(steps) => {
                        assert!(wins(&task, &steps), "{}: {steps:?}", place());
                        assert!(expected || options.thesis.sorted_goal, "bound {bound} {}", place());
                        *seen.entry(format!("{text} plan")).or_default() += 1;
                    }
                    None => {
                        assert!(!expected || options.thesis.minimal_index, "bound {bound} {}", place());
                        *seen.entry(format!("{text} none")).or_default() += 1;
                    }
                }
            }
        }
    }
    println!("{seen:?}");
}

#[test]
fn the_thesis_agrees_with_search() {
    compare(0..20, 4, &["", "sorted-goal", "minimal-index", "contraposition=off,empty-piles=off"]);
}

#[test]
fn a_plan_names_its_columns() {
    for seed in 0..16 {
        let task = tiny::runs(seed);
        let can = encoding("thesis").unwrap().build(&task, &Options::default(), 0, None).is_ok();
        if !can || shortest(&task, 4).is_none() {
            continue;
        }
        let Some(Some(steps)) = query(&task, &Options::default(), 5) else { return };
        assert!(steps.iter().all(|s| !matches!(s, Step::Move { to: Target::EmptyColumn, .. })));
    }
}
