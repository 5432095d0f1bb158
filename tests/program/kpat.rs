//! Saved games of KPatience on the command line.

use patsat_testkit::cli::run;

use std::fs;
use std::path::Path;

fn board(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/boards").join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_saved_game_is_solved_from_its_position_and_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let solved = folder.path().join("solved.kpat").to_str().unwrap().to_owned();
    let saved = board("kpat-freecell-1-played.kpat");
    let game = ["--game", "freecell"];
    let (code, _, err) = run(&[&["solve", &saved, "--format", "kpat", "-o", &solved], &game[..]].concat());
    assert_eq!(code, 10, "{err}");
    let text = fs::read_to_string(&solved).unwrap();
    // What was played stays, the plan follows, and one move is left to the player.
    let states = |text: &str| text.matches("<state").count();
    let before = fs::read_to_string(&saved).unwrap().replacen(" current=\"true\"", "", 1);
    let kept = before.trim_end().strip_suffix("</kpat-game>").unwrap();
    assert!(text.starts_with(kept) && states(&text) > states(&before));
    assert!(text.rfind("<state current=\"true\"") == text.rfind("<state"), "{text}");
    let (code, out, _) = run(&[&["convert", &solved, "--to", "kpat"], &game[..]].concat());
    assert_eq!((code, out), (0, text));
    let (code, out, _) = run(&[&["solve", &solved, "--format", "standard"], &game[..]].concat());
    assert_eq!((code, out.split_whitespace().count()), (10, 1), "{out}");
}

#[test]
fn a_saved_game_is_a_plan_that_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.kpat").to_str().unwrap().to_owned();
    let (code, ..) = run(&["solve", "kpat:spider1:5", "--format", "kpat", "-o", &file]);
    assert_eq!(code, 10);
    let (code, out, err) = run(&["verify", "kpat:spider1:5", &file]);
    assert!(code == 0 && out.starts_with("valid: the plan wins in"), "{out}{err}");
    // A game that was given up is no plan that wins, and that of another deal none at all.
    let (code, out, _) = run(&["verify", "kpat:spider1:5", &board("kpat-spider1-5-played.kpat")]);
    assert!(code == 1 && out.starts_with("not valid"), "{code} {out}");
    let (code, _, err) = run(&["verify", "kpat:spider1:6", &file]);
    assert!(code == 2 && err.contains("a history that passes through this position"), "{code} {err}");
    // The same position without its number.
    let (code, text, _) = run(&["convert", "kpat:spider1:5", "--to", "solvitaire"]);
    assert_eq!(code, 0);
    let cards = folder.path().join("cards.json").to_str().unwrap().to_owned();
    fs::write(&cards, text).unwrap();
    let (code, out, err) = run(&["verify", &cards, &file, "--game", "spider1"]);
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn what_is_wrong_with_a_saved_game_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let refused = |file: &str, more: &[&str], parts: &[&str]| {
        let (code, out, err) = run(&[&["solve", file], more].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.contains(file) && parts.iter().all(|part| err.contains(part)), "{err}");
    };
    let freecell = board("kpat-freecell-1-played.kpat");
    let (code, _, err) = run(&["show", &freecell]);
    assert!(code == 0 && err.contains("does not name its variant: read as freecell (--game NAME"), "{err}");
    refused(&freecell, &["--game", "spider"], &["line 2", "the rules of spider"]);
    let text = fs::read_to_string(board("kpat-spider1-5-played.kpat")).unwrap();
    let write = |name: &str, text: &str| {
        fs::write(path(name), text).unwrap();
        path(name)
    };
    refused(&write("cut.kpat", &text[..text.len() / 2]), &[], &["line 1"]);
    refused(&write("broken.kpat", &text.replacen("</move>", "</mve>", 1)), &[], &["line 15", "broken XML"]);
    refused(&write("html.kpat", "<html></html>"), &[], &["line 1", "<html>"]);
    refused(&write("gypsy.kpat", &text.replacen("\"spider\"", "\"gypsy\"", 1)), &[], &["line 2", "Gypsy"]);
    let large = path("large.kpat");
    fs::File::create(&large).unwrap().set_len(300 << 20).unwrap();
    refused(&large, &[], &["longer than 256 MiB"]);
}

#[test]
fn deals_by_number_are_shown_and_converted() {
    let (code, out, _) = run(&["convert", "kpat:spider4:1", "--to", "kpat"]);
    assert_eq!((code, out), (0, fs::read_to_string(board("kpat-spider4-1.kpat")).unwrap()));
    let (code, out, _) = run(&["show", "kpat:spider3:1", "--face-up"]);
    assert_eq!(code, 0);
    assert!(out.contains("KPatience") || out.contains("spider3"), "{out}");
    let (code, _, err) = run(&["show", "kpat:klondike:1"]);
    assert_eq!(code, 2);
    assert!(err.contains("spider4") && err.contains("klondike1, klondike3"), "{err}");
    let (code, _, err) = run(&["show", "kpat:spider4:1", "--suits", "2"]);
    assert_eq!(code, 2, "{err}");
}
