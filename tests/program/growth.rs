//! `patsat pack growth`: runs of solvers by size, held against the program's own answers.

use assert_cmd::Command;
use patsat_testkit::cli::{Said, said};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn run(args: &[&str]) -> Said {
    said(Command::cargo_bin("patsat").unwrap().args(args))
}

const TINY: &str = r#"
track = "sat"
title = "Tiny"
solvers = ["minisat", "cadical"]
cpu_s = 20
[[family]]
name = "moves"
about = "moves"
axis = "horizon"
sizes = [4, 8, 12, 16]
seeds = [1, 2]
ask.plan = { deal = "ms:{seed}", args = ["--ranks", "3", "--cells", "1", "--columns", "4"], encoding = "sequential", horizon = "{size}" }
[[family]]
name = "plain"
about = "plain"
group = "one formula"
axis = "variables"
sizes = [3, 4]
seeds = [1, 2]
ask.formula = { family = "random", variables = "{size}", ratio = 6.0, dress = "plain" }
[[family]]
name = "dressed"
about = "dressed"
group = "one formula"
axis = "variables"
sizes = [3, 4]
seeds = [1, 2]
ask.formula = { family = "random", variables = "{size}", ratio = 6.0, dress = "freecell" }
"#;

fn study(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("study.toml");
    fs::write(&path, text).unwrap();
    path
}

fn growth(study: &Path, out: &Path, more: &[&str]) -> Said {
    let args = ["pack", "growth", "--study", study.to_str().unwrap(), "-o", out.to_str().unwrap()];
    run(&[&args[..], more].concat())
}

/// What was said of each question by each solver.
fn answers(out: &Path) -> BTreeMap<(String, u64, u64, String), String> {
    let text = fs::read_to_string(out.join("runs.jsonl")).unwrap();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    lines
        .map(|line| {
            let [size, seed] = ["size", "seed"].map(|key| line[key].as_u64().unwrap());
            ((text(&line, "family"), size, seed, text(&line, "solver")), text(&line, "status"))
        })
        .collect()
}

#[test]
fn runs_say_what_the_program_says_and_go_on_where_they_were_cut() {
    if !is_here("minisat") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let (study, out) = (study(scratch.path(), TINY), scratch.path().join("out"));
    let (code, said, err) = growth(&study, &out, &[]);
    assert_eq!(code, 0, "{err}");
    assert!(said.contains("runs of 3 families"), "{said}");
    let whole = answers(&out);
    let mut turned = Vec::new();
    for seed in 1..=2 {
        for size in [4_u64, 8, 12, 16] {
            let deal = format!("ms:{seed}");
            let horizon = size.to_string();
            let small = ["--ranks", "3", "--cells", "1", "--columns", "4"];
            let by = ["--by", "sat", "--encoding", "sequential", "--horizon", &horizon, "-q"];
            let (code, ..) = run(&[&["solve", &deal], &small[..], &by].concat());
            // A model is a plan of at most so many moves; none within the horizon is 21, none at all 20.
            let own = if code == 10 || code == 0 { "yes" } else { "no" };
            assert!([0, 10, 20, 21].contains(&code), "{code}");
            assert_eq!(whole[&("moves".to_owned(), size, seed, "minisat".to_owned())], own, "{size} {seed}");
            turned.push(own);
        }
    }
    assert!(turned.contains(&"yes") && turned.contains(&"no"), "{turned:?}");
    for ((family, size, seed, solver), status) in &whole {
        if family == "dressed" {
            assert_eq!(status, &whole[&("plain".to_owned(), *size, *seed, solver.clone())]);
        }
    }
    let page = fs::read_to_string(out.join("README.md")).unwrap();
    for name in ["moves.svg", "plain.svg", "group-one-formula.svg"] {
        assert!(
            page.contains(name) && fs::read_to_string(out.join(name)).unwrap().contains("<svg"),
            "{name}"
        );
    }
    // Cut within a line, it goes on; what was run before stays as it is.
    let runs = out.join("runs.jsonl");
    let text = fs::read_to_string(&runs).unwrap();
    let cut = &text[..text.len() / 2];
    fs::write(&runs, cut).unwrap();
    assert_eq!(growth(&study, &out, &[]).0, 0);
    let again = fs::read_to_string(&runs).unwrap();
    let kept = &cut[..=cut.rfind('\n').unwrap()];
    assert!(again.starts_with(kept) && kept.lines().count() > 3);
    assert_eq!(answers(&out), whole);
    // The runs of another study are not gone on with, nor is a folder of something else filled.
    let other = scratch.path().join("other.toml");
    fs::write(&other, TINY.replace("Tiny", "Other")).unwrap();
    let (code, _, err) = growth(&other, &out, &[]);
    assert!(code == 2 && err.contains("begun with another"), "{err}");
    let (code, _, err) = growth(&study, scratch.path(), &[]);
    assert!(code == 2 && err.contains("is not empty"), "{err}");
}

