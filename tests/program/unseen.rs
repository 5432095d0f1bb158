//! Boards with unseen cards: the verdicts, and which cards lie face down.

use super::schema::All;
use assert_cmd::Command;
use patsat_testkit::cli::{CommandOutput, file, output_of, result};
use std::path::Path;

/// Rules of a game with one column each for `columns`, all cards face up.
fn rules(ranks: u32, suits: &str, columns: usize, others: &str) -> String {
    format!(
        r#"{{"name":"odd","deck":{{"ranks":{ranks},"suits":"{suits}","copies":1}},"columns":{columns},"layout":
        {{"sizes":"all","face_up":"all"}},"build":"any-suit","step":"one",{others}}}"#
    )
}

/// Cards leave as complete runs and move alone; nothing fills an empty column.
const RUNS: &str = r#""group":"single","empty_column":"nothing","home":"runs""#;

/// Solves a board under rules.
fn solve(folder: &Path, rules: &str, board: &str, args: &[&str]) -> CommandOutput {
    let (rules, board) = (file(folder, "rules.json", rules), file(folder, "board.txt", board));
    let mut command = Command::cargo_bin("patsat").unwrap();
    output_of(command.env("LC_ALL", "C.UTF-8").args(["solve", &board, "--rules", &rules]).args(args))
}

/// A board with unseen cards, and the boards that it may be.
struct Case {
    rules: String,
    board: &'static str,
    /// Every board that it may be, and whether it can be won.
    completions: &'static [(&'static str, bool)],
    /// What the verdict says without orders that are solved.
    verdict: &'static str,
}

