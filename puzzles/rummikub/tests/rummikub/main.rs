//! The Rummikub puzzle: four methods and brute force find the same scores; the checker; the counts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod opening;
mod positions;

use patsat_rummikub::backtrack::backtrack;
use patsat_rummikub::count::{brute_force as look_at_each, count};
use patsat_rummikub::format::{Numbers, read_puzzle, read_turn, write_json, write_text};
use patsat_rummikub::sat::Problem;
use patsat_rummikub::{
    Goal, LaidTile, Meld, Objective, Palette, Puzzle, Shape, Tile, VerifiedMelds, check, native, smt,
};
use patsat_solvers::smt as smt_backends;
use patsat_solvers::{self as solve, BackendOptions, Control};
use positions::{below, brute_force, position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn best(puzzle: &Puzzle, goal: &Goal) -> Option<VerifiedMelds> {
    let melds = native::solve(puzzle, goal).unwrap()?.melds;
    // The dynamic programme maximizes the value; the checker decides whether it is enough.
    check(puzzle, goal, melds).ok()
}

fn by_sat(puzzle: &Puzzle, goal: &Goal) -> Option<VerifiedMelds> {
    let chosen = solve::backend(solve::DEFAULT).unwrap();
    let mut backend = chosen.start(&BackendOptions::default(), Control::default()).unwrap();
    let bounded = Problem::new(puzzle, goal).unwrap().optimum(&mut *backend).unwrap();
    assert_eq!(bounded.stopped, None);
    bounded.best
}

fn by_smt(puzzle: &Puzzle, goal: &Goal) -> Option<VerifiedMelds> {
    let chosen = smt_backends::backend(smt_backends::DEFAULT).unwrap();
    let found = smt::optimum(puzzle, goal, &chosen, 0, Control::default()).unwrap();
    assert_eq!(found.stopped, None);
    found.best
}

fn goal(random: &mut ChaCha8Rng) -> Goal {
    let objective = if below(random, 2) == 0 { Objective::Value } else { Objective::Tiles };
    let at_least = (below(random, 4) == 0).then(|| below(random, 40) as u32);
    Goal { objective, at_least, keep: below(random, 3) > 0 }
}

fn small(random: &mut ChaCha8Rng) -> Shape {
    Shape {
        values: 3 + below(random, 4) as u16,
        colours: 2 + below(random, 3) as u8,
        copies: 1 + below(random, 2) as u8,
        jokers: below(random, 3) as u8,
        least: if below(random, 5) == 0 { 2 } else { 3 },
    }
}

fn text(puzzle: &Puzzle, goal: &Goal) -> String {
    format!("{goal:?}\n{}", write_json(puzzle))
}

#[test]
fn native_and_backtracking_are_exact() {
    let (none, kept) = exact(1, 800);
    assert!(none > 5 && kept > 100, "{none} {kept}");
}

#[test]
#[ignore = "thousands of positions: minutes"]
fn native_and_backtracking_are_exact_thousands_of_times() {
    exact(7, 5000);
}

/// Checks small positions with tables and jokers against brute force; returns how many have no answer, and how
/// many sets were kept.
fn exact(seed: u64, positions: usize) -> (usize, u32) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut none, mut kept) = (0, 0);
    for _ in 0..positions {
        let shape = small(&mut random);
        let (tries, rack) = (below(&mut random, 6), below(&mut random, 9));
        let puzzle = position(&mut random, shape, tries, rack);
        if puzzle.table_count() > 14 || shape.jokers > 1 && shape.values * u16::from(shape.colours) > 18 {
            continue;
        }
        let goal = goal(&mut random);
        let expected = brute_force(&puzzle, &goal);
        let found = best(&puzzle, &goal).map(|best| best.score().by(&goal));
        assert_eq!(found, expected, "{}", text(&puzzle, &goal));
        let plain = Goal { keep: false, ..goal };
        let slow = backtrack(&puzzle, &plain, 300_000);
        if slow.finished {
            let slow = slow.melds.map(|melds| check(&puzzle, &plain, melds).unwrap().score().by(&plain).0);
            assert_eq!(slow, expected.map(|score| score.0), "{}", text(&puzzle, &goal));
        }
        none += usize::from(expected.is_none());
        kept += expected.map_or(0, |score| score.1);
    }
    (none, kept)
}

