//! The file of a survey: appended to, continued after a torn write, put in order at the end.

use super::{Header, Line, Record, Tally};
use crate::lock::{Lock, NotLocked};
use patsat_base::printable;
use patsat_game::cards::DealId;
use patsat_game::cards::number::DealRange;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a survey file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error("cannot write the survey '{0}': {1}")]
    Io(PathBuf, #[source] io::Error),
    /// A file beside it cannot be read.
    #[error("cannot read '{0}': {1}")]
    Read(PathBuf, #[source] io::Error),
    /// It holds something else.
    #[error("{path}{}: {what}", .line.map_or_else(String::new, |n| format!(", line {n}")), path = .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The line, from 1, where one is to blame.
        line: Option<u64>,
        /// What is wrong there.
        what: String,
    },
    /// It was made with other options.
    #[error("'{path}' was made with {difference}: expected the same range, rules and options", path = .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// An unfinished survey is in the way.
    #[error("'{0}' holds an unfinished survey: add --resume to continue it, or --force to start again")]
    Unfinished(PathBuf),
    /// Something else is in the way.
    #[error("'{0}' holds {1} already: expected another file, or --force to write over it")]
    Full(PathBuf, &'static str),
    /// Another process writes it.
    #[error("'{0}' is being written by {1}: expected another file, or wait until that has ended")]
    Held(PathBuf, String),
}

/// Lines of consecutive deals in the file.
#[derive(Clone, Copy, Debug)]
struct Segment {
    first: u64,
    count: u64,
    offset: u64,
    bytes: u64,
}

/// An open survey file.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: BufWriter<File>,
    end: u64,
    segments: Vec<Segment>,
    finished: bool,
    _lock: Lock,
    /// The sums over the deals that are done.
    pub tally: Tally,
}

impl Log {
    /// Starts a new file with this header.
    ///
    /// # Errors
    /// If the file cannot be written, another process writes it, or it holds anything and not `force`.
    pub fn create(path: &Path, header: &Header, force: bool) -> Result<Log, LogError> {
        Log::start(path, header, force, lock(path)?)
    }

    fn start(path: &Path, header: &Header, force: bool, lock: Lock) -> Result<Log, LogError> {
        if !force {
            free(path)?;
        }
        let file = File::create(path).map_err(|e| LogError::Io(path.into(), e))?;
        let mut log = Log::new(path, file, lock);
        let line = line(&Line::Begin(header.clone()));
        log.write(&line).and_then(|()| log.flush_io()).map_err(|e| LogError::Io(path.into(), e))?;
        Ok(log)
    }

