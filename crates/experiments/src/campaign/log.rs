//! The file of a campaign: a line a run, appended and flushed as it ends, so that whatever ends the
//! program loses the runs under way and no other.
//!
//! A line that was not written to its end, or that something has damaged, is reported and its run done
//! again; the others stay. Of two lines of one run the later counts.

use super::record::{Begin, End, Line, Run, SCHEMA, Status};
use crate::lines::{Lines, LinesError, LockedFile};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file in its folder.
pub const FILE: &str = "runs.jsonl";

/// Why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error("'{0}' holds no results of a campaign: expected a file that 'patsat bench' wrote")]
    Content(PathBuf),
    #[error("'{path}' was made {by}: expected the same, another folder, or --force to start again", path = .path.display())]
    Other {
        path: PathBuf,
        /// By what.
        by: String,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    pub begin: Begin,
    /// The runs in the order of the matrix, each once.
    pub runs: Vec<Run>,
    /// Whether all are there.
    pub end: Option<End>,
    /// Lines that could not be read, from 1; the last may be one that was cut.
    pub damaged: Vec<usize>,
    /// Bytes up to the end of the last whole line.
    whole: u64,
}

impl Results {
    /// Results that were read elsewhere.
    #[must_use]
    pub fn of(begin: Begin, runs: Vec<Run>) -> Results {
        Results { begin, runs, end: None, damaged: Vec::new(), whole: 0 }
    }

    /// Reads results; `Ok(None)` if not even the first line is whole.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Option<Results>, LogError> {
        let mut lines = bytes.split_inclusive(|&b| b == b'\n');
        let Some(first) = lines.next() else { return Ok(None) };
        if !first.ends_with(b"\n") && first.starts_with(&br#"{"type":"begin""#[..first.len().min(15)]) {
            return Ok(None);
        }
        let begin = match serde_json::from_slice(first) {
            Ok(Line::Begin(begin)) if begin.schema == SCHEMA => *begin,
            _ => return Err(LogError::Content(path.into())),
        };
        let mut results = Results { begin, runs: Vec::new(), end: None, damaged: Vec::new(), whole: 0 };
        let mut runs = BTreeMap::new();
        let mut at = first.len();
        results.whole = at as u64;
        for (number, line) in lines.enumerate() {
            let cut = !line.ends_with(b"\n");
            at += line.len();
            match serde_json::from_slice(line) {
                Ok(Line::Run(run)) if !cut => {
                    runs.insert((run.n, run.repeat), *run);
                }
                Ok(Line::End(end)) if !cut => {
                    // Written again when the campaign ends.
                    results.end = Some(end);
                    continue;
                }
                _ => results.damaged.push(number + 2),
            }
            if !cut {
                results.whole = at as u64;
            }
        }
        results.runs = runs.into_values().collect();
        Ok(Some(results))
    }

    /// Reads the file in a folder.
    pub fn read(path: &Path) -> Result<Results, LogError> {
        let bytes = std::fs::read(path).map_err(|e| LinesError::Read(path.into(), e))?;
        Results::parse(path, &bytes)?.ok_or_else(|| LogError::Content(path.into()))
    }

    /// A sentence about lines that are lost, if any are.
    #[must_use]
    pub fn damage(&self, path: &Path) -> Option<String> {
        let lines: Vec<String> = self.damaged.iter().map(ToString::to_string).collect();
        let (word, verb) = if lines.len() == 1 { ("line", "is") } else { ("lines", "are") };
        (!lines.is_empty()).then(|| {
            format!(
                "{}: {word} {} {verb} cut or damaged and left out, the other {} runs are kept",
                path.display(),
                lines.join(", "),
                self.runs.len()
            )
        })
    }
}

#[derive(Debug)]
pub struct Log {
    lines: Lines,
    pub runs: Vec<Run>,
    /// What was lost, in a sentence.
    pub damage: Option<String>,
}

impl Log {
    /// Goes on with the file in this folder, or starts it.
    ///
    /// # Errors
    /// If it cannot be read and written, another process writes it, or it was made by another campaign,
    /// program or machine and not `force`.
    pub fn open(folder: &Path, begin: &Begin, force: bool) -> Result<Log, LogError> {
        let path = folder.join(FILE);
        let held = LockedFile::take(&path)?;
        let old = match std::fs::read(&path) {
            Ok(bytes) if !force => Results::parse(&path, &bytes)?,
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(LinesError::Read(path, e).into()),
            _ => None,
        };
        if let Some(by) = old.as_ref().and_then(|old| difference(&old.begin, begin)) {
            return Err(LogError::Other { path, by });
        }
        let kept = old.as_ref().map_or(0, |old| old.whole);
        let lines = held.open(kept, &Line::Begin(Box::new(begin.clone())))?;
        let damage = old.as_ref().and_then(|old| old.damage(&path));
        // A program that was missing may be there now.
        let runs = old.map_or_else(Vec::new, |old| old.runs).into_iter();
        let runs = runs.filter(|run| run.status != Status::Missing).collect();
        Ok(Log { lines, runs, damage })
    }

    /// Appends a run.
    pub fn append(&mut self, run: Run) -> Result<(), LogError> {
        self.lines.add(&Line::Run(Box::new(run.clone())))?;
        self.runs.push(run);
        Ok(())
    }

    /// Says that all runs are done.
    pub fn finish(&mut self) -> Result<(), LogError> {
        let count = |of: &dyn Fn(&Run) -> bool| self.runs.iter().filter(|run| of(run)).count();
        let end = End {
            runs: self.runs.len(),
            decided: count(&|run| run.decided),
            wrong: count(&|run| run.status == Status::Wrong),
        };
        Ok(self.lines.add(&Line::End(end))?)
    }
}

/// In what two beginnings differ; the date and what is installed may.
fn difference(old: &Begin, new: &Begin) -> Option<String> {
    if (&old.campaign, &old.digest) != (&new.campaign, &new.digest) {
        return Some(format!("by campaign '{}' of digest {}", old.campaign, old.digest));
    }
    if old.version != new.version {
        return Some(format!("by version {} of the program", old.version));
    }
    let machine = &old.machine;
    (*machine != new.machine)
        .then(|| format!("on another machine ({}, {} cores)", machine.cpu, machine.cores))
}
