//! What goes wrong around the program: it is killed, disks are full, folders cannot be written, solvers lie.
//! Nothing may be lost, nothing believed, and one sentence says what happened.

#![cfg(target_os = "linux")]

mod kills;
mod solvers;

use patsat_testkit::cli::run;
use std::fs;

const SMALL: [&str; 7] = ["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];

/// Commands that write a file, with an option that names it.
fn writers(file: &str) -> Vec<Vec<&str>> {
    let small = |before: &[&'static str], after: &[&'static str]| [before, &SMALL, after, &[file]].concat();
    vec![
        small(&["solve"], &["--proof"]),
        small(&["solve"], &["-o"]),
        small(&["show"], &["-o"]),
        small(&["convert"], &["--to", "json", "-o"]),
        small(&["encode"], &["--encoding", "exists", "--horizon", "3", "--to", "dimacs", "-o"]),
        vec!["survey", "ms:1..3", "--ranks", "4", "-o", file],
        vec!["pack", "deals", "ms:1", "--games", "1", "--count", "1", "-o", file],
    ]
}

/// The command ends with bad usage or, where its own answer comes first, with that; it says in one sentence what
/// could not be written.
fn check_full_disk(args: &[&str]) {
    let (code, out, err) = run(args);
    assert_eq!(code, 2, "{args:?}: {out}{err}");
    let errors: Vec<&str> = err.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 1, "{args:?}: {err}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
}

#[test]
fn a_full_disk_is_reported_by_every_writer() {
    if fs::OpenOptions::new().write(true).open("/dev/full").is_err() {
        println!("skipped: there is no /dev/full");
        return;
    }
    for mut args in writers("/dev/full") {
        // What is there already is overwritten where that is asked for.
        if ["survey", "pack"].contains(&args[0]) {
            args.push("--force");
        }
        check_full_disk(&args);
    }
}

#[test]
fn a_folder_without_write_permission_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("inside").display().to_string();
    let missing = folder.path().join("missing/inside").display().to_string();
    for path in [&inside, &missing] {
        writers(path).iter().for_each(|args| check_full_disk(args));
    }
    assert!(!folder.path().join("missing").exists());
}