    /// Continues a file, or starts it where it is missing. A last line that was not
    /// written to its end is dropped.
    ///
    /// # Errors
    /// If the file cannot be read and written, another process writes it, it was made under another
    /// header, or holds a line that is no record of a deal in `range`.
    pub fn resume(path: &Path, header: &Header, range: &DealRange) -> Result<Log, LogError> {
        let io = |e| LogError::Io(path.into(), e);
        let lock = lock(path)?;
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Log::start(path, header, false, lock),
            file => file.map_err(io)?,
        };
        let mut log = Log::new(path, file.try_clone().map_err(io)?, lock);
        let kept = log.load(BufReader::new(file), header, range)?;
        let file = log.file.get_mut();
        file.set_len(kept).map_err(io)?;
        file.seek(SeekFrom::Start(kept)).map_err(io)?;
        log.end = kept;
        if kept == 0 {
            // Not even the header was written to its end.
            log.write(&line(&Line::Begin(header.clone()))).map_err(io)?;
        }
        Ok(log)
    }

    fn new(path: &Path, file: File, lock: Lock) -> Log {
        Log {
            path: path.into(),
            file: BufWriter::with_capacity(1 << 18, file),
            end: 0,
            segments: Vec::new(),
            finished: false,
            _lock: lock,
            tally: Tally::default(),
        }
    }

    /// Reads all lines; returns how many bytes of the file are good.
    fn load(
        &mut self,
        mut reader: impl BufRead,
        header: &Header,
        range: &DealRange,
    ) -> Result<u64, LogError> {
        let mut good = 0;
        let mut text = Vec::new();
        for number in 1.. {
            text.clear();
            let read = reader.read_until(b'\n', &mut text).map_err(|e| LogError::Io(self.path.clone(), e))?;
            if read == 0 || text.last() != Some(&b'\n') {
                if number == 1 && !line(&Line::Begin(header.clone())).starts_with(&text) {
                    return Err(self.content(1, "found no survey, expected the header of one"));
                }
                break;
            }
            match serde_json::from_slice(&text) {
                Ok(Line::Begin(found)) if number == 1 => {
                    if let Some(difference) = found.difference(header) {
                        return Err(LogError::Other { path: self.path.clone(), difference });
                    }
                }
                Ok(Line::Result(record)) if number > 1 => {
                    let deal = number_of(&record, range).map_err(|what| self.content(number, what))?;
                    self.tally.add(&record);
                    self.note(Segment { first: deal, count: 1, offset: good, bytes: read as u64 });
                }
                Ok(Line::End(_)) if number > 1 => {
                    // Written again when the survey ends.
                    break;
                }
                _ if number == 1 => {
                    return Err(self.content(1, "found no survey, expected the header of one"));
                }
                _ => return Err(self.content(number, "found no record of a deal, expected one line a deal")),
            }
            good += read as u64;
        }
        let mut order = self.segments.clone();
        order.sort_unstable_by_key(|s| s.first);
        match order.windows(2).find(|pair| pair[0].first + pair[0].count > pair[1].first) {
            Some(pair) => Err(self.content(None, format!("deal number {} is there twice", pair[1].first))),
            None => Ok(good),
        }
    }

    fn content(&self, line: impl Into<Option<u64>>, what: impl Into<String>) -> LogError {
        content(&self.path, line, what)
    }

    /// The deals of `range` that are not done, as ranges `first..=last`.
    #[must_use]
    pub fn missing(&self, range: &DealRange) -> Vec<(u64, u64)> {
        let mut done = self.segments.clone();
        done.sort_unstable_by_key(|s| s.first);
        let mut next = range.first.number();
        let mut missing = Vec::new();
        for segment in done {
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
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, first: u64, count: u64, lines: &[u8], tally: &Tally) -> Result<(), LogError> {
        let offset = self.end;
        self.write(lines).map_err(|e| LogError::Io(self.path.clone(), e))?;
        self.note(Segment { first, count, offset, bytes: lines.len() as u64 });
        self.tally.merge(tally);
        Ok(())
    }

    /// Joins a segment to the last one where it continues it.
    fn note(&mut self, new: Segment) {
        match self.segments.last_mut() {
            Some(last) if last.first + last.count == new.first && last.offset + last.bytes == new.offset => {
                last.count += new.count;
                last.bytes += new.bytes;
            }
            _ => self.segments.push(new),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.end += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    fn flush_io(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    /// Hands everything to the operating system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), LogError> {
        self.flush_io().map_err(|e| LogError::Io(self.path.clone(), e))
    }

    /// Ends a survey whose deals are all done: the lines in the order of the deals, and
    /// the tally last.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&mut self) -> Result<(), LogError> {
        if self.finished {
            return Ok(());
        }
        self.finished = true;
        let io = |e| LogError::Io(self.path.clone(), e);
        let end = line(&Line::End(self.tally.clone()));
        if self.segments.is_sorted_by_key(|s| s.first) {
            self.file.write_all(&end).and_then(|()| self.file.flush()).map_err(io)
        } else {
            self.file.flush().and_then(|()| self.rewrite_in_order(&end)).map_err(io)
        }
    }

    /// Writes a sorted copy beside the file and puts it in its place.
    fn rewrite_in_order(&self, end: &[u8]) -> io::Result<()> {
        let mut order = self.segments.clone();
        order.sort_unstable_by_key(|s| s.first);
        let mut old = File::open(&self.path)?;
        let mut name = self.path.clone().into_os_string();
        name.push(".sorting");
        let copy = PathBuf::from(name);
        let mut new = BufWriter::with_capacity(1 << 18, File::create(&copy)?);
        let header = self.segments.iter().map(|s| s.offset).min().unwrap_or(self.end);
        io::copy(&mut Read::by_ref(&mut old).take(header), &mut new)?;
        for segment in order {
            old.seek(SeekFrom::Start(segment.offset))?;
            io::copy(&mut Read::by_ref(&mut old).take(segment.bytes), &mut new)?;
        }
        new.write_all(end)?;
        new.into_inner()?.sync_all()?;
        std::fs::rename(&copy, &self.path)
    }
}

/// Something in a file that does not belong there.
pub(super) fn content(path: &Path, line: impl Into<Option<u64>>, what: impl Into<String>) -> LogError {
    LogError::Content { path: path.into(), line: line.into(), what: what.into() }
}

/// One line of the file.
pub(super) fn line(line: &Line) -> Vec<u8> {
    let mut text = serde_json::to_vec(line).unwrap_or_default();
    text.push(b'\n');
    text
}

pub(super) fn number_of(record: &Record, range: &DealRange) -> Result<u64, String> {
    let id: DealId = record.deal.parse().map_err(|e| format!("{e}"))?;
    let number = id.number();
    let belongs = range.first.with_number(number).is_ok_and(|same| same == id);
    if belongs && (range.first.number()..=range.last).contains(&number) {
        Ok(number)
    } else {
        Err(printable(&format!("found deal {id}, expected one of {range}"), 300))
    }
}

/// The lock on a survey's file.
pub(super) fn lock(path: &Path) -> Result<Lock, LogError> {
    Lock::of(path).map_err(|error| match error {
        NotLocked::Held(holder) => LogError::Held(path.into(), holder),
        NotLocked::Io(error) => LogError::Io(path.into(), error),
    })
}

/// Whether nothing is lost if the file is overwritten.
pub(super) fn free(path: &Path) -> Result<(), LogError> {
    match held(path) {
        Ok(Content::Nothing) | Err(_) => Ok(()),
        Ok(Content::Unfinished) => Err(LogError::Unfinished(path.into())),
        Ok(Content::Finished) => Err(LogError::Full(path.into(), "a finished survey")),
        Ok(Content::Other) => Err(LogError::Full(path.into(), "something that is no survey")),
    }
}

enum Content {
    Nothing,
    Unfinished,
    Finished,
    Other,
}

/// What a file holds; devices hold nothing.
fn held(path: &Path) -> io::Result<Content> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(Content::Nothing);
    }
    let mut reader = BufReader::new(file);
    let mut first = Vec::new();
    Read::by_ref(&mut reader).take(1 << 16).read_until(b'\n', &mut first)?;
    if !matches!(serde_json::from_slice(&first), Ok(Line::Begin(_))) {
        return Ok(Content::Other);
    }
    // The last line holds histograms of lengths: long, but not that long.
    reader.seek(SeekFrom::Start(metadata.len().saturating_sub(1 << 20)))?;
    let mut tail = Vec::new();
    reader.read_to_end(&mut tail)?;
    let last = tail.strip_suffix(b"\n").map(|t| t.rsplit(|&b| b == b'\n').next().unwrap_or(t));
    let ended = last.is_some_and(|l| l.starts_with(br#"{"type":"end""#));
    Ok(if ended { Content::Finished } else { Content::Unfinished })
}
