//! Solvers that lie, say half of it, or never end.

use super::{SMALL, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// A script that stands for a solver; the formula is its first word.
fn solver(folder: &Path, name: &str, body: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("cmd:{} {{in}}", path.display())
}

fn solve_args<'a>(backend: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["solve"], &SMALL[..], &["--by", "sat", "--horizon", "6", "--backend", backend], more].concat()
}

#[test]
fn a_wrong_model_is_no_plan_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [
        ("all-true", "echo 's SATISFIABLE'; echo \"v $(seq -s ' ' 1 99999) 0\"; exit 10"),
        ("all-false", "echo 's SATISFIABLE'; echo \"v $(seq -s ' ' -1 -1 -99999) 0\"; exit 10"),
        ("half", "echo 's SATISFIABLE'; echo \"v $(seq -s ' ' 1 7)\"; exit 10"),
        ("none", "echo 's SATISFIABLE'; exit 10"),
        ("both", "echo 's SATISFIABLE'; echo 'v 1 -1 2 0'; exit 10"),
        ("words", "echo 's SATISFIABLE'; echo 'v one two 0'; exit 10"),
        ("contradicts", "echo 's UNSATISFIABLE'; echo 's SATISFIABLE'; echo 'v 1 0'; exit 10"),
        ("huge", "echo 's SATISFIABLE'; echo 'v 99999999999999999999 0'; exit 10"),
        ("crash", "kill -SEGV $$"),
        ("binary", "head -c 100000 /dev/urandom; exit 10"),
    ] {
        let backend = solver(folder.path(), name, body);
        let (code, out, err) = run(&solve_args(&backend, &[]));
        assert_eq!(code, 4, "{name}: {out}{err}");
        assert!(
            !out.contains("Solved") && err.lines().count() == 1 && err.starts_with("error: "),
            "{name}: {err}"
        );
        assert!(err.contains(name), "{err}");
    }
}

#[test]
fn a_wrong_refutation_is_never_reported_as_unwinnable() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof").display().to_string();
    let game = ["ms:3", "--ranks", "4", "--cells", "1", "--columns", "4"];
    let winnable = [&game[..], &["--by", "sat", "--horizon", "20", "--encoding", "exists"]].concat();
    let truth = run(&[&["solve"], &winnable[..]].concat());
    assert_eq!(truth.0, 10, "{truth:?}");
    let liar = solver(folder.path(), "liar", "echo 's UNSATISFIABLE'; exit 20");
    let lied = [&["solve"], &winnable[..], &["--backend", &liar]].concat();
    let (code, out, err) = run(&lied);
    assert_eq!(code, 21, "{out}{err}");
    assert!(!out.contains("cannot be won") && out.contains("No plan within"), "{out}");
    // A proof is made by what is linked in, which finds the model: the solver is named, and no file is left.
    let (code, out, err) = run(&[&lied[..], &["--proof", &proof]].concat());
    assert_eq!(code, 4, "{out}{err}");
    assert!(err.contains("liar") && err.contains("but the formula has a model"), "{err}");
    assert!(err.lines().count() == 1 && !Path::new(&proof).exists(), "{err}");
}

/// Gigabytes are not kept, and a solver without end is stopped at the limit.
#[test]
fn a_solver_without_end_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let flood = solver(folder.path(), "flood", "echo 's SATISFIABLE'; yes 'v 1 2 3 4 5 6 7 8 9'");
    let (code, out, err) = run(&solve_args(&flood, &["--time-limit", "50"]));
    assert!(code == 4 && err.contains("printed without end"), "{code} {out}{err}");
    let deaf = solver(folder.path(), "deaf", "trap '' TERM INT; while :; do sleep 1000; done");
    let began = Instant::now();
    let (code, out, err) = run(&solve_args(&deaf, &["--time-limit", "1"]));
    assert!(code == 0 && out.contains("Unknown: time limit reached"), "{code} {out}{err}");
    // The solver sleeps for 1,000 seconds. Waiting for it would exceed this bound.
    assert!(began.elapsed() < Duration::from_secs(500));
}