/// Whether a program is there.
fn is_here(program: &str) -> bool {
    let here = std::process::Command::new(program).arg("--version").output().is_ok();
    if !here {
        eprintln!("skipped: the solver '{program}' is not installed");
    }
    here
}

/// A study of one family, one seed after the other.
fn one_family(track: &str, solver: &str, sizes: &str, seeds: &str, ask: &str) -> String {
    format!(
        "track = \"{track}\"\ntitle = \"t\"\nsolvers = [\"{solver}\"]\ncpu_s = 20\n[[family]]\nname = \"f\"\n\
         about = \"a\"\naxis = \"size\"\nsizes = {sizes}\nseeds = {seeds}\nask.{ask}\n"
    )
}

/// The answers and optima of a study of one family, by size and seed.
fn asked(text: &str, scratch: &Path) -> BTreeMap<(u64, u64), (String, Option<u64>)> {
    let out = scratch.join("tracks");
    let (code, said, err) = growth(&study(scratch, text), &out, &["--force"]);
    assert!(code == 0 && said.contains("runs of one family"), "{code} {said}{err}");
    let text = fs::read_to_string(out.join("runs.jsonl")).unwrap();
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .map(|line| {
            let [size, seed] = ["size", "seed"].map(|key| line[key].as_u64().unwrap());
            ((size, seed), (line["status"].as_str().unwrap().to_owned(), line["optimum"].as_u64()))
        })
        .collect()
}

#[test]
fn solvers_with_two_players_say_what_two_sat_solvers_say() {
    if !is_here("depqbf") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/boards/ending-spider1-1-5.json");
    let ask = format!("easy = {{ deal = \"{board}\", k = 1, horizon = \"{{size}}\" }}");
    let found = asked(&one_family("qbf", "depqbf", "[3, 6, 8]", "[1, 1]", &ask), scratch.path());
    for size in [3, 6, 8] {
        let horizon = u64::to_string(&size);
        let (_, out, _) = run(&["easy", board, "--k", "1", "--by", "sat", "--horizon", &horizon, "-q"]);
        assert!(out.starts_with("Easy: ") || out.starts_with("Not within "), "{out}");
        assert_eq!(found[&(size, 1)].0, if out.starts_with("Easy") { "yes" } else { "no" }, "{size}");
    }
    assert!(found.values().any(|(status, _)| status == "yes") && found[&(3, 1)].0 == "no", "{found:?}");
}

/// Every card goes home once; the optimum counts the moves beyond.
#[test]
fn an_optimum_is_that_of_search() {
    if !is_here("rc2.py") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let ask = "shortest = { deal = \"ms:{seed}\", args = [\"--ranks\", \"{size}\", \"--cells\", \"1\", \"--columns\", \
               \"4\"], encoding = \"exists\", horizon = 8 }";
    let found = asked(&one_family("maxsat", "rc2", "[2, 3]", "[1, 2]", ask), scratch.path());
    for ((size, seed), (status, optimum)) in found {
        let (deal, ranks) = (format!("ms:{seed}"), size.to_string());
        let small = ["--ranks", &ranks, "--cells", "1", "--columns", "4"];
        let shortest = ["--optimal", "--cost", "m1", "--format", "json", "-q"];
        let (code, out, _) = run(&[&["solve", &deal], &small[..], &shortest].concat());
        let last: Value =
            serde_json::from_str(out.lines().rfind(|line| line.contains("\"m1\"")).unwrap()).unwrap();
        let m1 = last["data"]["lengths"]["m1"].as_u64().unwrap();
        assert_eq!((code, status.as_str(), optimum), (10, "yes", Some(m1 - 4 * size)), "{deal} {ranks}");
    }
}

