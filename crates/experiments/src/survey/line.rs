//! The lines of a survey file.

use super::{Block, Header, Record, Tally};
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
