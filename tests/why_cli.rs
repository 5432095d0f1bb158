//! `patsat why` and what it writes, as people and programs use it.

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
    let output = command.args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A file of this test's own.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        Temporary(env::temp_dir().join(format!("patsat-why-{}-{name}", process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A small lost game, and another.
const LOST: &[&str] = &["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];
const WON: &[&str] = &["ms:1", "--ranks", "5", "--cells", "1", "--columns", "5"];

#[test]
fn a_lost_game_is_told_in_patterns_that_verify_accepts() {
    let (patterns, svg) = (Temporary::new("p.txt"), Temporary::new("p.svg"));
    let (code, out, err) = run(&[&["why"], LOST, &["-o", patterns.path(), "--svg", svg.path()]].concat());
    assert_eq!((code, err.as_str()), (20, ""), "{out}");
    assert!(out.contains("Pattern 1 (the start)") && out.contains('['), "{out}");
    assert!(out.contains("were checked against the rules alone"), "{out}");
    assert_eq!(out, run(&[&["why"], LOST].concat()).1, "the same every time");
    assert!(patterns.text().starts_with("patsat dead-patterns 1\ngame freecell\n"));
    let drawing = svg.text();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n") && drawing.contains("#f0a500"));
    let verify = |more: &[&str]| run(&[&["verify"], LOST, &[patterns.path()], more].concat());
    let (code, out, _) = verify(&[]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("valid: ") && out.ends_with("the game cannot be won\n"), "{out}");

    // The same patterns prove nothing about another deal or other rules.
    let elsewhere = ["verify", "ms:2", "--ranks", "4", "--cells", "0", "--columns", "4", patterns.path()];
    let (code, out, _) = run(&elsewhere);
    assert_eq!(code, 1);
    assert!(out.starts_with("not valid: the dead patterns were made for other rules"), "{out}");
    let (code, out, _) =
        run(&["verify", "ms:1", "--ranks", "4", "--cells", "1", "--columns", "4", patterns.path()]);
    assert_eq!(code, 1, "{out}");

    // Nor do they after a fact is gone, a card is unknown, or a pattern contradicts itself.
    let whole = patterns.text();
    let head: String = whole.lines().take(4).map(|line| format!("{line}\n")).collect();
    for (pattern, expected) in [
        ("5C home", "line 5: this game has no 5C in play"),
        ("AC home, AC in a cell", "line 5: the pattern contradicts itself: AC is in two places"),
        ("AC home", "not valid: "),
        ("", "there is no pattern in the file"),
    ] {
        fs::write(&patterns.0, format!("{head}{pattern}\n")).unwrap();
        let (code, out, err) = verify(&[]);
        assert_eq!(code, 1, "{out}{err}");
        assert!(out.contains(expected), "{pattern}: {out}");
    }
}

#[test]
fn the_strict_form_is_proved_and_checked() {
    let (patterns, proof) = (Temporary::new("s.txt"), Temporary::new("s.proof"));
    let (code, out, err) = run(&[&["why"], LOST, &["-o", patterns.path(), "--proof", proof.path()]].concat());
    assert_eq!((code, err.as_str()), (20, ""), "{out}");
    let (code, out, err) = run(&[&["verify"], LOST, &[patterns.path(), "--proof", proof.path()]].concat());
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(out.matches("valid: ").count(), 2, "{out}");
    let mut bytes = fs::read(&proof.0).unwrap();
    let last = bytes.len() - 40;
    bytes[last] ^= 1;
    fs::write(&proof.0, bytes).unwrap();
    let (code, out, _) = run(&[&["verify"], LOST, &[patterns.path(), "--proof", proof.path()]].concat());
    assert_eq!(code, 1, "{out}");
}

#[test]
fn a_winnable_game_is_told_with_its_plan() {
    let file = Temporary::new("w.txt");
    let (code, out, err) = run(&[&["why"], WON, &["-o", file.path()]].concat());
    assert_eq!(code, 10);
    assert!(out.contains("Solved: the plan below"), "{out}");
    assert_eq!(err, "no dead patterns written: the game can be won\n");
    assert!(!Path::new(&file.0).exists());
}

#[test]
fn solve_explains() {
    let (code, out, _) = run(&[&["solve"], LOST, &["--explain"]].concat());
    assert_eq!(code, 20);
    assert!(
        out.contains("Unwinnable: the complete search") && out.contains("Pattern 1 (the start)"),
        "{out}"
    );
    let (code, _, err) = run(&[&["solve"], LOST, &["--explain", "--format", "json"]].concat());
    assert_eq!(code, 2);
    assert!(err.contains("--explain needs --format text"), "{err}");
}

#[test]
fn as_json_every_pattern_has_its_ways() {
    let (code, out, _) = run(&[&["why"], LOST, &["--format", "json"]].concat());
    assert_eq!(code, 20);
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let types: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["begin", "result", "why", "end"]);
    assert_eq!(lines[1]["data"]["basis"], "dead-patterns");
    let (patterns, ways) = (&lines[2]["data"]["patterns"], &lines[2]["data"]["ways"]);
    assert_eq!(patterns.as_array().unwrap().len(), ways.as_array().unwrap().len());
    assert_eq!(lines[1]["data"]["patterns"], patterns.as_array().unwrap().len());
}

