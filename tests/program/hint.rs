//! `patsat hint` as people and programs use it.

use patsat_testkit::cli::{CommandOutput, file, one_sentence, result, run};
use std::fs;

const LOST: &[&str] = &["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];
const WON: &[&str] = &["ms:1", "--ranks", "5", "--cells", "1", "--columns", "5"];

fn with(command: &str, instance: &[&str], more: &[&str]) -> CommandOutput {
    run(&[&[command], instance, more].concat())
}

#[test]
fn a_position_that_can_be_won_has_a_best_move_and_marks() {
    let (code, out, err) = with("hint", WON, &[]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    insta::assert_snapshot!(out, @r"
    freecell ms:1

    cells --   home -- -- -- --

      1  2  3  4  5
     3H 2D 5H 3C 5D
     5C 5S AD 4H 4C
     4D 2S AH    AC
     3D AS 3S    4S
     2H    2C

    Best: 2C from column 3 to cell a.
    It uncovers 3S; the next move sends AS home. The plan that begins with it has 23 moves (plan verified).
    All 7 legal moves win.

      winning    22 left  2C from column 3 to cell a
      winning    22 left  4H from column 4 to cell a
      winning    22 left  4S from column 5 to cell a
      winning    23 left  AS from column 2 home
      winning    23 left  2H from column 1 to cell a
      winning    24 left  AS from column 2 to column 1, on 2H
      winning    24 left  AS from column 2 to cell a
    ");
    assert_eq!(out, with("hint", WON, &[]).1, "the same every time");
    let (_, more, err) = with("hint", WON, &["-v"]);
    assert!(more.starts_with(&out) && more.contains("\nThe plan:\n"), "{more}");
    assert!(err.ends_with(" positions searched\n"), "{err}");
}

#[test]
fn a_lost_position_is_reported_with_its_pattern() {
    let (code, out, err) = with("hint", LOST, &[]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(out.contains("Lost: none of the 2 legal moves wins.\nIt is lost while "), "{out}");
}

#[test]
fn a_limit_ends_in_unknown() {
    let (code, out, _) = run(&["hint", "ms:11982", "--node-limit", "500"]);
    assert_eq!(code, 5, "{out}");
    assert!(out.contains("\nUnknown: no winning move was found"), "{out}");
    assert!(out.contains("are unknown (node limit reached)."), "{out}");
    let (code, _, _) = run(&["hint", "ms:11982", "--time-limit", "0.05", "--node-limit", "9999999"]);
    assert_eq!(code, 5);
}

#[test]
fn moves_so_far_are_played_and_the_one_that_lost_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let plan = file(folder.path(), "plan", &with("solve", WON, &["--format", "plan-json", "-q"]).1);
    let moves = with("convert", WON, &["--plan", &plan, "--to", "plan-json"]).1;
    let moves = serde_json::from_str::<serde_json::Value>(&moves).unwrap()["moves"].as_array().unwrap().len();
    for at in 0..=moves {
        let (code, out, err) = with("hint", WON, &[&plan, "--at", &at.to_string()]);
        assert_eq!(code, 0, "{out}{err}");
        assert_eq!(out.contains("The game is won"), at == moves, "{at}: {out}");
        assert_eq!(out.lines().next().unwrap().contains(&format!(", after {at} move")), at > 0, "{out}");
    }
    let (code, _, err) = with("hint", WON, &[&plan, "--at", "999"]);
    assert_eq!(code, 2);
    assert_eq!(err, format!("error: --at 999: there are {moves} moves, expected at most that\n"));

    // A saved game is played from its beginning.
    let saved = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/boards/kpat-freecell-1-played.kpat");
    let (code, out, err) = run(&["hint", saved, "--game", "freecell"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.lines().next().unwrap().contains(", after "), "{out}");
}

#[test]
fn a_mark_is_true_one_move_later() {
    let folder = tempfile::tempdir().unwrap();
    let (mut won, mut lost) = (0, 0);
    for deal in 1..12 {
        let deal = format!("ms:{deal}");
        let game = [deal.as_str(), "--ranks", "4", "--cells", "1", "--columns", "3"];
        let out = with("hint", &game, &["--format", "json"]).1;
        let hint = &result(&out)["hint"];
        let moves = hint["moves"].as_array().unwrap();
        if hint["best"].is_null() || moves.iter().all(|one| one["mark"] == "winning") {
            continue;
        }
        for one in moves {
            let plan = serde_json::json!({ "schema": 1, "base": 0, "moves": [one["move"]] }).to_string();
            let plan = file(folder.path(), "one", &plan);
            let (code, out, err) = with("hint", &game, &[&plan]);
            assert_eq!(code, i32::from(one["mark"] == "losing"), "{out}{err}");
            assert_eq!(
                out.contains("\nMove 1 (") && out.contains(") lost the game: before it, "),
                code == 1,
                "{out}"
            );
            *if code == 0 { &mut won } else { &mut lost } += 1;
        }
    }
    assert!(won > 3 && lost > 3, "{won} {lost}");
}

#[test]
fn as_json_it_has_the_house_envelope() {
    let (code, out, _) = with("hint", WON, &["--format", "json"]);
    assert_eq!(code, 0);
    assert!(out.contains(r#""command":"hint","instance":"ms:1""#), "{out}");
    let result = result(&out);
    assert_eq!(result["verdict"], "solved");
    let data = &result["hint"];
    assert_eq!(data["best"], data["moves"][0]["move"]);
    assert_eq!(data["best"], result["plan"][0]);
    let plan = result["plan"].as_array().unwrap().len();
    assert_eq!(data["moves"][0]["left"], plan - 1);

    let (code, out, _) = with("hint", LOST, &["--format", "json"]);
    assert_eq!(code, 1);
    assert!(
        out.contains(r#""verdict":"unwinnable""#) && out.contains(r#""mark":"losing","basis":"#),
        "{out}"
    );
}

#[test]
fn bad_input_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let illegal = file(folder.path(), "illegal", "1h\n");
    for (args, message) in [
        (&["hint", "nowhere.txt"][..], "there is no file 'nowhere.txt'"),
        (&["hint", "ms:617", &illegal], "the game cannot be played: move 1 "),
        (&["hint", "ms:617", "nowhere.txt"], "there is no file 'nowhere.txt': expected a file with moves"),
        (&["hint", "-", "-"], "standard input cannot be both the instance and the moves"),
        (&["why", "-", "-"], "standard input cannot be both"),
    ] {
        one_sentence(args, run(args), message);
    }
    fs::write(&illegal, "nonsense\n").unwrap();
    let (code, _, err) = run(&["hint", "ms:617", &illegal]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
}
