//! Counts of comparisons by kind.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Counts by a name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Adds one to the count of this kind.
    pub fn add(&mut self, kind: impl Into<String>) {
        *self.0.entry(kind.into()).or_default() += 1;
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Tally) {
        for (kind, count) in &other.0 {
            *self.0.entry(kind.clone()).or_default() += count;
        }
    }

    /// Returns the count of this kind.
    #[must_use]
    pub fn get(&self, kind: &str) -> u64 {
        self.0.get(kind).copied().unwrap_or(0)
    }

    /// Returns the sum of the counts of all kinds that begin with this text.
    #[must_use]
    pub fn beginning(&self, with: &str) -> u64 {
        self.0.iter().filter(|(kind, _)| kind.starts_with(with)).map(|(_, count)| count).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = self.0.keys().map(String::len).max().unwrap_or(0);
        self.0.iter().try_for_each(|(kind, count)| writeln!(f, "{kind:longest$} {count:>10}"))
    }
}
