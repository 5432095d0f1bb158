//! FreeCell tasks of the planning competitions and of the Autoscale collection, which counts columns and cells apart.

use super::freecell::{check_plan, pddl, solved};
use super::strips::World;
use super::walk::random_walk;
use super::{ms, read, rules};
use patsat_formats::{Format, write_plan};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_pddl::DOMAIN;
use std::path::{Path, PathBuf};

/// The competitions' files, where they are at hand: each folder holds a `domain.pddl` and a
/// folder `instances`. They are no part of this repository.
fn competition() -> Vec<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/third-party/ipc");
    let folder = std::env::var_os("PATSAT_IPC").map_or_else(beside, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no FreeCell tasks of the planning competitions in {}", folder.display());
        return Vec::new();
    };
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

#[test]
fn tasks_of_the_competitions_are_solved() {
    for folder in competition() {
        let domain = std::fs::read_to_string(folder.join("domain.pddl")).unwrap();
        let mut count = 0;
        for file in std::fs::read_dir(folder.join("instances")).unwrap().map(|file| file.unwrap().path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            let instance = read(&text).unwrap_or_else(|e| panic!("{}", e.with_file(file.display())));
            let plan = solved(&instance, 400_000).unwrap_or_else(|| panic!("{} not solved", file.display()));
            check_plan(&instance, &plan, &World::new(&domain, &text));
            // Our own writing of the task means the same, to their domain and to ours.
            let own = pddl(&instance);
            let again = read(&own).unwrap();
            assert_eq!((&again.rules, &again.deal), (&instance.rules, &instance.deal));
            if own.contains("- suit") && domain.contains("- suit)") {
                check_plan(&instance, &plan, &World::new(&domain, &own));
            }
            check_plan(&instance, &plan, &World::new(DOMAIN, &own));
            count += 1;
        }
        assert!(count > 0);
        eprintln!("{}: {count} tasks", folder.display());
    }
}

/// A game in the words of the Autoscale collection, which counts columns and cells apart.
fn counted_apart(text: &str) -> String {
    let (mut written, mut numbers) = (String::new(), String::new());
    for line in text.lines().filter(|line| !line.contains("(canstack ca ") && !line.contains("(canstack ha "))
    {
        if line.contains("(canstack da ") || line.contains("(canstack sa ") {
            continue;
        }
        let line = line.replace("(suit ", "(hassuit ");
        match line.split_once("(cellspace n").map(|(_, n)| n.trim_end_matches([')', ' '])) {
            Some(n) => written += &format!("  (cellspace cell-{n})\n"),
            None if line.contains("(colspace n") => written += &line.replace("(colspace n", "(colspace col-"),
            None if line.trim_start().starts_with("n0 ") => {
                let named = |what: &str| line.replace(" - num", "").replace(" n", &format!(" {what}-"));
                written += &format!("{line}\n{} - colnum\n{} - cellnum\n", named("col"), named("cell"));
            }
            None => written += &format!("{line}\n"),
        }
        if let Some((_, pair)) = line.split_once("(successor n") {
            let (high, low) = pair.trim_end_matches(')').split_once(" n").unwrap();
            for what in ["col", "cell"] {
                numbers += &format!("  ({what}successor {what}-{high} {what}-{low})\n");
            }
        }
    }
    written.replacen("(:init\n", &format!("(:init\n{numbers}"), 1)
}

#[test]
fn tasks_with_separate_column_and_cell_counts_read_and_write() {
    let (mut plans, mut shorter) = (0, 0);
    for seed in 0..24 {
        let rules = Rules { deck: DeckSpec::new(4, 4, 1), columns: 3, cells: 2, ..rules() };
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        let text = counted_apart(&pddl(&instance));
        let there = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!((&there.deal, &there.rules), (&instance.deal, &instance.rules));
        let domain = patsat_pddl::domain(&there);
        assert_ne!(domain, DOMAIN);
        let again = pddl(&there);
        assert_eq!(read(&again).unwrap(), there);
        let Some(plan) = solved(&there, 100_000) else { continue };
        for text in [&text, &again] {
            check_plan(&there, &plan, &World::new(domain, text));
        }
        plans += 1;
        // An ace that is put on a card, at random or to come back, goes home in the task's plan.
        let (mut walk, table) = random_walk(&there, 30, seed);
        let later = Instance::new((*there.rules).clone(), table.deal().clone()).unwrap();
        if let Some(rest) = solved(&later, 100_000) {
            walk.moves.extend(rest.moves);
            let long = write_plan(&there, &walk, Format::IpcPlan).unwrap();
            let cost = World::new(domain, &text).play(&long).unwrap_or_else(|e| panic!("{e}\n{long}"));
            shorter += usize::from(cost < walk.cost(&there.table(), Cost::M1).unwrap());
        }
    }
    assert!(plans > 8 && shorter > 3, "{plans} {shorter}");
    let mixed = pddl(&ms(1)).replacen("(suit ca c)", "(hassuit ca c)", 1);
    let error = read(&mixed).unwrap_err().to_string();
    assert!(error.contains("found a fact of another FreeCell domain"), "{error}");
}

#[test]
fn tasks_of_the_autoscale_collection_are_solved() {
    let Some(folder) = super::tasks::third_party("autoscale-freecell") else { return };
    let domain = super::tasks::file(&folder, "domain.pddl");
    for (path, text) in super::tasks::tasks(&folder) {
        let instance = read(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert_eq!(instance.rules.name, "freecell");
        let plan = solved(&instance, 400_000).unwrap_or_else(|| panic!("{path} not solved"));
        let own = patsat_pddl::domain(&instance);
        for domain in [&domain, own] {
            check_plan(&instance, &plan, &World::new(domain, &text));
            check_plan(&instance, &plan, &World::new(domain, &pddl(&instance)));
        }
        assert_eq!(read(&pddl(&instance)).unwrap(), instance);
    }
}
