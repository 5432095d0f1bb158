//! Errors of survey files.

use super::Record;
use crate::lines::{LineFault, LinesError};
use patsat_base::printable;
use patsat_game::cards::DealId;
use patsat_game::cards::DealRange;
use std::path::{Path, PathBuf};

/// Why a survey file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error(transparent)]
    Content(#[from] LineFault),
    #[error("'{path}' was made with {difference}: expected the same range, rules and options", path = .path.display())]
    Other { path: PathBuf, difference: String },
    #[error("'{0}' holds an unfinished survey: add --resume to continue it, or --force to start again")]
    Unfinished(PathBuf),
    #[error("'{0}' holds {1} already: expected another file, or --force to write over it")]
    Full(PathBuf, &'static str),
}

/// Of a file with another first line.
pub(super) const NO_SURVEY: &str = "found no survey, expected the header of one";
/// Of a line of another kind.
pub(super) const NO_RECORD: &str = "found no record of a deal, expected one line a deal";

/// Something in a file that does not belong there.
pub(super) fn content(path: &Path, line: impl Into<Option<u64>>, what: impl Into<String>) -> LogError {
    LineFault::new(path, line, what).into()
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
