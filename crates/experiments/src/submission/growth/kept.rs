//! The runs of a study, a line each. They are the result, and what a run that was broken off goes on from.

use super::super::Failure;
use super::super::lines::{Held, JournalError, Lines};
use super::super::model::Status;
use super::Kin;
use crate::campaign::stats::quantile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file.
const FILE: &str = "runs.jsonl";

/// One run of one solver on one question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) family: String,
    pub(super) size: u32,
    pub(super) seed: u64,
    pub(super) solver: String,
    pub(super) variables: u64,
    pub(super) clauses: u64,
    pub(super) status: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) optimum: Option<u64>,
    pub(super) cpu_s: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) conflicts: Option<u64>,
}

/// Which run: family, size, seed, solver.
pub(super) type Key = (String, u32, u64, String);

impl Run {
    pub(super) fn key(&self) -> Key {
        (self.family.clone(), self.size, self.seed, self.solver.clone())
    }
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    study: String,
}

/// The file, open for more.
pub(super) struct Kept {
    lines: Lines,
    runs: BTreeMap<Key, Run>,
}

impl Kept {
    /// Opens the file of a folder, or begins it.
    pub(super) fn open(folder: &Path, study: &str, force: bool) -> Result<Kept, Failure> {
        let held = Held::take(folder, FILE)?;
        let whole = if force { String::new() } else { held.whole()? };
        if whole.is_empty() && !force && held.has_others(FILE)? {
            return Err(JournalError::NotEmpty(folder.into()).into());
        }
        let runs = read(&held.path, folder, &whole, study)?;
        let mut kept = Kept { lines: held.open(&whole)?, runs };
        if whole.is_empty() {
            kept.lines.add(&Head { study: study.to_owned() })?;
        }
        Ok(kept)
    }

    /// Keeps a run.
    pub(super) fn add(&mut self, run: Run) -> Result<(), Failure> {
        self.lines.add(&run)?;
        self.runs.insert(run.key(), run);
        Ok(())
    }

    /// All runs, by family, size, seed and solver.
    pub(super) fn runs(&self) -> &BTreeMap<Key, Run> {
        &self.runs
    }
}

fn read(path: &Path, folder: &Path, text: &str, study: &str) -> Result<BTreeMap<Key, Run>, JournalError> {
    let mut runs = BTreeMap::new();
    for (n, line) in (1..).zip(text.lines()) {
        let bad = |e: serde_json::Error| JournalError::Line(path.into(), n, e.to_string());
        if n == 1 {
            let head: Head = serde_json::from_str(line).map_err(bad)?;
            if head.study != study {
                return Err(JournalError::OtherRecipe(folder.into()));
            }
            continue;
        }
        let run: Run = serde_json::from_str(line).map_err(bad)?;
        runs.insert(run.key(), run);
    }
    Ok(runs)
}

/// The runs of a family at a size, by one solver or all.
pub(super) fn at<'a>(
    runs: &'a BTreeMap<Key, Run>,
    kin: &'a Kin,
    size: u32,
    solver: Option<&'a str>,
) -> impl Iterator<Item = &'a Run> {
    runs.values()
        .filter(move |run| run.family == kin.name && run.size == size)
        .filter(move |run| solver.is_none_or(|solver| run.solver == solver))
}

/// The median of a solver's CPU seconds over seeds, what has no answer being above all others.
pub(super) fn median(runs: &BTreeMap<Key, Run>, kin: &Kin, size: u32, solver: &str) -> Option<f64> {
    let times: Vec<_> = at(runs, kin, size, Some(solver))
        .map(|run| (run.status != Status::Open).then_some(run.cpu_s))
        .collect();
    quantile(&times, 0.5)
}

/// The runs of a file of whatever study.
#[cfg(test)]
pub(super) fn runs_of(text: &str) -> BTreeMap<Key, Run> {
    let runs = text.lines().skip(1).map(|line| serde_json::from_str::<Run>(line).unwrap());
    runs.map(|run| (run.key(), run)).collect()
}
