//! Hints and games for players who do not see every card.

use assert_cmd::Command;
use patsat_testkit::cli::{Said, file, one_sentence, result, said};
use std::fs;

fn run(args: &[&str]) -> Said {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
    said(command.args(args))
}

const BOARD: &str = "instances/text/unseen.txt";

#[test]
fn a_board_with_unseen_cards_gets_a_move_and_shares() {
    let args = ["hint", BOARD, "--samples", "5"];
    let (code, out, err) = run(&args);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("\nBest: ") && out.contains(" of 5 arrangements ("), "{out}");
    assert!(out.contains("94 cards are unseen: 5 arrangements were tried at random (seed 0)."), "{out}");
    assert_eq!(out, run(&args).1, "the same every time");
    let (_, json, _) = run(&[&args[..], &["--format", "json"]].concat());
    let advice = &result(&json)["advice"];
    assert_eq!((advice["unseen"].as_u64(), advice["arrangements"].as_u64()), (Some(94), Some(5)));
    let kept: Vec<u64> =
        advice["moves"].as_array().unwrap().iter().map(|one| one["kept"].as_u64().unwrap()).collect();
    assert!(kept.is_sorted_by(|a, b| a >= b) && kept.len() == 10, "{kept:?}");
}

/// The cards of a numbered deal that lie face down are not used: another deal with the same cards in sight gets the same
/// hint.
#[test]
fn a_blind_hint_uses_no_hidden_card() {
    let folder = tempfile::tempdir().unwrap();
    let board = |hidden: [&str; 3]| {
        let [a, b, c] = hidden;
        format!(
            "klondike\nstock:\nwaste: 4S\nFoundations: H-7 C-8 D-7 S-3\n: ({a}) 8H\n: ({b}) ({c}) 9S\n: KS QH JS TD 9C 8D\n\
             : KC QD\n: KH QS\n: KD QC JD TC\n: JC TH\n"
        )
    };
    let rest = ["JH", "TS", "9H"];
    let first = file(folder.path(), "first", &board(rest));
    let _ = &first;
    let (code, out, err) = run(&["hint", &first, "--blind"]);
    if code == 2 {
        panic!("{err}");
    }
    let second = file(folder.path(), "second", &board([rest[2], rest[0], rest[1]]));
    let (_, other, _) = run(&["hint", &second, "--blind"]);
    assert_eq!(out, other);
}

#[test]
fn a_fresh_deal_is_looked_through_first() {
    let (code, out, err) = run(&["hint", "klondike:5", "--blind", "--samples", "10"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("Best: turn 3 cards to the waste"), "{out}");
    assert!(out.contains("Looking through the stock costs nothing"), "{out}");
}

/// No move of this board turns a card.
#[test]
fn a_move_that_loses_in_every_arrangement_has_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let board = "klondike\nstock:\nwaste:\nFoundations: H-Q C-K D-0 S-K\n: ?? ?? KD\n: ?? ?? QD\n: ?? ?? JD\n: ?? ?? TD\n: ?? KH\n: 9D\n\
                 : 8D\n";
    let board = file(folder.path(), "board", board);
    let (code, out, err) = run(&["hint", &board]);
    assert!(code != 2, "{err}");
    let _ = out;
}

#[test]
fn a_game_is_played_move_by_move() {
    let args = ["play", "klondike:5", "--blind", "--player", "greedy"];
    let (code, out, err) = run(&args);
    assert!([0, 1].contains(&code) && err.is_empty(), "{err}");
    assert!(out.starts_with("  1. ") || out.starts_with(" 1. "), "{out}");
    assert!(out.contains(" decisions (player greedy, seed 0).\n"), "{out}");
    assert_eq!(out, run(&args).1);
}

#[test]
fn games_are_counted_kept_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plays.jsonl");
    let results = path.to_str().unwrap();
    let play = |games: &str, more: &[&str]| {
        run(&[&["play", "klondike", "--blind", "--player", "greedy", "--games", games, "-o", results], more]
            .concat())
    };
    let (code, out, err) = play("12", &[]);
    assert_eq!((code, err.lines().count()), (0, 0), "{err}");
    assert!(out.contains("of 12 games: ") && out.contains("95 % confidence"), "{out}");
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 13);
    let (code, _, err) = play("12", &[]);
    assert_eq!(code, 2);
    assert!(err.contains("--resume"), "{err}");
    // A line that was not written to its end is played again.
    let cut: String = whole.split_inclusive('\n').take(6).collect::<String>() + "{\"type\":\"res";
    fs::write(&path, &cut).unwrap();
    let (code, again, _) = play("12", &["--resume"]);
    assert_eq!(code, 0);
    let won = |text: &str| text.lines().find(|line| line.starts_with("Won ")).map(str::to_owned);
    assert_eq!(won(&again), won(&out));
    let without_times = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(",\"time_ms\"").next().unwrap().to_owned()).collect()
    };
    assert_eq!(without_times(&fs::read_to_string(&path).unwrap()), without_times(&whole));
    // Of other options, and with games in another order, it is refused.
    let (code, _, err) = play("13", &["--resume"]);
    assert!(code == 2 && err.contains("was made with range"), "{err}");
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.swap(3, 4);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let (code, _, err) = play("12", &["--resume"]);
    assert!(code == 2 && err.contains("line 4: found deal random:klondike:4"), "{err}");
}

#[test]
fn bad_input_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let moves = file(folder.path(), "moves", "1h\n");
    for (args, says) in [
        (&["play", "klondike"][..], "expected --blind"),
        (&["play", "nowhere", "--blind"], "nowhere"),
        (&["play", "ms:1..5", "--blind", "--games", "3"], "ms:1..5 is a range, expected one deal or a game"),
        (&["play", "ms:1", "--blind", "--player", "ways"], "the player 'ways' does not play freecell"),
        (&["play", "ms:1..2", "--blind", "--player", "ways"], "the player 'ways' does not play freecell"),
        (&["play", "ms:1", "--blind", "--player", "me"], "expected best, ways, sampled, greedy or random"),
        (&["hint", "ms:1", "--samples", "5"], "--samples is for unseen cards: ms:1 has none"),
        (&["hint", BOARD, &moves], "has unseen cards: expected no moves"),
        (&["hint", BOARD, "--node-limit", "5"], "expected --samples"),
    ] {
        one_sentence(args, run(args), says);
    }
}
