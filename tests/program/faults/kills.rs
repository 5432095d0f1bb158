//! Long work that is killed at random moments, without a warning, and called again until it is done: what it
//! leaves is what it would have left undisturbed.
//!
//! `PATSAT_KILLS` says how many kills each kind of work gets; there are few by default. Moments are drawn from
//! a seed, but what a process has done by then depends on the machine.

use super::run;
use patsat_testkit::Dice;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Work that goes on when it is called again.
struct Work<'a> {
    args: Vec<String>,
    /// What it is called with where its output is there already.
    again: &'a [&'a str],
    /// What it leaves, without times.
    left: &'a dyn Fn() -> Vec<String>,
    /// Begins anew.
    clear: &'a dyn Fn(),
    /// What must hold after every kill.
    holds: &'a dyn Fn(),
}

fn kills(usual: usize) -> usize {
    std::env::var("PATSAT_KILLS").map_or(usual, |text| text.parse().expect("PATSAT_KILLS is a number"))
}

fn strings(args: &[&str]) -> Vec<String> {
    args.iter().map(|&arg| arg.to_owned()).collect()
}

impl Work<'_> {
    fn start(&self) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("patsat"));
        command.args(&self.args).args(self.again).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Kills it so often, and compares what is left with what is left undisturbed.
    fn check(&self, kills: usize) {
        let began = Instant::now();
        let code = self.start().status().unwrap().code();
        assert!(matches!(code, Some(0 | 20 | 21)), "{:?}: {code:?}", self.args);
        let (whole, takes) = ((self.left)(), began.elapsed());
        assert!(!whole.is_empty());
        (self.clear)();
        let (mut dice, mut done, mut ends) = (Dice::new(1), 0, 0);
        while done < kills {
            let mut child = self.start().spawn().unwrap();
            let wait = dice.below(takes.as_micros() as usize + 1) as u64;
            std::thread::sleep(Duration::from_micros(wait));
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                done += 1;
            }
            // As it was killed, or as it ended by itself.
            if child.wait().unwrap().code().is_some() {
                assert_eq!((self.left)(), whole, "{:?} after {done} kills", self.args);
                (self.clear)();
                ends += 1;
            } else {
                (self.holds)();
            }
        }
        let code = self.start().status().unwrap().code();
        assert!(matches!(code, Some(0 | 20 | 21)), "{:?}: {code:?}", self.args);
        assert_eq!((self.left)(), whole, "{:?} after {done} kills", self.args);
        println!("{}: {done} kills, {} ends", self.args[0], ends + 1);
    }
}

/// Lines of JSON without their times.
fn timeless(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().map(|line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        for field in ["time_ms", "most_time_ms"] {
            value["data"].as_object_mut().unwrap().remove(field);
        }
        value.to_string()
    });
    lines.collect()
}

const RULES: [&str; 6] = ["--ranks", "4", "--cells", "0", "--columns", "4"];

/// A survey whose lost deals have certificates: lines and files are those of an undisturbed one, and every file
/// that is there at any time is whole.
fn survey(times: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (path, proofs) = (folder.path().join("s"), folder.path().join("proofs"));
    let names = [&path, &proofs].map(|path| path.to_str().unwrap());
    let args =
        [&["survey", "ms:1..40", "-o", names[0], "--certify", names[1], "-j", "2"], &RULES[..]].concat();
    let files = || fs::read_dir(&proofs).into_iter().flatten().map(|entry| entry.unwrap().path());
    let left = || {
        let mut names: Vec<String> = files().map(|file| file.display().to_string()).collect();
        names.sort();
        [timeless(&path), names].concat()
    };
    let clear = || {
        let _ = fs::remove_file(&path);
        let _ = fs::remove_dir_all(&proofs);
    };
    let holds = || {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for line in whole.lines().skip(1) {
            let line: Value = serde_json::from_str(line).unwrap();
            let (deal, file) = (line["data"]["deal"].as_str(), line["data"]["certificate"].as_str());
            if let (Some(deal), Some(file)) = (deal, file) {
                let file = proofs.join(file).display().to_string();
                assert_eq!(run(&[&["verify", deal], &RULES[..], &[&file]].concat()).0, 0, "{deal} {file}");
            }
        }
    };
    Work { args: strings(&args), again: &["--resume"], left: &left, clear: &clear, holds: &holds }
        .check(times);
}

