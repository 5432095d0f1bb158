//! Runs the program as users run it.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

/// Exit code, standard output, standard error.
pub type CommandOutput = (i32, String, String);

/// The program, without the settings of this machine that change what it prints.
pub fn patsat() -> Command {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
    command
}

/// Runs the program with these arguments and returns its output, without line wrapping.
pub fn run(args: &[&str]) -> CommandOutput {
    output_of(patsat().args(args))
}

/// Runs a command and returns its output, without line wrapping.
pub fn output_of(command: &mut Command) -> CommandOutput {
    let output = command.env("COLUMNS", "10000").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Whether a program is installed. If not, prints that the test is skipped.
pub fn is_installed(program: &str) -> bool {
    let installed = patsat_solvers::is_installed(program);
    if !installed {
        eprintln!("skipped: {program} is not installed");
    }
    installed
}

/// Returns the data of the one result of JSON Lines, and asserts that they begin and end correctly.
pub fn result(out: &str) -> Value {
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    let results = kinds.iter().filter(|&&kind| kind == "result").count();
    assert!(kinds.first() == Some(&"begin") && results == 1, "{kinds:?}");
    assert_eq!(kinds[kinds.len() - 2..], ["result", "end"]);
    lines[lines.len() - 2]["data"].clone()
}

/// Asserts that bad input gives exit code 2 and one sentence, with or without a line of help.
pub fn one_sentence(args: &[&str], (code, out, err): CommandOutput, message: &str) {
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    assert!(is_sentence(&err), "{args:?}: {err}");
    assert!(err.contains(message), "{args:?}: expected '{message}' in: {err}");
}

/// Returns whether this is one error in one sentence, with or without a line of help.
pub fn is_sentence(err: &str) -> bool {
    let mut lines = err.lines();
    lines.next().is_some_and(|line| line.starts_with("error: "))
        && lines.next().is_none_or(|line| line.starts_with("help: "))
        && lines.next().is_none()
}

/// Writes a file for a test and returns its path.
pub fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(&path, content).unwrap();
    path
}
