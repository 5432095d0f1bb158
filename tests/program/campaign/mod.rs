//! `patsat bench` and `patsat report`: tiny campaigns end to end, what goes wrong in them, numbers.

#![cfg(target_os = "linux")]

use patsat_testkit::cli::run;
mod clock;
mod other;
mod values;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A campaign in a folder of its own, and where its results go.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(text: &str) -> Case {
        let folder = TempDir::new().unwrap();
        let text = text.replace("FOLDER", name(folder.path()));
        fs::write(folder.path().join("c.toml"), text).unwrap();
        Case { folder }
    }

    fn file(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn script(&self, file: &str, text: &str) {
        fs::write(self.file(file), text).unwrap();
    }

    fn bench(&self, more: &[&str]) -> (i32, String, String) {
        let (campaign, results) = (self.file("c.toml"), self.file("r"));
        run(&[&["bench", name(&campaign), "--trust", "-o", name(&results)], more].concat())
    }

    fn report(&self) -> (i32, String, String) {
        run(&["report", name(&self.file("r"))])
    }

    fn lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.file("r/runs.jsonl")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn runs(&self) -> Vec<Value> {
        self.lines().iter().filter(|line| line["type"] == "run").map(|line| line["data"].clone()).collect()
    }

    fn run(&self, approach: &str) -> Value {
        self.runs().into_iter().find(|run| run["approach"] == approach).unwrap()
    }
}

const TINY: &str = r#"
title = "Tiny"
limits = { cpu_s = 10, wall_s = 60, memory_mib = 4096 }

[[approach]]
name = "gone"
command = "no-such-planner {pddl-domain} {pddl-problem} {plan}"

[[approach]]
name = "sat {encoding}"
args = ["solve", "{instance}", "--by", "sat", "--encoding", "{encoding}", "--format", "json"]
matrix = { encoding = ["exists", "sequential"] }

[[group]]
name = "ranks"
instances = ["ms:1..2"]
options = { ranks = [2, 3, 4] }
approaches = ["auto", "sat *", "optimal m1", "gone"]
pairs = [["auto", "sat exists"]]
"#;

