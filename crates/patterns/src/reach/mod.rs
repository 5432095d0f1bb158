//! Property-directed reachability over dead patterns.
//!
//! Layer `L_i` holds every position that can win in at most `i` steps, and others. A position is outside if
//! it matches a pattern of level `i` or above. Obligations are positions that the game can reach. If a step
//! leads from one into the layer below, the position there is the next obligation. Otherwise the facts that
//! refute such a step are a pattern. Facts are dropped from it while it still holds relative to itself: from
//! no position that matches it does a step lead into the layer below, unless to one that matches it too.
//!
//! Once two layers are equal, their patterns lead nowhere else, and one of them holds the start. Usually some of
//! them are found to be closed before ([`close`]). (Een, Mishchenko, Brayton 2011; for planning Suda 2014.) The
//! difference is that patterns have positive facts only, as people can read those, and they come out much smaller.

mod close;
mod frames;
mod narrow;

use super::facts::{Facts, with};
use super::oracle::{Answer, Oracle};
use super::regions::Region;
use super::relation::Relation;
use super::spots::{Spots, State};
use super::witness::Witnesses;
use super::{Pace, PatternSearchError};
use frames::Frames;
use patsat_base::Limit;
use patsat_solvers::Control;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The number of switched-off clauses after which the solver is rebuilt.
const STALE: u32 = 1500;

/// The run of one seed.
pub(super) struct Reach<'a, 's> {
    spots: &'s Spots,
    relation: &'s Relation,
    region: &'s Region,
    /// A closed set, found in earlier regions.
    dead: &'s [Facts],
    control: Control<'a>,
    seed: u64,
    oracle: Oracle<'a>,
    frames: Frames,
    top: usize,
    rng: ChaCha8Rng,
    goal: State,
    queried: u64,
    witnesses: Witnesses,
    /// Conflicts of earlier solvers.
    conflicts: u64,
}

/// A pattern with its level.
pub(super) type LeveledPattern = (usize, Facts);

/// The patterns that are known before a region is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownPatterns<'a> {
    /// A closed set, found in earlier regions.
    pub(super) dead: &'a [Facts],
    /// Patterns that hold at their levels.
    pub(super) known: &'a [LeveledPattern],
}

/// The reason why a region has no patterns.
#[derive(Debug)]
pub(super) enum RegionError {
    /// The game can reach a position in which the pins of these numbers do not hold, or that is won.
    Left {
        pins: Vec<usize>,
        /// The patterns so far, with their levels.
        patterns: Vec<LeveledPattern>,
        /// The positions from a start of the region to the one before that position, each a step after the last.
        chain: Vec<State>,
    },
    /// Another reason.
    NotFound(PatternSearchError),
}

impl<E: Into<PatternSearchError>> From<E> for RegionError {
    fn from(reason: E) -> RegionError {
        RegionError::NotFound(reason.into())
    }
}

/// Returns a solver with the step, the facts that always hold, and the dead patterns.
fn oracle<'a>(
    spots: &Spots,
    relation: &Relation,
    region: &Region,
    dead: &[Facts],
    seed: u64,
    control: Control<'a>,
) -> Oracle<'a> {
    let mut oracle = Oracle::pinned(spots, relation, &region.pins, seed, control);
    dead.iter().for_each(|facts| oracle.leave_out(facts));
    oracle
}

/// Finds patterns that hold the starts of a region. From positions with a fact of each pin, no step leads out of
/// them except to what is known to be `dead`, and none leads to a position without a fact of some pin. If each pin
/// is a single fact, they form a closed set together with `dead`, which is usually too large. The second result is
/// the number of conflicts. The search begins with the patterns that are `known` to hold at their levels.
///
/// # Errors
/// If the game can be won, a fact does not hold throughout, or a limit was reached.
pub(super) fn reach(
    spots: &Spots,
    relation: &Relation,
    region: &Region,
    before: KnownPatterns<'_>,
    seed: u64,
    control: Control<'_>,
    pace: &mut Pace<'_, '_>,
) -> Result<(Vec<Facts>, u64), RegionError> {
    let KnownPatterns { dead, known } = before;
    let oracle = oracle(spots, relation, region, dead, seed, control);
    let mut reach = Reach {
        spots,
        relation,
        region,
        dead,
        control,
        seed,
        oracle,
        frames: Frames::default(),
        top: 1,
        rng: ChaCha8Rng::seed_from_u64(seed),
        goal: spots.goal(),
        queried: 0,
        witnesses: Witnesses::default(),
        conflicts: 0,
    };
    // The layers continue where those of the known patterns end.
    reach.top = known.iter().map(|(level, _)| level.saturating_sub(1)).max().unwrap_or(1).max(1);
    reach.frames.grow(&mut reach.oracle, region, reach.top + 1);
    for (level, facts) in known {
        reach.add(facts.clone(), *level);
    }
    if region.starts.contains(&reach.goal) {
        return Err(PatternSearchError::Winnable.into());
    }
    loop {
        reach.block_start(pace)?;
        let closed = match reach.close()? {
            Some(closed) => Some(closed),
            None => reach.propagate(pace)?.map(|level| reach.frames.above(level)),
        };
        if let Some(closed) = closed {
            let conflicts = reach.conflicts + reach.oracle.conflicts();
            let always: Vec<u32> = region.always().collect();
            return Ok((closed.iter().map(|facts| with(facts, &always)).collect(), conflicts));
        }
        reach.top += 1;
        reach.frames.grow(&mut reach.oracle, region, reach.top + 1);
    }
}

