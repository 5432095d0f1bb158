//! `patsat certify`: patterns for people, files for VeriPB, and how it ends without them.

use assert_cmd::Command;
use patsat_testkit::cli::run;
use std::fs;

const SMALL: &[&str] = &["certify", "ms:1", "--ranks", "3"];

#[test]
fn it_prints_patterns_and_writes_what_veripb_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("p").display().to_string();
    let (code, out, err) = run(&[SMALL, &["-o", &name]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("No plan has fewer than 14 actions.\n"), "{out}");
    assert!(out.contains("\n  2  c2 on ca, s3 on s2\n"), "{out}");
    let files = [format!("{name}.opb"), format!("{name}.pbp")];
    let before: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert!(
        before[0].starts_with("* #variable= ") && before[1].starts_with("pseudo-Boolean proof version 3.0\n")
    );
    // The same again, byte for byte.
    assert_eq!(run(&[SMALL, &["-o", &name]].concat()).1, out);
    let after: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert!(before == after);
    if let Ok(output) = Command::new("veripb").args(&files).output() {
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(printed.contains("s VERIFIED BOUNDS 14 <= obj <= 14"), "{printed}");
    } else {
        eprintln!("skipped: the proof checker 'veripb' is not installed");
    }
}

#[test]
fn what_is_not_proved_has_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let spider = "instances/boards/ipc-spider-4-ranks.pddl";
    let (plan, out) = (path("plan"), path("out"));
    fs::write(&plan, "(sendtohome-b ca c n1 c0 n0 n1 n2)\n").unwrap();
    for (args, code, message) in [
        (&["certify", spider][..], 2, "negative condition"),
        (&["certify", "instances/boards/ms-11982.txt"], 1, "cannot be won"),
        (&[SMALL, &["--node-limit", "1"]].concat(), 5, "limit"),
        (&[SMALL, &["--proof-limit", "0", "-o", &out]].concat(), 5, "longer than 0 MiB"),
        (&[SMALL, &["--plan", &plan]].concat(), 2, "plan"),
        (&["certify", spider, "--domain", spider], 2, "--plan"),
    ] {
        let (found, out, err) = run(args);
        assert_eq!((found, out.as_str()), (code, ""), "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
    assert!(!folder.path().join("out.opb").exists());
}
