//! Shards put together to the survey that they are parts of.
//!
//! Every shard is read to its end before a byte is written: their headers must be those of one
//! survey, no shard may be there twice or be missing, and each must hold every one of its deals.
//! The lines are copied as they are, or summed in blocks. So but for the time fields the merged file is
//! the one that a single run would have written.

use super::block::BlockBuilder;
use super::log::free;
use super::log_error::{NO_SURVEY, content};
use super::units::{LineOutcome, Unit, Units};
use super::{Header, Line, LogError, Tally};
use crate::lines::{self, LinesError, LockedFile, line};
use patsat_cubes::shard::Shard;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    #[error(transparent)]
    File(#[from] LogError),
    #[error("'{0}' is no shard of a survey: expected a file made with --shard")]
    Whole(PathBuf),
    #[error(
        "'{other}' was made with {difference}: expected the same range, rules, options and version as '{first}'"
    )]
    Other {
        /// The file that sets the measure.
        first: PathBuf,
        other: PathBuf,
        difference: String,
    },
    #[error("'{0}' has blocks already: expected a file with a line for each deal")]
    Blocks(PathBuf),
    #[error("shard {shard} is there twice: '{first}' and '{other}'")]
    Twice { shard: Shard, first: PathBuf, other: PathBuf },
    #[error("shards are missing: {}", shown(.some, *.all))]
    Missing { some: Vec<Shard>, all: u64 },
    #[error(
        "shard {shard} in '{path}' is not finished: {left} of its {deals} deals are missing; run it again with --resume"
    )]
    Unfinished { shard: Shard, path: PathBuf, left: u64, deals: u64 },
}

impl From<LinesError> for MergeError {
    fn from(error: LinesError) -> MergeError {
        MergeError::File(error.into())
    }
}

/// The most that a message names.
const NAMED: usize = 8;

fn shown(some: &[Shard], all: u64) -> String {
    let names: Vec<String> = some.iter().map(ToString::to_string).collect();
    let left = all - some.len() as u64;
    names.join(", ") + &if left > 0 { format!(" and {left} more") } else { String::new() }
}

struct Part {
    path: PathBuf,
    shard: Shard,
    header: Header,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MergedSurvey {
    /// What was surveyed, without a shard.
    pub header: Header,
    pub tally: Tally,
    pub shards: u64,
}

/// Merges shards, in any order, into `out`, which must hold nothing unless `force` is set. With `blocks` the lines of
/// each N deals become a block; a survey without shards is then accepted too.
///
/// # Errors
/// The first reason why they are no whole survey, or why `out` may not be written; then nothing is.
pub fn merge(
    paths: &[PathBuf],
    out: &Path,
    blocks: Option<NonZeroU64>,
    force: bool,
) -> Result<MergedSurvey, MergeError> {
    let _held = LockedFile::take(out)?;
    if !force {
        free(out)?;
    }
    let mut parts: Vec<Part> = Vec::with_capacity(paths.len());
    for path in paths {
        parts.push(open(path, blocks)?);
    }
    parts.sort_by_key(|part| part.shard);
    let Some(first) = parts.first() else { return Err(MergeError::Missing { some: Vec::new(), all: 0 }) };
    let whole = Header { shard: None, ..first.header.clone() };
    for part in &parts {
        let (found, expected) = (Header { shard: None, ..part.header.clone() }, &whole);
        let difference = lines::difference(&found, expected).or_else(|| {
            (part.shard.of != first.shard.of)
                .then(|| format!("{} shards instead of {}", part.shard.of, first.shard.of))
        });
        if let Some(difference) = difference {
            let (first, other) = (first.path.clone(), part.path.clone());
            return Err(MergeError::Other { first, other, difference });
        }
    }
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        let (first, other) = (pair[0].path.clone(), pair[1].path.clone());
        return Err(MergeError::Twice { shard: pair[0].shard, first, other });
    }
    let of = first.shard.of;
    let have: std::collections::BTreeSet<u64> = parts.iter().map(|part| part.shard.index).collect();
    // A file may say that there are any number of shards: they are counted, and only some named.
    let missing = of - have.len() as u64;
    if missing > 0 {
        let some = (0..of).filter(|index| !have.contains(index)).map(|index| Shard { index, of });
        return Err(MergeError::Missing { some: some.take(NAMED).collect(), all: missing });
    }
    let mut tally = Tally::default();
    for part in &parts {
        units(part, &mut |unit, _| {
            unit.add_to(&mut tally);
            Ok(())
        })?;
    }
    let header = Header { blocks: blocks.or(whole.blocks), ..whole };
    write(&parts, &header, blocks, &tally, out)?;
    Ok(MergedSurvey { header, tally, shards: of })
}

