//! The file of a survey: appended to, continued after a torn write, put in order at the end.

use super::log_error::{NO_SURVEY, content};
use super::units::{LineOutcome, Units};
use super::{Header, Line, LogError, Tally};
use crate::lines::{self, Lines, LinesError, LockedFile, line};
use patsat_game::cards::DealRange;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Lines of consecutive deals in the file.
#[derive(Clone, Copy, Debug)]
struct Segment {
    first: u64,
    count: u64,
    offset: u64,
    bytes: u64,
}

#[derive(Debug)]
pub struct Log {
    /// The file; `None` where only the sums are wanted.
    lines: Option<Lines>,
    segments: Vec<Segment>,
    finished: bool,
    /// The sums over the deals that are done.
    pub tally: Tally,
}

impl Log {
    /// Starts a log without a file: only the sums are kept.
    #[must_use]
    pub fn unkept() -> Log {
        Log { lines: None, segments: Vec::new(), finished: false, tally: Tally::default() }
    }

    /// Starts a new file with this header.
    ///
    /// # Errors
    /// If the file cannot be written, another process writes it, or it holds anything and not `force`.
    pub fn create(path: &Path, header: &Header, force: bool) -> Result<Log, LogError> {
        let held = LockedFile::take(path)?;
        if !force {
            free(path)?;
        }
        let lines = held.open(0, &Line::Begin(header.clone()))?;
        Ok(Log { lines: Some(lines), ..Log::unkept() })
    }

    /// Continues a file, or starts it where it is missing. An incomplete last line or block is dropped.
    ///
    /// # Errors
    /// If the file cannot be read and written, another process writes it, it was made under another
    /// header, or holds a line that is no record of one of its deals.
    pub fn resume(path: &Path, header: &Header) -> Result<Log, LogError> {
        let held = LockedFile::take(path)?;
        let begin = Line::Begin(header.clone());
        let mut units = Units::of(header, path)?;
        let (mut segments, mut tally, mut kept) = (Vec::new(), Tally::default(), 0);
        if path.exists() {
            lines::read(path, |number, text| -> Result<bool, LogError> {
                let first = number == 1;
                let bad = |what: &str| content(path, number, what);
                if !text.ends_with(b"\n") {
                    // Perhaps not even the header was written to its end.
                    let ours = !first || line(&begin).starts_with(text);
                    return if ours { Ok(false) } else { Err(bad(NO_SURVEY)) };
                }
                if first {
                    let Ok(Line::Begin(found)) = serde_json::from_slice(text) else {
                        return Err(bad(NO_SURVEY));
                    };
                    if let Some(difference) = lines::difference(&found, header) {
                        return Err(LogError::Other { path: path.into(), difference });
                    }
                    kept = text.len() as u64;
                    return Ok(true);
                }
                match units.take(text).map_err(|what| bad(&what))? {
                    LineOutcome::More => {}
                    LineOutcome::Unit(unit) => {
                        unit.add_to(&mut tally);
                        let (first, count, bytes) = (unit.first, unit.count, unit.bytes);
                        note(&mut segments, Segment { first, count, offset: kept, bytes });
                        kept += bytes;
                    }
                    // Written again when the survey ends.
                    LineOutcome::End => return Ok(false),
                }
                Ok(true)
            })?;
            let order = sorted(&segments);
            if let Some(pair) = order.windows(2).find(|pair| pair[0].first + pair[0].count > pair[1].first) {
                return Err(content(path, None, format!("deal number {} is there twice", pair[1].first)));
            }
        }
        Ok(Log { lines: Some(held.open(kept, &begin)?), segments, finished: false, tally })
    }

    /// The deals of `range` that are not done, as ranges `first..=last`.
    #[must_use]
    pub fn missing(&self, range: &DealRange) -> Vec<(u64, u64)> {
        let mut next = range.first.number();
        let mut missing = Vec::new();
        for segment in sorted(&self.segments) {
            if segment.first > next {
                missing.push((next, segment.first - 1));
            }
            next = segment.first + segment.count;
        }
        if next <= range.last {
            missing.push((next, range.last));
        }
        missing
    }

