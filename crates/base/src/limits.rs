//! When long work is to stop, and why it stopped before it had an answer.
//!
//! A [`Limit`] goes unchanged from a solver's loop to the verdict *unknown* and to the output.

use std::fmt;
use std::time::Duration;

/// When to stop. Without a limit work goes on to its end.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions expanded.
    pub nodes: Option<u64>,
    /// Memory in MiB: of the tables of a search, as it counts them itself; of a formula, and of
    /// the process that solves it.
    pub memory_mib: Option<u64>,
}

/// Why work stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Limit {
    /// Out of time.
    Time,
    /// Out of positions to expand.
    Nodes,
    /// Out of conflicts of a solver.
    Conflicts,
    /// Out of memory.
    Memory,
    /// Stopped by the user, or because another thread had the answer first.
    Interrupted,
    /// It gave up by itself: an incomplete method without more ideas, or a program with a limit of
    /// its own.
    GaveUp,
}

impl Limit {
    /// The limit in a word, as JSON has it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Limit::Time => "time",
            Limit::Nodes => "nodes",
            Limit::Conflicts => "conflicts",
            Limit::Memory => "memory",
            Limit::Interrupted => "interrupted",
            Limit::GaveUp => "gave-up",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "time limit reached",
            Limit::Nodes => "node limit reached",
            Limit::Conflicts => "conflict limit reached",
            Limit::Memory => "memory limit reached",
            Limit::Interrupted => "interrupted",
            Limit::GaveUp => "the solver gave up",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_what_json_has() {
        use Limit::{Conflicts, GaveUp, Interrupted, Memory, Nodes, Time};
        for limit in [Time, Nodes, Conflicts, Memory, Interrupted, GaveUp] {
            assert_eq!(serde_json::to_value(limit).unwrap(), limit.word());
        }
    }
}
