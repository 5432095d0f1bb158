//! Runs the checker that is extracted from the proofs in Coq (`proofs/`).
//!
//! The program is found by the name in `PATSAT_PROVED`, where `make -C proofs` builds it, or on the path. If it is
//! missing, tests print that they are skipped.

use patsat_game::cards::{Card, Suits};
use patsat_game::rules::{Group, Home, RankStep, Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::instance_digest;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the path of the program, if it is installed.
#[must_use]
pub fn program() -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/build/patsat-proved");
    let named = std::env::var_os("PATSAT_PROVED").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join("patsat-proved"));
    let found = named.into_iter().chain([built]).chain(on_path).find(|program| program.is_file());
    if found.is_none() {
        eprintln!("skipped: the proved checker is not built (make -C proofs, which needs coq and ocaml)");
    }
    found
}

/// Runs the checker and returns its exit code and its output.
#[must_use]
pub fn run(program: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(program).args(args).output().unwrap();
    let out = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(out).unwrap())
}

/// Rules and position of a game as the checker reads them; `None` for games that it does not cover.
#[must_use]
pub fn plain(instance: &Instance) -> Option<String> {
    let (rules, table) = (&instance.rules, instance.table());
    let deal = table.deal();
    let covered = rules.deck.even_copies() == Some(1)
        && matches!(rules.deck.suits, Suits::First(1..=4))
        && rules.deck.ranks <= 13
        && rules.home == Home::Foundations
        && rules.stock == Stock::None
        && rules.step == RankStep::One
        && matches!(rules.group, Group::Single | Group::BySpaces)
        && deal.reserve.is_empty();
    if !covered {
        return None;
    }
    // Certificates name the rules without their name, and a # in it would begin a remark.
    let rules = Rules { name: String::new(), ..(**rules).clone() };
    let mut text = format!("rules {}\nhome", serde_json::to_string(&rules).unwrap());
    for height in &deal.foundations {
        write!(text, " {height}").unwrap();
    }
    text.push_str("\ncells");
    for cell in &deal.cells {
        write!(text, " {}", cell.map_or("-".into(), |card: Card| card.to_string())).unwrap();
    }
    for column in &deal.columns {
        text.push_str("\ncolumn");
        for card in &column.cards {
            write!(text, " {card}").unwrap();
        }
    }
    text.push('\n');
    Some(text)
}

/// The digest of the instance that the checker reads from a file, in hex, or its error.
///
/// # Errors
/// If the checker refuses the file.
pub fn digest(program: &Path, file: &Path, options: &[&str]) -> Result<String, String> {
    let (code, out) = run(program, &[&["show", file.to_str().unwrap()], options].concat());
    match (code, out.strip_prefix("# instance ")) {
        (0, Some(rest)) => Ok(rest[..64].to_owned()),
        (2, _) if out.starts_with("error: ") && out.lines().count() == 1 => Err(out),
        _ => panic!("exit code {code}: {out}"),
    }
}

/// The digest by which certificates name an instance, in hex.
#[must_use]
pub fn digest_of(instance: &Instance) -> String {
    instance_digest(instance).unwrap().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the verdicts on many checks. Each check consists of the lines of a game and of a certificate.
#[must_use]
pub fn batch(program: &Path, checks: &[String], folder: &Path) -> Vec<bool> {
    let file = folder.join("batch.txt");
    std::fs::write(&file, checks.concat()).unwrap();
    let (code, out) = run(program, &["batch", file.to_str().unwrap()]);
    assert_eq!(code, 0, "{out}");
    let answers: Vec<bool> = out.lines().map(|line| line == "valid").collect();
    assert_eq!(answers.len(), checks.len(), "{out}");
    answers
}
