//! The patterns by level, and their clauses in the solver.

use super::LeveledPattern;
use crate::facts::{Facts, is_subset};
use crate::oracle::Oracle;
use crate::regions::{Region, Sample};
use crate::spots::Spots;
use rustsat::types::Lit;

/// Patterns by level.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// Level 0 stays empty.
    levels: Vec<Vec<Facts>>,
    /// A switch a level: on where patterns of this level hold.
    switches: Vec<Lit>,
    /// The positions that can be reached and match no pattern of this level or above.
    open: Vec<Sample>,
}

impl Frames {
    /// Makes room for patterns up to this level.
    pub(super) fn grow(&mut self, oracle: &mut Oracle<'_>, region: &Region, level: usize) {
        while self.levels.len() <= level {
            self.open.push(region.all());
            self.levels.push(Vec::new());
            self.switches.push(oracle.switch());
        }
    }

    /// The positions that can be reached, as far as they are known, and match no pattern of this level or
    /// above.
    pub(super) fn open(&self, level: usize) -> &Sample {
        &self.open[level]
    }

    /// The switches of a layer.
    pub(super) fn switches(&self, level: usize) -> &[Lit] {
        if level == 0 { &[] } else { &self.switches[level..] }
    }

    /// Writes all clauses into a new solver.
    pub(super) fn write(&mut self, oracle: &mut Oracle<'_>) {
        for switch in &mut self.switches {
            *switch = oracle.switch();
        }
        for (level, patterns) in self.levels.iter().enumerate() {
            patterns.iter().for_each(|facts| self.write_one(oracle, facts, level));
        }
    }

    /// A pattern of this level holds in the layers up to it, and from no position that matches it
    /// does a step lead into the layer below. The solver would find out the second, but not so soon.
    fn write_one(&self, oracle: &mut Oracle<'_>, facts: &[u32], level: usize) {
        oracle.leave(self.switches[level], facts);
        if level > 0 {
            oracle.avoid(self.switches[level - 1], facts);
        }
    }

    /// Adds a pattern, and drops those it makes needless.
    pub(super) fn add(&mut self, region: &Region, oracle: &mut Oracle<'_>, facts: Facts, level: usize) {
        self.grow(oracle, region, level);
        let matching = region.matching(&facts);
        self.open[..=level].iter_mut().for_each(|open| open.remove(&matching));
        for patterns in &mut self.levels[..=level] {
            patterns.retain(|other| !is_subset(&facts, other));
        }
        self.write_one(oracle, &facts, level);
        self.levels[level].push(facts);
    }

    /// The highest level of a pattern that the position matches.
    pub(super) fn level_of(&self, spots: &Spots, state: &[u32]) -> Option<usize> {
        let matches = |patterns: &&Vec<Facts>| patterns.iter().any(|facts| spots.holds(facts, state));
        let found = self.levels.iter().rev().position(|patterns| matches(&patterns))?;
        Some(self.levels.len() - 1 - found)
    }

    /// The patterns of exactly this level.
    pub(super) fn at(&self, level: usize) -> Vec<Facts> {
        self.levels[level].clone()
    }

    /// All patterns, with their levels.
    pub(super) fn leveled(&self) -> Vec<LeveledPattern> {
        let of = |(level, patterns): (usize, &Vec<Facts>)| -> Vec<LeveledPattern> {
            patterns.iter().map(|facts| (level, facts.clone())).collect()
        };
        self.levels.iter().enumerate().flat_map(of).collect()
    }

    /// The patterns above a level.
    pub(super) fn above(&self, level: usize) -> Vec<Facts> {
        self.levels[level + 1..].concat()
    }

    /// How many patterns there are.
    pub(super) fn len(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }
}
