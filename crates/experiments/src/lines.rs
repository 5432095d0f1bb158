//! A file of JSON lines that one process at a time adds to: what long work keeps, and goes on from.
//!
//! The first line says what was asked. A lock lies beside the file while it is open. A last line that was not
//! written to its end is dropped when the file is opened again.

use crate::lock::Lock;
use patsat_base::printable;
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 18;

/// Why a file of lines cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    #[error("cannot read '{path}': {1}", path = .0.display())]
    Read(PathBuf, #[source] io::Error),
    #[error("cannot write '{path}': {1}", path = .0.display())]
    Write(PathBuf, #[source] io::Error),
    #[error("'{path}' holds something else: expected lines that this command wrote", path = .0.display())]
    Foreign(PathBuf),
    #[error("'{path}' is being written by {1}: expected another output, or wait until that has ended", path = .0.display())]
    Held(PathBuf, String),
}

/// What is wrong in a file of lines.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}{}: {what}", .line.map_or_else(String::new, |n| format!(", line {n}")), path = .path.display())]
pub struct LineFault {
    path: PathBuf,
    /// From 1, where one line is to blame.
    line: Option<u64>,
    what: String,
}

impl LineFault {
    pub(crate) fn new(path: &Path, line: impl Into<Option<u64>>, what: impl Into<String>) -> LineFault {
        LineFault { path: path.into(), line: line.into(), what: printable(&what.into(), 500) }
    }
}

/// The right to write a file, before it is changed.
#[derive(Debug)]
pub(crate) struct LockedFile {
    path: PathBuf,
    lock: Lock,
}

/// The file, open for more, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lines {
    path: PathBuf,
    file: BufWriter<File>,
    /// Its length with all that was added.
    end: u64,
    _lock: Lock,
}

pub(crate) fn line(value: &impl Serialize) -> Vec<u8> {
    // Texts and numbers cannot fail to be written as JSON.
    let mut text = serde_json::to_vec(value).unwrap_or_default();
    text.push(b'\n');
    text
}

/// Passes on every line of a file with its number, from 1, and its end; the last may lack one. Ends early where `each`
/// returns false.
pub(crate) fn read<E: From<LinesError>>(
    path: &Path,
    mut each: impl FnMut(u64, &[u8]) -> Result<bool, E>,
) -> Result<(), E> {
    let failed = |e| LinesError::Read(path.into(), e);
    let mut reader = BufReader::with_capacity(BUFFER, File::open(path).map_err(failed)?);
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        if reader.read_until(b'\n', &mut text).map_err(failed)? == 0 || !each(number, &text)? {
            break;
        }
    }
    Ok(())
}

/// The first thing in which two headers differ, in words; `None` if they are equal.
pub(crate) fn difference(mine: &impl Serialize, theirs: &impl Serialize) -> Option<String> {
    let (mine, theirs) = (serde_json::to_value(mine).ok()?, serde_json::to_value(theirs).ok()?);
    let (mine, theirs) = (mine.as_object()?, theirs.as_object()?);
    let null = &serde_json::Value::Null;
    let keys = mine.keys().chain(theirs.keys().filter(|key| !mine.contains_key(*key)));
    keys.map(|key| (key, mine.get(key).unwrap_or(null), theirs.get(key).unwrap_or(null)))
        .find(|(_, value, other)| value != other)
        .map(|(key, value, other)| match key.as_str() {
            "rules" => "other rules".into(),
            _ => printable(&format!("{key} {value} instead of {other}"), 300),
        })
}

impl LockedFile {
    /// Locks the file, which need not be there yet.
    pub(crate) fn take(path: &Path) -> Result<LockedFile, LinesError> {
        let lock = Lock::of(path).map_err(|e| LinesError::Write(path.into(), e))?;
        let lock = lock.map_err(|holder| LinesError::Held(path.into(), holder))?;
        Ok(LockedFile { path: path.into(), lock })
    }

    /// The lines that were written to their end. A file without one must be the beginning of this first line.
    pub(crate) fn whole(&self, first: &impl Serialize) -> Result<String, LinesError> {
        let mut text = match std::fs::read_to_string(&self.path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|e| LinesError::Read(self.path.clone(), e))?,
        };
        let end = text.rfind('\n').map_or(0, |at| at + 1);
        if end == 0 && !line(first).starts_with(text.as_bytes()) {
            return Err(LinesError::Foreign(self.path.clone()));
        }
        text.truncate(end);
        Ok(text)
    }

    /// Goes on after the first `kept` bytes, or begins the file with this line if `kept` is 0.
    pub(crate) fn open(self, kept: u64, first: &impl Serialize) -> Result<Lines, LinesError> {
        let failed = |e| LinesError::Write(self.path.clone(), e);
        let mut open = OpenOptions::new();
        let mut file = open.create(true).truncate(false).write(true).open(&self.path).map_err(failed)?;
        // A device has no length.
        if file.metadata().is_ok_and(|file| file.is_file()) {
            file.set_len(kept).map_err(failed)?;
            file.seek(SeekFrom::Start(kept)).map_err(failed)?;
        }
        let file = BufWriter::with_capacity(BUFFER, file);
        let mut lines = Lines { path: self.path, file, end: kept, _lock: self.lock };
        if kept == 0 {
            lines.add(first)?;
        }
        Ok(lines)
    }
}

impl Lines {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// Adds a line, and hands it to the operating system.
    pub(crate) fn add(&mut self, value: &impl Serialize) -> Result<(), LinesError> {
        self.write(&line(value))?;
        self.flush()
    }

    /// Adds whole lines, which stay in a buffer until it is full or flushed.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<(), LinesError> {
        self.end += lines.len() as u64;
        self.file.write_all(lines).map_err(|e| LinesError::Write(self.path.clone(), e))
    }

    /// Hands everything to the operating system.
    pub(crate) fn flush(&mut self) -> Result<(), LinesError> {
        self.file.flush().map_err(|e| LinesError::Write(self.path.clone(), e))
    }
}
