//! Reads LRAT, as text or in the binary form that CaDiCaL and `lrat-check` share.

use std::io::{BufRead, ErrorKind, Read};

/// A step; its literals and hints are in the vectors passed to [`Reader::next`].
pub(super) enum Step {
    /// A new clause with this number, from its literals and hints.
    Add(u64),
    /// A deletion; the numbers of the clauses are among the hints.
    Delete,
}

pub(super) struct Reader<R> {
    source: R,
    binary: Option<bool>,
    /// Bytes read.
    pub(super) bytes: u64,
    /// Steps read.
    pub(super) steps: u64,
    line: Vec<u8>,
}

/// The reason why no step was read.
pub(super) enum StepError {
    /// The step exceeds the memory limit.
    TooLong,
    /// The step is malformed.
    Broken(String),
}

impl From<String> for StepError {
    fn from(what: String) -> StepError {
        StepError::Broken(what)
    }
}

impl From<&str> for StepError {
    fn from(what: &str) -> StepError {
        StepError::Broken(what.into())
    }
}

type StepResult<T> = Result<T, StepError>;

const SHORT: &str = "it is cut short";
/// Bytes of a number of a step.
const NUMBER: u64 = 8;

impl<R: BufRead> Reader<R> {
    pub(super) fn new(source: R) -> Reader<R> {
        Reader { source, binary: None, bytes: 0, steps: 0, line: Vec::new() }
    }

    /// Reads the next step, which may take at most `room` bytes of memory; returns `None` at the end.
    pub(super) fn next(
        &mut self,
        literals: &mut Vec<usize>,
        hints: &mut Vec<i64>,
        room: u64,
    ) -> StepResult<Option<Step>> {
        literals.clear();
        hints.clear();
        let binary = match self.binary {
            Some(binary) => binary,
            None => {
                let first = self.source.fill_buf().map_err(error_text)?.first().copied();
                let binary = matches!(first, Some(b'a' | b'd'));
                *self.binary.insert(binary)
            }
        };
        let step = if binary {
            self.binary_step(literals, hints, room)
        } else {
            self.text_step(literals, hints, room)
        }?;
        self.steps += u64::from(step.is_some());
        Ok(step)
    }

    fn byte(&mut self) -> StepResult<Option<u8>> {
        let Some(&byte) = self.source.fill_buf().map_err(error_text)?.first() else { return Ok(None) };
        self.source.consume(1);
        self.bytes += 1;
        Ok(Some(byte))
    }

    /// A number in base 128, low part first.
    fn number(&mut self) -> StepResult<u64> {
        let mut value = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?.ok_or(SHORT)?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number in it is too long".into())
    }

    fn binary_step(
        &mut self,
        literals: &mut Vec<usize>,
        hints: &mut Vec<i64>,
        room: u64,
    ) -> StepResult<Option<Step>> {
        let mut left = room / NUMBER;
        let mut one_more = || {
            left = left.checked_sub(1).ok_or(StepError::TooLong)?;
            Ok::<(), StepError>(())
        };
        let step = match self.byte()? {
            None => return Ok(None),
            Some(b'd') => Step::Delete,
            Some(b'a') => {
                let id = signed(self.number()?)?;
                loop {
                    match self.number()? {
                        0 => break,
                        n => literals.push(literal(signed(n)?)?),
                    }
                    one_more()?;
                }
                Step::Add(u64::try_from(id).map_err(|_| "a clause has a negative number")?)
            }
            Some(other) => return Err(format!("it begins with byte {other}").into()),
        };
        loop {
            match self.number()? {
                0 => return Ok(Some(step)),
                n => hints.push(signed(n)?),
            }
            one_more()?;
        }
    }

    fn text_step(
        &mut self,
        literals: &mut Vec<usize>,
        hints: &mut Vec<i64>,
        room: u64,
    ) -> StepResult<Option<Step>> {
        // A number takes at least two characters of the line, so the numbers take up to four times the line's length.
        let most = room / (NUMBER / 2 + 1);
        loop {
            self.line.clear();
            let mut source = (&mut self.source).take(most);
            let read = source.read_until(b'\n', &mut self.line).map_err(error_text)?;
            if read == 0 {
                return if most == 0 { Err(StepError::TooLong) } else { Ok(None) };
            }
            if read as u64 == most && self.line.last() != Some(&b'\n') {
                return Err(StepError::TooLong);
            }
            self.bytes += read as u64;
            let line = std::str::from_utf8(&self.line).map_err(|_| "it is no text")?;
            let mut items = line.split_ascii_whitespace();
            let Some(first) = items.next().filter(|&first| first != "c") else { continue };
            let id = integer(first)?;
            let id = u64::try_from(id).map_err(|_| "a clause has a negative number")?;
            let mut rest = items.clone();
            let step = if rest.next() == Some("d") {
                items = rest;
                Step::Delete
            } else {
                loop {
                    match integer(items.next().ok_or(SHORT)?)? {
                        0 => break,
                        n => literals.push(literal(n)?),
                    }
                }
                Step::Add(id)
            };
            loop {
                match integer(items.next().ok_or(SHORT)?)? {
                    0 => break,
                    n => hints.push(n),
                }
            }
            return match items.next() {
                None => Ok(Some(step)),
                Some(_) => Err("something stands behind its end".into()),
            };
        }
    }
}

fn error_text(error: std::io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => SHORT.into(),
        _ => error.to_string(),
    }
}

fn integer(text: &str) -> StepResult<i64> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().map(|c| if c.is_control() { '?' } else { c }).take(40).collect();
        format!("'{shown}' is no number").into()
    })
}

/// A binary number is twice the size, and one if it is negative.
fn signed(number: u64) -> StepResult<i64> {
    let size = (number >> 1) as i64;
    match (size, number & 1) {
        (0, _) => Err("a number in it is minus zero".into()),
        (size, 0) => Ok(size),
        (size, _) => Ok(-size),
    }
}

fn literal(number: i64) -> StepResult<usize> {
    let variable = number.unsigned_abs();
    if variable >= 1 << 31 {
        return Err(format!("variable {variable} is too large").into());
    }
    Ok(2 * (variable as usize - 1) + usize::from(number < 0))
}
