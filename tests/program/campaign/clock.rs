//! Runs that the clock stopped, not their CPU time: on a busy machine campaigns measure less.

use super::{Case, run};
use patsat_experiments::campaign::shipped::SHIPPED;
use std::fs;

/// The records of a campaign with one group, and a run of each status.
fn records(statuses: &[&str]) -> String {
    let limits = r#"{"cpu_s":2.0,"wall_s":8.0,"memory_mib":4096}"#;
    let mut text = format!(
        concat!(
            r#"{{"type":"begin","data":{{"schema":1,"campaign":"c","title":"Clock","digest":"0","runs":{},"#,
            r#""version":"0.2.0","date":"2026-01-01","machine":{{"cpu":"c","cores":2,"memory_mib":1,"system":"s"}},"#,
            r#""programs":{{}},"approaches":[{{"name":"auto","command":"patsat"}}],"#,
            r#""groups":[{{"name":"g","limits":{}}}]}}}}"#,
            "\n"
        ),
        statuses.len(),
        limits
    );
    for (n, status) in statuses.iter().enumerate() {
        let (outcome, decided) = if *status == "ok" { ("solved", true) } else { ("unknown", false) };
        text += &format!(
            concat!(
                r#"{{"type":"run","data":{{"n":{},"group":"g","instance":"ms:{}","approach":"auto","repeat":1,"#,
                r#""status":"{}","outcome":"{}","decided":{},"cpu_s":0.5,"wall_s":8.0,"peak_kib":1}}}}"#,
                "\n"
            ),
            n,
            n + 1,
            status,
            outcome,
            decided
        );
    }
    text
}

#[test]
fn runs_stopped_by_the_clock_are_reported_in_bold() {
    for (statuses, message) in [
        (&["ok", "wall", "time", "wall"][..], Some("2 runs were stopped by the clock and not by CPU time")),
        (&["wall", "ok"][..], Some("1 run was stopped by the clock and not by CPU time")),
        (&["ok", "time", "memory"][..], None),
    ] {
        let case = Case::new("");
        fs::create_dir(case.file("r")).unwrap();
        fs::write(case.file("r/runs.jsonl"), records(statuses)).unwrap();
        let (code, _, err) = case.report();
        assert_eq!(code, 0, "{err}");
        let [page, tables] =
            ["r/index.html", "r/tables.md"].map(|file| fs::read_to_string(case.file(file)).unwrap());
        let Some(message) = message else {
            assert!(
                ![&page, &tables, &err].into_iter().any(|text| text.contains("stopped by the clock")),
                "{err}"
            );
            continue;
        };
        assert!(page.contains(&format!("<strong>{message}")), "{page}");
        assert!(tables.contains(&format!("**{message}")), "{tables}");
        let last = err.lines().last().unwrap();
        assert!(last.starts_with(&format!("warning: {message}")), "{err}");
    }
}

#[test]
fn bench_warns_of_runs_stopped_by_the_clock() {
    let case = Case::new(
        r#"
title = "Sleep"
limits = { cpu_s = 5, wall_s = 0.5 }
[[approach]]
name = "sleeper"
command = "sleep 30"
answer = "exit"
[[group]]
name = "g"
instances = ["ms:1"]
approaches = ["sleeper"]
"#,
    );
    let (code, _, err) = case.bench(&[]);
    assert_eq!(code, 0, "{err}");
    assert!(err.lines().last().unwrap().starts_with("warning: 1 run was stopped by the clock"), "{err}");
}

/// Other work on the machine must not end a run before its CPU time is used.
#[test]
fn the_clock_of_built_in_campaigns_is_generous() {
    for (name, text) in SHIPPED {
        let limits = text.lines().filter(|line| line.starts_with("limits"));
        for line in limits {
            let number = |key: &str| -> f64 {
                let rest = line.split_once(key).unwrap().1.trim_start_matches([' ', '=']);
                rest.split([',', ' ']).next().unwrap().parse().unwrap()
            };
            let least = if name == "quick" { 30.0 } else { 10.0 };
            assert!(number("wall_s") >= least * number("cpu_s"), "{name}: {line}");
        }
    }
    let (code, out, _) = run(&["bench", "quick", "--print"]);
    assert!(code == 0 && out.contains("wall_s = 60"), "{out}");
}
