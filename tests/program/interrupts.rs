//! Ctrl-C where a step takes long: deals made from formulas have hundreds of columns and thousands of cards.
#![cfg(all(unix, feature = "z3"))]

use assert_cmd::Command;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use patsat_testkit::cli::output_of;
use std::process::Stdio;
use std::time::Duration;

/// What a command says that gets SIGINT after two seconds, and its exit code.
fn interrupted(args: &[&str]) -> (Option<i32>, String) {
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin("patsat"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A script for that deal takes minutes to write, and signals are not checked while it is written.
#[test]
fn a_step_that_takes_minutes_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("deals");
    let made = made.to_str().unwrap();
    let hard = ["hard", "--game", "spider", "--vars", "20", "-q", "-o", made];
    let (code, _, err) = output_of(Command::cargo_bin("patsat").unwrap().args(hard));
    assert_eq!(code, 0, "{err}");
    let (code, err) = interrupted(&["solve", &format!("{made}/001.json"), "--by", "smt", "--horizon", "50"]);
    let message = "interrupted: the current step did not stop in time\n";
    assert_eq!((code, err.ends_with(message)), (Some(130), true), "{err}");
}
