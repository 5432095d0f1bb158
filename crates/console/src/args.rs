//! Pieces of arguments that several commands share.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Default memory limit: running out of memory would lose the answer.
pub const MEMORY_MIB: u64 = 4096;

/// Heading of the options that all or most commands have. They stand last.
pub const SHARED: &str = "Shared options";

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

/// A count on the command line.
///
/// # Errors
/// If it is no whole number from 1 on.
pub fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1 on".to_owned())
}

/// Reads a value by its name.
pub fn known<T: Clone + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<(&str, T)> = all.into_iter().collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    PossibleValuesParser::new(names).try_map(move |name| {
        let found = all.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.clone()).ok_or("the name is not known")
    })
}
