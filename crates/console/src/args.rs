//! Pieces of arguments that several commands share.

use clap::ValueEnum;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Memory limit where none is given: running out of memory would lose the answer.
pub const MEMORY_MIB: u64 = 4096;

/// Text or JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Shape {
    /// Sentences
    Text,
    /// JSON Lines: begin, result, end
    Json,
}

/// A time on the command line, in seconds.
///
/// # Errors
/// If it is no number from 0 on.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected seconds, like 2.5".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|_| "expected seconds from 0 on, like 2.5".to_owned())
}

/// How many of something there are to be, on the command line.
///
/// # Errors
/// If it is no whole number from 1 on.
pub fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1 on".to_owned())
}

/// ` (did you mean 'x'?)` if one of the names is near.
pub fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let name = name.to_ascii_lowercase();
    let near = known.map(|k| (strsim::jaro_winkler(&name, k), k)).max_by(|a, b| a.0.total_cmp(&b.0));
    match near {
        Some((score, known)) if score > 0.8 => format!(" (did you mean '{known}'?)"),
        _ => String::new(),
    }
}
