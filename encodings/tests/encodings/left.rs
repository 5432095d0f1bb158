//! "These cards have left their places" as a goal: every encoding that can say it against
//! exhaustive search on tiny games.

use crate::common::{Question, tiny, wins};
use patsat_encodings::options::Options;
use patsat_encodings::schemes::ENCODINGS;
use patsat_encodings::task::{CardId, Goal, Position, Task};
use std::collections::{BTreeMap, HashSet, VecDeque};

/// The cards of a task that lie on another in a column, each taken or not by a bit of `choice`.
fn some_cards(task: &Task, choice: u64) -> Vec<CardId> {
    let lie = task.card_ids().filter(|&card| task.dealt_on(card).is_some());
    lie.enumerate().filter(|(n, _)| choice >> (n % 60) & 3 == 3).map(|(_, card)| card).collect()
}

/// The least number of single-card steps to the goal, by breadth-first search that distinguishes twins.
/// `Some(None)` if it cannot be reached, `None` if there are too many positions.
fn shortest(task: &Task, most: usize) -> Option<Option<u32>> {
    let exact = |position: &Position<'_>| {
        let mut cells = position.cells().to_vec();
        cells.sort_unstable();
        let home: Vec<_> = task.card_ids().map(|card| position.spot(card)).collect();
        let (stock, waste) = (position.stock().len(), position.waste().to_vec());
        let rest = (stock, waste, position.redeals_left(), position.rows_left().len());
        (position.columns().to_vec(), position.face_down().to_vec(), cells, home, rest)
    };
    let start = Position::new(task);
    let mut seen = HashSet::from([exact(&start)]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((position, depth)) = queue.pop_front() {
        if position.is_reached() {
            return Some(Some(depth));
        }
        if seen.len() > most {
            return None;
        }
        for step in position.single_steps() {
            let mut next = position.clone();
            next.apply(step).unwrap();
            if seen.insert(exact(&next)) {
                queue.push_back((next, depth + 1));
            }
        }
    }
    Some(None)
}

fn run(seeds: std::ops::Range<u64>, most: usize) -> BTreeMap<(&'static str, bool), u32> {
    let mut seen = BTreeMap::new();
    for seed in seeds {
        let mut task = match seed % 4 {
            0 => tiny::random(seed),
            1 => tiny::runs(seed),
            2 => tiny::collected(seed),
            _ => tiny::draws(seed),
        };
        let cards = some_cards(&task, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 3);
        task.goal = Goal::Left(cards);
        task.check().unwrap_or_else(|e| panic!("{seed}: {e}"));
        let Some(length) = shortest(&task, most) else { continue };
        if length.is_some_and(|n| n > 9) {
            continue;
        }
        for row in ENCODINGS {
            let Some(mut question) = Question::new(row, &task, &Options::default()) else { continue };
            let steps = question.query(length.unwrap_or(5));
            let place = || format!("{} seed {seed}, shortest {length:?}, {task:?}", row.name);
            assert_eq!(steps.is_some(), length.is_some(), "{}", place());
            if let Some(steps) = steps {
                assert!(wins(&task, &steps), "reads {steps:?}: {}", place());
            }
            *seen.entry((row.name, length.is_some())).or_default() += 1;
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn cards_leave_as_search_makes_them_leave() {
    let seen = run(0..500, 1500);
    let names: HashSet<&str> = seen.keys().map(|&(name, _)| name).collect();
    for name in ["exists", "exists-loose", "exists-runs", "exists-draws", "exists-draws-free", "sequential"] {
        assert!(names.contains(name), "{name} never asked");
        assert!(seen.contains_key(&(name, true)), "{name}: never reached");
    }
    assert_eq!(names.len(), 6, "{names:?}");
}

#[test]
#[ignore = "minutes"]
fn cards_leave_as_search_makes_them_leave_in_many_games() {
    run(1000..8000, 4000);
}

#[test]
fn goals_to_leave_need_cards_that_lie_on_others() {
    let task = (0..).map(tiny::runs).find(|task| !task.start.columns[0].is_empty()).unwrap();
    let bottom = task.start.columns[0][0];
    assert!(Task { goal: Goal::Left(vec![bottom]), ..task.clone() }.check().is_err());
    assert_eq!(Task { goal: Goal::Left(vec![]), ..task }.check(), Ok(()));
}