fn sat_agrees(seed: u64, positions: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..positions {
        let shape = if below(&mut random, 3) == 0 { Shape::default() } else { small(&mut random) };
        let (tries, rack) = (below(&mut random, 12), below(&mut random, 15));
        let puzzle = position(&mut random, shape, tries, rack);
        let goal = goal(&mut random);
        let expected = best(&puzzle, &goal).map(|best| best.score().by(&goal));
        let sat = by_sat(&puzzle, &goal).map(|best| best.score().by(&goal));
        assert_eq!(sat, expected, "{}", text(&puzzle, &goal));
    }
}

fn smt_agrees(seed: u64, positions: usize) {
    if !solve::HAS_Z3 {
        eprintln!("skipped: z3 is not linked in");
        return;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..positions {
        let shape = small(&mut random);
        let (tries, rack) = (below(&mut random, 5), below(&mut random, 12));
        let puzzle = position(&mut random, shape, tries, rack);
        let goal = goal(&mut random);
        let expected = best(&puzzle, &goal).map(|best| best.score().by(&goal));
        let smt = by_smt(&puzzle, &goal).map(|best| best.score().by(&goal));
        assert_eq!(smt, expected, "{}", text(&puzzle, &goal));
    }
}

#[test]
fn sat_comes_to_the_same() {
    sat_agrees(2, 300);
}

#[test]
fn smt_comes_to_the_same() {
    smt_agrees(3, 60);
}

#[test]
#[ignore = "thousands of positions: minutes"]
fn sat_comes_to_the_same_thousands_of_times() {
    sat_agrees(4, 3000);
}

#[test]
#[ignore = "thousands of positions: minutes"]
fn smt_comes_to_the_same_thousands_of_times() {
    smt_agrees(5, 2000);
}

/// A position as a text.
fn read(text: &str) -> Puzzle {
    read_puzzle(text.as_bytes(), &Numbers::default()).unwrap()
}

#[test]
fn what_users_of_other_programs_reported() {
    let goal = Goal { objective: Objective::Tiles, ..Goal::default() };
    let left =
        |text| best(&read(text), &goal).unwrap().left().iter().map(ToString::to_string).collect::<Vec<_>>();
    // Two tiles of one colour and the run: one is left over at least, not two sets short.
    assert_eq!(left("r3 r4 r5 r6 r7 b6 o6").len(), 1);
    assert_eq!(left("r13 o13 k13 k13"), ["k13"]);
    // More than two jokers.
    let numbers = Numbers { jokers: Some(5), ..Numbers::default() };
    let many = read_puzzle(b"* * * * * r1", &numbers).unwrap();
    assert!(best(&many, &goal).unwrap().left().is_empty());
    // By value the jokers are better without the one: 9 to 13.
    assert_eq!(best(&many, &Goal::default()).unwrap().score().value, 55);
    // The joker of an opening counts as what it stands for.
    let opening = Goal { at_least: Some(30), ..Goal::default() };
    assert_eq!(best(&read("r9 r10 *"), &opening).unwrap().score().value, 30);
    assert_eq!(best(&read("r8 r9 *"), &opening), None);
}

#[test]
fn sets_of_the_table_are_changed_only_where_that_pays() {
    let goal = Goal { keep: true, ..Goal::default() };
    let puzzle = read("r4\ntable: r1 r2 r3\ntable: k5 k6 k7\ntable: b9 o9 k9");
    let found = best(&puzzle, &goal).unwrap();
    assert_eq!((found.score().tiles, found.score().kept), (1, 2));
    let nothing = best(&read("r9\ntable: r1 r2 r3\ntable: b1 b2 b3\ntable: o1 o2 o3"), &goal).unwrap();
    // Three runs or three groups: as they lay.
    assert_eq!((nothing.score().tiles, nothing.score().kept), (0, 3));
    assert_eq!(best(&read("r1\nloose: k5 k6"), &goal), None);
}

fn set(text: &str) -> Meld {
    let shape = Shape { values: 20, ..Shape::default() };
    let place = |word| Palette::new(&shape).place(word, &shape).unwrap().unwrap();
    Meld(text.split_whitespace().map(place).collect())
}

#[test]
fn tampered_answers_are_refused() {
    let puzzle = read("r1 r2 r3 r13 b1 o1 *\ntable: k5 k6 k7\ntable: k9 *b9 o9");
    let opening = Goal { at_least: Some(60), ..Goal::default() };
    for (sets, goal, message) in [
        (vec!["r1 r2 r3", "k5 k6 k7", "k9 *b9 o9"], Goal::default(), ""),
        (
            vec!["r1 r2", "k5 k6 k7", "k9 *b9 o9"],
            Goal::default(),
            "set 1: found a set of 2, expected at least 3",
        ),
        (vec!["r1 r2 r4"], Goal::default(), "set 1: found 'r1 r2 r4', expected a group"),
        (vec!["r1 r1 b1"], Goal::default(), "expected a group"),
        (vec!["r12 r13 r14"], Goal::default(), "expected a group"),
        (vec!["r13 r1 r2"], Goal::default(), "expected a group"),
        (vec!["r1 b1 o1 *g1"], Goal::default(), "expected a group"),
        (
            vec!["r1 r2 r3", "r1 b1 o1", "k5 k6 k7", "k9 *b9 o9"],
            Goal::default(),
            "r1 lies 2 times in the sets: expected at most 1",
        ),
        (
            vec!["r1 r2 r3", "k5 k6 k7"],
            Goal::default(),
            "lies 0 times in the sets: expected at least 1, as on the table",
        ),
        (
            vec!["r1 r2 r3", "k5 k6 k7", "k9 o9 b9"],
            Goal::default(),
            "b9 lies 1 times in the sets: expected at most 0",
        ),
        (
            vec!["*r5 *r6 *r7", "k5 k6 k7", "k9 *b9 o9"],
            Goal::default(),
            "* lies 4 times in the sets: expected at most 2",
        ),
        (vec!["r1 r2 r3", "k5 k6 k7", "k9 *b9 o9"], opening, "the sets are worth 51: expected at least 60"),
    ] {
        let melds = sets.iter().map(|text| match text.contains("g1") {
            true => Meld(
                set("r1 b1 o1")
                    .0
                    .into_iter()
                    .chain([LaidTile { tile: Tile { colour: 4, value: 1 }, joker: true }])
                    .collect(),
            ),
            false => set(text),
        });
        let melds: Vec<Meld> = melds.collect();
        let checked = check(&puzzle, &goal, melds.clone()).map_err(|refused| refused.to_string());
        match message {
            "" => {
                let accepted = checked.unwrap();
                assert_eq!((accepted.melds(), accepted.score().kept), (&melds[..], 2));
            }
            message => assert!(checked.as_ref().unwrap_err().contains(message), "{checked:?}"),
        }
    }
}

/// Equal but for the order of tiles in sets.
fn same(a: &Puzzle, b: &Puzzle) {
    let keys = |puzzle: &Puzzle| puzzle.sets().iter().map(Meld::key).collect::<Vec<_>>();
    assert_eq!((a.shape(), a.rack(), a.loose(), keys(a)), (b.shape(), b.rack(), b.loose(), keys(b)));
}

#[test]
fn positions_come_back_as_they_were_written() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..300 {
        let shape = small(&mut random);
        let (tries, rack) = (below(&mut random, 8), 1 + below(&mut random, 9));
        let puzzle = position(&mut random, shape, tries, rack);
        same(&read_puzzle(write_json(&puzzle).as_bytes(), &Numbers::default()).unwrap(), &puzzle);
        let Shape { values, colours, copies, jokers, least } = shape;
        let numbers = Numbers {
            values: Some(values),
            colours: Some(colours),
            copies: Some(copies),
            jokers: Some(jokers),
            least: Some(least),
        };
        if puzzle.rack_count() > 0 {
            same(&read_puzzle(write_text(&puzzle).as_bytes(), &numbers).unwrap(), &puzzle);
        }
    }
    let shape = Shape::default();
    let sets = read_turn(b"r1 *r2 r3 # a run\n\nk5, o5, *\n", &Palette::new(&shape), &shape).unwrap().sets;
    assert_eq!(
        sets.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["r1 *r2 r3", "*b5 o5 k5"].map(|s| s.replace("*b5 o5 k5", "*r5 o5 k5"))
    );
}

