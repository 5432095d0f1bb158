//! The certificate of a lost height game, as a file.
//!
//! ```text
//! patsat height-game 1
//! game freecell
//! deal ms:517776
//! instance 64 hex digits      SHA-256 of the rules and the position, as JSON
//! positions 7944              positions of the height game that can be reached
//! ```
//! [`crate::verify::check_height_game`] defines the height game and proves that its loss is a loss of the real game.

use super::Instance;
use super::header::{self, short};

const MAGIC: &str = "patsat height-game 1";

/// The contents of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeightGame {
    /// Number of positions of the height game.
    pub positions: u64,
}

/// Why a text is no such file for an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeightGameError {
    /// The first line is another.
    #[error("this is no height game: expected a file that starts '{MAGIC}'")]
    Magic,
    /// The line `instance` is missing or late.
    #[error("the height game names no instance: expected a line 'instance' with 64 hex digits")]
    Unbound,
    /// It belongs to another game or position.
    #[error("the height game belongs to other rules or another position")]
    OtherInstance,
    /// A line that cannot be read.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// The number of positions is missing.
    #[error("the file of the height game has no line 'positions'")]
    Missing,
}

impl HeightGame {
    /// Whether a file starts like one.
    #[must_use]
    pub fn looks_like_one(file: &[u8]) -> bool {
        file[..file.len().min(64)].trim_ascii_start().starts_with(b"patsat height-game")
    }

    /// Returns the text that [`HeightGame::read`] accepts for this instance alone.
    #[must_use]
    pub fn write(&self, instance: &Instance) -> String {
        format!("{MAGIC}\n{}positions {}\n", header::lines(instance), self.positions)
    }

    /// Reads it for an instance.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn read(instance: &Instance, file: &[u8]) -> Result<HeightGame, HeightGameError> {
        let text = std::str::from_utf8(file).map_err(|_| HeightGameError::Magic)?;
        let mut lines = header::content_lines(text);
        if lines.next().is_none_or(|(_, text)| text != MAGIC) {
            return Err(HeightGameError::Magic);
        }
        let (mut bound, mut positions) = (false, None);
        for (line, text) in lines {
            let fault = |what| HeightGameError::Line { line, what };
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let rest = rest.trim();
            match word {
                "game" | "deal" => {}
                "instance" if header::is(instance, rest).map_err(fault)? => bound = true,
                "instance" => return Err(HeightGameError::OtherInstance),
                _ if !bound => return Err(HeightGameError::Unbound),
                "positions" if positions.is_none() => {
                    let wrong = |_| fault(format!("'{}' is no number of positions", short(rest)));
                    positions = Some(rest.parse().map_err(wrong)?);
                }
                _ => return Err(fault(format!("expected one line 'positions', found '{}'", short(word)))),
            }
        }
        if !bound {
            return Err(HeightGameError::Unbound);
        }
        Ok(HeightGame { positions: positions.ok_or(HeightGameError::Missing)? })
    }
}
