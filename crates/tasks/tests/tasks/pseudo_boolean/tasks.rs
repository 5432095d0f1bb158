//! The competition's tasks and boards of ours.

use super::tampered::variants;
use super::{BYTES, Veripb, pddl, shortest, world};
use patsat_formats::{Hints, read_instance};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_tasks::pseudo_boolean::OptimalityProof;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The competition's tasks of 2000, in a folder that `PATSAT_IPC` names or beside the repository. They
/// are no part of it.
fn competition() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/third-party/ipc");
    let folder = std::env::var_os("PATSAT_IPC").map_or_else(beside, PathBuf::from);
    let folder = folder.join("ipc-2000-freecell-typed/instances");
    if !folder.is_dir() {
        eprintln!("skipped: no FreeCell tasks of the planning competition in {}", folder.display());
        return None;
    }
    Some(folder)
}

/// Proves a task and has it checked, with each number changed if so asked; a row of a table.
fn proved(veripb: &Veripb, name: &str, instance: &Instance, task: &str, tamper: bool) {
    let start = Instant::now();
    let task = world(task).grounded().unwrap();
    let plan = shortest(instance, &task).unwrap();
    let ground = start.elapsed();
    let start = Instant::now();
    let row = |rest: &str| {
        println!(
            "| {name} | {} | {} | {} | {:.1} |{rest}",
            task.facts.len(),
            task.actions.len(),
            plan.len(),
            ground.as_secs_f64()
        );
    };
    let shown = match OptimalityProof::prove(&task, &plan, 5_000) {
        Ok(shown) => shown,
        Err(refused) => return row(&format!(" {refused} ({:.1} s)", start.elapsed().as_secs_f64())),
    };
    let found = start.elapsed();
    let patterns = shown.patterns().len();
    let certificate = match shown.certificate(BYTES) {
        Ok(certificate) => certificate,
        Err(refused) => return row(&format!(" {patterns} patterns, {refused}")),
    };
    let made = start.elapsed();
    let start = Instant::now();
    veripb.accepts(&certificate, plan.len());
    let checked = start.elapsed();
    let mib = |text: &str| text.len() as f64 / f64::from(1 << 20);
    row(&format!(
        " {} | {} | {} | {} | {:.0} | {} | {:.1} | {:.1} | {:.1} | {:.1} |",
        shown.counted(),
        shown.length() - shown.counted(),
        patterns,
        certificate.constraints,
        mib(&certificate.opb),
        certificate.derivations,
        mib(&certificate.proof),
        found.as_secs_f64(),
        (made - found).as_secs_f64(),
        checked.as_secs_f64()
    ));
    if tamper {
        for (what, opb, proof) in variants(&certificate, plan.len()) {
            let verified = veripb.check(&opb, &proof);
            assert!(verified.is_none(), "{name}, {what}: {verified:?}");
        }
    }
}

fn of_competition(numbers: impl Iterator<Item = usize>, tamper: bool) {
    let (Some(veripb), Some(folder)) = (Veripb::new(), competition()) else { return };
    for number in numbers {
        let text = std::fs::read_to_string(folder.join(format!("instance-{number}.pddl"))).unwrap();
        let instance = read_instance(text.as_bytes(), None, &Hints::default()).unwrap();
        // The competition's name: ranks, then a number of five.
        let name = format!("{}-{}", 2 + (number - 1) / 5, 1 + (number - 1) % 5);
        proved(&veripb, &name, &instance, &text, tamper);
    }
}

/// Boards that are kept, and small decks of deals.
fn ours() -> Vec<(String, Instance)> {
    let boards = ["ms-617-end.txt", "ms-1-ranks-4.txt", "ms-1-ranks-6.txt", "six-ranks-three-suits.json"];
    let mut ours: Vec<(String, Instance)> = (boards.iter())
        .map(|name| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/boards").join(name);
            let board = std::fs::read(path).unwrap();
            ((*name).to_owned(), read_instance(&board, None, &Hints::default()).unwrap())
        })
        .collect();
    for (game, deal, ranks, columns, cells) in [
        ("freecell", "ms:3", 5, 5, 2),
        ("freecell", "ms:1", 3, 4, 1),
        ("bakers-game", "ms:2", 4, 6, 3),
        ("bakers-game", "ms:7", 3, 4, 2),
    ] {
        let mut rules = Rules::preset(game).unwrap();
        rules.deck.ranks = ranks;
        (rules.columns, rules.cells) = (columns, cells);
        let name = format!("{game} {deal}, {ranks} ranks, {columns} columns, {cells} cells");
        ours.push((name, Instance::from_id(rules, deal.parse().unwrap()).unwrap()));
    }
    ours
}

/// All of [`ours`].
const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

fn of_ours(which: &[usize], tamper: bool) {
    let Some(veripb) = Veripb::new() else { return };
    let all = ours();
    for (name, instance) in which.iter().map(|&n| &all[n]) {
        proved(&veripb, name, instance, &pddl(instance), tamper);
    }
}

#[test]
fn the_smallest_of_the_competition_are_accepted() {
    of_competition(1..=5, false);
}

#[test]
fn boards_and_decks_of_ours_are_accepted() {
    of_ours(&ALL, false);
}

#[test]
#[ignore = "a minute; CI runs it"]
fn a_small_one_is_refused_when_a_number_is_changed_at_length() {
    of_competition(1..=2, true);
    of_ours(&[2, 5, 7], true);
}

#[test]
#[ignore = "minutes: cargo test -p patsat-tasks --release -- --ignored --nocapture pseudo_boolean"]
fn each_is_refused_when_a_number_is_changed() {
    of_competition(1..=20, true);
    of_ours(&ALL, true);
}

#[test]
#[ignore = "the table of benches/results/pseudo-boolean.md; PATSAT_IPC names the tasks"]
fn competition_tasks_have_accepted_proofs() {
    of_competition(1..=40, false);
    of_ours(&ALL, false);
}
