//! The kept proofs that deals are impossible: each is checked on the rules alone, and the table of their
//! sizes is the one that their files give.

use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::state::patterns;
use patsat_game::verify::{Backtracking, check_patterns, check_patterns_by};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder of kept proofs, with a table of their sizes.
#[derive(Clone, Copy)]
struct KeptProofs {
    folder: &'static str,
    game: &'static str,
    /// Before the number in the names of deals, and of files.
    dealer: &'static str,
    file: &'static str,
    /// Which columns of the table have the number, the patterns and the facts.
    columns: [usize; 3],
}

const FREECELL: KeptProofs =
    KeptProofs { folder: "impossible", game: "freecell", dealer: "ms:", file: "ms-", columns: [1, 3, 4] };

const THIEVES: KeptProofs = KeptProofs {
    folder: "forty-thieves",
    game: "forty-thieves",
    dealer: "solvitaire:forty-thieves:",
    file: "",
    columns: [1, 2, 3],
};

fn instances() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances")
}

impl KeptProofs {
    /// Number, patterns and facts of each row of the table.
    fn table(self) -> BTreeMap<u64, (usize, usize)> {
        let text = std::fs::read_to_string(instances().join(self.folder).join("README.md")).unwrap();
        let row = |line: &str| -> Option<(u64, (usize, usize))> {
            let cells: Vec<String> = line.split('|').map(|cell| cell.trim().replace(',', "")).collect();
            let [number, patterns, facts] = self.columns.map(|n| cells.get(n)?.parse::<u64>().ok());
            Some((number?, (patterns? as usize, facts? as usize)))
        };
        text.lines().filter_map(row).collect()
    }

    fn deal(self, number: u64) -> Instance {
        let id = format!("{}{number}", self.dealer).parse().unwrap();
        Instance::from_id(Rules::preset(self.game).unwrap(), id).unwrap()
    }

    /// Reads every file; checks on the rules those that `chosen` takes by their place, deal and number of patterns.
    fn check(self, chosen: impl Fn(usize, u64, usize) -> bool) {
        let (folder, table) = (instances().join(self.folder), self.table());
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
        assert_eq!(files.len(), table.len());
        let bytes: u64 = files.iter().map(|path| path.metadata().unwrap().len()).sum();
        assert!(bytes < 2_000_000, "{bytes}");
        let mut checks = 0;
        for (n, (&number, &(most, facts))) in table.iter().enumerate() {
            let instance = self.deal(number);
            let file = std::fs::read(folder.join(format!("{}{number}.txt", self.file))).unwrap();
            let found = patterns::read(&instance, &file).unwrap();
            assert_eq!((found.0.len(), found.facts()), (most, facts), "{number}");
            // Of another deal it is no proof.
            assert!(patterns::read(&self.deal(number + 1), &file).is_err());
            if chosen(n, number, most) {
                let checked = check_patterns(&instance, &found).unwrap_or_else(|e| panic!("{number}: {e}"));
                assert_eq!(checked.patterns.0.len(), most);
                checks += 1;
            }
        }
        assert!(checks > 0);
    }
}

#[test]
fn kept_proofs_of_freecell_are_proofs() {
    FREECELL.check(|n, _, patterns| n % 10 == 0 && patterns < 30);
}

#[test]
fn kept_proofs_of_forty_thieves_are_proofs() {
    THIEVES.check(|n, _, patterns| n % 10 == 0 && patterns < 6);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn kept_proofs_of_freecell_are_proofs_at_length() {
    FREECELL.check(|n, deal, _| deal < 1_000_000 || n % 10 == 5);
}

#[test]
#[ignore = "half a minute; CI runs it"]
fn kept_proofs_of_forty_thieves_are_proofs_at_length() {
    THIEVES.check(|n, _, _| n % 20 == 5);
}

#[test]
#[ignore = "a minute or two"]
fn every_kept_proof_is_one() {
    FREECELL.check(|_, _, _| true);
    THIEVES.check(|_, _, _| true);
}

/// Search visits 2.6 million positions of this deal of 104 cards, and a closed set has 10.3 million.
#[test]
fn three_patterns_prove_a_whole_deal_of_forty_thieves_lost() {
    let deal =
        |id: &str| Instance::from_id(Rules::preset("forty-thieves").unwrap(), id.parse().unwrap()).unwrap();
    let lost = deal("solvitaire:forty-thieves:15");
    let file = instances().join("certificates/solvitaire-forty-thieves-15.patterns.txt");
    let file = std::fs::read(file).unwrap();
    let found = patterns::read(&lost, &file).unwrap();
    assert_eq!((found.0.len(), found.facts()), (3, 19));
    assert!(check_patterns(&lost, &found).is_ok());
    let without = patterns::Patterns(found.0[..2].to_vec());
    assert!(check_patterns(&lost, &without).is_err());
    assert!(patterns::read(&deal("solvitaire:forty-thieves:16"), &file).is_err());
}

/// Of the lost deals 1 to 60 with one cell and fewer than 500,000 positions the one that takes longest to prove.
#[test]
fn patterns_prove_deal_27_lost_with_one_cell() {
    let with_cells = |cells| {
        let rules = Rules { cells, ..Rules::preset("freecell").unwrap() };
        Instance::from_id(rules, DealId::Microsoft(27)).unwrap()
    };
    let file = std::fs::read(instances().join("certificates/ms-27-one-cell.patterns.txt")).unwrap();
    let found = patterns::read(&with_cells(1), &file).unwrap();
    assert_eq!((found.0.len(), found.facts()), (171, 1628));
    for how in [Backtracking::Learning, Backtracking::Tried] {
        assert!(check_patterns_by(&with_cells(1), &found, how).is_ok());
    }
    let without = patterns::Patterns(found.0[..170].to_vec());
    assert!(check_patterns(&with_cells(1), &without).is_err());
    assert!(patterns::read(&with_cells(2), &file).is_err());
}

/// One step back at a time takes more than the fifty million cases of a move here, so the reasons matter.
#[test]
#[ignore = "a quarter of a minute"]
fn reasons_of_a_whole_deal_of_forty_thieves_hold_at_length() {
    let rules = Rules::preset("forty-thieves").unwrap();
    let lost = Instance::from_id(rules, "solvitaire:forty-thieves:15".parse().unwrap()).unwrap();
    let file = instances().join("certificates/solvitaire-forty-thieves-15.patterns.txt");
    let found = patterns::read(&lost, &std::fs::read(file).unwrap()).unwrap();
    assert!(check_patterns_by(&lost, &found, Backtracking::Tried).is_ok());
}
