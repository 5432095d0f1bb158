//! Hints and games for players who do not see every card.

use patsat_testkit::cli::{file, one_sentence, result, run};
use serde_json::Value;
use std::fs;

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

/// Another deal with the same cards in sight gets the same hint.
#[test]
fn a_blind_hint_uses_no_hidden_card() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deal.json");
    let deal = path.to_str().unwrap();
    let hint = || run(&["hint", deal, "--blind", "--samples", "20"]);
    let (code, _, err) = run(&["convert", "random:klondike:5", "--to", "json", "-o", deal]);
    assert_eq!(code, 0, "{err}");
    let (code, first, err) = hint();
    assert_eq!((code, err.as_str()), (0, ""), "{first}");
    let mut json: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let place =
        |json: &Value, at: &str| json.pointer(at).unwrap_or_else(|| panic!("no {at} in {json}")).clone();
    let (a, b) = ("/deal/columns/6/cards/0", "/deal/stock/0");
    let (card, other) = (place(&json, a), place(&json, b));
    assert_ne!(card, other);
    *json.pointer_mut(a).unwrap() = other;
    *json.pointer_mut(b).unwrap() = card;
    json.as_object_mut().unwrap().remove("id");
    fs::write(&path, json.to_string()).unwrap();
    let (code, second, err) = hint();
    assert_eq!((code, err.as_str()), (0, ""), "{second}");
    let without_title = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(without_title(&first), without_title(&second));
}

#[test]
fn a_fresh_deal_is_looked_through_first() {
    let (code, out, err) = run(&["hint", "solvitaire:klondike:5", "--blind", "--samples", "10"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("Best: turn 3 cards to the waste"), "{out}");
    assert!(out.contains("Looking through the stock costs nothing"), "{out}");
}

/// Red cards alone: none fits on another.
#[test]
fn a_move_that_loses_in_every_arrangement_has_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let board = "klondike-no-worrying-back\nstock:\nwaste:\nFoundations: H-Q C-K D-0 S-K\n: KD\n: KH\n: ?? QD\n: ?? JD\n: ?? ?? TD\n\
                 : ?? 9D\n: ?? ?? 8D\n";
    let board = file(folder.path(), "board", board);
    let (code, out, err) = run(&["hint", &board]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(out.contains("\nLost, whatever the unseen cards are: 7 cards are unseen.\n"), "{out}");
    assert!(out.contains("KH from column 2 home; then no unseen card can be turned"), "{out}");
}

#[test]
fn a_game_is_played_move_by_move() {
    let args = ["play", "solvitaire:klondike:5", "--blind", "--player", "greedy"];
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
    // A foreign file stays as it is, also if it has no line that ends; the beginning of a header is continued.
    for foreign in ["my notes", "my notes\n"] {
        fs::write(&path, foreign).unwrap();
        let (code, _, err) = play("12", &["--resume"]);
        assert!(code == 2 && err.contains("line 1: found no games"), "{err}");
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
    fs::write(&path, &whole[..30]).unwrap();
    assert_eq!(play("12", &["--resume"]).0, 0);
    assert_eq!(without_times(&fs::read_to_string(&path).unwrap()), without_times(&whole));
}

/// Games that were kept are played again: the same moves in each.
fn played_again(games: usize) {
    let kept = fs::read_to_string("benches/results/blind-50.jsonl").unwrap();
    let kept: Vec<&str> = kept.lines().skip(1).collect();
    assert_eq!(kept.len(), 50);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plays.jsonl");
    let number = games.to_string();
    let args = ["play", "solvitaire:klondike:1", "--blind", "--games", &number, "-o", path.to_str().unwrap()];
    let (code, out, err) = run(&args);
    assert_eq!(code, 0, "{out}{err}");
    let without_time = |line: &str| line.split(",\"time_ms\"").next().unwrap().to_owned();
    let again = fs::read_to_string(&path).unwrap();
    assert_eq!(again.lines().count(), 1 + games);
    for (line, kept) in again.lines().skip(1).zip(&kept) {
        assert!(line.contains("\"digest\":\""), "{line}");
        assert_eq!(without_time(line), without_time(kept));
    }
}

#[test]
fn kept_games_are_played_again_with_the_same_moves() {
    played_again(5);
}

#[test]
#[ignore = "half a minute; at_length"]
fn all_kept_games_are_played_again_at_length() {
    played_again(50);
}

#[test]
fn bad_input_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let moves = file(folder.path(), "moves", "1h\n");
    for (args, message) in [
        (&["play", "klondike"][..], "expected --blind"),
        (&["play", "nowhere", "--blind"], "nowhere"),
        (&["play", "ms:1..5", "--blind", "--games", "3"], "ms:1..5 is a range, expected one deal or a game"),
        (&["play", "ms:1", "--blind", "--player", "ways"], "the player 'ways' does not play freecell"),
        (&["play", "ms:1..2", "--blind", "--player", "ways"], "the player 'ways' does not play freecell"),
        (&["hint", "ms:1", "--samples", "5"], "--samples is for unseen cards: ms:1 has none"),
        (&["hint", BOARD, &moves], "has unseen cards: expected no moves"),
        (&["hint", BOARD, "--node-limit", "5"], "expected --samples"),
    ] {
        one_sentence(args, run(args), message);
    }
}
