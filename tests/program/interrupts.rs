//! Ctrl-C where a step takes long: deals made from formulas have hundreds of columns and thousands of cards, and the
//! check of dead patterns tries thousands of cases for one move.
#![cfg(unix)]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::process::Stdio;
use std::time::Duration;

/// What a command prints that gets SIGINT after two seconds, and its exit code.
fn interrupted(args: &[&str]) -> (Option<i32>, String, String) {
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin("patsat"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), out, err)
}

/// The check takes a quarter of a minute.
#[test]
fn the_check_of_patterns_stops_in_time() {
    let deal = "solvitaire:forty-thieves:15";
    let file = "instances/certificates/solvitaire-forty-thieves-15.patterns.txt";
    let (code, out, err) = interrupted(&["verify", deal, file, "--plain"]);
    let undecided = "undecided: stopped before every move was checked\n";
    assert_eq!((code, out.as_str(), err.as_str()), (Some(130), undecided, ""));
    // The certificate of another deal is refused at once, signal or not.
    let args = ["verify", "solvitaire:forty-thieves:16", file, "--plain"];
    let (code, out, _) = patsat_testkit::cli::run(&args);
    assert!(code == 1 && out.starts_with("not valid: "), "{out}");
}

/// A script for that deal takes minutes to write, and signals are not checked while it is written.
#[cfg(feature = "z3")]
#[test]
fn a_step_that_takes_minutes_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("deals");
    let made = made.to_str().unwrap();
    let hard = ["hard", "--game", "spider", "--vars", "20", "-q", "-o", made];
    let (code, _, err) =
        patsat_testkit::cli::output_of(assert_cmd::Command::cargo_bin("patsat").unwrap().args(hard));
    assert_eq!(code, 0, "{err}");
    let (code, _, err) =
        interrupted(&["solve", &format!("{made}/001.json"), "--by", "smt", "--horizon", "50"]);
    let message = "interrupted: the current step did not stop in time\n";
    assert_eq!((code, err.ends_with(message)), (Some(130), true), "{err}");
}