#[test]
fn campaigns_that_run_programs_or_write_elsewhere_need_trust() {
    let own = |args: &str| {
        format!(
            "title = \"t\"\nlimits = {{ cpu_s = 5 }}\n[[approach]]\nname = \"a\"\nargs = [{args}]\n\
             [[group]]\nname = \"g\"\ninstances = [\"ms:1\"]\noptions = {{ ranks = [2] }}\napproaches = [\"a\"]\n"
        )
    };
    for (text, message) in [
        (TINY.to_owned(), "approach 'gone' runs another program, 'no-such-planner'"),
        (
            own(r#""solve", "{instance}", "--by", "sat", "--backend", "cmd:touch FOLDER/r""#),
            "runs another program, 'cmd:touch ",
        ),
        (own(r#""solve", "{instance}", "--proof", "r""#), "has the option '--proof', which may write a file"),
        (own(r#""solve", "../a""#), "names '../a', which is not below the folder it is started in"),
    ] {
        let case = Case::new(&text);
        let (campaign, results) = (case.file("c.toml"), case.file("r"));
        let (code, out, err) = run(&["bench", name(&campaign), "-o", name(&results)]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(
            err.contains(message) && err.contains("expected --trust") && err.lines().count() == 1,
            "{err}"
        );
        assert!(!results.exists(), "{err}");
    }
    let case = Case::new(&own(r#""solve", "{instance}", "--format", "json""#));
    let (campaign, results) = (case.file("c.toml"), case.file("r"));
    let (code, _, err) = run(&["bench", name(&campaign), "-o", name(&results)]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_tiny_campaign_from_end_to_end() {
    let case = Case::new(TINY);
    let (code, out, err) = case.bench(&[]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("there is no program 'no-such-planner': 'gone' is skipped"), "{err}");
    assert!(out.contains("| gone | 6 | 0 |"), "{out}");
    let lines = case.lines();
    assert_eq!((&lines[0]["type"], &lines.last().unwrap()["type"]), (&"begin".into(), &"end".into()));
    assert_eq!(lines.len(), 1 + 30 + 1);
    for run in case.runs() {
        let missing = run["approach"] == "gone";
        assert_eq!(run["status"], if missing { "missing" } else { "ok" }, "{run}");
        if !missing {
            assert_eq!((&run["outcome"], &run["checked"]), (&"solved".into(), &"plan".into()));
            assert!(run["cpu_s"].as_f64().unwrap() > 0.0 && run["peak_kib"].as_u64().unwrap() > 1000);
        }
    }
    assert!(case.run("sat sequential")["clauses"].as_u64().unwrap() > 100);
    assert_eq!(case.run("optimal m1")["optimal"], true);
    // Again: all but what is missing is done, and the tables do not change.
    let before = case.runs().len();
    let (code, _, err) = case.bench(&[]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("24 of 30 runs are done already"), "{err}");
    assert_eq!(case.runs().len(), before + 6);
    // The report, twice the same.
    let files = || -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(case.file("r")).unwrap().map(|e| e.unwrap().path());
        let mut all: Vec<_> = entries.map(|p| (name(&p).to_owned(), fs::read(&p).unwrap())).collect();
        all.sort();
        all
    };
    assert_eq!(case.report().0, 0);
    let first = files();
    assert_eq!(case.report().0, 0);
    assert_eq!(first, files());
    let names: BTreeSet<&str> = first.iter().map(|(name, _)| name.rsplit('/').next().unwrap()).collect();
    for expected in [
        "tables.md",
        "tables.csv",
        "runs.csv",
        "index.html",
        "cactus-ranks.svg",
        "scatter-ranks-auto-sat-exists.svg",
        "growth-ranks-ranks.svg",
        "growth-ranks-clauses.svg",
    ] {
        assert!(names.contains(expected), "{expected} of {names:?}");
    }
    let page = fs::read_to_string(case.file("r/index.html")).unwrap();
    assert!(page.matches("<svg").count() >= 4 && !page.contains("src="));
    // Every link of the contents leads to a place of the page, and none out of it.
    let links: Vec<&str> =
        page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(links.len() >= 3, "{links:?}");
    for link in links {
        let to = link.strip_prefix('#').unwrap_or_else(|| panic!("{link}"));
        assert_eq!(page.matches(&format!("id=\"{to}\"")).count(), 1, "{link}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    let tables = fs::read_to_string(case.file("r/tables.csv")).unwrap();
    assert_eq!(tables.lines().count(), 1 + 5);
    assert_eq!(fs::read_to_string(case.file("r/runs.csv")).unwrap().lines().count(), 1 + 30);
}

#[test]
fn killed_it_goes_on_where_it_was() {
    let case = Case::new(
        r#"
title = "Slow"
limits = { cpu_s = 5, wall_s = 30 }
[[approach]]
name = "sleeper"
command = "sh FOLDER/sleep.sh {board}"
[[group]]
name = "g"
instances = ["ms:1..12"]
options = { ranks = [2] }
approaches = ["sleeper"]
"#,
    );
    case.script("sleep.sh", "sleep 0.15\n");
    let program = assert_cmd::cargo::cargo_bin("patsat");
    let (campaign, results) = (case.file("c.toml"), case.file("r"));
    let mut child = std::process::Command::new(program)
        .args(["bench", name(&campaign), "--trust", "-o", name(&results)])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while case.runs().len() < 3 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = case.runs().len();
    assert!((3..12).contains(&before), "{before}");
    let (code, _, err) = case.bench(&[]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains(" of 12 runs are done already"), "{err}");
    let runs = case.runs();
    let instances: BTreeSet<String> = runs.iter().map(|run| run["instance"].to_string()).collect();
    assert_eq!((runs.len(), instances.len()), (12, 12));
    assert_eq!(runs[0]["outcome"], "unknown");
}

#[test]
fn a_truncated_file_is_reported_and_nothing_else_is_lost() {
    let case = Case::new(&TINY.replace(", \"gone\"]", "]"));
    assert_eq!(case.bench(&[]).0, 0);
    let path = case.file("r/runs.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let cut = lines[..10].join("\n") + "\n" + &lines[10][..lines[10].len() / 2];
    fs::write(&path, &cut).unwrap();
    let (code, _, err) = case.report();
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("line 11 is cut or damaged and left out, the other 9 runs are kept"), "{err}");
    assert!(fs::read_to_string(case.file("r/tables.md")).unwrap().contains("15 of 24 runs are not done yet"));
    let (code, _, err) = case.bench(&[]);
    assert!(code == 0 && err.contains("line 11 is cut") && err.contains("9 of 24 runs are done"), "{err}");
    assert_eq!(case.runs().len(), 24);
    // A line in the middle: its run alone is done again.
    let mut lines: Vec<&str> = whole.lines().collect();
    lines[5] = "{\"type\":\"run\",\"da";
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let (code, _, err) = case.bench(&[]);
    assert!(code == 0 && err.contains("line 6 is cut") && err.contains("23 of 24 runs are done"), "{err}");
    // A file cut within its first line is written from the start; another file is left alone.
    fs::write(&path, &whole[..40]).unwrap();
    assert_eq!((case.bench(&[]).0, case.runs().len()), (0, 24));
    fs::write(&path, "something else\n").unwrap();
    let (code, _, err) = case.bench(&[]);
    assert!(code == 2 && err.contains("holds no results of a campaign"), "{err}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "something else\n");
    // Another campaign in the same folder.
    fs::write(&path, &whole).unwrap();
    fs::write(case.file("c.toml"), TINY.replace("Tiny", "Other")).unwrap();
    let (code, _, err) = case.bench(&[]);
    assert!(code == 2 && err.contains("was made by campaign 'c'") && err.contains("--force"), "{err}");
}
