//! The number of positions of a lost game at each progress, as a file: a certificate for games with very large closed
//! sets.
//!
//! ```text
//! patsat swept-set 1
//! game forty-thieves
//! deal solvitaire:forty-thieves:97
//! instance 64 hex digits      SHA-256 of the rules and the position, as JSON
//! safe-home made              or left: whether safe cards go home at once
//! 0 1                         progress since the start, and how many positions have it
//! 2 4
//! ```
//! The checker does not rely on these numbers. It visits all positions itself, on the rules alone, and compares its
//! numbers with those of the file. Equal numbers show that the search and the checker, which share no code, visited the
//! same positions. The search keeps only these numbers: [`Table::progress`](crate::state::Table::progress) sorts
//! positions into levels that no move leads back to.

use super::Instance;
use super::header::{self, short};
use std::fmt::Write;

const MAGIC: &str = "patsat swept-set 1";

/// The contents of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SweptSet {
    /// Whether safe cards go home at once, and only positions are counted in which none can.
    pub safe_home: bool,
    /// Progress since the start, rising, with the number of positions, up to symmetry.
    pub levels: Vec<(u64, u64)>,
}

/// Why a text is no such file for an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SweptSetError {
    /// It does not start as one.
    #[error("this is no swept set: expected a file that starts '{MAGIC}'")]
    Magic,
    /// It does not say to what it belongs.
    #[error("the swept set does not say what it belongs to: expected a line 'instance' with 64 hex digits")]
    Unbound,
    /// It belongs to another game or position.
    #[error("the swept set was made for other rules or another position")]
    OtherInstance,
    /// A line that cannot be read.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// It ends too early.
    #[error("the swept set counts no positions: expected lines such as '0 1'")]
    None,
}

impl SweptSet {
    /// Whether a file starts like one.
    #[must_use]
    pub fn looks_like_one(file: &[u8]) -> bool {
        file[..file.len().min(64)].trim_ascii_start().starts_with(b"patsat swept-set")
    }

    /// All positions together.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.levels.iter().fold(0, |sum: u64, &(_, positions)| sum.saturating_add(positions))
    }

    /// The text that [`SweptSet::read`] reads back for this instance alone.
    #[must_use]
    pub fn write(&self, instance: &Instance) -> String {
        let safe = if self.safe_home { "made" } else { "left" };
        let mut text = format!("{MAGIC}\n{}safe-home {safe}\n", header::lines(instance));
        for (progress, positions) in &self.levels {
            let _ = writeln!(text, "{progress} {positions}");
        }
        text
    }

    /// Reads it for an instance.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn read(instance: &Instance, file: &[u8]) -> Result<SweptSet, SweptSetError> {
        let text = std::str::from_utf8(file).map_err(|_| SweptSetError::Magic)?;
        let mut lines = header::content_lines(text);
        if lines.next().is_none_or(|(_, text)| text != MAGIC) {
            return Err(SweptSetError::Magic);
        }
        let (mut bound, mut safe_home) = (false, None);
        let mut levels: Vec<(u64, u64)> = Vec::new();
        for (line, text) in lines {
            let fault = |what| SweptSetError::Line { line, what };
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let rest = rest.trim();
            match (word, rest) {
                ("game" | "deal", _) => {}
                ("instance", hex) if header::is(instance, hex).map_err(fault)? => bound = true,
                ("instance", _) => return Err(SweptSetError::OtherInstance),
                _ if !bound => return Err(SweptSetError::Unbound),
                ("safe-home", "made") => safe_home = Some(true),
                ("safe-home", "left") => safe_home = Some(false),
                ("safe-home", found) => {
                    return Err(fault(format!("'{}' is neither 'made' nor 'left'", short(found))));
                }
                _ if safe_home.is_none() => {
                    let found = short(text);
                    return Err(fault(format!(
                        "expected 'safe-home made' or 'safe-home left', found '{found}'"
                    )));
                }
                (progress, positions) => {
                    let (Ok(progress), Ok(positions @ 1..)) = (progress.parse(), positions.parse()) else {
                        let found = short(text);
                        return Err(fault(format!(
                            "expected a progress and how many positions have it, such as '2 4', found '{found}'"
                        )));
                    };
                    if let Some((before, _)) = levels.last().filter(|(before, _)| *before >= progress) {
                        return Err(fault(format!("expected a progress above {before}, found {progress}")));
                    }
                    levels.push((progress, positions));
                }
            }
        }
        match (bound, safe_home) {
            (false, _) => Err(SweptSetError::Unbound),
            (true, Some(safe_home)) if !levels.is_empty() => Ok(SweptSet { safe_home, levels }),
            (true, _) => Err(SweptSetError::None),
        }
    }
}
