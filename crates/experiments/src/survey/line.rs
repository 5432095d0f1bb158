//! The lines of a survey file.

use super::{Header, Record, Tally};
use patsat_planning::Verdict;
use serde::{Deserialize, Serialize};

/// One line of a survey file: `{"type": ..., "data": {...}}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
pub enum Line {
    Begin(Header),
    Result(Record),
    /// After the unsolved deals of a block, where the survey keeps blocks.
    Block(Block),
    /// The last line of a finished survey.
    End(Tally),
}

/// Consecutive deals of a survey.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Name of the first deal.
    pub first: String,
    pub last: String,
    /// SHA-256 of the lines of all its deals as a survey without blocks writes them, with every `time_ms` 0.0.
    pub sha256: String,
    pub tally: Tally,
}

impl Block {
    /// `Unknown` if a deal is undecided, else `Unwinnable` if one is, else `Solved`.
    pub(super) fn verdict(&self) -> Verdict {
        match (self.tally.unknown, self.tally.unwinnable) {
            (0, 0) => Verdict::Solved,
            (0, _) => Verdict::Unwinnable,
            _ => Verdict::Unknown,
        }
    }
}
