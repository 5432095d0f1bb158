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

fn minisat_is_here() -> bool {
    let here = std::process::Command::new("minisat").arg("--help").output().is_ok();
    if !here {
        eprintln!("skipped: the solver 'minisat' is not installed");
    }
    here
}

#[test]
fn runs_say_what_the_program_says_and_go_on_where_they_were_cut() {
    if !minisat_is_here() {
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

/// A program that lies stands before the solver on the path.
#[cfg(unix)]
#[test]
fn a_solver_that_contradicts_another_ends_the_work() {
    use std::os::unix::fs::PermissionsExt;
    if !minisat_is_here() || std::process::Command::new("cadical").arg("--version").output().is_err() {
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
        ("name = \"plain\"", "name = \"moves\"", "family 'moves' is there twice"),
        ("\"sequential\"", "\"sequentiel\"", "unknown encoding 'sequentiel'"),
    ] {
        let text = TINY.replacen(from, to, 1);
        assert_ne!(text, TINY, "{from}");
        let (code, told, err) = growth(&study(scratch.path(), &text), &out, &["--force"]);
        // A question is only asked where there is a solver for it.
        if says.starts_with("unknown encoding") && !minisat_is_here() {
            continue;
        }
        assert!(code == 2 && told.is_empty() && err.contains(says), "{to}: {code} {err}");
        assert_eq!(err.trim_end().lines().count(), 1, "{err}");
    }
    let (code, text, _) = run(&["pack", "growth", "--print"]);
    assert!(code == 0 && text.contains("random-spider"), "{text}");
    let (code, _, err) = run(&["pack", "growth", "--study", "families2", "-o", "x"]);
    assert!(code == 2 && err.contains("(did you mean 'families'?)"), "{err}");
}
