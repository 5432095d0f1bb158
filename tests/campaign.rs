//! `patsat bench` and `patsat report`: tiny campaigns end to end, what goes wrong in them, numbers.

#![cfg(target_os = "linux")]

use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn patsat(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("patsat").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

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
        patsat(&[&["bench", name(&campaign), "-o", name(&results)], more].concat())
    }

    fn report(&self) -> (i32, String, String) {
        patsat(&["report", name(&self.file("r"))])
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
matrix = { encoding = ["exists", "forall"] }

[[group]]
name = "ranks"
instances = ["ms:1..2"]
options = { ranks = [2, 3, 4] }
approaches = ["auto", "sat *", "optimal m1", "gone"]
pairs = [["auto", "sat exists"]]
"#;

#[test]
fn a_tiny_campaign_from_end_to_end() {
    let case = Case::new(TINY);
    let (code, out, err) = case.bench(&[]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("there is no program 'no-such-planner': 'gone' is left out, the rest runs"),
        "{err}"
    );
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
    assert!(case.run("sat forall")["clauses"].as_u64().unwrap() > 100);
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
    assert!(page.matches("<svg").count() >= 4 && !page.contains("src=") && !page.contains("href="));
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
        .args(["bench", name(&campaign), "-o", name(&results)])
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
fn a_cut_file_is_told_and_nothing_else_is_lost() {
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
    // Cut within its first line it begins anew; another file is left alone.
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

const FAKES: &str = r#"
title = "Fakes"
limits = { cpu_s = 1, wall_s = 3, memory_mib = 512 }
[[approach]]
name = "{answer}"
command = "sh FOLDER/{answer}.sh {board} {plan}"
unwinnable = "no plan"
matrix = { answer = ["empty-plan", "chatter", "liar", "burner", "sleeper", "hog", "crasher"] }
[[approach]]
name = "unsat at 30"
command = "sh FOLDER/unsat.sh {dimacs}"
answer = "model"
encoding = "exists-loose"
horizon = 30
[[approach]]
name = "false model"
command = "sh FOLDER/model.sh {dimacs} {out}"
answer = "model"
encoding = "exists-loose"
horizon = 30
[[approach]]
name = "sat at 30"
args = ["solve", "{instance}", "--by", "sat", "--encoding", "exists-loose", "--horizon", "30", "--format", "json"]
[[group]]
name = "g"
instances = ["ms:1"]
options = { ranks = [3] }
approaches = ["auto", "empty-plan", "chatter", "liar", "burner", "sleeper", "hog", "crasher", "unsat at 30", "false model", "sat at 30"]
limits = { cpu_s = 1, wall_s = 4, memory_mib = 2048 }
"#;

#[test]
fn what_programs_do_is_told_as_what_it_is() {
    let case = Case::new(FAKES);
    case.script("empty-plan.sh", "echo '{\"schema\": 1, \"base\": 0, \"moves\": []}' > $2\n");
    case.script("chatter.sh", "echo I give up after 3 tries\n");
    case.script("liar.sh", "echo there is no plan\n");
    case.script("burner.sh", "while :; do :; done\n");
    case.script("sleeper.sh", "sleep 60 & wait\n");
    case.script("hog.sh", "exec dd if=/dev/zero of=/dev/null bs=8G count=1\n");
    case.script("crasher.sh", "kill -SEGV $$\n");
    case.script("unsat.sh", "echo s UNSATISFIABLE; exit 20\n");
    case.script("model.sh", "echo SAT > $2; echo '1 2 3 0' >> $2; exit 10\n");
    let (code, _, err) = case.bench(&["-j", "2"]);
    assert_eq!(code, 3, "{err}");
    for (approach, status, outcome) in [
        ("auto", "ok", "solved"),
        ("empty-plan", "wrong", "unknown"),
        ("chatter", "ok", "unknown"),
        ("liar", "ok", "unwinnable"),
        ("burner", "time", "unknown"),
        ("sleeper", "wall", "unknown"),
        ("hog", "memory", "unknown"),
        ("crasher", "crash", "unknown"),
        ("unsat at 30", "ok", "no_plan_within"),
        ("false model", "wrong", "unknown"),
        ("sat at 30", "ok", "solved"),
    ] {
        let run = case.run(approach);
        assert_eq!((&run["status"], &run["outcome"]), (&status.into(), &outcome.into()), "{run}");
    }
    assert!(case.run("burner")["cpu_s"].as_f64().unwrap() > 0.9);
    assert!(case.run("sleeper")["cpu_s"].as_f64().unwrap() < 0.5);
    assert_eq!(case.run("crasher")["signal"], 11);
    for sentence in [
        "'empty-plan' is wrong: the plan is refused",
        "'false model' is wrong: the model is refused",
        "'auto' has a plan, 'liar' says that there is none",
        "'sat at 30' has a plan within 30 of encoding exists-loose, 'unsat at 30' says that there is none within 30",
    ] {
        assert!(err.contains(sentence), "{sentence}: {err}");
    }
    let (code, _, err) = case.report();
    assert!(code == 3 && err.contains("'liar' says that there is none"), "{err}");
    assert!(fs::read_to_string(case.file("r/index.html")).unwrap().contains("class=\"wrong\""));
}

#[test]
fn certificates_are_checked_and_instances_made() {
    let case = Case::new(
        r#"
title = "Certificates"
limits = { cpu_s = 20, wall_s = 100 }
[[approach]]
name = "certified"
args = ["solve", "{instance}", "--proof", "{proof}", "--format", "json"]
[[approach]]
name = "none within {horizon}"
args = ["solve", "{instance}", "--by", "sat", "--horizon", "{horizon}", "--proof", "{proof}", "--format", "json"]
matrix = { horizon = [1] }
[[approach]]
name = "checked by a command"
args = ["solve", "{instance}", "--format", "plan-json", "-o", "{out}"]
answer = "exit"
check = ["verify", "{instance}", "{out}"]
[[group]]
name = "lost"
instances = ["instances/boards/six-ranks-three-suits-lost.json"]
approaches = ["certified"]
[[group]]
name = "bounds"
instances = ["ms:1"]
options = { ranks = [4] }
approaches = ["none within *", "checked by a command"]
[[group]]
name = "formulas"
make = ["hard", "--game", "freecell", "--cells", "0", "--ratio", "{ratio}", "--vars", "3", "-o", "{folder}"]
made = "001.json"
options = { ratio = [0.34] }
approaches = ["auto"]
"#,
    );
    let (code, _, err) = case.bench(&[]);
    assert_eq!(code, 0, "{err}");
    for (approach, outcome, checked) in [
        ("certified", "unwinnable", "certificate"),
        ("none within 1", "no_plan_within", "certificate"),
        ("checked by a command", "solved", "answer"),
        ("auto", "solved", "plan"),
    ] {
        let run = case.run(approach);
        assert_eq!((&run["outcome"], &run["checked"]), (&outcome.into(), &checked.into()), "{run}");
        assert_eq!((&run["status"], &run["decided"]), (&"ok".into(), &true.into()), "{run}");
    }
}

#[test]
fn a_campaign_that_is_none_gets_one_sentence() {
    let change = |from: &str, to: &str| Case::new(&TINY.replace(from, to)).bench(&[]);
    for (from, to, expected) in [
        ("\"optimal m1\"", "\"atuo\"", "there is no approach 'atuo': the nearest name is 'auto'"),
        (
            "\"optimal m1\"",
            "\"sat exits\"",
            "there is no approach 'sat exits': the nearest name is 'sat exists'",
        ),
        ("\"optimal m1\"", "\"sat:exist\"", "the nearest name is 'sat:exists'"),
        (
            "[\"auto\", \"sat exists\"]",
            "[\"auto\", \"beam\"]",
            "compares 'beam', which is none of its approaches",
        ),
        ("cpu_s", "cpu_seconds", "unknown field `cpu_seconds`"),
        ("title = \"Tiny\"", "title = ", "line 2: "),
        ("sat {encoding}", "sat", "has a matrix: expected {encoding} in its name"),
        ("ms:1..2", "ms:5..2", "group 'ranks': "),
        ("cpu_s = 10", "cpu_s = 0", "expected seconds and MiB above 0"),
        (
            "command =",
            "args = []\ncommand =",
            "expected either args, of this program, or command, of another",
        ),
    ] {
        let (code, out, err) = change(from, to);
        assert_eq!((code, out.as_str()), (2, ""), "{from} {to}: {err}");
        assert!(err.contains(expected) && err.trim_end().lines().count() == 1, "{expected}: {err}");
    }
    let (code, _, err) = patsat(&["bench", "quik", "-o", "r"]);
    assert!(code == 2 && err.contains("there is no campaign 'quik' (did you mean 'quick'?)"), "{err}");
    let empty = TempDir::new().unwrap();
    let (code, _, err) = patsat(&["report", name(empty.path())]);
    assert!(code == 2 && err.contains("there are no results in"), "{err}");
}

#[test]
fn the_campaigns_of_the_program_are_campaigns() {
    let (code, out, err) = patsat(&["bench", "--list"]);
    assert_eq!(code, 0, "{err}");
    for name in ["quick", "freecell", "optimal", "spider", "forty-thieves", "reductions", "thesis", "tiles"] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{name}: {out}");
    }
    let (code, out, _) = patsat(&["bench", "quick", "--print"]);
    assert!(code == 0 && out.contains("[[group]]"));
}

#[test]
fn benchexec_gets_its_files_and_its_results_are_read() {
    let case = Case::new(TINY);
    let (code, out, err) = case.bench(&["--to", "benchexec"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.trim().ends_with("c-ranks.xml") && err.contains("'gone' is no approach of this program alone"),
        "{err}"
    );
    let xml = fs::read_to_string(case.file("r/c-ranks.xml")).unwrap();
    assert_eq!(xml.matches("<rundefinition").count(), 4);
    assert!(
        xml.contains("<option name=\"--encoding\">forall</option>") && xml.contains("tool=\"tools.patsat\"")
    );
    assert!(case.file("r/tools/patsat.py").is_file());
    let task = fs::read_to_string(case.file("r/tasks/ranks-ms-1-ranks-2.yml")).unwrap();
    assert!(task.contains("input_files: 'ranks-ms-1-ranks-2.json'"));
    let (code, _, _) = patsat(&["solve", name(&case.file("r/tasks/ranks-ms-1-ranks-2.json"))]);
    assert_eq!(code, 10);
    // Results, as BenchExec 3.35 wrote them.
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/benchexec-results.xml");
    let out = case.file("read");
    let (code, _, err) = patsat(&["report", name(&stored), "-o", name(&out)]);
    assert_eq!(code, 0, "{err}");
    let runs = fs::read_to_string(out.join("runs.csv")).unwrap();
    for row in [
        "small,ms-1-ranks-3,auto,1,ok,solved,true,0.008123181",
        "small,ms-1-ranks-4,auto,1,time,unknown,false,3.041263",
        "small,ms-2-ranks-3,auto,1,ok,unwinnable,true",
        "small,ms-2-ranks-4,auto,1,memory,unknown,false",
    ] {
        assert!(runs.contains(row), "{row}: {runs}");
    }
    let cut = case.file("cut.xml");
    let text = fs::read_to_string(&stored).unwrap();
    fs::write(&cut, &text[..text.len() / 2]).unwrap();
    let (code, _, err) = patsat(&["report", name(&cut)]);
    assert!(code == 2 && err.contains("it is cut"), "{err}");
}
