//! Inputs that once broke something, valid ones, and a few hundred made by dice, for every target.

use patsat_fuzzing::{Kind, Target, run, targets};
use std::collections::BTreeSet;
use std::path::Path;

/// Gives a target an input; what it says if it breaks.
fn broken(target: &Target, name: &str, input: &[u8]) -> Option<String> {
    run::one(target, input).map(|said| format!("{} breaks on {name}: {said}", target.name))
}

/// What this test says at last is printed, though panics of inputs are not: it calls itself, and that breaks.
#[test]
fn what_a_test_says_is_printed_and_what_an_input_says_is_noted() {
    const BREAKS: &str = "PATSAT_FUZZING_BREAKS";
    let target = Target {
        name: "breaks",
        about: "panics",
        run: |_| panic!("said by the input"),
        seeds: Vec::new,
        words: &[],
    };
    if std::env::var_os(BREAKS).is_some() {
        run::note_panics();
        let said = broken(&target, "nothing", b"").unwrap();
        assert!(said.contains("said by the input"), "{said}");
        panic!("said by the test");
    }
    let name = "what_a_test_says_is_printed_and_what_an_input_says_is_noted";
    let mut own = std::process::Command::new(std::env::current_exe().unwrap());
    let output = own.args([name, "--exact", "--nocapture"]).env(BREAKS, "1").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && printed.contains("said by the test"), "{printed}");
    assert!(!printed.contains("said by the input"), "{printed}");
}

#[test]
fn targets_have_names_of_their_own_and_valid_inputs() {
    let names: BTreeSet<&str> = targets::all().map(|target| target.name).collect();
    assert_eq!(names.len(), targets::all().count());
    for target in targets::all() {
        assert!(!(target.seeds)().is_empty(), "{} has no valid input", target.name);
    }
}

#[test]
fn what_was_kept_belongs_to_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kept");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(targets::named(&name).is_some(), "there is no target '{name}'");
    }
}

#[test]
fn nothing_breaks_on_what_once_broke_it_nor_on_valid_inputs() {
    run::note_panics();
    let mut faults = Vec::new();
    for target in targets::all() {
        let seeds =
            (target.seeds)().into_iter().enumerate().map(|(n, seed)| (format!("valid input {n}"), seed));
        for (name, input) in target.kept().into_iter().chain(seeds) {
            faults.extend(broken(target, &name, &input));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn by_dice(inputs: u64, seed: u64) {
    run::note_panics();
    let mut faults = Vec::new();
    for target in targets::all() {
        let seeds = (target.seeds)();
        for kind in Kind::ALL {
            for number in 0..inputs {
                let input = target.input(kind, &seeds, seed, number);
                faults.extend(broken(
                    target,
                    &format!("{} input {number} of seed {seed}", kind.name()),
                    &input,
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_breaks_on_a_hundred_inputs_by_dice() {
    by_dice(100, 1);
}

#[test]
#[ignore = "half a minute"]
fn nothing_breaks_on_a_thousand_inputs_by_dice_at_length() {
    by_dice(1000, 2);
}
