//! A row of the table of games.

use super::Rules;

/// A game known by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// A description in one line.
    pub about: &'static str,
    /// Where these rules are written down.
    pub source: &'static str,
    pub(super) rules: fn() -> Rules,
}

/// A name that is no game's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown game '{name}': expected a game that 'patsat games' lists")]
pub struct UnknownGameError {
    /// The requested name.
    pub name: String,
    /// The known names.
    pub known: String,
}
