//! A survey in parts: the merged file against a single run, and everything that is no whole survey.

use assert_cmd::Command;
use patsat_testkit::cli::output_of;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const GAME: [&str; 6] = ["--ranks", "5", "--cells", "1", "--columns", "4"];

fn run(arguments: &[&str], env: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("patsat").unwrap();
    for name in ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "HQ_TASK_ID"] {
        command.env_remove(name);
    }
    output_of(command.args(arguments).envs(env.iter().copied()))
}

fn survey(range: &str, out: &Path, more: &[&str]) {
    let (code, _, err) = run(&[&["survey", range, "-o", name(out)], &GAME[..], more].concat(), &[]);
    assert_eq!(code, 0, "{err}");
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn shards(folder: &TempDir, range: &str, of: usize, more: &[&str]) -> Vec<PathBuf> {
    let one = |index: usize| {
        let file = folder.path().join(format!("s{index}-{of}.jsonl"));
        survey(range, &file, &[&["--shard", &format!("{index}/{of}")], more].concat());
        file
    };
    (0..of).map(one).collect()
}

fn merge(files: &[PathBuf], out: &Path) -> (i32, String, String) {
    let names: Vec<&str> = files.iter().map(|file| name(file)).collect();
    run(&[&["merge", "-o", name(out)], &names[..]].concat(), &[])
}

/// The text of a survey with every time replaced.
fn timeless(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        for (key, field) in value["data"].as_object_mut().unwrap() {
            if key == "time_ms" || key == "most_time_ms" {
                *field = Value::Null;
            }
        }
        lines.push(value.to_string());
    }
    lines.join("\n")
}

#[test]
fn merged_shards_are_the_single_run() {
    let folder = tempfile::tempdir().unwrap();
    let single = folder.path().join("single.jsonl");
    survey("ms:5..117", &single, &[]);
    for of in [1, 2, 7] {
        let mut files = shards(&folder, "ms:5..117", of, &["--jobs", "2"]);
        files.reverse();
        let out = folder.path().join(format!("all-{of}.jsonl"));
        let (code, printed, err) = merge(&files, &out);
        assert_eq!(code, 0, "{err}");
        assert!(printed.contains("ms:5..117: 113 deals"), "{printed}");
        assert_eq!(timeless(&out), timeless(&single));
        // But for times the two are byte for byte the same: so are those parts of each line.
        let (one, other) = (fs::read_to_string(&out).unwrap(), fs::read_to_string(&single).unwrap());
        assert_eq!(one.lines().next(), other.lines().next());
    }
}

#[test]
fn an_interrupted_shard_goes_on_and_merges() {
    let folder = tempfile::tempdir().unwrap();
    let files = shards(&folder, "ms:1..60", 3, &[]);
    let whole = fs::read_to_string(&files[1]).unwrap();
    // Killed while it wrote: no end, and half a line.
    let cut: String = whole.lines().take(9).map(|line| format!("{line}\n")).collect();
    fs::write(&files[1], cut + "{\"type\":\"res").unwrap();
    let out = folder.path().join("all.jsonl");
    let (code, _, err) = merge(&files, &out);
    assert_eq!(code, 2);
    assert!(err.contains("shard 1/3") && err.contains("12 of its 20 deals are missing"), "{err}");
    assert!(!out.exists());
    survey("ms:1..60", &files[1], &["--shard", "1/3", "--resume"]);
    assert_eq!(merge(&files, &out).0, 0);
    let single = folder.path().join("single.jsonl");
    survey("ms:1..60", &single, &[]);
    assert_eq!(timeless(&out), timeless(&single));
}

#[test]
fn what_is_no_whole_survey_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let files = shards(&folder, "ms:1..30", 3, &[]);
    let out = folder.path().join("all.jsonl");
    let refused = |files: &[PathBuf], expected: &str| {
        let (code, _, err) = merge(files, &out);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(expected), "{err}");
        assert!(!out.exists() && !folder.path().join("all.jsonl.merging").exists());
    };
    refused(&[files[0].clone(), files[2].clone()], "shards are missing: 1/3");
    let again = [&files[..], &files[1..2]].concat();
    refused(&again, "shard 1/3 is there twice");
    let with = |n: usize, file: PathBuf| {
        let mut all = files.clone();
        all[n] = file;
        all
    };
    let other = folder.path().join("other.jsonl");
    survey("ms:1..30", &other, &["--shard", "1/3", "--seed", "7"]);
    refused(&with(1, other.clone()), "seed 7 instead of");
    survey("ms:1..31", &other, &["--shard", "1/3", "--force"]);
    refused(&with(1, other.clone()), "range");
    survey("ms:1..30", &other, &["--shard", "1/5", "--force"]);
    refused(&with(1, other.clone()), "5 shards instead of 3");
    survey("ms:1..30", &other, &["--force"]);
    refused(&with(1, other.clone()), "is no shard of a survey");
    let edit = |from: &str, to: &str| {
        let text = fs::read_to_string(&files[1]).unwrap();
        assert!(text.contains(from));
        fs::write(&other, text.replacen(from, to, 1)).unwrap();
    };
    edit(r#""version":""#, r#""version":"0."#);
    refused(&with(1, other.clone()), "version");
    edit("ms:12\"", "ms:2\"");
    refused(&with(1, other.clone()), "line 3");
    edit("{\"type\":\"result\"", "{\"type\":\"resul\"");
    refused(&with(1, other.clone()), "line 2");
    fs::write(&other, "hello\n").unwrap();
    refused(&with(1, other.clone()), "expected the header");
    refused(&with(1, folder.path().join("none")), "none");
    let (code, _, err) = merge(&files, &files[0]);
    assert_eq!(code, 2);
    assert!(err.contains("is a shard"), "{err}");
    assert_eq!(merge(&files, &out).0, 0);
}

#[test]
fn engines_choose_the_shard() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.jsonl");
    let survey = |shard: &str, env: &[(&str, &str)]| {
        let arguments =
            [&["survey", "ms:1..30", "-o", name(&file), "--shard", shard, "--force"], &GAME[..]].concat();
        run(&arguments, env)
    };
    let (code, out, _) = survey("hyperqueue/3", &[("HQ_TASK_ID", "2")]);
    assert_eq!(code, 0);
    assert!(out.contains("ms:21..30"), "{out}");
    let array = [("SLURM_ARRAY_TASK_ID", "2"), ("SLURM_ARRAY_TASK_MIN", "1"), ("SLURM_ARRAY_TASK_MAX", "3")];
    let (code, out, _) = survey("slurm", &array);
    assert_eq!(code, 0);
    assert!(out.contains("ms:11..20"), "{out}");
    for (shard, expected) in [
        ("slurm", "SLURM_ARRAY_TASK_ID is not set"),
        ("hyperqueue/3", "HQ_TASK_ID is not set"),
        ("3/3", "is no shard"),
        ("0/31", "31 shards of 30 deals"),
    ] {
        let (code, _, err) = survey(shard, &[]);
        assert_eq!(code, 2);
        assert!(err.contains(expected), "{err}");
    }
    // A file of one shard is not continued as another.
    let (code, _, err) = run(
        &[&["survey", "ms:1..30", "--resume", "-o", name(&file), "--shard", "0/3"], &GAME[..]].concat(),
        &[],
    );
    assert_eq!(code, 2);
    assert!(err.contains("shard"), "{err}");
}