impl<'a> Reach<'a, '_> {
    /// Queries for a step into layer `level`.
    fn query(
        &mut self,
        from: &[u32],
        level: usize,
        extra: Option<rustsat::types::Lit>,
    ) -> Result<Answer, Limit> {
        let mut switches = self.frames.switches(level).to_vec();
        switches.extend(extra);
        self.queried += 1;
        let answer = self.oracle.query(self.spots, from, &switches, level == 0)?;
        if let Answer::To(to) = &answer {
            let known = self.frames.level_of(self.spots, to).unwrap_or(0);
            self.witnesses.add(self.oracle.origin(self.spots), to.clone(), known);
        }
        Ok(answer)
    }

    fn block_start(&mut self, pace: &mut Pace<'_, '_>) -> Result<(), RegionError> {
        let mut states: Vec<State> = self.region.starts.clone();
        // The position from which a step led to each one that is no start.
        let mut from: Vec<Option<usize>> = vec![None; states.len()];
        let mut queue: BinaryHeap<_> = (0..states.len()).map(|n| Reverse((self.top, n))).collect();
        while let Some(Reverse((level, number))) = queue.pop() {
            pace.tick(self.queried, self.frames.len(), self.top)?;
            let state = states[number].clone();
            if let Some(known) = self.frames.level_of(self.spots, &state).filter(|&known| known >= level) {
                if known < self.top {
                    queue.push(Reverse((known + 1, number)));
                }
                continue;
            }
            match self.query(&state, level - 1, None)? {
                Answer::To(next) if level == 1 || next == self.goal => {
                    let chain = std::iter::successors(Some(number), |&number| from[number]);
                    let mut chain: Vec<State> = chain.map(|number| states[number].clone()).collect();
                    chain.reverse();
                    let (pins, patterns) = (self.oracle.left().to_vec(), self.frames.leveled());
                    return Err(RegionError::Left { pins, patterns, chain });
                }
                Answer::To(next) => {
                    queue.push(Reverse((level - 1, states.len())));
                    queue.push(Reverse((level, number)));
                    states.push(next);
                    from.push(Some(number));
                }
                answer @ (Answer::None(_) | Answer::Hard) => {
                    let core = if let Answer::None(core) = answer { core } else { Vec::new() };
                    let facts = self.narrow(&core, &state, level)?;
                    let level = self.push(&facts, level)?;
                    self.add(facts, level);
                    if level < self.top {
                        queue.push(Reverse((level + 1, number)));
                    }
                    self.refresh();
                }
            }
        }
        Ok(())
    }

    /// Returns the highest level at which a pattern of this level holds by itself.
    fn push(&mut self, facts: &[u32], mut level: usize) -> Result<usize, Limit> {
        let switch = self.oracle.switch();
        self.oracle.leave(switch, facts);
        self.oracle.touch(self.spots, switch, facts);
        self.oracle.most = Some(narrow::HARD);
        while level <= self.top {
            if self.witnesses.refute(self.spots, facts, level) {
                break;
            }
            match self.query(facts, level, Some(switch))? {
                Answer::None(_) => level += 1,
                Answer::To(_) | Answer::Hard => break,
            }
        }
        self.oracle.most = None;
        self.oracle.retire(switch);
        Ok(level)
    }

    /// Lifts patterns to the next layer if they hold there too. A layer without patterns of its own is equal
    /// to the next.
    fn propagate(&mut self, pace: &mut Pace<'_, '_>) -> Result<Option<usize>, PatternSearchError> {
        for level in 1..=self.top {
            for facts in self.frames.at(level) {
                pace.tick(self.queried, self.frames.len(), self.top)?;
                if self.witnesses.refute(self.spots, &facts, level) {
                    continue;
                }
                let switch = self.oracle.switch();
                self.oracle.touch(self.spots, switch, &facts);
                let answer = self.query(&facts, level, Some(switch));
                self.oracle.retire(switch);
                if let Answer::None(_) = answer? {
                    self.add(facts, level + 1);
                }
            }
            if self.frames.at(level).is_empty() {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    fn add(&mut self, facts: Facts, level: usize) {
        self.witnesses.raise(self.spots, &facts, level);
        self.frames.add(self.region, &mut self.oracle, facts, level);
    }

    /// Returns a new solver for the same queries.
    fn oracle_for(&self, seed: u64) -> Oracle<'a> {
        oracle(self.spots, self.relation, self.region, self.dead, seed, self.control)
    }

    fn refresh(&mut self) {
        if self.oracle.retired() > STALE {
            self.seed = self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(1);
            self.conflicts += self.oracle.conflicts();
            self.oracle = self.oracle_for(self.seed);
            self.frames.write(&mut self.oracle);
        }
    }
}
