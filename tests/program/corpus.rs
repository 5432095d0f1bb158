//! Every entry of `instances/manifest.json`: the file is there, unchanged, recognised, and
//! survives being written in its own format and in ours.

use patsat_base::Limits;
use patsat_formats::{Format, Hints, read_instance, write_instance};
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_game::verify::{check_closed_set, replay};
use patsat_reductions::dimacs::{Clauses, read_cnf};
use patsat_search::{Budget, SearchEnd, SearchOptions, certify, strategy};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    schema: u32,
    instances: Vec<Entry>,
    formulas: Vec<FormulaEntry>,
    tiles: Vec<TilesEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TilesEntry {
    id: String,
    game: String,
    file: PathBuf,
    source: String,
    sha256: String,
    #[serde(default)]
    known: Option<CorpusEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormulaEntry {
    id: String,
    file: PathBuf,
    source: String,
    sha256: String,
    known: CorpusEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    game: String,
    cells: Option<u16>,
    columns: Option<u16>,
    file: PathBuf,
    format: String,
    source: String,
    sha256: String,
    known: CorpusEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpusEntry {
    verdict: String,
    by: Option<String>,
    #[serde(default)]
    cost: BTreeMap<String, u32>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")
}

fn manifest() -> Manifest {
    let text = std::fs::read_to_string(folder().join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

impl Entry {
    fn bytes(&self) -> Vec<u8> {
        std::fs::read(folder().join(&self.file)).unwrap_or_else(|e| panic!("{}: {e}", self.id))
    }

    fn hints(&self) -> Hints {
        let preset = Rules::preset(&self.game).unwrap();
        // Our own JSON carries its rules.
        let game = (self.format != "json").then_some(preset);
        Hints { game, cells: self.cells, columns: self.columns, ..Hints::default() }
    }

    fn read(&self) -> Instance {
        read_instance(&self.bytes(), None, &self.hints())
            .unwrap_or_else(|e| panic!("{}", e.with_file(self.file.display())))
    }
}

#[test]
fn every_file_is_the_one_that_was_described() {
    for entry in manifest().instances {
        let hash: String = Sha256::digest(entry.bytes()).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(entry.sha256, hash, "{}", entry.id);
        let format = Format::sniff(&entry.bytes()).unwrap();
        assert_eq!(format.name(), entry.format, "{}", entry.id);
    }
}

#[test]
fn every_instance_reads_back_from_its_own_format_and_from_ours() {
    for entry in manifest().instances {
        let instance = entry.read();
        assert_eq!(instance.rules.name, entry.game, "{}", entry.id);
        let own: Format = entry.format.parse().unwrap();
        let again = write_instance(&instance, own).unwrap();
        // What KPatience wrote before 2019 is written in the dialect of today.
        if !entry.id.ends_with("legacy") {
            assert_eq!(again.as_bytes(), entry.bytes(), "{}", entry.id);
        }
        let ours = write_instance(&instance, Format::Json).unwrap();
        let back = read_instance(ours.as_bytes(), None, &Hints::default()).unwrap();
        // Our JSON holds the position, not the history of a saved game nor the names of a task.
        assert_eq!(back, Instance { saved: None, names: None, ..instance }, "{}", entry.id);
    }
}

#[test]
fn every_formula_is_the_one_that_was_described() {
    let formulas = manifest().formulas;
    for entry in &formulas {
        let bytes = std::fs::read(folder().join(&entry.file)).unwrap_or_else(|e| panic!("{}: {e}", entry.id));
        let hash: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(entry.sha256, hash, "{}", entry.id);
        let formula = read_cnf(&bytes, Clauses::Any).unwrap();
        let verdict = if formula.satisfied_by_trying().is_some() { "satisfiable" } else { "unsatisfiable" };
        assert_eq!(entry.known.verdict, verdict, "{}", entry.id);
        assert!(entry.known.by.is_some() && entry.known.cost.is_empty() && !entry.source.is_empty());
    }
    let listed: BTreeSet<PathBuf> = formulas.iter().map(|entry| folder().join(&entry.file)).collect();
    let present = std::fs::read_dir(folder().join("cnf")).unwrap().map(|file| file.unwrap().path());
    assert_eq!(present.collect::<BTreeSet<_>>(), listed);
}

/// The files of tiles: each is read, and makes what is known of it.
#[test]
fn every_file_of_tiles_is_the_one_that_was_described() {
    let entries = manifest().tiles;
    for entry in &entries {
        let bytes = std::fs::read(folder().join(&entry.file)).unwrap_or_else(|e| panic!("{}: {e}", entry.id));
        let hash: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(entry.sha256, hash, "{}", entry.id);
        assert!(["rummikub", "carcassonne"].contains(&entry.game.as_str()) && !entry.source.is_empty());
        if entry.game == "rummikub" {
            continue;
        }
        let known = entry.known.as_ref().unwrap();
        assert!(known.by.is_some() && known.verdict == "solved");
        let board = patsat_carcassonne::format::read(&bytes).unwrap();
        if board.placed.is_empty() {
            continue;
        }
        let facts = patsat_carcassonne::check::check_board(&board).unwrap();
        assert_eq!(known.cost["square"] as usize, facts.square.0, "{}", entry.id);
    }
    let listed: BTreeSet<PathBuf> = entries.iter().map(|entry| folder().join(&entry.file)).collect();
    let present =
        ["carcassonne", "tiles"].iter().flat_map(|name| std::fs::read_dir(folder().join(name)).unwrap());
    let present = present.map(|file| file.unwrap().path());
    assert_eq!(present.collect::<BTreeSet<_>>(), listed);
}

/// A source that begins with the name of a deal of the preset itself is that deal.
#[test]
fn files_that_claim_to_be_a_deal_are_that_deal() {
    let mut checked = 0;
    for entry in manifest().instances {
        let Some(id) = entry.source.strip_prefix("deal ").and_then(|name| name.parse().ok()) else {
            continue;
        };
        let dealt = Instance::from_id(Rules::preset(&entry.game).unwrap(), id).unwrap();
        assert_eq!(entry.read().deal, dealt.deal, "{}", entry.id);
        checked += 1;
    }
    assert!(checked >= 10, "{checked}");
}

#[test]
fn the_manifest_is_complete_and_consistent() {
    let manifest = manifest();
    assert_eq!(manifest.schema, 1);
    let ids: BTreeSet<&String> = manifest.instances.iter().map(|entry| &entry.id).collect();
    assert_eq!(ids.len(), manifest.instances.len());
    for Entry { id, known, .. } in &manifest.instances {
        assert!(["solved", "unwinnable", "unknown"].contains(&known.verdict.as_str()), "{id}");
        assert_eq!(known.by.is_some(), known.verdict != "unknown", "{id}");
        assert!(known.cost.is_empty() || known.verdict == "solved", "{id}");
        assert!(known.cost.keys().all(|cost| ["m1", "m2"].contains(&cost.as_str())), "{id}");
    }
    let listed: BTreeSet<PathBuf> =
        manifest.instances.iter().map(|entry| folder().join(&entry.file)).collect();
    let present = std::fs::read_dir(folder().join("boards")).unwrap().map(|file| file.unwrap().path());
    assert_eq!(present.collect::<BTreeSet<_>>(), listed);
}

/// Our verdict is the known one wherever ours is found in a moment; plans are verified, the
/// proofs of what is lost are made and checked, and known costs are reached exactly.
#[test]
fn verdicts_and_costs_are_the_known_ones() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let run = |name: &str, instance: &Instance, cost: Cost, limits: Limits| {
        let options = SearchOptions { cost, ..SearchOptions::default() };
        (strategy(name).unwrap().run)(instance, &options, &mut Budget::new(limits)).end
    };
    let (mut won, mut lost, mut priced) = (0, 0, 0);
    for entry in manifest().instances {
        let instance = entry.read();
        match run("auto", &instance, Cost::M2, limits) {
            SearchEnd::Solved(plan) => {
                assert_ne!(entry.known.verdict, "unwinnable", "{}", entry.id);
                replay(&instance, plan).unwrap();
                won += 1;
            }
            SearchEnd::Exhausted => {
                assert_ne!(entry.known.verdict, "solved", "{}", entry.id);
                let proof = certify(&instance, &mut Budget::new(Limits::default())).unwrap();
                check_closed_set(&instance, &proof).unwrap();
                lost += 1;
            }
            _ => {}
        }
        for (name, &known) in &entry.known.cost {
            let cost: Cost = name.parse().unwrap();
            let limits = Limits { nodes: Some(60_000), ..Limits::default() };
            if let SearchEnd::Solved(plan) = run("optimal", &instance, cost, limits) {
                let plan = replay(&instance, plan).unwrap();
                assert_eq!(
                    plan.cost(&instance.table(), cost).unwrap(),
                    known as usize,
                    "{} {name}",
                    entry.id
                );
                priced += 1;
            }
        }
    }
    assert!(won >= 12 && lost >= 3 && priced >= 6, "{won} won, {lost} lost, {priced} priced");
}
