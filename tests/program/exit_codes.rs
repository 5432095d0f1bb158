//! Every exit code, and every bad input: one clear sentence and code 2.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// A small game that is won at once, and one that is lost at once.
const WON: &[&str] = &["ms:1", "--ranks", "5", "--cells", "1", "--columns", "5"];
const LOST: &[&str] = &["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];

fn patsat() -> Command {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env("COLUMNS", "10000");
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8");
    command
}

/// Runs and gives exit code, stdout and stderr.
fn run(args: &[&str]) -> (i32, String, String) {
    done(patsat().args(args))
}

fn done(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs what must fail: code 2, nothing on stdout, one sentence on stderr that says all of this.
fn refused(args: &[&str], message: &[&str]) {
    let (code, out, err) = run(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    assert!(patsat_testkit::cli::is_sentence(&err), "{args:?}: {err}");
    for part in message {
        assert!(err.contains(part), "{args:?}: expected '{part}' in: {err}");
    }
}

fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

fn with<'a>(command: &'a str, instance: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [&[command], instance, more].concat()
}

#[test]
fn solve_ends_as_solvers_do() {
    let (code, out, _) = run(&with("solve", WON, &[]));
    assert_eq!(code, 10);
    assert!(out.contains("Solved"), "{out}");
    let (code, out, _) = run(&with("solve", LOST, &[]));
    assert_eq!(code, 20, "{out}");
    assert!(out.contains("Unwinnable (") && out.contains("complete search"), "{out}");
    let (code, out, _) = run(&with("solve", LOST, &["--node-limit", "1"]));
    assert_eq!(code, 0);
    assert!(out.contains("Unknown: node limit reached"), "{out}");
    let (code, out, _) = run(&["solve", "ms:11982", "--time-limit", "0"]);
    assert_eq!(code, 0);
    assert!(out.contains("Unknown: time limit reached"), "{out}");
    assert_eq!(run(&["solve", "ms:11982", "--memory-limit", "0"]).0, 0);
}

#[test]
fn verify_accepts_or_rejects() {
    let folder = tempfile::tempdir().unwrap();
    let (code, plan, _) = run(&with("solve", WON, &["--format", "standard", "-q"]));
    assert_eq!(code, 10);
    let good = file(folder.path(), "good", &plan);
    let (code, out, err) = run(&with("verify", WON, &[&good]));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("valid: "), "{out}");
    let words: Vec<&str> = plan.split_whitespace().collect();
    let cut = file(folder.path(), "cut", words[..words.len() - 1].join(" "));
    let (code, out, _) = run(&with("verify", WON, &[&cut]));
    assert_eq!(code, 1);
    assert!(
        out.starts_with("not valid: ") && out.contains("is not won") && out.contains("The board there"),
        "{out}"
    );
    let invented = file(folder.path(), "invented", format!("1h 1h 1h 1h 1h {plan}"));
    let (code, out, _) = run(&with("verify", WON, &[&invented]));
    assert_eq!(code, 1);
    assert!(out.contains("is illegal"), "{out}");
    // The plan of one deal is not valid for another.
    assert_eq!(run(&["verify", "ms:2", "--ranks", "5", "--cells", "1", "--columns", "5", &good]).0, 1);
    // A plan may come from standard input.
    let (code, _, _) = done(patsat().args(with("verify", WON, &["-"])).write_stdin(plan));
    assert_eq!(code, 0);
}

#[test]
fn a_certificate_is_valid_and_with_any_byte_changed_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof").display().to_string();
    let (code, out, err) = run(&with("solve", LOST, &["--proof", &proof]));
    assert_eq!((code, err.as_str()), (20, ""));
    assert!(out.contains("closed set of"), "{out}");
    let (code, out, _) = run(&with("verify", LOST, &[&proof]));
    assert_eq!(code, 0);
    assert!(out.starts_with("valid: "), "{out}");
    let bytes = fs::read(&proof).unwrap();
    for at in [0, 5, 30, bytes.len() / 2, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let path = file(folder.path(), "changed", changed);
        let (code, out, err) = run(&with("verify", LOST, &[&path]));
        assert_eq!(code, 1, "byte {at}: {err}");
        assert!(out.starts_with("not valid: "), "{out}");
    }
    // The proof of one deal is not valid for another, and not for a winnable deal.
    let other = ["ms:2", "--ranks", "4", "--cells", "0", "--columns", "4"];
    assert_eq!(run(&with("verify", &other, &[&proof])).0, 1);
    assert_eq!(run(&with("verify", WON, &[&proof])).0, 1);
}

