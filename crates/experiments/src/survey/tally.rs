//! Counts over a survey, and how far they can be trusted.

use super::Record;
use patsat_base::wilson;
use patsat_planning::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sums over the records of a survey. The same records in any order give the same tally.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Deals with a verified plan.
    pub solved: u64,
    /// Deals proved to have none.
    pub unwinnable: u64,
    /// Of these, deals that dead patterns prove lost.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub by_patterns: u64,
    /// Deals without a verdict.
    pub unknown: u64,
    /// Lengths in single-card moves.
    pub m1: Lengths,
    /// Lengths, a supermove being one.
    pub m2: Lengths,
    /// Lengths without moves to a foundation.
    pub m3: Lengths,
    /// How hard deals are for people, where they were rated.
    #[serde(default, skip_serializing_if = "Lengths::is_empty")]
    pub levels: Lengths,
    /// Positions expanded, over all deals.
    pub states: u64,
    /// The most positions that one deal took, and the first deal that did.
    pub most_states: Option<(u64, String)>,
    /// Time of all deals in milliseconds, summed over the workers.
    pub time_ms: f64,
    /// The longest time of a deal in milliseconds, and which it was.
    pub most_time_ms: Option<(f64, String)>,
}

/// Files from before patterns were counted have no such count.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How often each length occurs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lengths(BTreeMap<u32, u64>);

impl Lengths {
    fn merge(&mut self, other: &Lengths) {
        for (&length, &count) in &other.0 {
            *self.0.entry(length).or_default() += count;
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Shortest and longest; `None` without any.
    #[must_use]
    pub fn extremes(&self) -> Option<(u32, u32)> {
        Some((*self.0.first_key_value()?.0, *self.0.last_key_value()?.0))
    }

    /// The mean; `None` without any.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: u64 = self.0.iter().map(|(&length, &count)| u64::from(length) * count).sum();
        (!self.0.is_empty()).then(|| sum as f64 / self.count() as f64)
    }

    /// The lower median; `None` without any.
    #[must_use]
    pub fn median(&self) -> Option<u32> {
        let mut left = self.count().div_ceil(2);
        self.0.iter().find_map(|(&length, &count)| {
            left = left.saturating_sub(count);
            (left == 0).then_some(length)
        })
    }
}

impl Tally {
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.solved + self.unwinnable + self.unknown
    }

    pub fn add(&mut self, record: &Record) {
        match record.verdict {
            Verdict::Solved => self.solved += 1,
            Verdict::Unwinnable => self.unwinnable += 1,
            Verdict::NoPlanWithin | Verdict::Unknown => self.unknown += 1,
        }
        self.by_patterns += u64::from(record.patterns.is_some());
        for (lengths, length) in
            [(&mut self.m1, record.m1), (&mut self.m2, record.m2), (&mut self.m3, record.m3)]
        {
            if let Some(length) = length {
                *lengths.0.entry(length).or_default() += 1;
            }
        }
        if let Some(level) = record.level {
            *self.levels.0.entry(level.into()).or_default() += 1;
        }
        self.states += record.states;
        self.time_ms += record.time_ms;
        worse(&mut self.most_states, record.states, &record.deal);
        worse(&mut self.most_time_ms, record.time_ms, &record.deal);
    }

    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Tally) {
        self.solved += other.solved;
        self.unwinnable += other.unwinnable;
        self.by_patterns += other.by_patterns;
        self.unknown += other.unknown;
        self.levels.merge(&other.levels);
        self.m1.merge(&other.m1);
        self.m2.merge(&other.m2);
        self.m3.merge(&other.m3);
        self.states += other.states;
        self.time_ms += other.time_ms;
        if let Some((states, deal)) = &other.most_states {
            worse(&mut self.most_states, *states, deal);
        }
        if let Some((time, deal)) = &other.most_time_ms {
            worse(&mut self.most_time_ms, *time, deal);
        }
    }

    /// A 95 % interval of the rate of winnable deals: the unknown ones are counted as lost
    /// for its lower end and as won for its upper one.
    #[must_use]
    pub fn winnable_rate(&self) -> (f64, f64) {
        let deals = self.deals();
        (wilson(self.solved, deals).0, wilson(self.solved + self.unknown, deals).1)
    }

    /// The like for unwinnable deals.
    #[must_use]
    pub fn unwinnable_rate(&self) -> (f64, f64) {
        let (low, high) = self.winnable_rate();
        (1.0 - high, 1.0 - low)
    }
}

/// Keeps the larger value; of equal ones that of the smaller deal, so that order is no matter.
fn worse<T: PartialOrd + Copy>(kept: &mut Option<(T, String)>, value: T, deal: &str) {
    let earlier = |a: &str, b: &str| (a.len(), a) < (b.len(), b);
    if kept.as_ref().is_none_or(|(most, of)| value > *most || (value == *most && earlier(deal, of))) {
        *kept = Some((value, deal.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u32, verdict: Verdict, m2: Option<u32>) -> Record {
        Record {
            m1: m2,
            m2,
            m3: m2,
            states: u64::from(number % 3),
            time_ms: 1.0,
            ..Record::bare(format!("ms:{number}"), verdict)
        }
    }

    #[test]
    fn order_and_grouping_make_no_difference() {
        let records: Vec<Record> = (1..=20)
            .map(|n| match n % 5 {
                0 => record(n, Verdict::Unwinnable, None),
                1 => record(n, Verdict::Unknown, None),
                _ => record(n, Verdict::Solved, Some(n)),
            })
            .collect();
        let sum = |records: &[Record]| {
            let mut tally = Tally::default();
            records.iter().for_each(|r| tally.add(r));
            tally
        };
        let whole = sum(&records);
        let mut reversed = records.clone();
        reversed.reverse();
        assert_eq!(sum(&reversed), whole);
        let mut merged = sum(&records[13..]);
        merged.merge(&sum(&records[..13]));
        assert_eq!(merged, whole);
        assert_eq!((whole.solved, whole.unwinnable, whole.unknown), (12, 4, 4));
        assert_eq!((whole.m2.median(), whole.m2.extremes()), (Some(9), Some((2, 19))));
        assert_eq!(whole.most_states, Some((2, "ms:2".into())));
        // Unknown deals widen the interval on both sides.
        let (low, high) = whole.winnable_rate();
        assert_eq!((low, high), (wilson(12, 20).0, wilson(16, 20).1));
    }
}
