//! A pattern of few facts around a position, by growing and then dropping.
//!
//! Facts of the position are added one by one until no step leads out. Each one rules out many of the known
//! steps that lead out ([`crate::witness`]), and few of the positions that can be reached and that no pattern
//! holds yet ([`crate::regions`]). A pattern of five facts needs a handful of queries this way, where
//! dropping facts from fifty needs fifty. Facts that the refutation did not need are then dropped, and so is
//! every other fact that can be.

use super::Reach;
use crate::facts::{Facts, shuffled};
use crate::oracle::Answer;
use patsat_base::Limit;
use rand_chacha::rand_core::Rng;
use std::cmp::Ordering;

/// Maximum number of conflicts of a query about a pattern: keeping a fact is cheaper than showing that it is
/// not needed.
pub(super) const HARD: u32 = 2000;

/// The worth of a further fact in a pattern: the number of known steps that still lead out, and the number of
/// reachable positions that the pattern holds and no other does. The best fact has the fewest steps for each
/// position, so a fact may rule out fewer steps if it leaves more positions.
#[derive(Clone, Copy, Debug)]
struct Worth {
    out: u64,
    held: u64,
}

impl Ord for Worth {
    fn cmp(&self, other: &Worth) -> Ordering {
        ((1 + self.out) * (1 + other.held)).cmp(&((1 + other.out) * (1 + self.held)))
    }
}

impl PartialEq for Worth {
    fn eq(&self, other: &Worth) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Worth {}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Worth) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Reach<'_, '_> {
    /// Returns a pattern of few facts that `state` matches and that holds at `level`. `core` are facts that
    /// suffice to show that the position itself is outside the layer.
    pub(super) fn narrow(&mut self, core: &[u32], state: &[u32], level: usize) -> Result<Facts, Limit> {
        self.oracle.most = Some(HARD);
        let facts = self.narrow_easily(core, state, level);
        self.oracle.most = None;
        facts
    }

    fn narrow_easily(&mut self, core: &[u32], state: &[u32], level: usize) -> Result<Facts, Limit> {
        let mut facts = self.grow(core, state, level)?;
        let order = shuffled(self.spots, &facts, &mut self.rng);
        for fact in order {
            if facts.len() == 1 || !facts.contains(&fact) {
                continue;
            }
            let fewer: Vec<u32> = facts.iter().copied().filter(|&other| other != fact).collect();
            if !self.spots.holds_at_goal(&fewer)
                && let Some(core) = self.relative(&fewer, level)?
            {
                facts = core;
                continue;
            }
            // A fact that cannot be dropped may still be widened.
            let mut at = fact;
            while let Some(wide) = self.spots.wider[at as usize].filter(|_| facts.contains(&at)) {
                let less: Vec<u32> = facts.iter().map(|&f| if f == at { wide } else { f }).collect();
                let Some(core) = self.relative(&less, level)? else { break };
                facts = core;
                at = wide;
            }
        }
        facts.sort_unstable();
        Ok(facts.into())
    }

    /// Adds facts of a position until they hold at `level`.
    fn grow(&mut self, core: &[u32], state: &[u32], level: usize) -> Result<Vec<u32>, Limit> {
        let mut facts: Vec<u32> = Vec::new();
        let mut open = self.frames.open(level).clone();
        loop {
            if !facts.is_empty()
                && !self.spots.holds_at_goal(&facts)
                && let Some(core) = self.relative(&facts, level)?
            {
                return Ok(core);
            }
            let (_, counts) = self.witnesses.against(self.spots, state, &facts, level - 1);
            let best = (state.iter().zip(counts))
                .filter(|(fact, _)| {
                    !facts.contains(&self.spots.widened(**fact))
                        && (!facts.is_empty() || !self.spots.is_home(**fact))
                })
                .map(|(&fact, out)| {
                    let widened = self.spots.widened(fact);
                    let held = open.shared(self.region.having(widened));
                    let needed = core.contains(&fact);
                    (Worth { out: out.into(), held }, !needed, self.rng.next_u32(), widened)
                })
                .min();
            match best {
                Some((.., fact)) => {
                    facts.push(fact);
                    open.keep(self.region.having(fact));
                }
                // Every fact is in: the position itself, which is known to hold.
                None => return Ok(facts),
            }
        }
    }

    /// Whether a pattern holds at `level` relative to itself; returns the facts that are needed for it.
    fn relative(&mut self, facts: &[u32], level: usize) -> Result<Option<Vec<u32>>, Limit> {
        if self.witnesses.refute(self.spots, facts, level - 1) {
            return Ok(None);
        }
        let switch = self.oracle.switch();
        self.oracle.leave(switch, facts);
        self.oracle.touch(self.spots, switch, facts);
        let answer = self.query(facts, level - 1, Some(switch));
        self.oracle.retire(switch);
        match answer? {
            Answer::To(_) | Answer::Hard => Ok(None),
            Answer::None(mut core) => {
                if self.spots.holds_at_goal(&core) {
                    core.extend(facts.iter().copied().find(|&fact| !self.spots.is_home(fact)));
                }
                Ok(Some(core))
            }
        }
    }
}
