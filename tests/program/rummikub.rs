//! `patsat puzzle rummikub` as it is called: answers, counts, formulas for other solvers, refusals.

use patsat_testkit::cli::{CommandOutput, file, one_sentence, output_of, result};

use std::process::Command;

fn run(args: &[&str]) -> CommandOutput {
    let mut command = assert_cmd::Command::cargo_bin("patsat").unwrap();
    output_of(command.env("LC_ALL", "C").args(["puzzle", "rummikub"]).args(args))
}

fn refused(args: &[&str], message: &str) {
    one_sentence(args, run(args), message);
}

const HAND: &str = "instances/tiles/rummikub-hand.json";
const TABLE: &str = "instances/tiles/rummikub-table.txt";

fn data(args: &[&str]) -> serde_json::Value {
    let (code, out, err) = run(&[args, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{err}");
    result(&out)
}

#[test]
fn a_hand_is_solved_in_four_ways() {
    for position in [HAND, TABLE] {
        let native = data(&["solve", position]);
        let ways: &[&str] =
            if patsat_solvers::HAS_Z3 { &["backtrack", "sat", "smt"] } else { &["backtrack", "sat"] };
        for by in ways {
            if (*by == "backtrack") && position == TABLE {
                continue;
            }
            let other = data(&["solve", position, "--by", by]);
            assert_eq!((&other["value"], &other["optimal"]), (&native["value"], &true.into()), "{by}");
            assert_eq!(other["sets_kept"], native["sets_kept"], "{by}");
        }
    }
    let (code, out, err) = run(&["solve", HAND]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("left on the rack: "), "{out}");
    assert!(out.ends_with("best by value, found by native; checked\n"), "{out}");
}

#[test]
fn an_answer_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let hand = file(folder.path(), "hand", "r1 r2 r3 k10 *\n");
    let svg = folder.path().join("hand.svg").display().to_string();
    let (code, out, err) = run(&["solve", &hand, "--svg", &svg]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let drawn = std::fs::read_to_string(&svg).unwrap();
    // A rectangle a tile and one behind them; the joker says what it stands for.
    assert_eq!(drawn.matches("<rect ").count(), 1 + 5, "{drawn}");
    assert_eq!(drawn.matches(">*r<").count(), 1, "{drawn}");
    assert!(drawn.contains("left on the rack") && drawn.contains(">10<"), "{drawn}");
    let (code, _, err) = run(&["solve", &hand, "--svg", "/nowhere/at/all.svg"]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
}

#[test]
fn no_opening_is_the_answer_no() {
    let folder = tempfile::tempdir().unwrap();
    let low = file(folder.path(), "low.txt", "r1 r2 r3 k10\n");
    let (code, out, _) = run(&["solve", &low, "--opening"]);
    assert_eq!(code, 1);
    assert!(out.contains("no sets are worth 30 or more"), "{out}");
    for by in ["native", "backtrack", "sat"] {
        assert_eq!(run(&["solve", &low, "--opening=6", "--by", by, "--objective", "tiles"]).0, 0, "{by}");
        assert_eq!(run(&["solve", &low, "--opening=7", "--by", by, "--objective", "tiles"]).0, 1, "{by}");
        assert_eq!(run(&["solve", &low, "--opening=7", "--by", by]).0, 1, "{by}");
    }
    let loose = file(folder.path(), "loose.txt", "r1\nloose: k5 k6\n");
    assert_eq!(run(&["solve", &loose]).0, 1);
}

#[test]
fn an_opening_turn_uses_the_table_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let position = file(folder.path(), "turn.txt", "r10 b10 o10 k4\ntable: r4 b4 o4\n");
    for by in ["native", "backtrack", "sat"] {
        let (code, out, err) = run(&["solve", &position, "--opening", "--by", by]);
        assert_eq!(code, 0, "{err}");
        let expected = "opening, worth 30: r10 b10 o10\n  r4 b4 o4 k4\n  r10 b10 o10\nleft on the rack: nothing\n4 tiles laid";
        assert!(
            out.contains(expected) || out.contains("r10 b10 o10\n  r10 b10 o10\n  r4 b4 o4 k4\nleft"),
            "{by}: {out}"
        );
    }
    let data = data(&["solve", &position, "--opening"]);
    assert_eq!(data["opening"], serde_json::json!([["r10", "b10", "o10"]]));
    assert_eq!((&data["tiles"], &data["at_least"], &data["optimal"]), (&4.into(), &30.into(), &true.into()));
    // Nothing but the opening.
    let (code, out, _) = run(&["solve", &position, "--opening", "--rack-alone"]);
    assert_eq!(code, 0);
    assert!(out.contains("left on the rack: k4\n") && !out.contains("opening"), "{out}");
    // The answer is checked with its opening; without one it is looked for.
    let (_, answer, _) = run(&["solve", &position, "--opening", "--format", "json"]);
    let answer = file(folder.path(), "answer.json", &answer);
    assert_eq!(run(&["check", &position, &answer, "--opening"]).0, 0);
    for (sets, code, message) in [
        ("opening: r10 b10 o10\nr10 b10 o10\nr4 b4 o4 k4\n", 0, "valid: 4 tiles laid"),
        ("r10 b10 o10\nr4 b4 o4 k4\n", 0, "valid: 4 tiles laid"),
        (
            "opening: r10 b10 o10\nr4 b4 o4 k4\n",
            1,
            "not valid: r10 lies 1 times in the opening: expected at most 0",
        ),
        ("opening: r4 b4 o4\nr10 b10 o10\nr4 b4 o4 k4\n", 1, "not valid: r4 lies 1 times in the opening"),
        ("r4 b4 o4 k4\n", 1, "not valid: the opening is worth 0: expected at least 30"),
        ("r10 b10 o10\n", 1, "not valid: r4 lies 0 times"),
    ] {
        let sets = file(folder.path(), "sets.txt", sets);
        let (found, out, err) = run(&["check", &position, &sets, "--opening"]);
        assert_eq!(found, code, "{out}{err}");
        assert!(out.starts_with(message), "{out}");
    }
    let low = file(folder.path(), "low.txt", "r9 b9 o9 k4\ntable: r4 b4 o4\n");
    assert_eq!(run(&["solve", &low, "--opening"]).0, 1);
    assert_eq!(run(&["solve", &low, "--opening=27"]).0, 0);
    assert_eq!(run(&["solve", &low, "--rack-alone"]).0, 2);
    for command in ["encode", "decode"] {
        let args: &[&str] = if command == "encode" { &["encode", &low] } else { &["decode", &low, &low] };
        refused(&[args, &["--opening"]].concat(), "expected --rack-alone with it");
    }
    assert_eq!(
        run(&["encode", &low, "--opening", "--rack-alone", "-o", folder.path().join("f").to_str().unwrap()])
            .0,
        0
    );
}

#[test]
fn tiles_are_written_as_the_position_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let position = file(folder.path(), "p.txt", "table: 3G 4G 5G 6G\ntable: 4B 4G 4R\n4Y\n");
    let (code, out, err) = run(&["solve", &position]);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("r4 b4 y4 g4")
            && out.contains("g3 g4 g5 g6")
            && out.contains("left on the rack: nothing"),
        "{out}"
    );
    let (_, answer, _) = run(&["solve", &position, "--format", "json"]);
    assert!(answer.contains("\"y4\""), "{answer}");
    let answer = file(folder.path(), "answer.json", &answer);
    assert_eq!(run(&["check", &position, &answer]).0, 0);
    let upper = file(folder.path(), "u.txt", "R4 R5 R6 K4 B4 O4 J\n");
    let (code, out, _) = run(&["solve", &upper]);
    assert_eq!(code, 0);
    assert!(out.contains("7 tiles laid"), "{out}");
}

