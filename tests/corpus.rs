//! Every entry of `instances/manifest.json`: the file is there, unchanged, recognised, and
//! survives being written in its own format and in ours.

use patsat::formats::{Format, Hints, read_instance, write_instance};
use patsat::rules::Rules;
use patsat::state::Instance;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    schema: u32,
    instances: Vec<Entry>,
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
    known: Known,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
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
        Hints { game, cells: self.cells, columns: self.columns, ranks: None }
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
        assert_eq!(again.as_bytes(), entry.bytes(), "{}", entry.id);
        let ours = write_instance(&instance, Format::Json).unwrap();
        let back = read_instance(ours.as_bytes(), None, &Hints::default()).unwrap();
        assert_eq!(back, instance, "{}", entry.id);
    }
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
fn the_manifest_is_complete_and_says_nothing_odd() {
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
