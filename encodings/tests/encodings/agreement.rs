//! Every encoding answers as exhaustive search does, on tiny tasks of every kind of rule.

use crate::common::{Question, shortest, tiny, wins};
use patsat_encodings::options::Options;
use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_encodings::task::{Group, Home, Stock, Task};
use patsat_encodings::unroll::{Encoding, Unit};
use std::collections::BTreeMap;

/// Compares one encoding with search on one task; returns the verdict.
fn compare(encoding: &Encoding, task: &Task, options: &Options, length: Option<u32>) -> &'static str {
    let place = || format!("{} with {options} on {task:?}, shortest {length:?}", encoding.name);
    let Some(mut question) = Question::new(encoding, task, options) else { return "unsupported" };
    let Some(length) = length else {
        let bounds: [u32; 3] = [1, 4, 9];
        for &bound in &bounds[if encoding.incremental { 0 } else { bounds.len() - 1 }..] {
            assert_eq!(question.query(bound), None, "{}", place());
        }
        return "unwinnable";
    };
    let check = |steps: &[_]| assert!(wins(task, steps), "{} reads {steps:?}", place());
    if encoding.unit == Unit::Moves {
        if let Some(less) = length.checked_sub(1) {
            assert_eq!(question.query(less), None, "{}", place());
        }
        for bound in [length, length + 2] {
            let steps = question.query(bound).unwrap_or_else(|| panic!("bound {bound}: {}", place()));
            check(&steps);
            assert!(steps.len() >= length as usize && steps.len() <= bound as usize);
        }
        return "won";
    }
    // A parallel step may be a single move, and a card that moves need rest nowhere twice.
    for bound in 0..=length * 2 + 2 {
        let steps = if encoding.incremental {
            question.query(bound)
        } else {
            Question::new(encoding, task, options).and_then(|mut question| question.query(bound))
        };
        if let Some(steps) = steps {
            check(&steps);
            let exact = !options.safe
                && options.rebuilt.is_none()
                && matches!(encoding.unit, Unit::Steps | Unit::PhaseSteps);
            assert!(!exact || bound <= length, "bound {bound}: {}", place());
            return "won";
        }
    }
    panic!("no bound: {}", place());
}

#[test]
fn cards_come_back_and_several_are_drawn() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..500 {
        let task = tiny::turning::mixed(seed);
        task.check().unwrap_or_else(|e| panic!("{e}: {task:?}"));
        let Some(length) = shortest(&task, 2000) else { continue };
        if length.is_some_and(|n| n > 12) {
            continue;
        }
        for encoding in ENCODINGS {
            let verdict = compare(encoding, &task, &plain(), length);
            let kind = [
                (task.group == Group::AnyFaceUp, " any"),
                (task.draw() > 1, " draws"),
                (matches!(task.stock, Stock::Waste { redeals: None, .. }), " unlimited"),
                (task.worrying_back, " back"),
            ];
            for (_, kind) in kind.iter().filter(|(is, _)| *is) {
                *seen.entry(format!("{} {verdict}{kind}", encoding.name)).or_default() += 1;
            }
        }
    }
    println!("{seen:?}");
    for kind in [" any", " draws", " unlimited", " back"] {
        for verdict in ["won", "unwinnable"] {
            let key = format!("sequential {verdict}{kind}");
            assert!(seen.get(&key).is_some_and(|&n| n > 2), "{key}: {seen:?}");
        }
    }
}

/// Compares the encoding of Klondike's kind with search; counts games won and lost by the rules that they use.
fn klondike(seeds: std::ops::Range<u64>, most: usize) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in seeds {
        let task = tiny::turning::klondike(seed);
        task.check().unwrap_or_else(|e| panic!("{e}: {task:?}"));
        let Some(length) = shortest(&task, most) else { continue };
        let Stock::Waste { redeals, draw, .. } = task.stock else { unreachable!() };
        for options in [plain(), Options::default()] {
            let verdict = compare(encoding("exists-klondike").unwrap(), &task, &options, length);
            let key = format!("{verdict} draw {draw} redeals {redeals:?} back {}", task.worrying_back);
            *seen.entry(key).or_default() += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen.keys().all(|key| !key.starts_with("unsupported")), "{seen:?}");
    assert_eq!(seen.len(), 48, "{seen:?}");
}