#[test]
fn an_answer_is_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_, answer, _) = run(&["solve", TABLE, "--format", "json"]);
    let path = file(folder.path(), "answer.json", &answer);
    let (code, out, _) = run(&["check", TABLE, &path]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("valid: "), "{out}");
    // The same sets are no answer for the rack alone.
    let (code, out, _) = run(&["check", TABLE, &path, "--opening", "--rack-alone"]);
    assert_eq!(code, 1, "{out}");
    let short = file(folder.path(), "short.txt", "r1 r2\n");
    assert_eq!(run(&["check", HAND, &short]).0, 1);
    refused(&["check", HAND, &file(folder.path(), "odd.txt", "r1 r2 x3\n")], "line 1: found 'x3'");
    refused(&["check", "-", "-"], "expected a file for one");
}

#[test]
fn positions_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let (code, json, _) = run(&["convert", TABLE]);
    assert_eq!(code, 0);
    let path = file(folder.path(), "table.json", &json);
    let (_, text, _) = run(&["convert", &path, "--to", "text"]);
    let path = file(folder.path(), "table.txt", &text);
    assert_eq!(run(&["convert", &path]).1, json);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn hands_of_fourteen_tiles_are_counted_at_length() {
    let (code, out, err) = run(&["count", "--tiles", "14"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.contains("hands of 14 tiles: 37418772170780\nwinning hands: 10232524\nratio: 2.73460e-7\n"),
        "{out}"
    );
}

#[test]
fn hands_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, svg) = (path("counts.csv"), path("counts.svg"));
    let small = ["--values", "4", "--colours", "3", "--jokers", "1", "--brute-force"];
    let (code, out, err) = run(&[&["count", "--all", "-o", &csv, "--svg", &svg][..], &small[..]].concat());
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let table = std::fs::read_to_string(&csv).unwrap();
    assert!(
        table.starts_with("tiles,hands,winning_hands,ratio,deals,winning_deals,chance,winning_with_0_jokers")
    );
    assert_eq!(table.lines().count(), 1 + 26);
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert!(err.contains("gives the same counts"), "{err}");
}

