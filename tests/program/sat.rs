//! `patsat solve --by sat` as people and programs use it.

use assert_cmd::Command;
use patsat_encodings::schemes::ENCODINGS;
use patsat_solvers::{BACKENDS, Kind};
use patsat_testkit::cli::{CommandOutput, is_sentence, output_of};
use serde_json::Value;
use std::time::{Duration, Instant};

/// A deal of 24 cards that formulas solve at once.
const SMALL: &[&str] = &["ms:1", "--ranks", "6"];
/// One that cannot be won at all.
const LOST: &[&str] = &["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];

fn patsat() -> Command {
    let mut command = Command::cargo_bin("patsat").unwrap();
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").timeout(Duration::from_secs(120));
    command
}

fn run(args: &[&str]) -> CommandOutput {
    output_of(patsat().args(args))
}

fn solve(instance: &[&str], more: &[&str]) -> (i32, String, String) {
    run(&[&["solve"], instance, &["--by", "sat"], more].concat())
}

fn json(instance: &[&str], more: &[&str]) -> (i32, Vec<Value>) {
    let (code, out, err) = solve(instance, &[more, &["--format", "json"]].concat());
    assert_eq!(err, "", "{more:?}");
    (code, out.lines().map(|l| serde_json::from_str(l).unwrap()).collect())
}

fn data<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|l| l["type"] == kind).map(|l| &l["data"]).collect()
}

/// The horizons asked and how they were answered.
fn horizons(lines: &[Value]) -> Vec<(u64, String)> {
    let one = |d: &&Value| (d["horizon"].as_u64().unwrap(), d["answer"].as_str().unwrap().to_owned());
    data(lines, "horizon").iter().map(one).collect()
}

/// Runs what must fail: this code, nothing on stdout, one sentence on stderr that says all of this.
fn refused(code: i32, instance: &[&str], args: &[&str], message: &[&str]) {
    let (found, out, err) = solve(instance, args);
    assert_eq!(found, code, "{args:?}: {err}");
    assert!(code == 4 || out.is_empty(), "{args:?}: {out}");
    assert!(is_sentence(&err), "{args:?}: {err}");
    for part in message {
        assert!(err.contains(part), "{args:?}: expected '{part}' in: {err}");
    }
}

/// A script that stands for an external solver.
#[cfg(unix)]
fn script(folder: &std::path::Path, name: &str, body: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("cmd:{}", path.display())
}

#[test]
fn every_encoding_solves_a_small_deal_or_rejects_it() {
    let mut solved = 0;
    for encoding in ENCODINGS {
        // A share of time: an encoding of single moves has long plans.
        let args = ["--encoding", encoding.name, "--time-limit", "20"];
        let (code, out, err) = solve(SMALL, &args);
        match code {
            10 => {
                assert!(out.contains("Solved in ") && out.contains(encoding.name), "{out}");
                solved += 1;
            }
            0 => assert!(out.contains("Unknown: "), "{out}"),
            2 => assert!(err.contains("cannot express"), "{err}"),
            _ => panic!("{}: {code} {out} {err}", encoding.name),
        }
    }
    assert!(solved > 0);
}

#[test]
fn every_built_in_back_end_solves_a_small_deal() {
    for row in BACKENDS {
        let args = ["--backend", row.name, "--horizon", "8", "--format", "standard", "-q"];
        let (code, plan, err) = solve(SMALL, &args);
        if !matches!(row.kind, Kind::BuiltIn(..)) && code == 4 {
            assert!(err.contains(row.name), "{err}");
            continue;
        }
        assert_eq!(code, 10, "{}: {err}", row.name);
        let mut verify = patsat();
        let output = verify.arg("verify").args(SMALL).arg("-").write_stdin(plan).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", row.name);
    }
}

#[test]
fn no_plan_within_names_its_bound() {
    let (code, out, _) = solve(LOST, &["--horizon", "5", "--encoding", "exists-loose"]);
    assert_eq!(code, 21, "{out}");
    assert!(out.contains("No plan within 5 steps of encoding exists-loose ("), "{out}");
    assert!(!out.to_lowercase().contains("unwinnable"), "{out}");
    let (_, out, _) = solve(LOST, &["--horizon", "1", "--options", "safe=off"]);
    assert!(out.contains("within 1 step of encoding exists-loose with safe=off ("), "{out}");
    let (_, out, _) = solve(LOST, &["--horizon", "5", "--format", "solver"]);
    assert!(out.contains("\ns UNKNOWN\n") && out.contains("c No plan within 5 steps"), "{out}");
    let (code, lines) = json(LOST, &["--horizon", "5"]);
    let result = data(&lines, "result")[0];
    assert_eq!((code, &result["verdict"]), (21, &"no_plan_within".into()));
    assert_eq!((&result["bound"], &result["unit"]), (&5.into(), &"steps".into()));
    assert_eq!(result["encoding"], "exists-loose");
    assert!(result["options"].as_str().unwrap().contains("safe=on"));
}

