//! Deals as people name them, and what the program prints to a person who has read nothing.

use assert_cmd::Command;
use patsat_testkit::cli::{is_sentence, output_of, run};

#[test]
fn deals_have_many_names() {
    let (_, expected, _) = run(&["show", "ms:617"]);
    for name in [
        &["617"][..],
        &["ms617"],
        &["freecell 617"],
        &["freecell", "617"],
        &["FreeCell #617"],
        &["ms", "617"],
    ] {
        let (code, out, err) = run(&[&["show"], name].concat());
        assert_eq!((code, out.as_str(), err.as_str()), (0, expected.as_str(), ""), "{name:?}");
    }
    let (_, expected, _) = run(&["show", "kpat:spider4:1"]);
    for name in [&["spider 4", "1"][..], &["spider", "4", "1"], &["spider:1"], &["Spider 4 #1"]] {
        let (code, out, err) = run(&[&["show"], name].concat());
        assert_eq!((code, out.as_str()), (0, expected.as_str()), "{name:?}: {err}");
        assert!(
            err.contains("read as kpat:spider4:1; other dealers") && err.contains("pysol:1 --game spider"),
            "{err}"
        );
    }
    let (code, out, err) = run(&["show", "bakers-game", "12"]);
    assert_eq!((code, out), (0, run(&["show", "solvitaire:bakers-game:12"]).1));
    assert!(err.contains("ms:12 --game bakers-game"), "{err}");
    // The game of an option must be the same.
    let (code, _, err) = run(&["show", "bakers-game 12", "--game", "freecell"]);
    assert!(code == 2 && err.contains("solvitaire:bakers-game:12 is a deal of bakers-game"), "{err}");
}

#[test]
fn a_file_comes_before_a_number() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy("instances/boards/eight-off-1.txt", folder.path().join("617")).unwrap();
    let show = |arguments: &[&str]| {
        output_of(Command::cargo_bin("patsat").unwrap().current_dir(folder.path()).args(arguments))
    };
    assert!(show(&["show", "617", "--game", "eight-off"]).1.starts_with("eight-off"));
    assert!(show(&["show", "ms:617"]).1.starts_with("freecell ms:617"));
}

#[test]
fn games_that_are_not_here_are_named() {
    for (name, help) in [
        (&["pyramid", "1"][..], "help: Pyramid, TriPeaks and Accordion are not here; 'patsat games' lists"),
        (&["accordion:5"], "help: Pyramid, TriPeaks and Accordion are not here"),
        (&["freecel", "617"], "help: did you mean 'freecell'?"),
        (&["spider"], "help: 'spider 1' is kpat:spider4:1"),
        (&["spider", "2"], "help: 'spider2 1' is deal 1 of spider2, 'spider:2' is deal 2 of spider"),
    ] {
        let (code, out, err) = run(&[&["solve"], name].concat());
        assert!(code == 2 && out.is_empty() && is_sentence(&err) && err.contains(help), "{name:?}: {err}");
    }
}

#[test]
fn ranges_have_names_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (n, range) in ["ms:1..3", "1..3", "freecell 1..3"].iter().enumerate() {
        let (code, out, err) = run(&["survey", range, "-o", &file(&n.to_string()), "--ranks", "4"]);
        assert!(code == 0 && out.contains("ms:1..3"), "{range}: {out}{err}");
    }
}

#[test]
fn the_first_screen_shows_where_to_begin() {
    let (code, out, err) = run(&[]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.lines().count() <= 23 && err.contains("patsat solve 617") && err.contains("Puzzles"),
        "{err}"
    );
}

#[test]
fn a_deal_is_solved_to_be_watched() {
    let (code, out, err) = run(&["replay", "ms:1", "--ranks", "4", "--at", "1"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let lost = ["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];
    assert!(out.contains("move 1 of"), "{out}");
    let (code, out, _) = run(&[&["replay"], &lost[..]].concat());
    assert!(code == 1 && out.contains("Unwinnable") && out.ends_with("No plan to replay.\n"), "{out}");
}

#[test]
fn plain_exit_codes_are_for_scripts() {
    let won = ["ms:1", "--ranks", "4", "--exit-code", "plain"];
    let lost = ["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4", "--exit-code", "plain"];
    for command in ["solve", "why"] {
        assert_eq!(run(&[&[command], &won[..]].concat()).0, 0);
        assert_eq!(run(&[&[command], &lost[..]].concat()).0, 0);
        assert_eq!(run(&[&[command], &lost[..], &["--node-limit", "1"]].concat()).0, 5);
    }
    let (code, out, _) = run(&[&["solve", "--format", "json"], &won[..]].concat());
    assert!(code == 0 && out.contains(r#""exit_code":0"#), "{out}");
}

#[test]
fn sentences_are_wrapped_and_rows_are_not() {
    let narrow = |width: &str| {
        let mut command = Command::cargo_bin("patsat").unwrap();
        let output = command.args(["why", "ms:41", "--cells", "1"]).env("COLUMNS", width).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (wide, narrow) = (narrow("10000"), narrow("60"));
    assert!(wide.lines().any(|line| line.chars().count() > 100), "{wide}");
    assert!(narrow.lines().all(|line| line.chars().count() <= 60 || line.trim().contains("  ")), "{narrow}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&wide), words(&narrow));
}

#[test]
fn plans_come_with_their_notation() {
    let (_, out, _) = run(&["solve", "ms:617"]);
    let last = out.lines().last().unwrap();
    assert!(last.starts_with("Notation: ") && last.contains("a-d cells, h home, v2 2 cards"), "{last}");
    assert!(!run(&["solve", "ms:617", "-q"]).1.contains("Notation"));
    // Short plans are printed in words too.
    let (_, out, _) = run(&["solve", "instances/boards/kpat-freecell-1-played.kpat", "--game", "freecell"]);
    assert!(out.contains("won") || out.contains("Solved"), "{out}");
}

#[test]
fn wrong_numbers_are_refused_in_words() {
    for (value, message) in [
        ("four", "expected a whole number"),
        ("4.5", "expected a whole number"),
        ("-1", "expected a number from 0 to 65535"),
        ("70000", "expected a number from 0 to 65535"),
    ] {
        let (code, _, err) = run(&["show", "ms:1", "--cells", value]);
        let message = format!("invalid value '{value}' for '--cells <N>': {message}");
        assert!(code == 2 && err.contains(&message), "{err}");
    }
}

#[test]
fn manual_pages_have_examples() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new").join("man1");
    assert_eq!(run(&["man", "--dir", dir.to_str().unwrap()]).0, 0);
    let page = std::fs::read_to_string(dir.join("patsat-replay.1")).unwrap();
    for part in [
        ".TH patsat-replay 1",
        ".SH EXAMPLES",
        "patsat replay ms:617",
        r"patsat replay [OPTIONS] <INSTANCE> [PLAN]",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(dir.join("patsat-puzzle-rummikub-solve.1").is_file());
}

#[test]
fn hint_and_solve_agree_on_lost_deals() {
    for deal in ["ms:11982", "ms:517776"] {
        let (code, out, _) = run(&["hint", deal]);
        assert!(code == 1 && out.contains("Lost"), "{deal}: {out}");
    }
}
