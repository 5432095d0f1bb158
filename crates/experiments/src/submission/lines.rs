//! A file of lines in JSON that one process at a time adds to: what long work keeps, and goes on from.
//!
//! A last line that was not written to its end is dropped when the file is opened again.

use crate::lock::{Lock, NotLocked};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why nothing can be kept.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The folder holds something else.
    #[error("the folder '{path}' is not empty: expected a new one, or --force to fill it anew", path = .0.display())]
    NotEmpty(PathBuf),
    /// The folder is whole.
    #[error("the folder '{path}' is made already: expected another one, or --force to make it anew", path = .0.display())]
    Whole(PathBuf),
    /// Of another recipe.
    #[error("the folder '{path}' was begun with another recipe or study: expected the same one, or --force to begin anew", path = .0.display())]
    OtherRecipe(PathBuf),
    /// An invalid line.
    #[error("'{path}', line {1}: expected a line of a journal: {2}", path = .0.display())]
    Line(PathBuf, usize, String),
    /// Another process writes it.
    #[error("'{path}' is being filled by {1}: expected another folder, or wait until that has ended", path = .0.display())]
    Held(PathBuf, String),
    /// It cannot be read or written.
    #[error("cannot keep a journal in '{path}': {1}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
}

/// The file, open for more, until it is dropped.
pub(super) struct Lines {
    path: PathBuf,
    file: File,
    _lock: Lock,
}

/// The right to a file of a folder, before it is changed.
pub(super) struct Held {
    folder: PathBuf,
    pub(super) path: PathBuf,
    lock: Lock,
}

impl Held {
    /// Makes the folder if need be, and takes its file.
    pub(super) fn take(folder: &Path, name: &str) -> Result<Held, JournalError> {
        let path = folder.join(name);
        fs::create_dir_all(folder).map_err(|e| JournalError::Io(folder.into(), e))?;
        let lock = Lock::of(&path).map_err(|error| match error {
            NotLocked::Held(holder) => JournalError::Held(folder.into(), holder),
            NotLocked::Io(error) => JournalError::Io(folder.into(), error),
        })?;
        Ok(Held { folder: folder.into(), path, lock })
    }

    /// Whether there is anything in the folder but this file and what goes with it.
    pub(super) fn has_others(&self, name: &str) -> Result<bool, JournalError> {
        let entries = fs::read_dir(&self.folder).map_err(|e| JournalError::Io(self.folder.clone(), e))?;
        Ok(entries.flatten().any(|entry| !entry.file_name().to_string_lossy().starts_with(name)))
    }

    /// The lines that were written to their end.
    pub(super) fn whole(&self) -> Result<String, JournalError> {
        if !self.path.exists() {
            return Ok(String::new());
        }
        let text = fs::read_to_string(&self.path).map_err(|e| JournalError::Io(self.folder.clone(), e))?;
        Ok(text[..text.rfind('\n').map_or(0, |at| at + 1)].to_owned())
    }

    /// The file, cut after these of its lines.
    pub(super) fn open(self, whole: &str) -> Result<Lines, JournalError> {
        let io = |e| JournalError::Io(self.folder.clone(), e);
        let mut open = OpenOptions::new();
        let mut file = open.create(true).truncate(false).write(true).open(&self.path).map_err(io)?;
        file.set_len(whole.len() as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Lines { path: self.path, file, _lock: self.lock })
    }
}

impl Lines {
    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        // Texts and numbers cannot fail to be written as JSON.
        let mut bytes = serde_json::to_vec(line).unwrap_or_default();
        bytes.push(b'\n');
        self.file.write_all(&bytes).map_err(|e| JournalError::Io(self.path.clone(), e))
    }
}
