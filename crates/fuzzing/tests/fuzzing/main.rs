//! Inputs that once broke something, valid ones, and a few hundred changed ones, for every target.

use patsat_fuzzing::{Target, targets};
use patsat_testkit::Dice;
use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::path::Path;

/// Gives a target an input; which one it is, if that breaks it. What the panic says is printed.
fn broken(target: &Target, name: &str, input: &[u8]) -> Option<String> {
    let (run, input) = (target.run, input.to_vec());
    catch_unwind(move || run(&input)).is_err().then(|| format!("{} breaks on {name}", target.name))
}

#[test]
fn a_broken_input_is_noted() {
    let run = |input: &[u8]| assert!(input.is_empty());
    let target = Target { name: "breaks", about: "takes nothing", run, seeds: Vec::new, words: &[] };
    assert_eq!(broken(&target, "nothing", b""), None);
    assert_eq!(broken(&target, "a byte", b"a").as_deref(), Some("breaks breaks on a byte"));
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

/// A valid input with one to four changes: what a reader refuses in its first line says nothing of the lines behind it.
fn changed(dice: &mut Dice, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..1 + dice.below(4) {
        let (at, other) = (dice.below(bytes.len() + 1), dice.below(bytes.len() + 1));
        let piece = at.min(other)..at.max(other).min(at.min(other) + 40);
        let put: Vec<u8> = match dice.below(6) {
            // A piece goes, is there twice, or many times.
            0 => Vec::new(),
            1 => bytes[piece.clone()].repeat(2),
            2 => bytes[piece.clone()].repeat(dice.pick(&[10, 100])),
            // Any byte, a word of the format, or a number at which something may happen, in its place.
            3 => vec![dice.below(256) as u8],
            4 if !words.is_empty() => dice.pick(words).into(),
            _ => dice.pick(&["0", "-1", "13", "255", "65536", "18446744073709551616", "1e400"]).into(),
        };
        bytes.splice(piece, put);
        bytes.truncate(1 << 16);
    }
    bytes
}

fn by_dice(inputs: u64, first: u64) {
    let mut faults = Vec::new();
    for target in targets::all() {
        let seeds = (target.seeds)();
        for number in first..first + inputs {
            let input = changed(&mut Dice::new(number), &seeds, target.words);
            faults.extend(broken(target, &format!("changed input {number}"), &input));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_breaks_on_200_changed_inputs() {
    by_dice(200, 0);
}

#[test]
#[ignore = "half a minute"]
fn nothing_breaks_on_2000_changed_inputs_at_length() {
    by_dice(2000, 1000);
}