fn cases() -> Vec<Case> {
    let with = |old: &str, new: &str| RUNS.replace(old, new);
    let unknown = "Unknown: 2 cards are unseen; one that lies face up may move with others or complete a run";
    let lost = "Unwinnable, whatever the unseen cards are: 2 cards are unseen";
    let three = "1: ?? ?? AH\n2: (3S) 2S\n3: AS\n";
    let through = "complete runs 0 of 1\n\n  1  2\n ?? AS\n ??\n 2S\n";
    let through_filled = &[("1: 4S 3S 2S\n2: AS\n", true), ("1: 3S 4S 2S\n2: AS\n", false)];
    let grouped = "1: AS ?? 2S\n2: ?? 4S\n";
    let grouped_filled = &[("1: AS 3S 2S\n2: 5S 4S\n", true), ("1: AS 5S 2S\n2: 3S 4S\n", false)];
    let none_grouped = &[("1: AS 3S 2S\n2: 5S 4S\n", false), ("1: AS 5S 2S\n2: 3S 4S\n", false)];
    let groups = |group: &str| {
        rules(5, "S", 2, &format!(r#""group":"{group}","empty_column":"nothing","home":"foundations""#))
    };
    vec![
        // A run that leaves by itself, or by a move, is complete through unseen cards that lie face up.
        Case { rules: rules(4, "S", 2, RUNS), board: through, completions: through_filled, verdict: unknown },
        Case {
            rules: rules(4, "S", 2, &with("\"runs\"", "\"runs-by-move\"")),
            board: through,
            completions: through_filled,
            verdict: unknown,
        },
        Case {
            rules: rules(4, "S", 2, &(with("single", "by-spaces") + ",\"cells\":1")),
            board: through,
            completions: through_filled,
            verdict: "Unknown: 2 cards are unseen. Turning one takes at least 1 move",
        },
        // An unseen card in the middle, with known ones below it.
        Case {
            rules: rules(4, "HS", 3, RUNS),
            board: "1: 4S ?? 2S\n2: 4H ?? 2H AH\n3: AS\n",
            completions: &[
                ("1: 4S 3S 2S\n2: 4H 3H 2H AH\n3: AS\n", true),
                ("1: 4S 3H 2S\n2: 4H 3S 2H AH\n3: AS\n", false),
            ],
            verdict: unknown,
        },
        // A known card that lies face down stays so, wherever the unseen ones lie.
        Case {
            rules: rules(3, "HS", 3, &with("single", "suit-run")),
            board: three,
            completions: &[
                ("1: 3H 2H AH\n2: (3S) 2S\n3: AS\n", false),
                ("1: 2H 3H AH\n2: (3S) 2S\n3: AS\n", false),
            ],
            verdict: unknown,
        },
        Case {
            rules: rules(5, "S", 2, RUNS),
            board: "1: ?? ?? (3S) 2S\n2: AS\n",
            completions: &[
                ("1: (5S) (4S) (3S) 2S\n2: AS\n", false),
                ("1: (4S) (5S) (3S) 2S\n2: AS\n", false),
            ],
            verdict: lost,
        },
        Case {
            rules: rules(5, "S", 2, RUNS),
            board: "1: ?? ?? 3S 2S\n2: AS\n",
            completions: &[("1: 5S 4S 3S 2S\n2: AS\n", true), ("1: 4S 5S 3S 2S\n2: AS\n", false)],
            verdict: unknown,
        },
        Case {
            rules: rules(5, "S", 2, RUNS),
            board: "1: (5S) ?? ?? 2S\n2: AS\n",
            completions: &[("1: (5S) 4S 3S 2S\n2: AS\n", false), ("1: (5S) 3S 4S 2S\n2: AS\n", false)],
            verdict: lost,
        },
        // Groups that include an unseen card.
        Case { rules: groups("built-run"), board: grouped, completions: grouped_filled, verdict: unknown },
        Case { rules: groups("suit-run"), board: grouped, completions: grouped_filled, verdict: unknown },
        Case {
            rules: groups("by-spaces").replace("\"group\"", "\"cells\":1,\"group\""),
            board: grouped,
            completions: grouped_filled,
            verdict: "Unknown: 2 cards are unseen. Turning one takes at least 1 move",
        },
        Case { rules: groups("by-spaces"), board: grouped, completions: none_grouped, verdict: lost },
        Case { rules: groups("single"), board: grouped, completions: none_grouped, verdict: lost },
        // A run that is complete before the first move leaves and turns an unseen card.
        Case {
            rules: rules(3, "HS", 2, RUNS),
            board: "1: ?? 3S 2S AS\n2: ?? 2H\n",
            completions: &[("1: AH 3S 2S AS\n2: 3H 2H\n", true), ("1: 3H 3S 2S AS\n2: AH 2H\n", true)],
            verdict: "Unknown: 2 cards are unseen. A complete run that leaves before the first move turns one.",
        },
    ]
}

#[test]
fn verdicts_are_those_of_the_boards_filled_in() {
    let (folder, schemas) = (tempfile::tempdir().unwrap(), All::read());
    let folder = folder.path();
    for Case { rules, board, completions, verdict } in cases() {
        let mut won = 0;
        for &(filled, wins) in completions {
            let (code, out, err) = solve(folder, &rules, filled, &[]);
            assert_eq!(code, if wins { 10 } else { 20 }, "{filled}{out}{err}");
            won += usize::from(wins);
        }
        let lost = completions.len() - won;
        let (code, out, err) = solve(folder, &rules, board, &[]);
        let is_lost = verdict.starts_with("Unwinnable");
        assert_eq!((code, err.as_str()), (if is_lost { 20 } else { 0 }, ""), "{board}{out}");
        assert!(out.contains(verdict), "{board}{out}");
        assert_eq!(out.contains("(checked in all 2 orders of these cards)"), is_lost, "{out}");
        let code = if lost == completions.len() { 20 } else { 0 };
        let (all, out, err) = solve(folder, &rules, board, &["--samples", "9"]);
        assert_eq!((all, err.as_str()), (code, ""), "{board}{out}");
        let counted =
            format!("Solved all 2 orders of the unseen cards: {won} winnable, {lost} lost, 0 undecided.");
        assert!(is_lost || out.contains(&counted), "{board}{out}");
        assert_eq!(out.contains("Unwinnable, whatever the unseen cards are"), code == 20, "{board}{out}");
        // JSON says the same.
        let (all, out, _) = solve(folder, &rules, board, &["--samples", "9", "--format", "json"]);
        for line in out.lines() {
            let line = serde_json::from_str(line).unwrap();
            assert_eq!(schemas.fault("solve", &line), None, "{line}");
        }
        let data = result(&out);
        assert_eq!(all, code, "{out}");
        assert_eq!(data["verdict"], if code == 20 { "unwinnable" } else { "unknown" }, "{out}");
        if is_lost {
            assert_eq!(
                (&data["checked"]["orders"], &data["checked"]["all"]),
                (&2.into(), &true.into()),
                "{out}"
            );
        } else {
            assert_eq!(
                (&data["orders"]["won"], &data["orders"]["lost"]),
                (&won.into(), &lost.into()),
                "{out}"
            );
        }
        assert_eq!(data["depends"].is_array(), verdict.contains("lies face up"), "{out}");
    }
}

/// One unseen card, or copies of one, count as seen, and lie face up where every card does.
#[test]
fn cards_that_fit_in_one_way_lie_as_unseen_ones() {
    let folder = tempfile::tempdir().unwrap();
    let any = RUNS.replace("nothing", "any");
    for (rules, board, wins) in [
        (rules(3, "S", 2, &any), "complete runs 0 of 1\n\n  1  2\n ?? AS\n 2S\n", true),
        (rules(3, "S", 2, &(any.replace("single", "by-spaces") + ",\"cells\":1")), "1: ?? 2S\n2: AS\n", true),
        (rules(3, "S", 2, &any.replace("\"runs\"", "\"runs-by-move\"")), "1: ?? 2S\n2: AS\n", true),
        (rules(3, "S", 2, RUNS), "1: ?? 2S\n2: AS\n", true),
        // Face down it is no part of the run.
        (rules(3, "S", 2, RUNS), "1: (3S) 2S\n2: AS\n", false),
        (rules(3, "S", 2, RUNS).replace("\"all\"}", "\"top\"}"), "1: ?? 2S\n2: AS\n", false),
        (rules(4, "S", 2, RUNS), "1: ?? (3S) 2S\n2: AS\n", false),
    ] {
        let (code, out, err) = solve(folder.path(), &rules, board, &[]);
        assert_eq!(code, if wins { 10 } else { 20 }, "{board}{out}{err}");
    }
}

/// A deck of other ranks does not turn the cards of a game that deals them face down.
#[test]
fn a_smaller_deck_keeps_cards_face_down() {
    let folder = tempfile::tempdir().unwrap();
    let board = "complete runs 6 of 8: C C D D H H\nstock 0 cards\n1: ?? ?? ?? 2S\n2: AS\n3: 2S\n4:\n";
    let board = file(folder.path(), "spider.txt", board);
    let turns = "Unknown: 3 cards are unseen. Turning one takes at least 1 move";
    let depends = "Unknown: 3 cards are unseen; one that lies face up may move with others";
    for (extra, verdict) in [(&[][..], turns), (&["--face-up"], depends)] {
        let mut command = Command::cargo_bin("patsat").unwrap();
        let args = ["solve", &board, "--ranks", "3", "--columns", "4", "--game", "spider"];
        let (code, out, err) = output_of(command.args(args).args(extra));
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.contains(verdict), "{out}");
    }
}

#[test]
fn an_unseen_card_on_top_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (layout, board, message) in [
        ("all", "1: 3S ??\n2: 2S ?? AS\n", "line 1: found an unseen card on top of column 1"),
        ("all", "1: 3S 2S\n2: ??\n", "line 2: found an unseen card on top of column 2"),
        ("top", "1: 3S 2S\n2: ??\n", "line 2: found nothing but face-down cards in column 2"),
        ("top", "1: 3S ?? 2S\n2: AS\n", "line 1: found a face-down card on a face-up one in column 1"),
        ("all", "1: 4S ?? (3S) 2S\n2: AS\n", "line 1: found a face-down card on a face-up one in column 1"),
    ] {
        let rules = rules(5, "S", 2, RUNS).replace("\"all\"}", &format!("\"{layout}\"}}"));
        let (code, out, err) = solve(folder.path(), &rules, board, &[]);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{board}{err}");
        assert!(err.contains(message), "{board}{err}");
    }
}

