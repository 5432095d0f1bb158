//! A machine with less memory than the limit: the program ends as undecided with one sentence, and written output can
//! be continued.
#![cfg(unix)]

use assert_cmd::Command;
use patsat_testkit::cli::{CommandOutput, output_of};
use std::fs;

const MESSAGE: &str =
    "\nundecided: the system gives no more memory or threads, expected more or a smaller --memory-limit\n";

/// Runs the program in an address space of `mib` MiB.
fn within(mib: u32, args: &[&str]) -> CommandOutput {
    let mut command = Command::new("sh");
    command.env("LC_ALL", "C.UTF-8").env_remove("RUST_BACKTRACE");
    command.args(["-c", &format!("ulimit -v {}; exec \"$0\" \"$@\"", mib << 10)]);
    output_of(command.arg(assert_cmd::cargo::cargo_bin("patsat")).args(args))
}

/// Searches, linked solvers in Rust and C++, formulas and proofs, with too little and with enough memory.
#[test]
fn memory_that_ends_is_undecided() {
    let commands: &[&[&str]] = &[
        &["solve", "solvitaire:forty-thieves:15", "--node-limit", "300000"],
        &["solve", "ms:3", "--optimal", "--ranks", "10", "--node-limit", "300000"],
        &["solve", "ms:2001", "--ranks", "8", "--by", "sat", "--backend", "varisat"],
        #[cfg(feature = "cadical")]
        &[
            "solve",
            "kpat:spider2:1",
            "--by",
            "sat",
            "--backend",
            "cadical",
            "--horizon",
            "2",
            "--time-limit",
            "5",
        ],
        #[cfg(feature = "minisat")]
        &[
            "solve",
            "kpat:spider2:1",
            "--by",
            "sat",
            "--backend",
            "minisat",
            "--horizon",
            "2",
            "--time-limit",
            "5",
        ],
        #[cfg(feature = "z3")]
        &["solve", "ms:2001", "--ranks", "4", "--by", "smt", "--horizon", "3"],
        &["why", "solvitaire:forty-thieves:427"],
    ];
    let mut ended = vec![0; commands.len()];
    for mib in [120, 180] {
        for (args, ended) in commands.iter().zip(&mut ended) {
            let (code, out, err) = within(mib, args);
            match code {
                // The memory was enough, or another limit came first.
                0 | 10 | 20 | 21 => assert!(!err.contains("undecided:"), "{args:?} {mib}: {err}"),
                // The memory was not enough to load the libraries.
                127 => assert!(err.contains("shared"), "{args:?} {mib}: {err}"),
                _ => {
                    assert!(code == 5 && err.ends_with(MESSAGE), "{args:?} {mib}: {code} {err}");
                    assert!(
                        !err.contains("panicked") && !out.contains("verified"),
                        "{args:?} {mib}: {out} {err}"
                    );
                    *ended += 1;
                }
            }
        }
    }
    assert!(ended.iter().filter(|&&times| times > 0).count() >= 3, "{ended:?}");
}

#[test]
fn a_survey_that_had_too_little_memory_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let how = ["--strategy", "best-first", "--node-limit", "100000", "-j", "1", "-o"];
    let deals = [&["survey", "solvitaire:forty-thieves:21..23"], &how[..]].concat();
    let (scarce, enough) = (file("scarce"), file("enough"));
    let (code, _, err) = within(120, &[&deals[..], &[&scarce]].concat());
    // 100,000 positions of two decks do not fit.
    assert!(code == 5 && err.ends_with(MESSAGE), "{code}: {err}");
    let lines = fs::read_to_string(&scarce).unwrap().lines().count();
    assert!((1..4).contains(&lines), "{lines}");
    for (path, more) in [(&scarce, &["--resume"][..]), (&enough, &[])] {
        let (code, out, err) = within(4096, &[&deals[..], &[path], more].concat());
        assert!(code == 0 && out.contains("3 deals"), "{code}: {out}{err}");
    }
    let verdicts = |path: &str| {
        let lines = fs::read_to_string(path).unwrap();
        let verdict = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            (line["data"]["deal"].clone(), line["data"]["verdict"].clone(), line["data"]["states"].clone())
        };
        lines.lines().map(verdict).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&scarce), verdicts(&enough));
}