#[test]
fn counts_of_face_up_cards_agree_with_search() {
    klondike(0..1500, 3000);
}

#[test]
#[ignore = "minutes"]
fn counts_of_face_up_cards_agree_with_search_on_many_tasks() {
    klondike(10_000..30_000, 20_000);
}

fn plain() -> Options {
    "safe=off,invariants=off,symmetry=off,rebuilt=all".parse().unwrap()
}

fn run(seeds: std::ops::Range<u64>, most: usize, options: &[Options]) {
    let mut seen: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for seed in seeds {
        // Every third task is of Spider's kind, which is rare among all; half of them collect runs by a step, and
        // of these half have places beside the columns. Every twelfth is of Klondike's kind.
        let task = match seed % 12 {
            2 | 8 => tiny::runs(seed),
            5 => tiny::collected(seed),
            11 => tiny::collected_with_room(seed),
            9 => tiny::turning::klondike(seed),
            _ => tiny::random(seed),
        };
        let Some(length) = shortest(&task, most) else { continue };
        if length.is_some_and(|n| n > 16) {
            continue;
        }
        for encoding in ENCODINGS {
            for options in options {
                let verdict = compare(encoding, &task, options, length);
                *seen.entry((encoding.name, verdict)).or_default() += 1;
            }
        }
    }
    println!("{seen:?}");
    for encoding in ENCODINGS {
        for verdict in ["won", "unwinnable"] {
            assert!(seen.contains_key(&(encoding.name, verdict)), "{} never {verdict}", encoding.name);
        }
    }
}

#[test]
fn every_encoding_agrees_with_search_on_tiny_tasks() {
    run(0..150, 3000, &[plain(), Options { rebuilt: None, ..Options::default() }]);
}

#[test]
#[ignore = "minutes"]
fn every_encoding_agrees_with_search_on_many_tiny_tasks() {
    run(1000..4000, 20_000, &[plain(), Options { rebuilt: None, ..Options::default() }]);
}

#[test]
fn no_option_changes_a_verdict() {
    let texts = [
        "rebuilt=all,safe=off,symmetry=off",
        "rebuilt=all,cardinality=sequential,at-most-one=ladder",
        "rebuilt=all,at-most-one=bitwise",
        "rebuilt=all,at-most-one=commander,invariants=off",
        "rebuilt=all,at-most-one=product,landmarks",
        "rebuilt=all,at-most-one=bimander",
    ];
    let options: Vec<Options> = texts.iter().map(|text| text.parse().unwrap()).collect();
    run(200..270, 2000, &options);
}

#[test]
fn a_limit_of_moves_is_kept() {
    let mut limited = 0;
    for seed in 0..60 {
        let task = tiny::random(seed);
        let Some(Some(length @ 1..=14)) = shortest(&task, 3000) else { continue };
        for (moves, expected) in [(length - 1, false), (length, true)] {
            let options = Options { moves: Some(moves), ..plain() };
            let mut question = Question::new(encoding("sequential").unwrap(), &task, &options).unwrap();
            assert_eq!(question.query(length + 2).is_some(), expected, "seed {seed}");
            limited += 1;
        }
    }
    assert!(limited > 20);
}

#[test]
fn sequential_covers_every_kind_of_rule() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..400 {
        let task = tiny::random(seed);
        if shortest(&task, 500).flatten().is_some() {
            let home = if matches!(task.home, Home::Runs(_)) { "runs" } else { "after" };
            let stock = match task.stock {
                Stock::None => "none",
                Stock::Waste { .. } => "waste",
                Stock::Rows { .. } => "rows",
            };
            assert!(Question::new(encoding("sequential").unwrap(), &task, &plain()).is_some());
            *seen.entry(format!("{home} {stock}")).or_default() += 1;
        }
    }
    assert_eq!(seen.len(), 6, "winnable tasks of each kind: {seen:?}");
}
