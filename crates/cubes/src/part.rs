//! The file of one task: a header line, then a line for every finished cube.
//!
//! A line is flushed as soon as its cube is done, so a killed task loses only the cubes that it was working on. A
//! resumed task keeps the lines of the file and tries open cubes again. If a cube has several lines, an answer takes
//! precedence over an open verdict.

use super::{Split, failed};
use crate::shard::Shard;
use patsat_base::printable;
use patsat_planning::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Version of the lines.
const SCHEMA: u32 = 1;

/// The header of a part, which identifies its cubes. A part is resumed only under an equal header; a merge ignores the
/// shard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartHeader {
    schema: u32,
    /// Version of the program.
    pub version: String,
    /// Hash of the formula's clauses.
    pub formula: String,
    /// Hash of the cubes.
    pub list: String,
    /// The shard, if the part does not work on all cubes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// The verdict of a cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Plan,
    /// The cube has no plan, and the proof lies in the folder.
    Refuted,
    /// A limit was reached.
    Open,
}

/// The line of one cube.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number, from 1.
    pub cube: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The limit that was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The plan, as `plan-json` has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<serde_json::Value>,
    /// The solver.
    pub backend: String,
    /// The solver's conflicts, if it reports them.
    pub conflicts: u64,
    /// Clauses that the proof derives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derived: Option<u64>,
    /// Bytes of the proof's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_bytes: Option<usize>,
    /// Wall-clock time of the solver in milliseconds.
    pub solve_ms: f64,
    /// Wall-clock time of the check of the answer in milliseconds.
    pub check_ms: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
enum Line {
    Begin(PartHeader),
    Cube(Box<Record>),
}

impl Line {
    fn text(&self) -> Vec<u8> {
        // Texts and numbers cannot fail to be written.
        let mut text = serde_json::to_vec(self).unwrap_or_default();
        text.push(b'\n');
        text
    }
}

impl PartHeader {
    /// The header of a part of these cubes.
    #[must_use]
    pub fn of(split: &Split, shard: Option<Shard>) -> PartHeader {
        PartHeader {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").into(),
            formula: split.header.formula.clone(),
            list: split.header.list.clone(),
            shard: shard.map(|shard| shard.to_string()),
        }
    }

    fn other_cubes(&self, than: &PartHeader) -> Option<String> {
        let rows = [
            ("schema", self.schema.to_string(), than.schema.to_string()),
            ("version", self.version.clone(), than.version.clone()),
            ("formula", self.formula.clone(), than.formula.clone()),
            ("list of cubes", self.list.clone(), than.list.clone()),
        ];
        let differs = rows.into_iter().find(|(_, found, expected)| found != expected);
        differs
            .map(|(what, found, expected)| format!("{what} {} instead of {expected}", printable(&found, 80)))
    }

    /// Returns the first difference from another part's header.
    fn other_part(&self, than: &PartHeader) -> Option<String> {
        self.other_cubes(than).or_else(|| {
            let shown = |shard: &Option<String>| shard.clone().unwrap_or_else(|| "none".into());
            (self.shard != than.shard).then(|| {
                let (found, expected) = (shown(&self.shard), shown(&than.shard));
                format!("shard {} instead of {expected}", printable(&found, 40))
            })
        })
    }
}

/// The file of a part, open to be written.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: File,
    /// The latest line of each cube, by number from 1.
    pub records: BTreeMap<usize, Record>,
}