fn open(path: &Path, blocks: Option<NonZeroU64>) -> Result<Part, MergeError> {
    let mut header = None;
    lines::read(path, |_, text| -> Result<bool, MergeError> {
        header = serde_json::from_slice(text).ok();
        Ok(false)
    })?;
    let Some(Line::Begin(header)) = header else { return Err(content(path, 1, NO_SURVEY).into()) };
    let shard = match &header.shard {
        Some(shard) => shard.parse().map_err(|e| content(path, 1, format!("{e}")))?,
        None if blocks.is_some() => Shard { index: 0, of: 1 },
        None => return Err(MergeError::Whole(path.into())),
    };
    if blocks.is_some() && header.blocks.is_some() {
        return Err(MergeError::Blocks(path.into()));
    }
    Ok(Part { path: path.into(), shard, header })
}

/// A callback that receives a unit and its lines.
type UnitFn<'a> = dyn FnMut(Unit, &[u8]) -> Result<(), MergeError> + 'a;

/// Reads the units of a shard with their lines in the order of its deals, which is that of a finished file.
fn units(part: &Part, each: &mut UnitFn<'_>) -> Result<(), MergeError> {
    let path = &part.path;
    let mut units = Units::of(&part.header, path)?;
    let (first, last) = (units.range().first.number(), units.range().last);
    let (mut next, mut whole, mut lines) = (first, false, Vec::new());
    lines::read(path, |number, text| -> Result<bool, MergeError> {
        if number == 1 || !text.ends_with(b"\n") {
            return Ok(text.ends_with(b"\n"));
        }
        lines.extend_from_slice(text);
        match units.take(text).map_err(|what| content(path, number, what))? {
            LineOutcome::More => {}
            // Only while a survey runs are its lines out of order.
            LineOutcome::Unit(unit) if unit.first != next => return Ok(false),
            LineOutcome::Unit(unit) => {
                next += unit.count;
                each(unit, &lines)?;
                lines.clear();
            }
            LineOutcome::End => {
                whole = next == last + 1;
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    if whole {
        return Ok(());
    }
    let (shard, path, deals) = (part.shard, path.clone(), last - first + 1);
    Err(MergeError::Unfinished { shard, path, left: last + 1 - next, deals })
}

/// Beside the target first: a merge that fails leaves nothing half done.
fn write(
    parts: &[Part],
    header: &Header,
    blocks: Option<NonZeroU64>,
    tally: &Tally,
    out: &Path,
) -> Result<(), MergeError> {
    let failed = |e| MergeError::from(LinesError::Write(out.into(), e));
    let mut name = out.to_path_buf().into_os_string();
    name.push(".merging");
    let copy = PathBuf::from(name);
    let mut file = BufWriter::with_capacity(1 << 18, File::create(&copy).map_err(failed)?);
    let mut block = BlockBuilder::default();
    let mut all = || -> Result<(), MergeError> {
        file.write_all(&line(&Line::Begin(header.clone()))).map_err(failed)?;
        for part in parts {
            units(part, &mut |unit, text| match (blocks, unit.record()) {
                (Some(size), Some(record)) => {
                    block.add(record);
                    let full = block.len() == size.get();
                    let lines = full.then(|| block.take()).flatten();
                    lines.map_or(Ok(()), |(lines, _)| file.write_all(&lines).map_err(failed))
                }
                _ => file.write_all(text).map_err(failed),
            })?;
        }
        if let Some((lines, _)) = block.take() {
            file.write_all(&lines).map_err(failed)?;
        }
        file.write_all(&line(&Line::End(tally.clone()))).map_err(failed)?;
        file.flush().map_err(failed)
    };
    let done = all().and_then(|()| std::fs::rename(&copy, out).map_err(failed));
    if done.is_err() {
        // The incomplete copy is of no use.
        let _ = std::fs::remove_file(&copy);
    }
    done
}
