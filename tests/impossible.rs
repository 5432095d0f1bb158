//! The kept proofs that deals are impossible: each is checked on the rules alone, and the table of their
//! sizes is the one that their files give.

use patsat::cards::DealId;
use patsat::rules::Rules;
use patsat::state::Instance;
use patsat::state::patterns;
use patsat::verify::check_patterns;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/impossible")
}

/// Number, patterns and facts of each row of the table.
fn table() -> BTreeMap<u64, (usize, usize)> {
    let text = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let row = |line: &str| -> Option<(u64, (usize, usize))> {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().replace(',', "")).collect();
        let number = |n: usize| cells.get(n)?.parse().ok();
        Some((number(1)?, (number(3)? as usize, number(4)? as usize)))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn every_kept_proof_is_one() {
    let table = table();
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    assert_eq!(files.len(), table.len());
    let bytes: u64 = files.iter().map(|path| path.metadata().unwrap().len()).sum();
    assert!(bytes < 2_000_000, "{bytes}");
    for (&deal, &(most, facts)) in &table {
        let instance =
            Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(deal)).unwrap();
        let file = std::fs::read(folder().join(format!("ms-{deal}.txt"))).unwrap();
        let found = patterns::read(&instance, &file).unwrap();
        assert_eq!((found.0.len(), found.facts()), (most, facts), "{deal}");
        let checked = check_patterns(&instance, &found).unwrap_or_else(|fault| panic!("{deal}: {fault}"));
        assert_eq!(checked.patterns.0.len(), most);
        // Of another deal it is no proof.
        let other =
            Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(deal + 1)).unwrap();
        assert!(patterns::read(&other, &file).is_err());
    }
}
