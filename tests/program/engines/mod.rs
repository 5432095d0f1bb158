//! Surveys on the engines of clusters, started here: shards as tasks, one of them killed half-way and
//! run again, and the merged file against a single run; and the cubes of one formula as an array. Skipped
//! with a message where an engine is missing.

mod slurm;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Deals that take some milliseconds each, so that a task can be caught at work.
const RANGE: &str = "ms:1..1500";
const OPTIONS: &str = "--cells 2 --node-limit 25000";
const SHARDS: usize = 3;

/// A program of this name in the search path.
fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).chain(["/usr/sbin".into()]).map(|dir| dir.join(name)).find(|p| p.is_file())
}

/// Waits for something, at most two minutes.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "waited too long for {what}");
        sleep(Duration::from_millis(20));
    }
}

/// The whole lines of a file; none where there is no file.
fn lines(file: &Path) -> usize {
    fs::read(file).map_or(0, |bytes| bytes.iter().filter(|&&b| b == b'\n').count())
}

fn timeless(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let line = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        for key in ["time_ms", "most_time_ms"] {
            value["data"].as_object_mut().unwrap().remove(key);
        }
        value.to_string()
    };
    text.lines().map(line).collect()
}

/// The survey in one run.
fn single(folder: &Path) -> PathBuf {
    let out = folder.join("single.jsonl");
    let run = Command::new(cargo_bin("patsat"))
        .args(["survey", RANGE, "--jobs", "1", "-o"])
        .arg(&out)
        .args(OPTIONS.split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(run.success());
    out
}

fn merged(folder: &Path, shards: &[PathBuf]) -> PathBuf {
    let out = folder.join("merged.jsonl");
    let run =
        Command::new(cargo_bin("patsat")).arg("merge").args(shards).arg("-o").arg(&out).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    out
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One cluster at a time: their daemons share a machine.
static CLUSTER: Mutex<()> = Mutex::new(());

#[test]
fn slurm_runs_a_survey_as_a_job_array() {
    let _only = CLUSTER.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let Some(slurm) = slurm::Cluster::start(folder.path()) else { return };
    let shards: Vec<PathBuf> =
        (0..SHARDS).map(|n| folder.path().join(format!("shards/shard-{n}.jsonl"))).collect();
    let exports = format!(
        "--export=PATH,RANGE={RANGE},OUT={},OPTIONS={OPTIONS},PATSAT={}",
        folder.path().join("shards").display(),
        cargo_bin("patsat").display()
    );
    slurm
        .command("sbatch")
        .args([&format!("--array=0-{}", SHARDS - 1), &exports, "--mem-per-cpu=0"])
        .arg(format!("--output={}/%A_%a.txt", folder.path().display()))
        .arg(repository().join("contrib/slurm/survey.sbatch"))
        .status()
        .unwrap();
    // The first task is killed at work, and put back into the queue.
    let before = wait_for("the first deals", || Some(lines(&shards[0])).filter(|&n| n > 10));
    assert!(slurm.command("scontrol").args(["requeue", "1_0"]).status().unwrap().success());
    wait_for("the task to be queued again", || slurm.state("1_0").filter(|state| state == "PENDING"));
    assert!(lines(&shards[0]) >= before);
    assert!(
        slurm.command("scontrol").args(["update", "JobId=1_0", "StartTime=now"]).status().unwrap().success()
    );
    wait_for("all tasks", || slurm.is_idle().then_some(()));
    assert_eq!(timeless(&merged(folder.path(), &shards)), timeless(&single(folder.path())));
}

#[test]
fn slurm_runs_the_cubes_of_one_formula() {
    let _only = CLUSTER.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let cubes = folder.path().join("cubes");
    let game = ["ms:3", "--ranks", "4", "--cells", "1", "--columns", "4"];
    let formula = ["--encoding", "sequential", "--horizon", "17", "--cubes", "6", "-o"];
    let encoded = Command::new(cargo_bin("patsat"))
        .arg("encode")
        .args(game)
        .args(formula)
        .arg(&cubes)
        .output()
        .unwrap();
    assert!(encoded.status.success(), "{encoded:?}");
    let Some(slurm) = slurm::Cluster::start(folder.path()) else { return };
    let exports = format!("--export=PATH,CUBES={},PATSAT={}", cubes.display(), cargo_bin("patsat").display());
    slurm
        .command("sbatch")
        .args(["--array=0-2", &exports, "--mem-per-cpu=0"])
        .arg(format!("--output={}/%A_%a.txt", folder.path().display()))
        .arg(cubes.join("job.sbatch"))
        .status()
        .unwrap();
    wait_for("the parts", || {
        (0..3).all(|n| lines(&cubes.join(format!("part-{n}.jsonl"))) >= 3).then_some(())
    });
    wait_for("all tasks", || slurm.is_idle().then_some(()));
    let merged =
        Command::new(cargo_bin("patsat")).arg("conquer").arg(&cubes).arg("--merge").output().unwrap();
    assert_eq!(merged.status.code(), Some(21), "{merged:?}");
}

/// A Python that has HyperQueue.
fn hyperqueue() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let has = |python: &PathBuf| {
        let import = ["-c", "import hyperqueue"];
        Command::new(python).args(import).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    std::env::split_paths(&path).map(|dir| dir.join("python3")).filter(|p| p.is_file()).find(has)
}

#[test]
fn hyperqueue_runs_a_survey_and_goes_on_after_a_crash() {
    let Some(python) = hyperqueue() else {
        eprintln!("skipped: no python3 here has the package hyperqueue");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("shards");
    let script = Command::new(python)
        .arg(repository().join("contrib/hyperqueue/survey.py"))
        .args([RANGE, "--shards", &SHARDS.to_string(), &format!("--options={OPTIONS}")])
        .arg("--out")
        .arg(&out)
        .arg("--patsat")
        .arg(cargo_bin("patsat"))
        .arg("--merged")
        .arg(folder.path().join("merged.jsonl"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The task that writes the first shard is killed at work.
    let first = out.join("shard-0.jsonl");
    let pid = wait_for("the task", || process_with(&first));
    wait_for("the first deals", || Some(lines(&first)).filter(|&n| n > 10));
    assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    let output = script.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("shards to run again: [0]"), "{text}");
    assert_eq!(timeless(&folder.path().join("merged.jsonl")), timeless(&single(folder.path())));
}

/// The process of a survey that writes this file.
fn process_with(file: &Path) -> Option<String> {
    fs::read_dir("/proc").ok()?.flatten().find_map(|entry| {
        let words = fs::read(entry.path().join("cmdline")).ok()?;
        let mut words = words.split(|&b| b == 0);
        let survey =
            words.next()?.ends_with(b"patsat") && words.any(|w| w == file.as_os_str().as_encoded_bytes());
        survey.then(|| entry.file_name().to_string_lossy().into_owned())
    })
}
