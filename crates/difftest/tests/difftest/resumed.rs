//! A resumed run skips finished blocks, and an interruption loses at most one block.

use super::task;
use patsat_difftest::question::Mix;
use patsat_difftest::run::{BLOCK, run};
use patsat_difftest::{Settings, SystemUnderTest};
use std::fs;

#[test]
fn a_run_that_was_cut_off_goes_on_to_the_same_end() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mix = Mix { sat: 20, smt: 0, others: 0, programs: 0 };
    let settings = Settings { positions: 100, cards: 7, mix, ..Settings::default() };
    let tasks = folders.each_ref().map(|folder| {
        let mut task = task(folder.path(), 3, 3 * BLOCK);
        (task.settings, task.reference) = (settings, 0);
        task
    });
    let whole = run(&SystemUnderTest::default(), &tasks[0], &mut |_| true).unwrap();
    assert_eq!(whole.games, 3 * BLOCK);
    // The second stops after a block, and its next line is cut short.
    let first = run(&SystemUnderTest::default(), &tasks[1], &mut |_| false).unwrap();
    assert_eq!(first.games, BLOCK);
    let mut text = fs::read_to_string(&tasks[1].out).unwrap();
    text += "{\"seed\":3,\"settings\":\"car";
    fs::write(&tasks[1].out, text).unwrap();
    let resumed = run(&SystemUnderTest::default(), &tasks[1], &mut |_| true).unwrap();
    assert_eq!(resumed, whole);
    assert_eq!(fs::read_to_string(&tasks[0].out).unwrap(), fs::read_to_string(&tasks[1].out).unwrap());
    // With all blocks finished, no game is tested.
    let mut solved = 0;
    assert_eq!(
        run(&SystemUnderTest::default(), &tasks[1], &mut |_| {
            solved += 1;
            true
        })
        .unwrap(),
        whole
    );
    assert_eq!(solved, 0);
}

#[test]
fn a_file_that_is_none_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(folder.path(), 3, BLOCK);
    fs::write(&task.out, "what\n").unwrap();
    let error = run(&SystemUnderTest::default(), &task, &mut |_| true).unwrap_err().to_string();
    assert!(error.ends_with("done.jsonl line 1: no block of games"), "{error}");
}