#[test]
fn scripts_are_answered_as_the_formula_of_the_same_bound() {
    if !is_here("z3") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let small = ["--ranks", "2", "--cells", "1", "--columns", "4"];
    let ask = "script = { deal = \"ms:{seed}\", args = [\"--ranks\", \"2\", \"--cells\", \"1\", \"--columns\", \"4\"], \
               encoding = \"relational\", decided_by = \"sequential\", horizon = \"{size}\" }";
    let found = asked(&one_family("smt", "z3", "[3, 9, 10, 12]", "[1, 1]", ask), scratch.path());
    for ((size, _), (status, _)) in &found {
        let by = ["--by", "sat", "--encoding", "sequential", "--horizon", &size.to_string(), "-q"];
        let (code, ..) = run(&[&["solve", "ms:1"], &small[..], &by].concat());
        assert_eq!(status, if code == 10 { "yes" } else { "no" }, "{size}: {code}");
    }
    // Its shortest plan has ten moves.
    assert_eq!((found[&(9, 1)].0.as_str(), found[&(10, 1)].0.as_str()), ("no", "yes"));
}

#[test]
fn without_any_of_its_solvers_a_study_says_so() {
    let scratch = tempfile::tempdir().unwrap();
    let study = study(scratch.path(), TINY);
    let out = scratch.path().join("out");
    let args = ["pack", "growth", "--study", study.to_str().unwrap(), "-o", out.to_str().unwrap()];
    let (code, told, err) =
        said(Command::cargo_bin("patsat").unwrap().args(args).env("PATH", scratch.path()));
    assert!(code == 2 && told.is_empty(), "{code} {told}");
    assert!(err.contains("none of its solvers is installed: expected one of minisat, cadical"), "{err}");
    assert!(!out.exists());
}

/// A program that lies stands before the solver on the path.
#[cfg(unix)]
#[test]
fn a_solver_that_contradicts_another_ends_the_work() {
    use std::os::unix::fs::PermissionsExt;
    if !is_here("minisat") || !is_here("cadical") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let bin = scratch.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let liar = bin.join("minisat");
    fs::write(&liar, "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n").unwrap();
    fs::set_permissions(&liar, fs::Permissions::from_mode(0o755)).unwrap();
    let study = study(scratch.path(), TINY);
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let out = scratch.path().join("out");
    let args = ["pack", "growth", "--study", study.to_str().unwrap(), "-o", out.to_str().unwrap()];
    let (code, told, err) = said(Command::cargo_bin("patsat").unwrap().args(args).env("PATH", path));
    assert!(code == 3 && told.is_empty() && err.contains("minisat says no"), "{code}: {err}");
}

#[test]
fn what_is_no_study_is_one_sentence() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    for (from, to, says) in [
        ("track = \"sat\"", "track = \"pddl\"", "track pddl: expected sat, qbf, maxsat or smt"),
        ("sizes = [4, 8, 12, 16]", "sizes = [8, 4]", "expected sizes from the least to the largest"),
        ("sizes = [4, 8, 12, 16]", "sizes = []", "expected sizes from the least to the largest"),
        ("\"minisat\", ", "\"z3\", ", "there is no solver 'z3' for track sat"),
        ("cpu_s = 20", "cpu_s = -1", "expected cpu_s above 0"),
        ("cpu_s = 20", "cpu_s = 20\nyes = 3", "line 6: unknown field `yes`"),
        ("name = \"plain\"", "name = \"moves\"", "family 'moves' is defined twice"),
        ("\"sequential\"", "\"sequentiel\"", "unknown encoding 'sequentiel'"),
    ] {
        let text = TINY.replacen(from, to, 1);
        assert_ne!(text, TINY, "{from}");
        let (code, told, err) = growth(&study(scratch.path(), &text), &out, &["--force"]);
        // A question is only asked where there is a solver for it.
        if says.starts_with("unknown encoding") && !is_here("minisat") {
            continue;
        }
        assert!(code == 2 && told.is_empty() && err.contains(says), "{to}: {code} {err}");
        assert!(patsat_testkit::cli::is_sentence(&err), "{err}");
    }
    let (code, text, _) = run(&["pack", "growth", "--print"]);
    assert!(code == 0 && text.contains("random-spider"), "{text}");
    let (code, listed, _) = run(&["pack", "growth", "--list"]);
    assert!(code == 0 && listed.lines().count() == 4, "{listed}");
    for (study, track) in listed.lines().zip(["sat", "qbf", "maxsat", "smt"]) {
        let name = study.split_whitespace().next().unwrap();
        let (code, text, _) = run(&["pack", "growth", "--study", name, "--print"]);
        assert!(code == 0 && text.contains(&format!("\ntrack = \"{track}\"\n")), "{text}");
    }
    let (code, _, err) = run(&["pack", "growth", "--study", "families2", "-o", "x"]);
    assert!(code == 2 && err.contains("help: did you mean 'families'?"), "{err}");
}