    /// Appends the lines of `count` deals from number `first` on.
    pub fn append(&mut self, first: u64, count: u64, lines: &[u8], tally: &Tally) -> Result<(), LogError> {
        let (mut offset, mut bytes) = (0, 0);
        if let Some(file) = &mut self.lines {
            (offset, bytes) = (file.end(), lines.len() as u64);
            file.write(lines)?;
        }
        note(&mut self.segments, Segment { first, count, offset, bytes });
        self.tally.merge(tally);
        Ok(())
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> Result<(), LogError> {
        Ok(self.lines.as_mut().map_or(Ok(()), Lines::flush)?)
    }

    /// Ends a survey whose deals are all done: the lines in the order of the deals, and
    /// the tally last.
    pub fn finish(&mut self) -> Result<(), LogError> {
        if self.finished {
            return Ok(());
        }
        self.finished = true;
        let Some(lines) = &mut self.lines else { return Ok(()) };
        let end = Line::End(self.tally.clone());
        if self.segments.is_sorted_by_key(|s| s.first) {
            return Ok(lines.add(&end)?);
        }
        lines.flush()?;
        let (path, length) = (lines.path(), lines.end());
        let written = rewrite_in_order(path, &self.segments, length, &line(&end));
        Ok(written.map_err(|e| LinesError::Write(path.into(), e))?)
    }
}

/// Writes a sorted copy beside a file of this length and puts it in its place.
fn rewrite_in_order(path: &Path, segments: &[Segment], length: u64, end: &[u8]) -> io::Result<()> {
    let mut old = File::open(path)?;
    let mut name = path.as_os_str().to_owned();
    name.push(".sorting");
    let copy = PathBuf::from(name);
    let mut new = BufWriter::with_capacity(1 << 18, File::create(&copy)?);
    let header = segments.iter().map(|s| s.offset).min().unwrap_or(length);
    io::copy(&mut Read::by_ref(&mut old).take(header), &mut new)?;
    for segment in sorted(segments) {
        old.seek(SeekFrom::Start(segment.offset))?;
        io::copy(&mut Read::by_ref(&mut old).take(segment.bytes), &mut new)?;
    }
    new.write_all(end)?;
    new.into_inner()?.sync_all()?;
    std::fs::rename(&copy, path)
}

/// Adds a segment, joined to the last one where it continues it.
fn note(segments: &mut Vec<Segment>, new: Segment) {
    match segments.last_mut() {
        Some(last) if last.first + last.count == new.first && last.offset + last.bytes == new.offset => {
            last.count += new.count;
            last.bytes += new.bytes;
        }
        _ => segments.push(new),
    }
}

fn sorted(segments: &[Segment]) -> Vec<Segment> {
    let mut order = segments.to_vec();
    order.sort_unstable_by_key(|s| s.first);
    order
}

/// Whether nothing is lost if the file is overwritten.
pub(super) fn free(path: &Path) -> Result<(), LogError> {
    // What cannot be read is found out by writing.
    in_the_way(path).ok().flatten().map_or(Ok(()), Err)
}

/// Why a file is not to be overwritten; devices hold nothing.
fn in_the_way(path: &Path) -> io::Result<Option<LogError>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(None);
    }
    let mut reader = BufReader::new(file);
    let mut first = Vec::new();
    Read::by_ref(&mut reader).take(1 << 16).read_until(b'\n', &mut first)?;
    if !matches!(serde_json::from_slice(&first), Ok(Line::Begin(_))) {
        return Ok(Some(LogError::Full(path.into(), "something that is no survey")));
    }
    // The last line holds histograms of lengths: long, but not that long.
    reader.seek(SeekFrom::Start(metadata.len().saturating_sub(1 << 20)))?;
    let mut tail = Vec::new();
    reader.read_to_end(&mut tail)?;
    let last = tail.strip_suffix(b"\n").map(|t| t.rsplit(|&b| b == b'\n').next().unwrap_or(t));
    let ended = last.is_some_and(|l| l.starts_with(br#"{"type":"end""#));
    Ok(Some(match ended {
        true => LogError::Full(path.into(), "a finished survey"),
        false => LogError::Unfinished(path.into()),
    }))
}