/// Two columns: 2C on AC, 2D on AD, a cell. Moving the wrong card first is not fatal, but filling
/// the cell and burying an ace is.
#[test]
fn the_move_that_lost_a_game_is_found() {
    let (board, plan) = (Temporary::new("b.json"), Temporary::new("b.plan"));
    let mut rules = patsat::rules::Rules::preset("freecell").unwrap();
    rules.deck = patsat::cards::DeckSpec::new(3, 2, 1);
    (rules.columns, rules.cells) = (3, 1);
    let pile = |cards: &str| {
        patsat::cards::Pile::from(cards.split_whitespace().map(|c| c.parse().unwrap()).collect::<Vec<_>>())
    };
    let deal = patsat::cards::Deal {
        columns: vec![pile("AC 3D 2D"), pile("AD 3C 2C"), pile("")],
        ..Default::default()
    };
    let game = patsat::state::Instance::new(rules, deal).unwrap();
    let json = patsat::formats::write_instance(&game, patsat::formats::Format::Json).unwrap();
    fs::write(&board.0, json).unwrap();
    assert_eq!(run(&["why", board.path()]).0, 10);
    // Every pair of moves is played; where the game is lost after them, why says by which.
    let (mut lost, mut alive) = (0, 0);
    let table = game.table();
    for first in table.single_moves() {
        let mut then = table.clone();
        then.apply(first).unwrap();
        for second in then.single_moves() {
            let moves = patsat::state::Plan::from(vec![first, second]);
            let text = patsat::formats::write_plan(&game, &moves, patsat::formats::Format::PlanJson).unwrap();
            fs::write(&plan.0, text).unwrap();
            let (code, out, err) = run(&["why", board.path(), plan.path()]);
            match code {
                10 => {
                    assert!(out.starts_with("After 2 moves the game can still be won."), "{out}");
                    alive += 1;
                }
                20 => {
                    assert!(
                        out.starts_with("Move 1 of 2 lost") || out.starts_with("Move 2 of 2 lost"),
                        "{out}"
                    );
                    assert!(
                        out.contains("Before it the game could be won") && out.contains("Pattern 1"),
                        "{out}"
                    );
                    lost += 1;
                }
                _ => panic!("{code} {out} {err}"),
            }
            if lost > 2 && alive > 2 {
                return;
            }
        }
    }
    assert!(lost > 0 && alive > 0, "{lost} {alive}");
}

#[test]
fn a_saved_game_is_played_from_its_beginning() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/boards/kpat-freecell-1-played.kpat");
    let (code, out, err) = run(&["why", file, "--game", "freecell"]);
    assert_eq!(code, 10, "{out}{err}");
    assert!(out.contains(" the game can still be won."), "{out}");
}

#[test]
fn bad_use_is_one_sentence() {
    for (args, expected) in [
        (&["why", "ms:1", "--pattern", "0"][..], "--pattern 0: patterns count from 1"),
        (
            &["why", "ms:1", "--ranks", "4", "--cells", "0", "--columns", "4", "--pattern", "99"],
            "--pattern 99: there are ",
        ),
    ] {
        let (code, _, err) = run(args);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(expected) && err.trim_end().lines().count() == 1, "{err}");
    }
}

#[test]
fn without_time_the_verdict_stays() {
    let (code, out, _) = run(&["why", "ms:11982", "--time-limit", "1"]);
    assert!(code == 20 || code == 0, "{out}");
    if code == 20 && !out.contains("Pattern 1") {
        assert!(out.contains("No dead patterns: time limit reached"), "{out}");
    }
}
