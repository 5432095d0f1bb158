//! What is done so far, a line each, so that a run that was broken off loses nothing.
//!
//! The file lies in the folder until that is whole. A last line that was not written to its end is dropped.

use super::model::{Look, Run, StoredQuestion};
use crate::lines::{Lines, LinesError, LockedFile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name of the file.
pub(super) const FILE: &str = "journal.jsonl";

/// The content of such a folder, which is removed before it is made again.
pub(super) const OURS: [&str; 9] = [
    FILE,
    "manifest.json",
    "README.md",
    "description.tex",
    "recipe.toml",
    "looks.csv",
    "work.svg",
    "times.svg",
    "solvers.csv",
];
pub(super) const FOLDERS: [&str; 2] = ["instances", "witnesses"];

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error("the folder '{path}' is not empty: expected an empty one, or --force to replace its content", path = .0.display())]
    NotEmpty(PathBuf),
    #[error("the folder '{path}' is complete: expected another one, or --force to replace it", path = .0.display())]
    Whole(PathBuf),
    #[error("the folder '{path}' was begun with another recipe: expected the same one, or --force to start again", path = .0.display())]
    OtherRecipe(PathBuf),
    #[error("'{path}', line {1}: expected a line of a journal: {2}", path = .0.display())]
    Line(PathBuf, usize, String),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Recipe(String),
    Look { family: usize, size: u32, seed: u64, look: Look },
    Made(StoredQuestion),
    Run(Run),
}

#[derive(Default)]
pub(super) struct JournalState {
    pub(super) looks: BTreeMap<(usize, u32, u64), Look>,
    pub(super) made: BTreeMap<String, StoredQuestion>,
    pub(super) runs: BTreeMap<(String, String), Run>,
}

pub(super) struct Journal(Mutex<(Lines, JournalState)>);

impl Journal {
    /// Opens the journal of a folder, or begins one.
    pub(super) fn open(folder: &Path, recipe: &str, force: bool) -> Result<Journal, JournalError> {
        let path = folder.join(FILE);
        let failed = |e| LinesError::Write(folder.into(), e);
        fs::create_dir_all(folder).map_err(failed)?;
        let held = LockedFile::take(&path)?;
        if force {
            clear(folder).map_err(failed)?;
        }
        let begin = Line::Recipe(recipe.to_owned());
        let whole = held.whole(&begin)?;
        if whole.is_empty() {
            if folder.join("manifest.json").exists() {
                return Err(JournalError::Whole(folder.into()));
            }
            let other = |name: &str| !name.starts_with(FILE);
            let entries = fs::read_dir(folder).map_err(failed)?.flatten();
            if entries.map(|entry| entry.file_name()).any(|name| other(&name.to_string_lossy())) {
                return Err(JournalError::NotEmpty(folder.into()));
            }
        }
        let known = read(&path, folder, &whole, recipe)?;
        let lines = held.open(whole.len() as u64, &begin)?;
        Ok(Journal(Mutex::new((lines, known))))
    }

    fn lock(&self) -> MutexGuard<'_, (Lines, JournalState)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks what is known.
    pub(super) fn known<T>(&self, look_up: impl FnOnce(&JournalState) -> T) -> T {
        look_up(&self.lock().1)
    }

    fn write(&self, line: &Line) -> Result<(), JournalError> {
        Ok(self.lock().0.add(line)?)
    }

    pub(super) fn looked(&self, key: (usize, u32, u64), look: Look) -> Result<(), JournalError> {
        let (family, size, seed) = key;
        self.write(&Line::Look { family, size, seed, look })?;
        self.lock().1.looks.insert(key, look);
        Ok(())
    }

    pub(super) fn made(&self, kept: &StoredQuestion) -> Result<(), JournalError> {
        self.write(&Line::Made(kept.clone()))?;
        self.lock().1.made.insert(kept.name.clone(), kept.clone());
        Ok(())
    }

    pub(super) fn ran(&self, run: &Run) -> Result<(), JournalError> {
        self.write(&Line::Run(run.clone()))?;
        self.lock().1.runs.insert((run.case.clone(), run.solver.clone()), run.clone());
        Ok(())
    }

    /// The folder is whole.
    pub(super) fn done(self) -> Result<(), JournalError> {
        let path = self.lock().0.path().to_owned();
        Ok(fs::remove_file(&path).map_err(|e| LinesError::Write(path, e))?)
    }
}

fn read(path: &Path, folder: &Path, text: &str, recipe: &str) -> Result<JournalState, JournalError> {
    let mut known = JournalState::default();
    for (n, line) in (1..).zip(text.lines()) {
        let bad = |what: String| JournalError::Line(path.into(), n, what);
        match serde_json::from_str(line).map_err(|e| bad(e.to_string()))? {
            Line::Recipe(found) if n == 1 => {
                if found != recipe {
                    return Err(JournalError::OtherRecipe(folder.into()));
                }
            }
            _ if n == 1 => return Err(bad("the recipe comes first".to_owned())),
            Line::Recipe(_) => return Err(bad("the recipe is there twice".to_owned())),
            Line::Look { family, size, seed, look } => {
                known.looks.insert((family, size, seed), look);
            }
            Line::Made(kept) => {
                known.made.insert(kept.name.clone(), kept);
            }
            Line::Run(run) => {
                known.runs.insert((run.case.clone(), run.solver.clone()), run);
            }
        }
    }
    Ok(known)
}

/// Takes away what a folder of this kind holds, and nothing else.
fn clear(folder: &Path) -> io::Result<()> {
    for name in OURS {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_file(path)?;
        }
    }
    for name in FOLDERS {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_dir_all(path)?;
        }
    }
    Ok(())
}