/// Twenty jokers exceed the run states of the dynamic programme.
#[test]
fn what_is_too_large_for_the_programme_goes_to_sat() {
    let folder = tempfile::tempdir().unwrap();
    let rack = file(folder.path(), "jokers.txt", &"* ".repeat(20));
    let game = [&rack, "--values", "4", "--jokers", "20"];
    let found = data(&[&["solve"], &game[..]].concat());
    assert_eq!((found["by"].as_str(), found["optimal"].as_bool()), (Some("sat"), Some(true)), "{found}");
    assert_eq!(found["value"], 80, "{found}");
    refused(&[&["solve"], &game[..], &["--by", "native"]].concat(), "too many for the dynamic programme");
}

#[test]
fn bad_input_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let bad = |content: &str, message: &str| {
        let name = if content.starts_with('{') { "bad.json" } else { "bad.txt" };
        let path = file(folder.path(), name, content);
        refused(&["solve", &path], &format!("{path}{message}"));
    };
    bad("r1 r2\nr5 r5 r5\n", ", line 2: found 3 copies of r5, expected at most 2");
    bad("r1 r0\n", ", line 1: found 'r0', expected a value from 1 to 13");
    bad("r1 b1 o1 k1\n\ng4\n", ", line 3: found 'g4' of unknown colour, expected one of r, b, o, k");
    bad("r1 14\n", ", line 1: found '14', expected a tile such as r1 or k10, or * for a joker");
    bad("* * *\n", ", line 1: found 3 jokers, expected at most 2");
    bad("r1\ntable: r1 r2\n", ", line 2: found a set of 2, expected at least 3 tiles");
    bad("r1\ntable: r1 r2 b3\n", ", line 2: found 'r1 r2 b3', expected a group");
    bad("r1 r1\ntable: r1 r2 r3\n", ", line 2: found 3 copies of r1, expected at most 2");
    bad("shelf: r1\n", ", line 1: found 'shelf:', expected 'table:'");
    bad("# nothing\n", ": found no tile, expected tiles such as r1 or k10");
    bad("{\"rack\": [\"r1\",\n \"r1\",\n \"r1\"]}", ", line 3: found 3 copies of r1, expected at most 2");
    bad("{\"rack\": [\"r1\",\n \"b0\"]}", ", line 2: found 'b0', expected a value from 1 to 13");
    bad("{\"rack\": [\"r1\", 2]}", ", line 1: found '2', expected a text such as");
    bad("{\"rack\": 7}", ", line 1: found '7', expected a text such as");
    bad("{\"rack\": [\"r1\"", ", line 1: broken JSON");
    bad("{\"rock\": []}", ", line 1: unexpected content: unknown field");
    bad("{}", ": found no \"rack\", expected the tiles of the rack");
    bad("{\"rack\": [], \"values\": 0}", ": found values 0, expected 1 to 1000");
    bad("{\"rack\": [], \"colours\": 300}", ", line 1: unexpected content");
    bad(
        "{\"rack\": [],\n \"table\": [[\"r1\", \"r2\", \"k3\"]]}",
        ", line 2: found 'r1 r2 k3', expected a group",
    );
    bad("{\"game\": \"chess\", \"rack\": []}", ": found game 'chess', expected 'rummikub'");
    std::fs::write(folder.path().join("bytes"), [0xff, 0xfe, 0x00]).unwrap();
    let bytes = folder.path().join("bytes");
    refused(&["solve", bytes.to_str().unwrap()], "found bytes that are no text, expected UTF-8");
    refused(&["solve", "nowhere.txt"], "there is no file 'nowhere.txt'");
    refused(&["solve", HAND, "--backend", "cadical"], "--backend is for --by sat and --by smt");
    refused(&["solve", HAND, "--by", "sat", "--backend", "cadicle"], "unknown back-end 'cadicle'");
    refused(&["count", "--tiles", "105"], "expected at most the 104 tiles of the game");
    refused(&["count", "--all", "--values", "0"], "values 0: expected 1 to 1000");
    refused(&["count", "--tiles", "9", "--colours", "26"], "are too many to count");
    let many = file(folder.path(), "many.txt", "r1\n");
    refused(&["solve", &many, "--colours", "27"], "found colours 27, expected 1 to 26");
    // A back-end that is not there.
    let (code, _, err) = run(&["solve", HAND, "--by", "sat", "--backend", "cmd:no-such-solver"]);
    assert_eq!(code, 4, "{err}");
}

