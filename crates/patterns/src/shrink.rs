//! Fewer patterns of fewer facts, as long as there is time.
//!
//! A pattern may become wider if the set with it is still closed: it drops a fact, or it is merged with another
//! pattern into the facts that they share. The other patterns can then do without the positions it holds.
//!
//! A pattern may be removed if the others are closed without it. The pattern that needs it is remembered, so
//! that the next attempt to remove it mostly costs one query. For each pattern, the patterns that its own
//! closedness rests on are remembered too, so only the patterns that rest on the removed one are queried.
//! When nothing helps any more, another seed finds other patterns, and the best set is kept.

use super::facts::{Facts, is_subset, shuffled};
use super::oracle::{Answer, Oracle};
use super::relation::Relation;
use super::spots::Spots;
use patsat_base::Limit;
use patsat_solvers::Control;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustsat::types::Lit;

/// Patterns and facts: what is to be small, in this order.
pub(super) fn size(patterns: &[Facts]) -> (usize, usize) {
    (patterns.len(), patterns.iter().map(|facts| facts.len()).sum())
}

struct Entry {
    /// The switch of the pattern, on for as long as it is in the set.
    number: u32,
    facts: Facts,
    switch: Lit,
    /// Once no step is known to lead from it out of the set: the patterns that this rests on. As long as they
    /// are in the set, no new query is needed.
    into: Option<Vec<u32>>,
    /// A pattern from which a step leads to a position that only this one holds.
    needed_by: Option<Facts>,
}

struct Shrink<'a, 's> {
    spots: &'s Spots,
    relation: &'s Relation,
    control: Control<'a>,
    oracle: Oracle<'a>,
    entries: Vec<Entry>,
    /// How many patterns were ever in the set.
    numbers: u32,
    rng: ChaCha8Rng,
    /// Conflicts of earlier solvers, and the maximum number of conflicts.
    conflicts: u64,
    most: u64,
}

/// Makes a closed set smaller until nothing helps or a limit is reached; the result is closed. `most` limits
/// the conflicts of the solver, not its time, so that the result is the same on every machine.
pub(super) fn polish(
    spots: &Spots,
    relation: &Relation,
    patterns: &[Facts],
    seed: u64,
    most: u64,
    control: Control<'_>,
) -> Vec<Facts> {
    let mut shrink = Shrink {
        spots,
        relation,
        control,
        oracle: Oracle::new(spots, relation, seed, control),
        entries: Vec::new(),
        numbers: 0,
        rng: ChaCha8Rng::seed_from_u64(seed),
        conflicts: 0,
        most,
    };
    patterns.iter().for_each(|facts| shrink.add(facts.clone(), None));
    loop {
        let before = shrink.size();
        if shrink.round().is_err() || shrink.size() == before {
            break;
        }
    }
    shrink.drop_unreached();
    shrink.entries.into_iter().map(|entry| entry.facts).collect()
}

impl Shrink<'_, '_> {
    fn size(&self) -> (usize, usize) {
        (self.entries.len(), self.entries.iter().map(|entry| entry.facts.len()).sum())
    }

    fn add(&mut self, facts: Facts, into: Option<Vec<u32>>) {
        let switch = self.oracle.switch();
        self.oracle.leave(switch, &facts);
        self.entries.push(Entry { number: self.numbers, facts, switch, into, needed_by: None });
        self.numbers += 1;
    }

    /// Returns the patterns that the last refutation rests on.
    fn rests_on(&self) -> Vec<u32> {
        let needed = self.entries.iter().filter(|entry| self.oracle.needed(entry.switch));
        needed.map(|entry| entry.number).collect()
    }

    /// Whether there are conflicts left.
    fn afford(&self) -> Result<(), Limit> {
        let spent = self.conflicts + self.oracle.conflicts() >= self.most;
        if spent { Err(Limit::Conflicts) } else { Ok(()) }
    }