fn shape(values: u16, colours: u8, copies: u8, jokers: u8) -> Shape {
    Shape { values, colours, copies, jokers, least: 3 }
}

#[test]
fn counts_agree_with_looking_at_every_hand() {
    for (shape, total) in [
        (shape(5, 3, 1, 0), Some(506u32)),
        (shape(6, 3, 1, 0), Some(2332)),
        (shape(6, 2, 2, 0), Some(3600)),
        (shape(4, 3, 2, 0), Some(2367)),
        (shape(3, 4, 2, 0), Some(15813)),
        (shape(5, 4, 1, 0), Some(16658)),
        (shape(5, 3, 1, 1), None),
        (shape(4, 3, 1, 2), None),
        (shape(4, 2, 2, 2), None),
        (shape(3, 3, 2, 1), None),
        (shape(2, 4, 2, 3), None),
        (Shape { least: 2, ..shape(4, 3, 1, 1) }, None),
        (Shape { least: 4, ..shape(6, 2, 2, 1) }, None),
    ] {
        let rows = count(&shape, None, &mut |_| true).unwrap();
        let each = look_at_each(&shape).unwrap();
        for row in &rows {
            for (used, winning) in row.by_jokers.iter().enumerate() {
                let tiles = (row.tiles as usize).checked_sub(used);
                let found = tiles.and_then(|tiles| each[used][0].get(tiles)).cloned().unwrap_or_default();
                assert_eq!(*winning, found, "{shape:?} {} {used}", row.tiles);
            }
            if shape.jokers == 0 {
                assert_eq!(row.winning_deals, each[0][1][row.tiles as usize]);
            }
        }
        // With a limit the numbers are the same.
        for most in [3, 5, 8] {
            let few = count(&shape, Some(most), &mut |_| true).unwrap();
            assert_eq!(few[..], rows[..few.len()]);
        }
        if let Some(total) = total {
            let sum = rows.iter().map(|row| &row.winning).sum::<num_bigint::BigUint>();
            assert_eq!(sum, total.into(), "{shape:?}");
        }
    }
}