impl Part {
    /// Creates a file, or with `resume` opens an existing one. An incomplete last line is dropped.
    ///
    /// # Errors
    /// If the file exists and `resume` is false, or if it belongs to another part.
    pub fn open(path: &Path, header: &PartHeader, cubes: usize, resume: bool) -> Result<Part, Failure> {
        let shown = path.display();
        let length = std::fs::metadata(path).map_or(0, |file| file.len());
        if length > 0 && !resume {
            return Err(Failure::files(format!(
                "there is a file '{shown}': expected --resume to go on with it, or another file"
            )));
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(|e| failed("write", path, &e))?;
        let begin = Line::Begin(header.clone()).text();
        let bytes = std::fs::read(path).map_err(|e| failed("read", path, &e))?;
        let (mut records, mut kept) = (BTreeMap::new(), 0);
        // A file whose first line is incomplete is written from the start.
        if !begin.starts_with(&bytes) || bytes.len() == begin.len() {
            let (found, all, good) = read(path, &bytes, cubes)?;
            if let Some(difference) = found.other_part(header) {
                return Err(Failure::files(format!(
                    "'{shown}' was made with {difference}: expected another file"
                )));
            }
            (records, kept) = (all, good);
        }
        let io = |e| failed("write", path, &e);
        file.set_len(kept as u64).map_err(io)?;
        file.seek(SeekFrom::Start(kept as u64)).map_err(io)?;
        if kept == 0 {
            file.write_all(&begin).and_then(|()| file.flush()).map_err(io)?;
        }
        Ok(Part { path: path.into(), file, records })
    }

    /// Adds a line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn append(&mut self, record: Record) -> Result<(), Failure> {
        let line = Line::Cube(Box::new(record.clone())).text();
        let written = self.file.write_all(&line).and_then(|()| self.file.flush());
        written.map_err(|e| failed("write", &self.path, &e))?;
        note(&mut self.records, record);
        Ok(())
    }
}

/// Keeps a record unless it is open and the cube already has an answer.
fn note(records: &mut BTreeMap<usize, Record>, record: Record) {
    let answered = |r: &Record| r.verdict != Verdict::Open;
    if answered(&record) || records.get(&record.cube).is_none_or(|before| !answered(before)) {
        records.insert(record.cube, record);
    }
}

/// Reads the file of a part of these cubes.
pub(super) fn load(
    path: &Path,
    expected: &PartHeader,
    cubes: usize,
) -> Result<BTreeMap<usize, Record>, Failure> {
    let bytes = std::fs::read(path).map_err(|e| match e.kind() {
        ErrorKind::NotFound => {
            let shown = path.display();
            Failure::files(format!("there is no file '{shown}': expected one that 'patsat conquer' wrote"))
        }
        _ => failed("read", path, &e),
    })?;
    let (header, records, _) = read(path, &bytes, cubes)?;
    match header.other_cubes(expected) {
        None => Ok(records),
        Some(difference) => {
            let shown = path.display();
            Err(Failure::files(format!("'{shown}' is a part of other cubes: {difference}")))
        }
    }
}

/// Returns the header, the records and the number of bytes of whole lines.
fn read(
    path: &Path,
    bytes: &[u8],
    cubes: usize,
) -> Result<(PartHeader, BTreeMap<usize, Record>, usize), Failure> {
    let wrong = |line: usize, what: &str| Failure::files(format!("'{}' line {line}: {what}", path.display()));
    let (mut header, mut records, mut good) = (None, BTreeMap::<usize, Record>::new(), 0);
    for (n, text) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if text.last() != Some(&b'\n') {
            break;
        }
        match (serde_json::from_slice(text), &header) {
            (Ok(Line::Begin(found)), None) => header = Some(found),
            (Ok(Line::Cube(record)), Some(_)) if (1..=cubes).contains(&record.cube) => {
                if let Some(before) = records.get(&record.cube)
                    && contradicts(before.verdict, record.verdict)
                {
                    return Err(wrong(n, &format!("cube {} has two answers", record.cube)));
                }
                note(&mut records, *record);
            }
            (_, None) => return Err(wrong(1, "found no part, expected what 'patsat conquer' wrote")),
            _ => return Err(wrong(n, &format!("expected the answer of a cube from 1 to {cubes}"))),
        }
        good += text.len();
    }
    match header {
        Some(header) => Ok((header, records, good)),
        None => Err(wrong(1, "found no part, expected what 'patsat conquer' wrote")),
    }
}

/// Whether no cube can have both verdicts.
pub(super) fn contradicts(a: Verdict, b: Verdict) -> bool {
    a != b && a != Verdict::Open && b != Verdict::Open
}
