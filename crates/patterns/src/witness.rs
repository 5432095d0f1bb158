//! Steps that the solver has found: they refute most patterns that are too wide.
//!
//! A step from `w` to `w'` refutes a pattern that `w` matches and `w'` does not, if `w'` is in the queried
//! layer. Scanning a few thousand steps takes far less time than one query. The steps also show which fact to
//! add: one that rules most of them out.

use super::spots::{Spots, State};

/// Maximum number of steps kept.
const MOST: usize = 3000;

/// A step, and the highest level of a pattern that its end matches.
#[derive(Debug)]
struct Witness {
    from: State,
    to: State,
    level: usize,
}

/// Steps found so far.
#[derive(Debug, Default)]
pub(super) struct Witnesses {
    kept: Vec<Witness>,
    next: usize,
}

impl Witnesses {
    /// Keeps a step; the oldest is replaced.
    pub(super) fn add(&mut self, from: State, to: State, level: usize) {
        let witness = Witness { from, to, level };
        if self.kept.len() < MOST {
            self.kept.push(witness);
        } else {
            self.kept[self.next] = witness;
            self.next = (self.next + 1) % MOST;
        }
    }

    /// Raises the level of the steps whose end matches a pattern, now known at this level.
    pub(super) fn raise(&mut self, spots: &Spots, facts: &[u32], level: usize) {
        for witness in &mut self.kept {
            if witness.level < level && spots.holds(facts, &witness.to) {
                witness.level = level;
            }
        }
    }

    /// Returns the ends of the kept steps that lead out of a pattern.
    pub(super) fn ends<'w>(&'w self, spots: &'w Spots, facts: &'w [u32]) -> impl Iterator<Item = &'w State> {
        let out = |w: &&Witness| spots.holds(facts, &w.from) && !spots.holds(facts, &w.to);
        self.kept.iter().filter(out).map(|w| &w.to)
    }

    /// Whether a kept step leads out of a pattern into a layer.
    pub(super) fn refute(&self, spots: &Spots, facts: &[u32], layer: usize) -> bool {
        let against =
            |w: &Witness| w.level < layer.max(1) && spots.holds(facts, &w.from) && !spots.holds(facts, &w.to);
        layer > 0 && self.kept.iter().any(against)
    }

    /// Returns, for each fact of `state`, how many kept steps would lead out of `facts` with it added.
    pub(super) fn against(
        &self,
        spots: &Spots,
        state: &[u32],
        facts: &[u32],
        layer: usize,
    ) -> (usize, Vec<u32>) {
        let mut counts = vec![0; state.len()];
        let mut active = 0;
        for witness in self.kept.iter().filter(|w| layer > 0 && w.level < layer) {
            if !spots.holds(facts, &witness.from) {
                continue;
            }
            let out = !spots.holds(facts, &witness.to);
            active += usize::from(out);
            for (count, (fact, (from, to))) in
                counts.iter_mut().zip(state.iter().zip(witness.from.iter().zip(&witness.to)))
            {
                *count += u32::from(fact == from && (out || fact != to));
            }
        }
        (active, counts)
    }
}
