//! What bounds count: the least horizon with a plan, and the sentence about the one before it, beside the length of a
//! shortest plan by exhaustive search. For every SAT and SMT encoding on small games.

use patsat_encodings::schemes;
use patsat_encodings::unroll::Unit;
use patsat_formats::{Format, write_instance};
use patsat_game::rules::Stock;
use patsat_game::state::{Instance, Table};
use patsat_smt as smt;
use patsat_testkit::cli::{result, run};
use patsat_testkit::klondike::small_klondike;
use patsat_testkit::positions::near_end;
use patsat_testkit::spider::{columns, rules};
use std::collections::{BTreeMap, HashSet};
use tempfile::TempDir;

/// The number of moves of a shortest plan: every position is visited, a single card or a run being one move.
fn shortest(instance: &Instance, most: usize) -> Option<u32> {
    let mut layer: Vec<Table> = vec![instance.table()];
    let mut seen = HashSet::from([layer[0].key()]);
    for moves in 0.. {
        if layer.iter().any(Table::is_won) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for table in &layer {
            for action in table.moves() {
                let mut after = table.clone();
                after.apply(action).unwrap();
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() || seen.len() > most {
            return None;
        }
        layer = next;
    }
    None
}

/// Small games of several kinds, each with its shortest length, from 2 to 5 moves.
fn games() -> Vec<(Instance, u32)> {
    let mut games = vec![
        columns(rules(4, 1, 1, 4), &["2C", "AC", "3C", "4C"]),
        columns(rules(2, 1, 1, 3), &["2C", "AC"]),
        columns(rules(3, 1, 2, 3), &["3C 2C 3C", "AC 2C", "AC"]),
        columns(rules(3, 2, 1, 4), &["3C 2D", "3D 2C", "AC", "AD"]),
    ];
    games.extend((0..60).map(patsat_testkit::small_spider));
    games.extend((0..60).map(patsat_testkit::small_game));
    games.extend((0..60).filter_map(|seed| near_end(&small_klondike(seed), seed, 5, 3_000)));
    let lengths = games.into_iter().filter_map(|game| shortest(&game, 3_000).map(|length| (game, length)));
    let mut of_length: BTreeMap<(bool, bool, u32), usize> = BTreeMap::new();
    let few = |(game, length): &(Instance, u32)| {
        let drawn = matches!(game.rules.stock, Stock::Waste { .. });
        let seen = of_length.entry((game.rules.home.of_runs(), drawn, *length)).or_default();
        *seen += 1;
        (2..=5).contains(length) && *seen <= 1
    };
    lengths.filter(few).collect()
}

#[test]
fn no_bound_sentence_contradicts_a_shortest_plan() {
    let folder = TempDir::new().unwrap();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let sat = schemes::ENCODINGS.iter().map(|row| ("sat", row.name, row.unit));
    let all: Vec<_> = sat.chain(smt::ENCODINGS.iter().map(|row| ("smt", row.name, row.unit))).collect();
    for (n, (game, length)) in games().iter().enumerate() {
        let path = folder.path().join(format!("{n}.json"));
        std::fs::write(&path, write_instance(game, Format::Json).unwrap()).unwrap();
        let path = path.to_str().unwrap();
        for &(by, name, unit) in &all {
            let horizons = format!("1..{}", 2 * length + 2);
            let command =
                ["solve", path, "--by", by, "--encoding", name, "--horizon", &horizons, "--schedule", "ramp"];
            let (code, out, err) = run(&[&command[..], &["--format", "json"]].concat());
            if code == 2 || code == 4 {
                assert!(
                    err.contains("cannot express") || err.contains("not installed") || code == 4,
                    "{name}: {err}"
                );
                continue;
            }
            let place = format!("{name} on {path}, shortest {length}: {out}{err}");
            assert_eq!(code, 10, "{place}");
            let data = result(&out);
            let least = data["sat"]["decided_by"]["horizon"].as_u64().unwrap() as u32;
            let moves =
                data["lengths"]["m2"].as_u64().unwrap().min(data["lengths"]["m1"].as_u64().unwrap()) as u32;
            assert_eq!(data["sat"]["decided_by"]["unit"], unit.word(2), "{place}");
            assert!(moves >= *length, "{place}");
            match unit {
                // What everybody counts: the least bound is the length of a shortest plan, and of this one.
                Unit::Moves => assert_eq!((least, moves), (*length, *length), "{place}"),
                // A plan of single moves has one step per move.
                _ => assert!(least <= *length, "{place}"),
            }
            *seen.entry(name).or_default() += 1;
            if least < 2 {
                continue;
            }
            let before = (least - 1).to_string();
            let command = ["solve", path, "--by", by, "--encoding", name, "--horizon", &before];
            let (code, out, _) = run(&command);
            assert_eq!(code, 21, "{place}");
            let sentence = format!("No plan within {before} {} of encoding {name}", unit.word(least - 1));
            assert!(out.contains(&sentence), "{out}: {place}");
            let data = result(&run(&[&command[..], &["--format", "json"]].concat()).1);
            assert_eq!(
                (&data["bound"], &data["unit"]),
                (&(least - 1).into(), &unit.word(2).into()),
                "{place}"
            );
        }
    }
    println!("{seen:?}");
    let silent: Vec<_> = all.iter().filter(|row| row.0 == "sat" && !seen.contains_key(row.1)).collect();
    // Forty Thieves' draws are no part of these games.
    assert!(silent.iter().all(|row| row.1.starts_with("exists-draws")), "{silent:?}");
}

/// A sorted game ends before its plan does, and the bound says which of both it counts.
#[test]
fn moves_to_a_sorted_game_are_named() {
    let folder = TempDir::new().unwrap();
    let game = columns(rules(4, 1, 1, 4), &["2C", "AC", "3C", "4C"]);
    let path = folder.path().join("sorted.json");
    std::fs::write(&path, write_instance(&game, Format::Json).unwrap()).unwrap();
    let command =
        ["solve", path.to_str().unwrap(), "--by", "smt", "--encoding", "thesis", "--options", "sorted-goal"];
    let (code, out, err) = run(&command);
    if code == 4 {
        return eprintln!("skipped: {err}");
    }
    assert!(code == 10 && out.contains("Found within 1 move to a sorted game of encoding thesis"), "{out}");
    let (_, out, _) = run(&[&command[..], &["--format", "json"]].concat());
    assert_eq!(result(&out)["sat"]["decided_by"]["unit"], "moves to a sorted game");
}