    fn round(&mut self) -> Result<(), Limit> {
        self.remove_all()?;
        self.merge_all()?;
        self.widen_all()?;
        self.remove_all()
    }

    /// If no step leads from `facts` out of the set with `facts` in it, returns those of the facts that are
    /// needed for this, and the other patterns that it rests on.
    fn fits(&mut self, facts: &[u32]) -> Result<Option<(Facts, Vec<u32>)>, Limit> {
        if facts.is_empty() || self.spots.holds_at_goal(facts) {
            return Ok(None);
        }
        self.afford()?;
        let switch = self.oracle.switch();
        self.oracle.leave(switch, facts);
        self.oracle.touch(self.spots, switch, facts);
        let mut switches: Vec<Lit> = self.entries.iter().map(|entry| entry.switch).collect();
        switches.push(switch);
        let answer = self.oracle.query(self.spots, facts, &switches, false);
        self.oracle.retire(switch);
        let Answer::None(core) = answer? else { return Ok(None) };
        let few = if self.spots.holds_at_goal(&core) { facts.into() } else { core.into() };
        Ok(Some((few, self.rests_on())))
    }

    /// Adds a wider pattern. Removes the patterns that it holds, and `known`, which it is known to hold. What
    /// rested on them now rests on it.
    fn replace(&mut self, facts: Facts, mut into: Vec<u32>, known: &[u32]) {
        let (gone, kept) = std::mem::take(&mut self.entries)
            .into_iter()
            .partition::<Vec<Entry>, _>(|entry| is_subset(&facts, &entry.facts) || *entry.facts == *known);
        self.entries = kept;
        gone.iter().for_each(|entry| self.oracle.retire(entry.switch));
        let all = self.entries.iter_mut().filter_map(|entry| entry.into.as_mut()).chain([&mut into]);
        for number in all.flatten() {
            if gone.iter().any(|entry| entry.number == *number) {
                *number = self.numbers;
            }
        }
        self.add(facts, Some(into));
        if self.oracle.retired() > 4000 {
            self.conflicts += self.oracle.conflicts();
            self.oracle = Oracle::new(self.spots, self.relation, self.rng.next_u64(), self.control);
            for entry in &mut self.entries {
                entry.switch = self.oracle.switch();
                self.oracle.leave(entry.switch, &entry.facts);
            }
        }
    }

    fn merge_all(&mut self) -> Result<(), Limit> {
        let mut tried: Vec<(usize, u32, Facts)> = Vec::new();
        for (n, one) in self.entries.iter().enumerate() {
            for other in &self.entries[..n] {
                let shared: Facts =
                    one.facts.iter().copied().filter(|fact| other.facts.contains(fact)).collect();
                // Two facts of four or five may suffice to prove a position lost; a single fact almost never does.
                if shared.len() >= 2 {
                    tried.push((
                        one.facts.len() + other.facts.len() - 2 * shared.len(),
                        self.rng.next_u32(),
                        shared,
                    ));
                }
            }
        }
        tried.sort_unstable();
        tried.dedup_by(|a, b| a.2 == b.2);
        for (_, _, shared) in tried.into_iter().take(200) {
            let holds = self.entries.iter().filter(|entry| is_subset(&shared, &entry.facts)).count();
            if holds >= 2
                && let Some((few, into)) = self.fits(&shared)?
            {
                self.replace(few, into, &[]);
            }
        }
        Ok(())
    }

