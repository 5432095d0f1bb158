//! Dropping facts from a pattern while it holds relative to itself.

use super::{Facts, Reach};
use crate::prove::oracle::Answer;
use crate::prove::spots::{Place, Spots};
use crate::solve::SolverLimit;
use rand_chacha::rand_core::Rng;

/// The order in which facts are tried: what was moved before what was not, at random otherwise.
pub(crate) fn shuffled(spots: &Spots, facts: &[u32], rng: &mut impl Rng) -> Vec<u32> {
    let mut keyed: Vec<(u32, u32, u32)> = facts
        .iter()
        .map(|&fact| {
            let (card, place) = spots.facts[fact as usize];
            let class = match place {
                Place::Home => 0,
                _ if spots.start[card.index()] == fact => 1,
                _ => 0,
            };
            (class, rng.next_u32(), fact)
        })
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, _, fact)| fact).collect()
}

impl Reach<'_, '_> {
    /// A pattern of few facts that `state` matches and that holds at `level`, from the facts of a
    /// refutation.
    pub(super) fn narrow(
        &mut self,
        core: Vec<u32>,
        state: &[u32],
        level: usize,
    ) -> Result<Facts, SolverLimit> {
        let mut facts = core;
        // A pattern may not match the goal.
        if self.spots.holds_at_goal(&facts) {
            facts.extend(state.iter().copied().find(|&fact| !self.spots.is_home(fact)));
        }
        let order = shuffled(self.spots, &facts, &mut self.rng);
        for fact in order {
            if facts.len() == 1 || !facts.contains(&fact) {
                continue;
            }
            let mut fewer: Vec<u32> = facts.iter().copied().filter(|&other| other != fact).collect();
            if self.spots.holds_at_goal(&fewer) {
                continue;
            }
            let switch = self.oracle.switch();
            self.oracle.leave(switch, &fewer);
            let answer = self.ask(&fewer, level - 1, Some(switch));
            self.oracle.retire(switch);
            if let Answer::None(core) = answer? {
                if self.spots.holds_at_goal(&core) {
                    let kept = fewer.iter().copied().find(|&fact| !self.spots.is_home(fact));
                    fewer.retain(|&fact| core.contains(&fact) || Some(fact) == kept);
                } else {
                    fewer = core;
                }
                facts = fewer;
            }
        }
        facts.sort_unstable();
        Ok(facts.into())
    }
}
