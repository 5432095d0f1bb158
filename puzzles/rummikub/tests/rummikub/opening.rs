//! Opening turns against every opening and every turn after it; the checker of openings.

use crate::positions::{below, brute_force, position};
use crate::{read, set, small};
use patsat_rummikub::format::{Numbers, read_puzzle, read_turn, write_json, write_text};
use patsat_rummikub::opening::best_turn;
use patsat_rummikub::{
    Goal, LaidTile, Meld, Objective, Palette, Puzzle, Shape, Tile, VerifiedMelds, check, check_opening,
    native,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeSet;
use std::convert::Infallible;

/// The best turn by the dynamic programme, which must know that it is best.
fn turn(puzzle: &Puzzle, goal: &Goal, least: u32) -> Option<VerifiedMelds> {
    let opened = best_turn(puzzle, goal, least, |puzzle, goal| {
        let found = native::solve(puzzle, goal).unwrap();
        Ok::<_, Infallible>((found.map(|found| check(puzzle, goal, found.melds).unwrap()), true))
    });
    let opened = opened.unwrap();
    assert!(opened.finished, "{}", write_json(puzzle));
    opened.best
}

/// Every multiset of rack tiles that some sets use up, with the most that they are worth: each set of the game, with
/// each choice of jokers, is laid or not.
fn openings(puzzle: &Puzzle, least: u32) -> Vec<Vec<Meld>> {
    let shape = *puzzle.shape();
    let mut sets: Vec<Meld> = Vec::new();
    let mut add = |tiles: Vec<Tile>| {
        for mask in 0u32..1 << tiles.len() {
            let laid =
                tiles.iter().enumerate().map(|(n, &tile)| LaidTile { tile, joker: mask >> n & 1 == 1 });
            let meld = Meld(laid.collect());
            if meld.check(&shape).is_ok() && puzzle.after(std::slice::from_ref(&meld)).is_some() {
                sets.push(meld);
            }
        }
    };
    for colour in 0..shape.colours {
        for first in 1..=shape.values {
            for last in first..=shape.values {
                add((first..=last).map(|value| Tile { colour, value }).collect());
            }
        }
    }
    for value in 1..=shape.values {
        for mask in 1u32..1 << shape.colours {
            add((0..shape.colours)
                .filter(|c| mask >> c & 1 == 1)
                .map(|colour| Tile { colour, value })
                .collect());
        }
    }
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    let mut open: Vec<(usize, Vec<Meld>)> = vec![(0, Vec::new())];
    while let Some((from, chosen)) = open.pop() {
        let value: u64 = chosen.iter().map(Meld::value).sum();
        if value >= least.into() && seen.insert(chosen.iter().map(ToString::to_string).collect::<Vec<_>>()) {
            all.push(chosen.clone());
        }
        for (n, set) in sets.iter().enumerate().skip(from) {
            let more = [&chosen[..], std::slice::from_ref(set)].concat();
            if puzzle.after(&more).is_some() {
                open.push((n, more));
            }
        }
    }
    all
}

/// The best score of a turn, by trying every opening and laying every set after it.
fn by_brute_force(puzzle: &Puzzle, goal: &Goal, least: u32) -> Option<(u64, u32)> {
    let after = openings(puzzle, least).into_iter().map(|opening| puzzle.after(&opening).unwrap());
    let mut seen: Vec<Puzzle> = Vec::new();
    let mut best = None;
    for after in after {
        if seen.contains(&after) {
            continue;
        }
        let score = brute_force(&after, goal).map(|(main, kept)| match goal.objective {
            // The opening's tiles come from the rack too.
            Objective::Tiles => (main + u64::from(puzzle.rack_count() - after.rack_count()), kept),
            Objective::Value => (main, kept),
        });
        best = best.max(score);
        seen.push(after);
    }
    best
}

#[test]
fn opening_turns_are_exact() {
    let mut random = ChaCha8Rng::seed_from_u64(57);
    let (mut found, mut none, mut costs) = (0, 0, 0);
    for _ in 0..250 {
        let shape = Shape { jokers: below(&mut random, 2) as u8, ..small(&mut random) };
        let (tries, rack) = (1 + below(&mut random, 3), 3 + below(&mut random, 5));
        let puzzle = position(&mut random, shape, tries, rack);
        if puzzle.table_count() == 0 || puzzle.table_count() > 9 {
            continue;
        }
        let objective = if below(&mut random, 2) == 0 { Objective::Value } else { Objective::Tiles };
        let goal = Goal { objective, at_least: None, keep: below(&mut random, 2) == 0 };
        let least = below(&mut random, 16) as u32;
        let expected = by_brute_force(&puzzle, &goal, least);
        let turn = turn(&puzzle, &goal, least);
        let score = turn.as_ref().map(|turn| turn.score().by(&goal));
        assert_eq!(score, expected, "{least} {goal:?}\n{}", write_json(&puzzle));
        match turn {
            None => none += 1,
            Some(turn) => {
                found += 1;
                let free = brute_force(&puzzle, &goal).unwrap();
                costs += u32::from(free > turn.score().by(&goal));
                // The checker accepts the turn and its opening.
                let wanted = Goal { at_least: Some(least), ..goal };
                let again =
                    check_opening(&puzzle, &wanted, turn.melds().to_vec(), turn.opening().to_vec()).unwrap();
                assert_eq!(again, turn);
            }
        }
    }
    println!("{found} turns, {none} without an opening, {costs} that an opening makes worse");
    assert!(found > 25 && none > 40, "{found} {none} {costs}");
}

#[test]
fn the_table_is_used_after_the_opening() {
    let shown = |text: &str, least| {
        let puzzle = read(text);
        let goal = Goal { keep: true, ..Goal::default() };
        turn(&puzzle, &goal, least).map(|turn| {
            let join = |sets: &[Meld]| sets.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            (join(turn.opening()), turn.score().tiles, turn.left().len())
        })
    };
    let opening = |sets: &str, tiles, left| Some((sets.to_owned(), tiles, left));
    assert_eq!(shown("r10 b10 o10 k4\ntable: r4 b4 o4", 30), opening("r10 b10 o10", 4, 0));
    // 27 is too little, and the table may not help the opening.
    assert_eq!(shown("r9 b9 o9 k4\ntable: r4 b4 o4", 30), None);
    assert_eq!(shown("r10 b10 k4\ntable: o10 k10 r10", 30), None);
    // The opening's own tiles are rearranged afterwards.
    assert_eq!(shown("r9 r10 r11 r12 b12\ntable: k12 o12 r12", 30), opening("r9 r10 r11 r12", 5, 0));
    // A joker counts as what it stands for.
    assert_eq!(shown("r9 r10 * k4\ntable: r4 b4 o4", 30), opening("r9 r10 *r11", 4, 0));
    assert_eq!(shown("r8 r9 * k4\ntable: r4 b4 o4", 30), None);
}

#[test]
fn an_opening_may_cost_tiles() {
    // Without an opening 9 to 13 are laid with the table's 12; the only sets worth 31 are the elevens.
    let puzzle = read("r9 r10 r11 r13 b11 o11\ntable: r12 b12 o12 k12");
    let goal = Goal { objective: Objective::Tiles, ..Goal::default() };
    let laid =
        |least| turn(&puzzle, &goal, least).map(|turn| (turn.opening()[0].to_string(), turn.score().tiles));
    assert_eq!(brute_force(&puzzle, &goal), Some((4, 0)));
    assert_eq!(laid(30).map(|turn| turn.1), Some(4));
    assert_eq!(laid(31), Some(("r11 b11 o11".into(), 3)));
    assert_eq!(by_brute_force(&puzzle, &goal, 31), Some((3, 0)));
    assert_eq!(laid(34), None);
}

#[test]
fn tampered_openings_are_refused() {
    let puzzle = read("r10 b10 o10 k4 k5 *\ntable: r4 b4 o4\ntable: k6 k7 k8");
    let goal = Goal { at_least: Some(30), ..Goal::default() };
    let sets = ["r10 b10 o10", "r4 b4 o4", "k4 k5 k6 k7 k8"];
    let refused = |sets: &[&str], opening: &[&str]| {
        let melds = |texts: &[&str]| texts.iter().map(|text| set(text)).collect::<Vec<_>>();
        check_opening(&puzzle, &goal, melds(sets), melds(opening)).map(drop).map_err(|e| e.to_string())
    };
    assert_eq!(refused(&sets, &["r10 b10 o10"]), Ok(()));
    for (sets, opening, message) in [
        (
            &sets[..],
            &["r10 b10 k10"][..],
            "k10 lies 1 times in the opening: expected at most 0, as laid from the rack",
        ),
        (&sets, &["r10 b10 *o10"], "* lies 1 times in the opening: expected at most 0"),
        (&sets, &["k4 k5 k6"], "k6 lies 1 times in the opening: expected at most 0"),
        (&sets, &["r10 b10"], "set 1 of the opening: found a set of 2, expected at least 3"),
        (&sets, &["r10 b10 o9"], "set 1 of the opening: found 'r10 b10 o9', expected a group"),
        (&sets, &[], "the opening is worth 0: expected at least 30"),
        (&sets, &["r10 b10 o10", "r10 b10 o10"], "r10 lies 2 times in the opening: expected at most 1"),
        // What opened the turn must be there at its end.
        (
            &["r4 b4 o4", "k4 k5 k6 k7 k8"],
            &["r10 b10 o10"],
            "r10 lies 1 times in the opening: expected at most 0",
        ),
        (&["r10 b10 o10", "r4 b4 o4"], &["r10 b10 o10"], "k6 lies 0 times in the sets: expected at least 1"),
    ] {
        let error = refused(sets, opening).unwrap_err();
        assert!(error.contains(message), "{opening:?}: {error}");
    }
}

/// The same position in many hands.
#[test]
fn positions_are_read_as_people_write_them() {
    let expected = read("r1 b2 o3 k13 *\ntable: k5 k6 k7\ntable: r9 *b9 o9");
    for text in [
        "R1 B2 O3 K13 J\nTABLE: K5 K6 K7\nTable: R9 *B9 O9\n",
        "Red1, Blue2, Orange3, Black13, joker\ntable: black5, black6, black7\ntable: red9, joker(blue9), orange9\n",
        "1R 2B 3O 13K *\r\ntable: 5K 6K 7K\r\ntable: 9R J=9B 9O\r\n",
        "rack: r1 b2 o3 k13 * // mine\n\nboard: k5 k6 k7 | r9 *b9 o9\n",
        "table:\n  k7 k5 k6\n  r9 *b9 o9\n\nhand:\n  r1 b2\n  o3 k13 *\n",
        "red 1 blue 2 orange 3 black 13 joker\ntable: 5 black, 6 black, 7 black\ntable: red-9 *blue-9 orange-9\n",
        "rack: [r1, b2, o3, k13, *]\ntable: ['k5', 'k6', 'k7']; ['r9', '*b9', 'o9']\n",
        "{\"rack\": \"1R 2B 3O 13K J\", \"table\": [[\"Black5\", \"Black6\", \"Black7\"], \"9R *9B 9O\"]}",
    ] {
        let found =
            read_puzzle(text.as_bytes(), &Numbers::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
        crate::same(&found, &expected);
    }
}

#[test]
fn other_colours_are_read_and_written() {
    let puzzle = read("table: 3G 4G 5G 6G\ntable: 4B 4G 4R\n4Y\n");
    let goal = Goal { objective: Objective::Tiles, keep: true, ..Goal::default() };
    let melds = native::solve(&puzzle, &goal).unwrap().unwrap().melds;
    let found = check(&puzzle, &goal, melds).unwrap();
    assert_eq!(found.score().tiles, 1);
    assert!(
        write_text(&puzzle).starts_with("y4\ntable: g3 g4 g5 g6\ntable: r4 b4 g4\n"),
        "{}",
        write_text(&puzzle)
    );
    // What is written is read back, and answers in these letters too.
    for text in [write_text(&puzzle), write_json(&puzzle)] {
        crate::same(&read_puzzle(text.as_bytes(), &Numbers::default()).unwrap(), &puzzle);
    }
    let sets =
        found.melds().iter().map(|set| puzzle.palette().renamed(&set.to_string()) + "\n").collect::<String>();
    assert!(sets.contains("g4") && sets.contains("y4"), "{sets}");
    let again = read_turn(sets.as_bytes(), puzzle.palette(), puzzle.shape()).unwrap().sets;
    assert_eq!(again, found.melds());
    let refused = |text: &str| read_puzzle(text.as_bytes(), &Numbers::default()).unwrap_err().to_string();
    assert_eq!(
        refused("r1 b1 o1 k1\ng2\n"),
        "line 2: found 'g2' of unknown colour, expected one of r, b, o, k"
    );
    // The error uses the letters of the file.
    assert_eq!(refused("g5 y5 g5 g5\n"), "line 1: found 3 copies of g5, expected at most 2");
    assert_eq!(
        refused("y1\ntable: y1 g2 y3\n"),
        "line 2: found 'y1 g2 y3', expected a group (one value, different colours) or a run (one colour, values one after the other)"
    );
    for (text, message) in [
        ("red\n", "line 1: found 'red', expected a tile such as r1"),
        ("red 1 2\n", "line 1: found '2', expected a tile such as r1"),
        ("1 red 14 blue\n", "line 1: found '14blue', expected a value from 1 to 13"),
        ("pool: r1\n", "line 1: found 'pool:', expected 'table:'"),
    ] {
        let error = refused(text);
        assert!(error.starts_with(message), "{text:?}: {error}");
    }
    // With as many colours as the file has, each has its usual place.
    let numbers = Numbers { colours: Some(6), ..Numbers::default() };
    let six = read_puzzle(b"r1 b1 o1 k1 g1 y1", &numbers).unwrap();
    assert_eq!(six.palette(), &Palette::new(six.shape()));
}
