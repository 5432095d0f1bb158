//! A closed part of the patterns found so far, whatever their levels.
//!
//! Layers are equal only once all patterns of a level are lifted to the next, including those that the start
//! does not need. Refuting a step for each of them again on every level is a good part of the work. Most of
//! that work comes after the patterns that prove the game lost are known.
//!
//! So before patterns are lifted, an attempt is made to find that proof. From the pattern that holds the
//! start on, some pattern of any level must hold every position that a step leads to. A pattern from which a
//! step leads out of all patterns is left aside. After a few of these the attempt is given up, as it would
//! take as long as it saves. (Houdini, Flanagan and Leino 2001, finds those of a set of candidates that are
//! inductive together; here only the ones that the start needs are queried.)

use super::Reach;
use super::narrow::HARD;
use crate::facts::Facts;
use crate::oracle::{Answer, Oracle};
use crate::spots::Spots;
use patsat_base::Limit;
use rustsat::types::Lit;
use std::cmp::Reverse;

/// The maximum number of patterns left aside before the attempt is given up.
const ASIDE: u32 = 5;

/// A pattern of the pool.
struct Entry {
    facts: Facts,
    level: usize,
    /// Whether a step leads from it out of all patterns.
    aside: bool,
    /// The switch that excludes the pattern after a step; `None` until the pattern is needed.
    switch: Option<Lit>,
    /// Once no step leads out: the switches of the patterns that steps from it lead into.
    into: Option<Vec<Lit>>,
}

struct Pool {
    entries: Vec<Entry>,
}

/// The next task of the attempt.
enum NextTask {
    /// This pattern is needed, and not yet known to be closed.
    Open(usize),
    /// The patterns that are needed are closed.
    Closed(Vec<Facts>),
}

impl Pool {
    /// Returns a pattern that holds a position: preferably one that is already taken, then one of a high level.
    fn holding(&self, spots: &Spots, state: &[u32]) -> Option<usize> {
        (0..self.entries.len())
            .filter(|&n| !self.entries[n].aside && spots.holds(&self.entries[n].facts, state))
            .min_by_key(|&n| {
                let entry = &self.entries[n];
                (entry.switch.is_none(), Reverse(entry.level), entry.facts.len())
            })
    }

    fn take(&mut self, oracle: &mut Oracle<'_>, number: usize) {
        let entry = &mut self.entries[number];
        if entry.switch.is_none() {
            let switch = oracle.switch();
            oracle.leave(switch, &entry.facts);
            entry.switch = Some(switch);
        }
    }

    /// Leaves a pattern aside. The patterns that rested on it are open again.
    fn leave_aside(&mut self, oracle: &mut Oracle<'_>, number: usize) {
        self.entries[number].aside = true;
        let Some(switch) = self.entries[number].switch else { return };
        oracle.retire(switch);
        for entry in &mut self.entries {
            if entry.into.as_ref().is_some_and(|into| into.contains(&switch)) {
                entry.into = None;
            }
        }
    }

    fn next(&self, first: &[usize]) -> NextTask {
        let mut seen = vec![false; self.entries.len()];
        let mut stack = first.to_vec();
        stack.iter().for_each(|&n| seen[n] = true);
        while let Some(at) = stack.pop() {
            let Some(into) = &self.entries[at].into else { return NextTask::Open(at) };
            for (number, entry) in self.entries.iter().enumerate() {
                if !seen[number] && entry.switch.is_some_and(|switch| into.contains(&switch)) {
                    seen[number] = true;
                    stack.push(number);
                }
            }
        }
        let needed = self.entries.iter().zip(seen).filter(|(_, seen)| *seen);
        NextTask::Closed(needed.map(|(entry, _)| entry.facts.clone()).collect())
    }
}

impl Reach<'_, '_> {
    /// Returns patterns that hold the starts and lead nowhere else, if those of all levels soon yield them.
    pub(super) fn close(&mut self) -> Result<Option<Vec<Facts>>, Limit> {
        let of = |level| {
            let entry = move |facts| Entry { facts, level, aside: false, switch: None, into: None };
            self.frames.at(level).into_iter().map(entry)
        };
        let mut pool = Pool { entries: (1..=self.top + 1).flat_map(of).collect() };
        let mut oracle = self.oracle_for(self.seed);
        oracle.most = Some(HARD);
        let mut aside = 0;
        while aside <= ASIDE
            && let Some(first) = self.hold_starts(&mut pool, &mut oracle)
        {
            match pool.next(&first) {
                NextTask::Closed(patterns) => {
                    self.conflicts += oracle.conflicts();
                    return Ok(Some(patterns));
                }
                NextTask::Open(at) => {
                    if !self.holds_in(&mut pool, &mut oracle, at)? {
                        pool.leave_aside(&mut oracle, at);
                        aside += 1;
                    }
                }
            }
        }
        self.conflicts += oracle.conflicts();
        Ok(None)
    }

    /// Takes the patterns that hold the starts; returns `None` if no pattern holds one of them.
    fn hold_starts(&self, pool: &mut Pool, oracle: &mut Oracle<'_>) -> Option<Vec<usize>> {
        let mut first = Vec::new();
        for start in &self.region.starts {
            let number = pool.holding(self.spots, start)?;
            pool.take(oracle, number);
            first.push(number);
        }
        Some(first)
    }

    /// Queries once where steps from a pattern lead; returns false if a step leads out of all patterns.
    fn holds_in(&mut self, pool: &mut Pool, oracle: &mut Oracle<'_>, at: usize) -> Result<bool, Limit> {
        let facts = pool.entries[at].facts.clone();
        if self.witnesses.ends(self.spots, &facts).any(|to| pool.holding(self.spots, to).is_none()) {
            return Ok(false);
        }
        let switches: Vec<Lit> =
            pool.entries.iter().filter(|entry| !entry.aside).filter_map(|entry| entry.switch).collect();
        self.queried += 1;
        match oracle.query_out(self.spots, &facts, &switches)? {
            Answer::None(_) => {
                let into = switches.into_iter().filter(|&switch| oracle.needed(switch)).collect();
                pool.entries[at].into = Some(into);
                Ok(true)
            }
            Answer::To(to) => {
                let holding = pool.holding(self.spots, &to);
                holding.into_iter().for_each(|number| pool.take(oracle, number));
                let known = self.frames.level_of(self.spots, &to).unwrap_or(0);
                self.witnesses.add(oracle.origin(self.spots), to, known);
                Ok(holding.is_some())
            }
            Answer::Hard => Ok(false),
        }
    }
}