/// What a board does not show is the stock, also where its last row is shorter than the others.
#[test]
fn cards_that_are_not_shown_are_the_stock() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = "spiderette\n1: KS\n2: ?? QH\n3: ?? ?? JS\n4: ?? ?? ?? TH\n5: ?? ?? ?? ?? 9S\n\
        6: ?? ?? ?? ?? ?? 8H\n7: ?? ?? ?? ?? ?? ?? 7S\n";
    // A row later, with a card more in each column, and with one in the first column alone.
    let cards = ["AC", "2C", "3C", "4C", "5C", "6C", "7C"];
    let row = |most: usize| -> String {
        let lines = fresh.lines().enumerate();
        let line = |(n, line): (usize, &str)| match n.checked_sub(1).filter(|&n| n < most) {
            Some(n) => format!("{line} {}\n", cards[n]),
            None => format!("{line}\n"),
        };
        lines.map(line).collect()
    };
    for (board, stock) in [(fresh.to_owned(), Some(24)), (row(7), Some(17)), (row(1), None)] {
        let board = file(folder.path(), "board.txt", &board);
        let mut command = Command::cargo_bin("patsat").unwrap();
        let (code, out, err) = output_of(command.args(["show", &board]));
        assert_eq!(code, if stock.is_some() { 0 } else { 2 }, "{out}{err}");
        match stock {
            Some(cards) => {
                assert!(err.contains(&format!("{cards} cards are not on the board")), "{err}");
            }
            None => assert!(err.contains("found 21 unseen cards, expected 44"), "{err}"),
        }
    }
}