#[test]
fn schedules_walk_the_horizons_and_agree_on_the_shortest() {
    let (code, ramp) = json(SMALL, &["--horizon", "1..20"]);
    assert_eq!(code, 10);
    let ramp = horizons(&ramp);
    let shortest = ramp.last().unwrap().0;
    assert!(shortest > 1, "{ramp:?}");
    for (n, (horizon, answer)) in (1..).zip(&ramp) {
        assert_eq!((*horizon, answer.as_str()), (n, if n == shortest { "plan" } else { "none" }), "{ramp:?}");
    }
    let (_, lines) = json(SMALL, &["--horizon", "1..20", "--schedule", "bisect"]);
    let bisect = horizons(&lines);
    assert_eq!(bisect[0].0, 20);
    let plans = bisect.iter().filter(|(_, answer)| answer == "plan");
    assert_eq!(plans.map(|(horizon, _)| *horizon).min(), Some(shortest), "{bisect:?}");
    let decided = &data(&lines, "result")[0]["sat"];
    assert_eq!(decided["decided_by"]["horizon"], shortest);
    assert_eq!(decided["excluded"], shortest - 1);
    let geometric = horizons(&json(SMALL, &["--horizon", "2..20", "--schedule", "geometric"]).1);
    assert!(geometric.iter().map(|h| h.0).eq([2, 3, 4, 6, 9, 13, 19].into_iter().take(geometric.len())));
    let fixed = horizons(&json(SMALL, &["--horizon", "12", "--schedule", "fixed"]).1);
    assert_eq!(fixed, [(12, "plan".to_owned())]);
    // A range without a plan is excluded to its end.
    let (code, lines) = json(LOST, &["--horizon", "2..6"]);
    assert_eq!((code, &data(&lines, "result")[0]["bound"]), (21, &6.into()));
    // Other encodings find their own.
    let (_, out, _) = solve(SMALL, &["--horizon", "1..20", "--encoding", "exists"]);
    assert!(out.contains("; none within "), "{out}");
}

#[test]
fn schedules_in_turns_solve_too() {
    for name in ["mixed", "pure"] {
        let (code, lines) = json(SMALL, &["--schedule", name, "--time-limit", "60"]);
        assert_eq!(code, 10, "{name}");
        assert_eq!(data(&lines, "begin")[0]["sat"]["schedule"], name);
    }
    let (code, lines) = json(SMALL, &["--schedule", "mixed", "--threads", "2", "--time-limit", "60"]);
    assert_eq!(code, 10);
    assert!(!data(&lines, "horizon").is_empty());
}

#[test]
fn two_threads_end_with_the_first_answer() {
    let (code, lines) = json(SMALL, &["--threads", "2"]);
    assert_eq!(code, 10);
    assert!(data(&lines, "horizon").iter().any(|h| h["answer"] == "plan"));
    let (code, lines) = json(SMALL, &["--threads", "2", "--horizon", "1..12", "--schedule", "ramp"]);
    assert_eq!(code, 10, "{lines:?}");
    let (code, lines) = json(LOST, &["--threads", "2", "--horizon", "1..9", "--schedule", "bisect"]);
    assert_eq!((code, &data(&lines, "result")[0]["bound"]), (21, &9.into()));
}

