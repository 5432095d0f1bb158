//! The runs of a study, a line each. They are the result, and what a run that was broken off goes on from.

use super::super::question::Status;
use super::super::{Failure, journal::JournalError};
use crate::lock::{Lock, NotLocked};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
    path: PathBuf,
    file: File,
    runs: BTreeMap<Key, Run>,
    _lock: Lock,
}

impl Kept {
    /// Opens the file of a folder, or begins it.
    pub(super) fn open(folder: &Path, study: &str, force: bool) -> Result<Kept, Failure> {
        let io = |e| JournalError::Io(folder.into(), e);
        let path = folder.join(FILE);
        fs::create_dir_all(folder).map_err(io)?;
        let lock = Lock::of(&path).map_err(|error| match error {
            NotLocked::Held(holder) => JournalError::Held(folder.into(), holder),
            NotLocked::Io(error) => JournalError::Io(folder.into(), error),
        })?;
        let text =
            if path.exists() && !force { fs::read_to_string(&path).map_err(io)? } else { String::new() };
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        if whole.is_empty() && !force {
            let mut others = fs::read_dir(folder).map_err(io)?.flatten();
            if others.any(|entry| !entry.file_name().to_string_lossy().starts_with(FILE)) {
                return Err(JournalError::NotEmpty(folder.into()).into());
            }
        }
        let runs = read(&path, folder, whole, study)?;
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(io)?;
        file.set_len(whole.len() as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let mut kept = Kept { path, file, runs, _lock: lock };
        if whole.is_empty() {
            kept.write(&Head { study: study.to_owned() })?;
        }
        Ok(kept)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        // Texts and numbers cannot fail to be written as JSON.
        let mut bytes = serde_json::to_vec(line).unwrap_or_default();
        bytes.push(b'\n');
        self.file.write_all(&bytes).map_err(|e: io::Error| JournalError::Io(self.path.clone(), e))
    }

    /// Keeps a run.
    pub(super) fn add(&mut self, run: Run) -> Result<(), Failure> {
        self.write(&run)?;
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
