//! Long work that is killed at random moments, or whose disk is full, and that is then called again until
//! it is done. Its output must equal that of an undisturbed run.
//!
//! `PATSAT_KILLS` sets the number of kills for each kind of work (3, or 8 in the long test). `PATSAT_SEED` sets the
//! seed of the random moments (1). `PATSAT_WORK` selects one kind of work (`survey`, `pack`, `conquer`, `bench`,
//! `proof`). The progress of a process at the moment of a kill depends on the machine.

use super::run;
use patsat_testkit::Dice;
use patsat_testkit::cli::output_of;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Work that continues when it is called again.
struct Work<'a> {
    args: Vec<String>,
    /// Arguments that continue existing output.
    again: &'a [&'a str],
    /// Returns the output, without times.
    left: &'a dyn Fn() -> Vec<String>,
    /// Removes the output.
    clear: &'a dyn Fn(),
    /// Checks what must hold after every kill.
    holds: &'a dyn Fn(),
    /// Limits of the file size, in blocks, that simulate a full disk.
    blocks: &'a [u32],
}

/// A disturbance of the work.
#[derive(Clone, Copy)]
enum How {
    /// The number of kills.
    Killed(usize),
    /// A full disk.
    FullDisk,
}

/// A number from the environment.
fn number_from_env(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
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

    fn check(&self, how: How) {
        match how {
            How::Killed(kills) => self.killed(kills),
            How::FullDisk => self.on_a_full_disk(),
        }
    }

    /// Limits files to a number of blocks of 512 bytes: a write beyond the limit fails, as on a full disk.
    fn on_a_full_disk(&self) {
        assert!(matches!(self.start().status().unwrap().code(), Some(0 | 20 | 21)));
        let whole = (self.left)();
        (self.clear)();
        let mut failed = 0;
        for blocks in self.blocks {
            let own = self.start();
            let mut limited = Command::new("sh");
            limited.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""));
            limited.arg(own.get_program()).args(own.get_args());
            let (code, _, err) = output_of(&mut assert_cmd::Command::from_std(limited));
            if !matches!(code, 0 | 20 | 21) {
                let errors = err.lines().filter(|line| line.starts_with("error: ")).count();
                assert!(
                    code == 2 && errors == 1 && err.to_lowercase().contains("file too large"),
                    "{:?}: {code} {err}",
                    self.args
                );
                failed += 1;
            }
            (self.holds)();
            let code = self.start().status().unwrap().code();
            assert!(matches!(code, Some(0 | 20 | 21)), "{:?} after {blocks} blocks: {code:?}", self.args);
            assert_eq!((self.left)(), whole, "{:?} after {blocks} blocks", self.args);
            (self.clear)();
        }
        assert!(failed > 0, "{:?} fits into a small file", self.args);
    }

    /// Kills the work `kills` times, and compares its output with that of an undisturbed run.
    fn killed(&self, kills: usize) {
        let began = Instant::now();
        let code = self.start().status().unwrap().code();
        assert!(matches!(code, Some(0 | 20 | 21)), "{:?}: {code:?}", self.args);
        let (whole, mut takes) = ((self.left)(), began.elapsed());
        assert!(!whole.is_empty());
        (self.clear)();
        let (mut dice, mut done, mut ends) = (Dice::new(number_from_env("PATSAT_SEED", 1) as u64), 0, 0);
        let mut whole_run = true;
        while done < kills {
            let mut child = self.start().spawn().unwrap();
            let wait = dice.below(takes.as_micros() as usize + 1) as u64;
            let began = Instant::now();
            while began.elapsed() < Duration::from_micros(wait) && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                done += 1;
            }
            // A killed process has no exit code.
            if child.wait().unwrap().code().is_some() {
                if whole_run {
                    // The first run may have been slowed down: later moments are drawn from the shorter time.
                    takes = takes.min(began.elapsed());
                }
                whole_run = true;
                assert_eq!((self.left)(), whole, "{:?} after {done} kills", self.args);
                (self.clear)();
                ends += 1;
            } else {
                whole_run = false;
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

/// A survey with certificates of its lost deals: lines and files equal those of an undisturbed run, and every existing
/// file is complete at any time.
fn survey(how: How) {
    let folder = tempfile::tempdir().unwrap();
    let (path, proofs) = (folder.path().join("s"), folder.path().join("proofs"));
    let names = [&path, &proofs].map(|path| path.to_str().unwrap());
    let args =
        [&["survey", "ms:1..40", "-o", names[0], "--certify", names[1], "-j", "2"], &RULES[..]].concat();
    let files = || fs::read_dir(&proofs).into_iter().flatten().map(|entry| entry.unwrap().path());
    let left = || {
        let bytes = |file: &Path| fs::read(file).unwrap();
        let mut names: Vec<String> =
            files().map(|file| format!("{} {:x?}", file.display(), bytes(&file))).collect();
        names.sort();
        [timeless(&path), names].concat()
    };
    // Files that were verified, with their content.
    let whole_ones = RefCell::new(BTreeSet::new());
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
                let file = proofs.join(file);
                let bytes = fs::read(&file).unwrap();
                let file = file.display().to_string();
                if whole_ones.borrow_mut().insert((file.clone(), bytes)) {
                    assert_eq!(
                        run(&[&["verify", deal], &RULES[..], &[&file]].concat()).0,
                        0,
                        "{deal} {file}"
                    );
                }
            }
        }
    };
    Work {
        args: strings(&args),
        again: &["--resume"],
        left: &left,
        clear: &clear,
        holds: &holds,
        blocks: &[1, 3, 9],
    }
    .check(how);
}