#[test]
fn json_lines_begin_and_end_and_hold_every_horizon() {
    let (code, lines) = json(SMALL, &["--horizon", "1..9", "--seed", "7"]);
    assert_eq!(code, 10);
    let types: Vec<&str> = lines.iter().map(|l| l["type"].as_str().unwrap()).collect();
    let questions = types.len() - 3;
    assert_eq!(types[0], "begin");
    assert!(types[1..=questions].iter().all(|t| *t == "horizon"));
    assert_eq!(types[questions + 1..], ["result", "end"]);
    let begin = &lines[0]["data"];
    assert_eq!((&begin["schema"], &begin["strategy"], &begin["seed"]), (&2.into(), &"sat".into(), &7.into()));
    assert_eq!(begin["sat"]["horizon"], "1..9");
    let mut clauses = 0;
    for horizon in data(&lines, "horizon") {
        let count = |name: &str| horizon[name].as_u64().unwrap_or_else(|| panic!("{name} in {horizon}"));
        assert!(count("clauses") > clauses && count("variables") > 0, "{horizon}");
        clauses = count("clauses");
        assert!(horizon["time_ms"].is_f64() && horizon["conflicts"].is_u64());
        assert_eq!((&horizon["seed"], &horizon["unit"]), (&7.into(), &"steps".into()));
        assert!(horizon["backend"].is_string() && horizon["options"].is_string());
    }
    let result = &lines[questions + 1]["data"];
    assert_eq!((&result["verdict"], &result["sat"]["questions"]), (&"solved".into(), &questions.into()));
    assert_eq!(result["plan"].as_array().unwrap().len() as u64, result["lengths"]["m2"].as_u64().unwrap());
}

#[test]
fn the_same_command_gives_the_same_output() {
    for args in [
        &["--horizon", "1..9", "--format", "solver"][..],
        &["--backend", "varisat", "--horizon", "9"],
        &["--schedule", "pure", "--format", "solver"],
    ] {
        let (first, second) = (solve(SMALL, args), solve(SMALL, args));
        assert_eq!((first.0, &first.1), (10, &second.1), "{args:?}");
    }
}

#[test]
fn verbose_prints_every_horizon() {
    let (_, _, err) = solve(SMALL, &["--horizon", "2..12", "-v"]);
    let horizons_printed = err.lines().filter(|l| l.starts_with("horizon ") && l.contains(" ms")).count();
    assert!(horizons_printed >= 2, "{err}");
    assert_eq!(solve(SMALL, &["--horizon", "12"]).2, "");
}

#[test]
fn limits_end_in_unknown() {
    let (code, out, _) = solve(&["ms:617"], &["--horizon", "30", "--time-limit", "0.1"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("Unknown: time limit reached at horizon 30 of encoding exists-loose"), "{out}");
    let (code, out, _) = solve(&["ms:617"], &["--horizon", "20", "--time-limit", "0"]);
    assert_eq!((code, out.contains("Unknown: time limit reached")), (0, true), "{out}");
    let (code, out, _) = solve(&["ms:617"], &["--horizon", "30", "--memory-limit", "1"]);
    assert_eq!((code, out.contains("Unknown: memory limit reached")), (0, true), "{out}");
    let (code, lines) = json(&["ms:617"], &["--horizon", "29..30", "--horizon-time-limit", "0.2"]);
    assert_eq!(code, 0);
    let solved = horizons(&lines);
    assert_eq!(solved, [(29, "time".to_owned()), (30, "time".to_owned())]);
    assert_eq!(data(&lines, "result")[0]["limit"], "time");
    let (code, _, _) = solve(&["ms:617"], &["--schedule", "mixed", "--threads", "2", "--time-limit", "0.5"]);
    assert_eq!(code, 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_in_unknown() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::{Command, Stdio};
    let child = Command::new(assert_cmd::cargo::cargo_bin("patsat"))
        .args(["solve", "ms:617", "--by", "sat", "--horizon", "20"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), out.contains("Unknown: interrupted")), (Some(130), true), "{out}");
}

#[test]
fn what_is_unknown_is_listed_and_what_is_near_suggested() {
    refused(2, SMALL, &["--encoding", "exist"], &["expected one of exists-loose", "did you mean 'exists'"]);
    refused(2, SMALL, &["--backend", "cadicel"], &["expected one of", "varisat", "did you mean 'cadical'"]);
    refused(2, SMALL, &["--options", "saf=off"], &["'saf'", "invariants", "did you mean 'safe'"]);
    refused(2, SMALL, &["--options", "rebuilt=few"], &["'few'", "a number or all"]);
    refused(
        2,
        SMALL,
        &["--schedule", "bisekt"],
        &["fixed, ramp, geometric, bisect", "did you mean 'bisect'"],
    );
    for horizon in ["0", "0..4", "x", "7..", "-3"] {
        refused(2, SMALL, &[&format!("--horizon={horizon}")], &["is no horizon", "from 1 on"]);
    }
    refused(2, SMALL, &["--horizon", "9..3"], &["9..3 is empty"]);
    for (what, word) in [
        ("encodings", "exists-loose"),
        ("backends", "varisat"),
        ("options", "rebuilt"),
        ("schedules", "bisect"),
    ] {
        let (code, out, _) = run(&["--list", what]);
        assert!(code == 0 && out.contains(word), "{out}");
        assert!(out.lines().all(|l| l.chars().count() <= 80), "{out}");
    }
    let (_, out, _) = run(&["--version", "--verbose"]);
    assert!(out.contains("back-ends") && out.contains("left out") && out.contains("exists-loose"), "{out}");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for (name, value) in [("--strategy", Some("auto")), ("--short", None), ("--node-limit", Some("5"))] {
        let args: Vec<&str> = [Some(name), value].into_iter().flatten().collect();
        refused(2, SMALL, &args, &[&format!("{name} needs --by search")]);
    }
    for args in [["--encoding", "exists"], ["--horizon", "5"], ["--threads", "2"], ["--backend", "varisat"]] {
        let (code, out, err) = run(&[&["solve"], SMALL, &args].concat());
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.starts_with(&format!("error: {} needs --by sat", args[0])), "{err}");
    }
    refused(
        2,
        SMALL,
        &["--optimal", "--cost", "m2"],
        &["--cost needs --by search: other methods count single cards (m1)"],
    );
    refused(2, SMALL, &["--optimal", "--horizon", "5"], &["--horizon is not for --by sat with --optimal"]);
    refused(2, SMALL, &["--horizon", "3..5", "--schedule", "fixed"], &["--schedule fixed asks one horizon"]);
    refused(2, SMALL, &["--schedule", "mixed", "--horizon", "5"], &["'mixed'", "expected no --horizon"]);
    assert_eq!(solve(SMALL, &["--threads", "0"]).0, 2);
}

