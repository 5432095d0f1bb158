//! `patsat puzzle autostart` as it is called: answers, tables, figures, refusals, and a MaxSAT solver of
//! other people.

use patsat_testkit::cli::{CommandOutput, file, one_sentence, output_of, result};

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

fn run(args: &[&str]) -> CommandOutput {
    let mut command = assert_cmd::Command::cargo_bin("patsat").unwrap();
    output_of(command.env("LC_ALL", "C").args(["puzzle", "autostart"]).args(args))
}

fn refused(args: &[&str], message: &str) {
    one_sentence(args, run(args), message);
}

const DEAL: &str = "KS AH\nKD 4H 3H 2H\nKC AS 2H\nQS 4S 3S 2S\n";

#[test]
fn one_deal_is_shown_with_what_each_algorithm_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "deal.txt", DEAL);
    let (code, out, err) = run(&["solve", &path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let cards = |name: &str| -> Vec<&str> {
        let rows = out.lines().filter(|line| line.split("  ").next() == Some(name));
        rows.map(|row| row.split_whitespace().find(|word| word.parse::<u32>().is_ok()).unwrap()).collect()
    };
    assert_eq!(cards("greedy"), ["4"], "{out}");
    assert_eq!(cards("branch-and-bound"), ["4"], "{out}");
    assert_eq!(cards("branch-and-bound-breadth"), ["6"], "{out}");
    assert_eq!(cards("exact"), cards("maxsat"), "{out}");
    assert_eq!(cards("exact").len(), 3, "{out}");
    let (_, json, _) = run(&["solve", &path, "--format", "json"]);
    assert_eq!(result(&json)["columns"][0][1], "AH");
}

#[test]
fn bad_input_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let three = file(folder.path(), "three.txt", "AS 2S\nAS\nAS 3D\n");
    refused(&["solve", &three], "AS occurs 3 times: expected at most 2, as in two decks");
    let odd = file(folder.path(), "odd.txt", "AS XX\n");
    refused(&["solve", &odd], "line 1: 'XX' is not a card");
    refused(&["solve", &file(folder.path(), "empty.txt", "\n")], "no card in the columns");
    refused(&["solve", "nowhere.txt"], "there is no file 'nowhere.txt'");
    refused(&["solve", "ms:1"], "Microsoft numbers deal one deck");
    refused(&["solve", "random:freecell:1"], "expected forty-thieves or its kin");
    refused(&["solve", "kpat:spider4:1"], "expected forty-thieves or its kin");
    refused(&["study", "--at-least", "41"], "expected at most the 40 cards dealt");
    refused(&["study", "--columns", "27"], "more than two decks have");
    refused(&["study", "--columns", "0"], "must be 1 at least");
    refused(&["encode", &three, "--rows", "3"], "expected neither with a file");
    // A whole game with a card short, in JSON.
    let mut command = assert_cmd::Command::cargo_bin("patsat").unwrap();
    let shown = command.args(["convert", "random:forty-thieves:1", "--to", "json"]).output().unwrap();
    let mut game: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    let whole = file(folder.path(), "whole.json", &game.to_string());
    let (code, out, err) = run(&["solve", &whole]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("maxsat"));
    let column = game["deal"]["columns"][0].as_array_mut();
    match column {
        Some(cards) => drop(cards.pop()),
        None => drop(game["deal"]["columns"][0]["cards"].as_array_mut().unwrap().pop()),
    }
    refused(&["solve", &file(folder.path(), "short.json", &game.to_string())], "is missing: found 1 of 2");
}

#[test]
fn a_range_of_deals_is_counted_with_any_number_of_workers() {
    let range = "random:forty-thieves:1..600";
    let (code, one, _) = run(&["solve", range, "--jobs", "1"]);
    let (_, two, _) = run(&["solve", range, "--jobs", "2"]);
    assert_eq!((code, &one), (0, &two));
    assert!(one.starts_with("random:forty-thieves:1..600: 600 deals\n"), "{one}");
    assert!(one.contains("| exact with empties |") && one.contains("\ncards,greedy,"), "{one}");
    let (_, named, _) = run(&["solve", range, "--algorithm", "heuristic", "--empties"]);
    assert_eq!(named.lines().filter(|line| line.starts_with("| heuristic")).count(), 1, "{named}");
}

fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.filter(|path| path.is_file()).map(|path| (named(&path), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn trials_of_one_seed_are_the_same_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let trials = |name: &str, seed: &str, jobs: &str| {
        let out = folder.path().join(name);
        let path = out.to_str().unwrap();
        let args = ["study", "--trials", "6", "--at-least", "7", "--seed", seed, "--jobs", jobs, "-o", path];
        let (code, printed, err) = run(&args);
        assert_eq!(code, 0, "{err}");
        assert!(printed.contains("cards home at the end"), "{printed}");
        (content(&out), content(&out.join("times")))
    };
    let ((one, times), (two, _), (other, _)) =
        (trials("a", "1", "1"), trials("b", "1", "2"), trials("c", "2", "2"));
    assert_eq!(one, two);
    assert_ne!(one["trials.csv"], other["trials.csv"]);
    for figure in 5..=9 {
        for suffix in ["", "-exact"] {
            let svg = std::str::from_utf8(&one[&format!("figure-{figure}{suffix}.svg")]).unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
            let mut reader = quick_xml::Reader::from_str(svg);
            while reader.read_event().unwrap() != quick_xml::events::Event::Eof {}
        }
    }
    assert_eq!(times.keys().filter(|name| name.ends_with(".svg")).count(), 6);
    // Every last deal is there under its name, and gives what the table says.
    let table = String::from_utf8(one["trials.csv"].clone()).unwrap();
    for row in table.lines().filter(|row| row.starts_with("heuristic,")) {
        let cells: Vec<&str> = row.split(',').collect();
        let deal = format!("random:forty-thieves:{}", cells[7]);
        let (_, json, _) = run(&["solve", &deal, "--algorithm", cells[0], "--format", "json"]);
        let json = result(&json);
        let answers = json["answers"].as_array().unwrap();
        let found = answers.iter().find(|a| a["algorithm"] == cells[0] && a["intermediate"] == "onto suit");
        assert_eq!(found.unwrap()["cards"].to_string(), cells[3], "{row}");
        assert!(cells[3].parse::<u32>().unwrap() >= 7);
    }
}

/// RC2 of python-sat on our WCNF: its cost is the number of cards that stay, and its model a play.
#[test]
fn another_solvers_optimum_is_ours() {
    let folder = tempfile::tempdir().unwrap();
    let [wcnf, model] = ["f.wcnf", "model"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    for deal in ["253", "1198", "1669", "7", "40"] {
        let deal = format!("random:forty-thieves:{deal}");
        for empties in [&[][..], &["--empties"]] {
            let args = [&["encode", &deal, "-o", &wcnf], empties].concat();
            assert_eq!(run(&args).0, 0);
            let args = [&["solve", &deal, "--algorithm", "exact", "--format", "json"], empties].concat();
            let (code, json, err) = run(&args);
            assert_eq!(code, 0, "{err}");
            let json = result(&json);
            let moves = if empties.is_empty() { "onto suit" } else { "onto suit or empty" };
            let answers = json["answers"].as_array().unwrap().iter();
            let cards = |a: &serde_json::Value| a["cards"].as_u64().unwrap();
            let optimum = answers.filter(|a| a["intermediate"] == moves).map(cards).next().unwrap();
            let Ok(output) = Command::new("rc2.py").args(["-vv", "--vnew", &wcnf]).output() else {
                eprintln!("skipped: the MaxSAT solver 'rc2.py' is not installed (pip install python-sat)");
                return;
            };
            let printed = String::from_utf8(output.stdout).unwrap();
            let cost = printed.lines().filter_map(|line| line.strip_prefix("o ")).next_back();
            assert_eq!(cost.unwrap().trim(), (40 - optimum).to_string(), "{deal} {empties:?}");
            std::fs::write(&model, &printed).unwrap();
            let args = [&["decode", &deal, &model, "--format", "json"], empties].concat();
            let (code, json, err) = run(&args);
            assert_eq!(code, 0, "{err}");
            assert_eq!(cards(&result(&json)["answers"][0]), optimum);
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("patsat"));
    let out = folder.path().join("out");
    command
        .args(["puzzle", "autostart", "study", "--trials", "2", "--at-least", "40"])
        .args(["--algorithm", "heuristic", "-o"])
        .arg(&out);
    let child =
        command.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("interrupted: 2 of 2 trials of heuristic did not end"), "{err}");
    assert!(out.join("trials.csv").exists());
}