/// A pack of rated deals: the bytes are the same.
fn pack(how: How) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p");
    let name = path.to_str().unwrap();
    let args = ["pack", "deals", "ms:1", "--games", "5", "--count", "8", "--level", "3..10", "-o", name];
    let left = || fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    let clear = || drop(fs::remove_file(&path));
    Work {
        args: strings(&args),
        again: &["--resume"],
        left: &left,
        clear: &clear,
        holds: &|| {},
        blocks: &[1, 3, 9],
    }
    .check(how);
}

/// The cubes of a formula: each is refuted once, and merging them gives the verdict.
fn conquer(how: How) {
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
    Work {
        args: strings(&args),
        again: &["--resume"],
        left: &left,
        clear: &clear,
        holds: &|| {},
        blocks: &[1, 3, 9],
    }
    .check(how);
}

/// A campaign of many processes: every run is recorded once, with the same outcome.
fn bench(how: How) {
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
    // A run whose own output does not fit has crashed, and is not repeated. The limits here leave room for it.
    let args = ["bench", campaign.to_str().unwrap(), "-o", results.to_str().unwrap()];
    Work { args: strings(&args), again: &[], left: &left, clear: &clear, holds: &|| {}, blocks: &[1, 9] }
        .check(how);
}

/// A certificate: it is absent or complete at any time. At most one temporary file lies beside it, and the next call
/// removes that file.
fn proof(how: How) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let name = path.to_str().unwrap();
    // This deal needs a closed set, as no shorter certificate is found.
    let game = ["ms:25", "--cells", "2"];
    let args = [&["solve"], &game[..], &["--proof", name]].concat();
    let left = || {
        let code = run(&[&["verify"], &game[..], &[name]].concat()).0;
        let files =
            fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path().display().to_string());
        files.chain([fs::metadata(&path).unwrap().len().to_string(), code.to_string()]).collect()
    };
    let clear = || drop(fs::remove_file(&path));
    let holds = || {
        if path.exists() {
            let (code, _, err) = run(&[&["verify"], &game[..], &[name]].concat());
            assert_eq!(code, 0, "{err}");
        }
        let beside = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
        assert!(beside.into_iter().all(|file| file == "proof" || file == "proof.writing"));
    };
    Work { args: strings(&args), again: &[], left: &left, clear: &clear, holds: &holds, blocks: &[1, 3, 9] }
        .check(how);
}

type Kind = fn(How);

/// All kinds of work, or the one that `PATSAT_WORK` names.
fn each(how: How) {
    let works: [(&str, Kind); 5] =
        [("survey", survey), ("pack", pack), ("conquer", conquer), ("bench", bench), ("proof", proof)];
    let named = std::env::var("PATSAT_WORK").ok();
    let known = |named: &String| works.iter().any(|(name, _)| name == named);
    assert!(
        named.as_ref().is_none_or(known),
        "PATSAT_WORK: expected one of {:?}",
        works.map(|(name, _)| name)
    );
    for (name, work) in works {
        if named.as_ref().is_none_or(|named| named == name) {
            work(how);
        }
    }
}

#[test]
fn what_is_killed_and_called_again_ends_as_if_nothing_had_been() {
    let how = How::Killed(number_from_env("PATSAT_KILLS", 3));
    each(how);
}

#[test]
#[ignore = "a minute"]
fn runs_killed_many_times_end_with_the_same_result_at_length() {
    let how = How::Killed(number_from_env("PATSAT_KILLS", 8));
    each(how);
}

#[test]
fn a_full_disk_is_reported_and_work_resumes_with_room() {
    each(How::FullDisk);
}