#[test]
fn done_is_zero() {
    for args in [
        &["show", "ms:617"][..],
        &["convert", "ms:617", "--to", "fc-solve"],
        &["estimate", "ms:14", "--probes", "10"],
        &["games"],
        &["--list", "strategies"],
        &["completions", "bash"],
        &["man"],
        &["--version"],
        &["--help"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        assert!(!out.is_empty(), "{args:?}");
    }
}

#[test]
fn wrong_usage_is_two() {
    for args in [
        &[][..],
        &["solve"],
        &["frobnicate"],
        &["solve", "ms:1", "--frobnicate"],
        &["solve", "ms:1", "--format", "poem"],
        &["solve", "ms:1", "--cells", "99999"],
        &["solve", "ms:1", "--cells", "-1"],
        &["solve", "ms:1", "--columns", "0"],
        &["solve", "ms:1", "--time-limit", "soon"],
        &["solve", "ms:1", "--time-limit", "-1"],
        &["solve", "ms:1", "--time-limit", "nan"],
        &["solve", "ms:1", "--optimal", "--short"],
        &["solve", "ms:1", "--cost", "m9"],
        &["survey"],
        &["survey", "ms:1..2", "--resume"],
        &["survey", "ms:1..2", "-o", "x", "--jobs", "0"],
        &["convert", "ms:1", "--to", "poem"],
        &["-q", "-v", "games"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(!err.is_empty() && !err.contains("panicked"), "{args:?}: {err}");
    }
}

#[test]
fn what_is_no_deal_is_refused() {
    refused(&["solve", "ms:0"], &["'0'", "from 1 to"]);
    refused(&["solve", "ms:8589934592"], &["8589934592", "from 1 to 8589934591"]);
    refused(&["solve", "ms:x"], &["'x'"]);
    refused(&["solve", "no-file"], &["'no-file'", "ms:617", "help: 'patsat --list dealers'"]);
    refused(
        &["show", "ms:1", "--game", "freecel"],
        &["'freecel'", "expected a game that 'patsat games' lists", "did you mean 'freecell'"],
    );
    refused(&["games", "klondyke"], &["'klondyke'", "did you mean 'klondike'"]);
    refused(&["solve", "ms:1", "--strategy", "bredth-first"], &["did you mean 'breadth-first'"]);
    refused(&["solve", "ms:1", "--strict-deal"], &["--strict-deal", "freecell"]);
    refused(&["solve", "ms:1", "--game", "spider"], &["ms:1", "random:N"]);
    refused(&["solve", "random:spider:1", "--game", "freecell"], &["deal of spider"]);
    refused(&["solve", "random:king-albert:1", "--columns", "10"], &["columns", "expected 10"]);
    refused(&["solve", "random:eight-off:1", "--cells", "3"], &["4 cards into 3 cells"]);
    refused(&["survey", "ms:5..4", "-o", "-"], &["5..4", "smaller number first"]);
    refused(&["survey", "ms:0..4", "-o", "-"], &["'0'"]);
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name).display().to_string();
    refused(&["solve", &here("none")], &["no file", "none", "expected a deal"]);
    refused(&["solve", &here("")], &["is a directory"]);
    refused(&["verify", "ms:1", &here("none")], &["no file"]);
    refused(&["verify", "-", "-"], &["standard input"]);
    let missing = here("no/such/folder");
    refused(&["solve", "ms:1", "-o", &missing], &["cannot write", "no such file"]);
    refused(&["solve", "ms:1", "--proof", &missing], &["cannot write"]);
    refused(&["survey", "ms:1..2", "-o", &missing], &["cannot write"]);
    refused(&["show", "ms:1", "-o", &here("")], &["cannot write", "directory"]);
}

#[test]
fn what_is_no_board_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let board = run(&["convert", "ms:1", "--to", "fc-solve"]).1;
    let refuse = |name: &str, content: &[u8], message: &[&str]| {
        let path = file(folder.path(), name, content);
        refused(&["solve", &path], &[&[path.as_str()], message].concat());
    };
    assert!(board.contains("JD"));
    refuse(
        "twice",
        board.replacen("JD", "KD", 1).as_bytes(),
        &["line 1", "found KD again", "each card once"],
    );
    refuse("typo", board.replacen("JD", "JX", 1).as_bytes(), &["line", "'JX'", "expected"]);
    let (eight, last) = board.trim_end().rsplit_once(' ').unwrap();
    refuse("column", format!("{eight}\n{last}\n").as_bytes(), &["line", "column 9", "at most 8"]);
    refuse("empty", b"", &["empty"]);
    refuse("blank", b" \n\n", &["empty"]);
    refuse("binary", b"\x7fELF\x02\x01\x00\x00\xff\xfe", &["line 1", "binary"]);
    refuse("json", b"{\"a\": [1, 2\n", &["line"]);
    refuse("half", &board.as_bytes()[..board.len() / 2], &["expected"]);
    let good = file(folder.path(), "good", &board);
    let (code, out, _) = run(&["show", &good]);
    assert_eq!(code, 0);
    assert!(out.contains("JD 2D 9H JC 5D 7H 7C 5H"), "{out}");
    refused(&["show", &good, "--columns", "7"], &["column 8", "at most 7"]);
    refused(&["verify", "ms:1", &good], &["good"]);
    let (code, _, err) = done(patsat().args(["solve", "-"]).write_stdin("garbage"));
    assert_eq!(code, 2);
    assert!(err.contains("standard input, line 1"), "{err}");
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "locked", "x");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    refused(&["solve", &path], &["cannot read", "permission denied"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    let program = assert_cmd::cargo::cargo_bin("patsat");
    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let output = Command::new(&program).args(["show", "ms:1"]).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
    }
    let mut child = Command::new(&program)
        .args(with("solve", WON, &[]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(10));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
