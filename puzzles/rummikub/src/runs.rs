//! The states of the runs of one colour that are being laid.
//!
//! The values are laid from low to high. Of each run only its length counts, cut off at the least size
//! `s` of a set, and runs have no names. So a state is a multiset of `slots` lengths from 0 (none) to
//! `s` (may end, may go on), and there are `C(slots + s, s)` states. These are the states of van Rijn,
//! Takes and Vis.
//!
//! Beyond the paper: for a fixed number of tiles of a value that go to runs, one next state is at least
//! as good as every other. Runs shorter than `s` must go on. A further tile does better to prolong a
//! run of length `s` than to begin a new one. From then on a run that may end can do whatever a new run
//! or an empty slot can, and it requires no further tile.

/// The states of the runs of a colour.
#[derive(Clone, Debug)]
pub(super) struct RunStates {
    slots: usize,
    /// For each state, how many runs have the lengths 1 to `s`.
    lengths: Vec<Vec<u8>>,
    /// `next[state * (slots + 1) + tiles]`, or `NONE`.
    next: Vec<u16>,
    /// How many runs of each state must go on.
    must: Vec<u8>,
}

const NONE: u16 = u16::MAX;
/// Most states that have a number.
const MOST: u128 = 60_000;

impl RunStates {
    /// Returns the states of `slots` runs at a time; `None` if they are too many.
    pub(super) fn new(slots: usize, least: u8) -> Option<RunStates> {
        let s = usize::from(least);
        // C(slots + s, s), which is an integer after each step.
        let count = (1..=s as u128).try_fold(1u128, |product, n| {
            let product = product * (slots as u128 + n) / n;
            (product <= MOST).then_some(product)
        });
        count?;
        let mut lengths = vec![Vec::new()];
        for _ in 0..s {
            let longer = |counts: &Vec<u8>| {
                let used: usize = counts.iter().map(|&n| usize::from(n)).sum();
                let with = |n| counts.iter().copied().chain([n]).collect::<Vec<u8>>();
                (0..=(slots - used) as u8).map(with).collect::<Vec<_>>()
            };
            lengths = lengths.iter().flat_map(longer).collect();
        }
        lengths.sort_unstable();
        let must = |counts: &Vec<u8>| counts[..s - 1].iter().sum::<u8>();
        let mut states =
            RunStates { slots, must: lengths.iter().map(must).collect(), next: Vec::new(), lengths };
        for state in 0..states.lengths.len() {
            for tiles in 0..=slots {
                let next = states.successor(state, tiles);
                states.next.push(next);
            }
        }
        Some(states)
    }

    fn successor(&self, state: usize, tiles: usize) -> u16 {
        let counts = &self.lengths[state];
        let s = counts.len();
        let Some(extra) = tiles.checked_sub(self.must[state].into()) else { return NONE };
        let longer = extra.min(counts[s - 1].into());
        let mut next = vec![0u8; s];
        next[0] = (extra - longer) as u8;
        next[1..].copy_from_slice(&counts[..s - 1]);
        next[s - 1] += longer as u8;
        self.lengths.binary_search(&next).map_or(NONE, |n| n as u16)
    }

    /// Returns the number of states; state 0 has no run.
    pub(super) fn count(&self) -> usize {
        self.lengths.len()
    }

    /// How many runs there may be.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Bits that hold a state.
    pub(super) fn bits(&self) -> u32 {
        (self.lengths.len() - 1).checked_ilog2().map_or(0, |log| log + 1)
    }

    /// Returns the best state after `tiles` tiles of the next value went to runs; `None` if this is not possible.
    pub(super) fn next(&self, state: usize, tiles: usize) -> Option<usize> {
        let next = self.next[state * (self.slots + 1) + tiles];
        (next != NONE).then_some(next.into())
    }

    /// Whether all runs may end.
    pub(super) fn may_end(&self, state: usize) -> bool {
        self.must[state] == 0
    }

    /// Returns for each two states, at `better * count + worse`, whether the first covers the second: the first
    /// can take to an end every sequence of numbers of run tiles that the second can.
    ///
    /// This is the greatest such relation. It starts with all pairs and drops the pairs that one more value
    /// distinguishes.
    pub(super) fn covers(&self) -> Vec<bool> {
        let count = self.count();
        let pairs = || (0..count).flat_map(|better| (0..count).map(move |worse| (better, worse)));
        let mut covers: Vec<bool> =
            pairs().map(|(better, worse)| self.may_end(better) || !self.may_end(worse)).collect();
        loop {
            let mut changed = false;
            for (better, worse) in pairs() {
                let at = better * count + worse;
                let holds = |tiles| match (self.next(better, tiles), self.next(worse, tiles)) {
                    (_, None) => true,
                    (None, Some(_)) => false,
                    (Some(a), Some(b)) => covers[a * count + b],
                };
                if covers[at] && !(0..=self.slots).all(holds) {
                    covers[at] = false;
                    changed = true;
                }
            }
            if !changed {
                return covers;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_states_matches_the_paper() {
        for (slots, count) in [(1, 4), (2, 10), (3, 20), (4, 35)] {
            assert_eq!(RunStates::new(slots, 3).unwrap().count(), count);
        }
        assert!(RunStates::new(1000, 6).is_none());
    }

    /// Every state that any choice of runs leads to, of lengths as a sorted list.
    fn all_next(lengths: &[u8], tiles: usize, least: u8) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for mask in 0..1u32 << lengths.len() {
            let grows = |n: usize| mask >> n & 1 == 1;
            let legal = (0..lengths.len()).all(|n| grows(n) || [0, least].contains(&lengths[n]));
            if mask.count_ones() as usize == tiles && legal {
                let mut next: Vec<u8> = (0..lengths.len())
                    .map(|n| if grows(n) { (lengths[n] + 1).min(least) } else { 0 })
                    .collect();
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    }

    fn state(states: &RunStates, lengths: &[u8], least: u8) -> usize {
        let count = |length| lengths.iter().filter(|&&l| l == length).count() as u8;
        let counts: Vec<u8> = (1..=least).map(count).collect();
        states.lengths.binary_search(&counts).unwrap()
    }

    #[test]
    fn the_next_state_covers_every_other_one() {
        for (slots, least) in [(1, 3), (2, 3), (3, 3), (2, 2), (2, 4)] {
            let states = RunStates::new(slots, least).unwrap();
            let covers = states.covers();
            for from in 0..states.count() {
                let mut lengths: Vec<u8> = (1..=least)
                    .flat_map(|l| std::iter::repeat_n(l, states.lengths[from][usize::from(l) - 1].into()))
                    .collect();
                lengths.resize(slots, 0);
                lengths.sort_unstable();
                for tiles in 0..=slots {
                    let all = all_next(&lengths, tiles, least);
                    let next = states.next(from, tiles);
                    assert_eq!(next.is_none(), all.is_empty());
                    let Some(next) = next else { continue };
                    let all: Vec<usize> = all.iter().map(|l| state(&states, l, least)).collect();
                    assert!(all.contains(&next));
                    assert!(all.iter().all(|&other| covers[next * states.count() + other]));
                }
            }
        }
    }
}