/// In a game without equal tiles every hand is one deal, so both counts agree.
#[test]
fn the_chance_of_a_deal_counts_deals() {
    let shape = shape(3, 3, 1, 1);
    let rows = count(&shape, None, &mut |_| true).unwrap();
    for row in &rows {
        // No two tiles are the same here, and there is one joker.
        assert_eq!((&row.hands, &row.winning), (&row.deals, &row.winning_deals));
    }
}

#[test]
fn the_figures_of_the_talk() {
    let rows = count(&Shape { jokers: 0, ..Shape::default() }, Some(18), &mut |_| true).unwrap();
    let winning: Vec<u64> = rows.iter().map(|row| row.winning.clone().try_into().unwrap()).collect();
    assert_eq!(winning[3..10], [96, 53, 36, 4656, 4980, 4731, 151_728]);
    assert_eq!(rows[14].hands, 37_418_772_170_780u64.into());
    assert_eq!(winning[14], 10_232_524);
    for (row, talk) in rows[14..].iter().zip([2.73e-7, 5.09e-7, 3.02e-7, 1.37e-7, 1.98e-7]) {
        assert!((row.ratio() / talk - 1.0).abs() < 0.005, "{} {talk}", row.ratio());
    }
}

/// The table under `instances/tiles`, which the program made, made again.
#[test]
#[ignore = "half a minute optimised, some minutes else"]
fn the_whole_table_comes_out_again() {
    let shape = Shape { jokers: 0, ..Shape::default() };
    let rows = count(&shape, None, &mut |_| true).unwrap();
    let kept = std::fs::read_to_string("../../instances/tiles/rummikub-winning-hands.csv").unwrap();
    assert_eq!(patsat_rummikub::report::counts::csv(&shape, &rows), kept);
}