#[cfg(unix)]
#[test]
fn external_solvers_may_be_missing_crash_lie_or_hang() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, body: &str| script(folder.path(), name, body);
    let args = ["--horizon", "4", "--backend"];
    let with = |backend: &'static str| [&args[..], &[backend]].concat();
    refused(4, SMALL, &with("cmd:no-such-solver-here"), &["no-such-solver-here"]);
    let crash = make("crash", "cat > /dev/null; exit 1");
    refused(4, SMALL, &[&args[..], &[&crash]].concat(), &["crash"]);
    let noise = make("noise", "cat > /dev/null; echo hello; exit 10");
    refused(4, SMALL, &[&args[..], &[&noise]].concat(), &["noise"]);
    let none = make("none", "cat > /dev/null; echo 's UNSATISFIABLE'; exit 20");
    let (code, out, _) = solve(SMALL, &[&args[..], &[&none]].concat());
    assert_eq!((code, out.contains("No plan within 4 steps")), (21, true), "{out}");
    let gives_up = make("unknown", "cat > /dev/null; echo 's UNKNOWN'; exit 0");
    let (code, out, _) = solve(SMALL, &[&args[..], &[&gives_up]].concat());
    assert_eq!((code, out.contains("Unknown: the solver gave up")), (0, true), "{out}");
    // A hanging program is ended with all that it has started.
    let hang = make("hang", "cat > /dev/null; sleep 1000");
    let began = Instant::now();
    let (code, out, _) = solve(SMALL, &[&args[..], &[&hang, "--time-limit", "1"]].concat());
    assert_eq!((code, out.contains("Unknown: time limit reached")), (0, true), "{out}");
    assert!(began.elapsed() < Duration::from_secs(60));
    // Everything false is no model of the formula.
    let liar = make("liar", "cat > /dev/null; echo 's SATISFIABLE'; echo 'v 0'; exit 10");
    let (code, _, err) = solve(SMALL, &[&args[..], &[&liar]].concat());
    assert!(matches!(code, 3 | 4), "{code} {err}");
    if let Some(kept) = err.trim().split("kept in ").nth(1) {
        for name in ["formula.cnf", "model.txt", "question.txt", "instance.json"] {
            let path = std::path::Path::new(kept).join(name);
            assert!(std::fs::metadata(&path).unwrap().len() > 10, "{name}");
        }
        std::fs::remove_dir_all(kept).unwrap();
    }
}

#[test]
fn another_encoding_replaces_one_without_support() {
    let spider = ["random:spiderette:1"];
    refused(2, &spider, &["--horizon", "5", "--encoding", "exists-loose"], &["cannot express"]);
    let (code, lines) = json(&spider, &["--horizon", "1"]);
    assert_eq!(code, 21, "{lines:?}");
    let used = data(&lines, "result")[0]["encoding"].as_str().unwrap();
    assert!(used != "exists-loose" && ENCODINGS.iter().any(|e| e.name == used), "{used}");
}
