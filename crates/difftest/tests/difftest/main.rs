//! Runs a small sample of the differential tests, and checks that they find and shrink planted faults.
#![allow(clippy::unwrap_used, reason = "tests")]

mod planted;
mod resumed;

use patsat_difftest::run::{Task, Total, run};
use patsat_difftest::{Settings, SystemUnderTest};
use std::fs;
use std::path::Path;

fn task(folder: &Path, seed: u64, games: u64) -> Task {
    Task {
        seed,
        first: 0,
        games,
        settings: Settings { positions: 300, ..Settings::default() },
        reference: 25,
        out: folder.join("done.jsonl"),
        failures: folder.join("failures"),
    }
}

/// Runs `games` games of a seed and asserts that there are no disagreements.
fn agreed(seed: u64, games: u64) -> Total {
    let folder = tempfile::tempdir().unwrap();
    let task = task(folder.path(), seed, games);
    let total = run(&SystemUnderTest::default(), &task, &mut |_| true).unwrap();
    println!("{}", total.tally);
    for failure in fs::read_dir(&task.failures).into_iter().flatten() {
        let failure = failure.unwrap().path();
        for file in ["game.json", "question.txt", "said.txt"] {
            println!("{file}: {}", fs::read_to_string(failure.join(file)).unwrap());
        }
    }
    assert_eq!(total.disagreements, 0);
    total
}

#[test]
fn random_games_get_one_verdict_from_everybody() {
    let total = agreed(1, 1000);
    let tally = &total.tally;
    assert!(tally.get("games: can be won") > 150 && tally.get("games: lost") > 150, "{tally}");
    for (kind, least) in [
        ("search: solved", 100),
        ("search: unwinnable", 100),
        ("sat: solved", 20),
        ("sat: no plan within a bound", 10),
        ("sat: no plan within a bound, with a proof", 5),
        ("smt: ", 2),
        ("closed set: changed, refused", 50),
        ("closed set: forged, refused", 10),
        ("bounded set: changed, refused", 20),
        ("plan: changed, refused", 50),
        ("dead patterns: changed, ", 2),
        ("bound proof: changed, refused", 10),
    ] {
        assert!(tally.beginning(kind) >= least, "{kind}: {tally}");
    }
    assert!(tally.get("reference: agrees") > 20 || tally.get("reference: no python3") > 0, "{tally}");
}

#[test]
#[ignore = "half a minute"]
fn random_games_get_one_verdict_from_everybody_at_length() {
    let total = agreed(2, 10_000);
    for kind in ["schedule", "shortest-by-sat", "hybrid", "pdr", "smt"] {
        assert!(total.tally.beginning(&format!("{kind}: ")) > 10, "{kind}: {}", total.tally);
    }
}