fn program(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Scripts and models of an SMT solver that is no part of this program.
#[test]
fn other_smt_solvers_agree() {
    for (name, more) in [("cvc5", "--produce-models"), ("z3", "-smt2")] {
        if !program(name) {
            eprintln!("skipped: no {name} here");
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hand.smt2");
        let path = path.to_str().unwrap();
        let (code, _, err) = run(&["encode", HAND, "--to", "smtlib", "-o", path]);
        assert_eq!(code, 0, "{err}");
        let output = Command::new(name).args([more, path]).output().unwrap();
        let model = file(folder.path(), "model.txt", &String::from_utf8(output.stdout).unwrap());
        let native = data(&["solve", HAND]);
        assert_eq!(data(&["decode", HAND, &model])["value"], native["value"], "{name}");
        let better = (native["value"].as_u64().unwrap() + 1).to_string();
        run(&["encode", HAND, "--to", "smtlib", "--bound", &better, "-o", path]);
        let output = Command::new(name).args([more, path]).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("unsat"), "{name}");
    }
}

/// The MaxSAT formula, by RC2 of python-sat.
#[test]
fn a_maxsat_solver_agrees() {
    let folder = tempfile::tempdir().unwrap();
    for position in [HAND, TABLE] {
        let path = folder.path().join("hand.wcnf");
        let path = path.to_str().unwrap();
        assert_eq!(run(&["encode", position, "-o", path]).0, 0);
        let Ok(output) = Command::new("rc2.py").args(["-vv", "--vnew", path]).output() else {
            eprintln!("skipped: the MaxSAT solver 'rc2.py' is not installed (pip install python-sat)");
            return;
        };
        let model = file(folder.path(), "model.txt", &String::from_utf8(output.stdout).unwrap());
        let (native, decoded) = (data(&["solve", position]), data(&["decode", position, &model]));
        assert_eq!((&decoded["value"], &decoded["sets_kept"]), (&native["value"], &native["sets_kept"]));
    }
}