    fn widen_all(&mut self) -> Result<(), Limit> {
        let all: Vec<Facts> = self.entries.iter().map(|entry| entry.facts.clone()).collect();
        for mut facts in all {
            for fact in shuffled(self.spots, &facts, &mut self.rng) {
                if !self.entries.iter().any(|entry| entry.facts == facts) {
                    break;
                }
                if !facts.contains(&fact) {
                    continue;
                }
                let fewer: Facts = facts.iter().copied().filter(|&other| other != fact).collect();
                if let Some((few, into)) = self.fits(&fewer)? {
                    self.replace(few.clone(), into, &[]);
                    facts = few;
                    continue;
                }
                let Some(wide) = self.spots.wider[fact as usize].filter(|_| facts.contains(&fact)) else {
                    continue;
                };
                let mut less: Facts = facts.iter().map(|&f| if f == fact { wide } else { f }).collect();
                less.sort_unstable();
                if let Some((few, into)) = self.fits(&less)? {
                    self.replace(few.clone(), into, &facts);
                    facts = few;
                }
            }
        }
        Ok(())
    }

    fn remove_all(&mut self) -> Result<(), Limit> {
        // Long patterns first: what they hold is most likely held by others.
        let mut all: Vec<(usize, u32, Facts)> =
            self.entries.iter().map(|e| (e.facts.len(), self.rng.next_u32(), e.facts.clone())).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        for (_, _, facts) in all {
            let Some(at) = self.entries.iter().position(|entry| entry.facts == facts) else { continue };
            let entry = self.entries.swap_remove(at);
            match self.closed_without(&entry) {
                Ok(None) => self.oracle.retire(entry.switch),
                Ok(Some(needed_by)) => self.entries.push(Entry { needed_by: Some(needed_by), ..entry }),
                Err(limit) => {
                    self.entries.push(entry);
                    return Err(limit);
                }
            }
        }
        Ok(())
    }

    /// Keeps only what the start's pattern rests on, directly or through others; keeps all if time runs out.
    /// Patterns that hold each other up cannot be removed one by one, even if no step leads to them.
    fn drop_unreached(&mut self) {
        let holds_start = |entry: &Entry| self.spots.holds(&entry.facts, &self.spots.start);
        let Some(first) = self.entries.iter().position(holds_start) else { return };
        let switches: Vec<Lit> = self.entries.iter().map(|entry| entry.switch).collect();
        let mut reached = vec![false; self.entries.len()];
        reached[first] = true;
        let mut stack = vec![first];
        while let Some(at) = stack.pop() {
            if self.entries[at].into.is_none() {
                let facts = self.entries[at].facts.clone();
                let Ok(Answer::None(_)) = self.oracle.query_out(self.spots, &facts, &switches) else {
                    return;
                };
                self.entries[at].into = Some(self.rests_on());
            }
            for (number, entry) in self.entries.iter().enumerate() {
                let into = self.entries[at].into.iter().flatten();
                if !reached[number] && into.into_iter().any(|&other| other == entry.number) {
                    reached[number] = true;
                    stack.push(number);
                }
            }
        }
        let mut reached = reached.into_iter();
        self.entries.retain(|_| reached.next() == Some(true));
    }

    /// Returns a pattern of the others that needs `entry`, or `entry` itself if the start needs it.
    fn closed_without(&mut self, entry: &Entry) -> Result<Option<Facts>, Limit> {
        if !self.entries.iter().any(|other| self.spots.holds(&other.facts, &self.spots.start)) {
            return Ok(Some(entry.facts.clone()));
        }
        let rests = |other: &Entry| other.into.as_ref().is_none_or(|into| into.contains(&entry.number));
        let mut all: Vec<usize> = (0..self.entries.len()).filter(|&n| rests(&self.entries[n])).collect();
        let known = |&n: &usize| entry.needed_by.as_ref() == Some(&self.entries[n].facts);
        if let Some(at) = all.iter().position(known) {
            all.swap(0, at);
        }
        let switches: Vec<Lit> = self.entries.iter().map(|other| other.switch).collect();
        for n in all {
            self.afford()?;
            let facts = self.entries[n].facts.clone();
            match self.oracle.query_out(self.spots, &facts, &switches)? {
                Answer::None(_) => self.entries[n].into = Some(self.rests_on()),
                Answer::To(_) | Answer::Hard => return Ok(Some(facts)),
            }
        }
        Ok(None)
    }
}