/// A pack of rated deals: the same bytes.
fn pack(times: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p");
    let name = path.to_str().unwrap();
    let args = ["pack", "deals", "ms:1", "--games", "5", "--count", "8", "--level", "3..10", "-o", name];
    let left = || fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    let clear = || drop(fs::remove_file(&path));
    Work { args: strings(&args), again: &["--resume"], left: &left, clear: &clear, holds: &|| {} }
        .check(times);
}

/// The cubes of a formula: all refuted in the end, each once, and merged to the verdict.
fn conquer(times: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cubes");
    let name = path.to_str().unwrap();
    let game = ["encode", "ms:3", "--ranks", "4", "--cells", "1", "--columns", "4"];
    let formula = ["--encoding", "sequential", "--horizon", "17", "--cubes", "12", "-o", name];
    assert_eq!(run(&[&game[..], &formula].concat()).0, 0);
    let part = path.join("part-0.jsonl");
    let left = || {
        let text = fs::read_to_string(&part).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let cubes: BTreeSet<String> = lines
            .filter(|line| line["type"] == "cube")
            .map(|line| line["data"]["cube"].to_string())
            .collect();
        let merged = run(&["conquer", name, "--merge"]).0;
        cubes.into_iter().chain([merged.to_string()]).collect()
    };
    let clear = || drop(fs::remove_file(&part));
    let args = ["conquer", name, "-q"];
    Work { args: strings(&args), again: &["--resume"], left: &left, clear: &clear, holds: &|| {} }
        .check(times);
}

/// A campaign of many processes: every run is there once, with the same outcome.
fn bench(times: usize) {
    let folder = tempfile::tempdir().unwrap();
    let [campaign, results] = ["c.toml", "r"].map(|name| folder.path().join(name));
    let text = r#"
title = "Small"
limits = { cpu_s = 20, wall_s = 100 }
[[group]]
name = "g"
instances = ["ms:1..8"]
options = { ranks = [3, 4] }
approaches = ["auto", "optimal m1"]
"#;
    fs::write(&campaign, text).unwrap();
    let left = || {
        let text = fs::read_to_string(results.join("runs.jsonl")).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let runs = lines.filter(|line| line["type"] == "run").map(|line| line["data"].clone());
        let mut all: Vec<String> = runs
            .map(|run| {
                let words = ["approach", "instance", "status", "outcome", "checked"]
                    .map(|name| run[name].to_string());
                format!("{} {}", words.join(" "), run["options"])
            })
            .collect();
        all.sort();
        all
    };
    let clear = || drop(fs::remove_dir_all(&results));
    let args = ["bench", campaign.to_str().unwrap(), "-o", results.to_str().unwrap()];
    Work { args: strings(&args), again: &[], left: &left, clear: &clear, holds: &|| {} }.check(times);
}

/// A certificate: there is none, a whole one, or one that is cut, which `verify` does not believe (code 2) and the
/// next call replaces.
fn proof(times: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let name = path.to_str().unwrap();
    let game = ["ms:4", "--ranks", "6", "--cells", "0", "--columns", "5"];
    let args = [&["solve"], &game[..], &["--proof", name]].concat();
    let left = || {
        let code = run(&[&["verify"], &game[..], &[name]].concat()).0;
        vec![fs::metadata(&path).unwrap().len().to_string(), code.to_string()]
    };
    let clear = || drop(fs::remove_file(&path));
    let holds = || {
        if path.exists() {
            let (code, _, err) = run(&[&["verify"], &game[..], &[name]].concat());
            assert!(matches!(code, 0 | 2), "{code} {err}");
        }
    };
    Work { args: strings(&args), again: &[], left: &left, clear: &clear, holds: &holds }.check(times);
}

#[test]
fn what_is_killed_and_called_again_ends_as_if_nothing_had_been() {
    let times = kills(3);
    [survey, pack, conquer, bench, proof].into_iter().for_each(|work| work(times));
}

#[test]
#[ignore = "a minute"]
fn what_is_killed_many_times_ends_as_if_nothing_had_been_at_length() {
    let times = kills(20);
    [survey, pack, conquer, bench, proof].into_iter().for_each(|work| work(times));
}
