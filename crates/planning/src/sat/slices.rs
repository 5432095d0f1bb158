//! Assigns turns to the entries of a schedule.

use patsat_solvers::SolverAnswer;

/// An entry and its state.
#[derive(Clone, Copy, Debug)]
struct Slice {
    bound: u32,
    /// Conflicts of its first turn.
    conflicts: u64,
    /// Entries whose formulas differ only in the bound have the same number.
    formula: usize,
    /// Its thread; solvers stay on their thread.
    owner: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waits,
    Excluded,
    /// The query failed.
    Failed,
    Won,
}

/// The turns of a schedule.
#[derive(Clone, Debug)]
pub(super) struct Slices {
    slices: Vec<Slice>,
    /// For each thread, the entry whose turn is next, and the round.
    turns: Vec<(usize, u32)>,
}

impl Slices {
    /// Returns the turns for entries of (bound, conflicts, formula).
    pub(super) fn new(entries: impl IntoIterator<Item = (u32, u64, usize)>, threads: usize) -> Slices {
        let slices = (0..).zip(entries).map(|(n, (bound, conflicts, formula))| {
            let owner = n % threads;
            Slice { bound, conflicts, formula, owner, state: State::Waits }
        });
        Slices { slices: slices.collect(), turns: vec![(0, 0); threads] }
    }

    /// Returns the next entry of a thread, its bound and its conflict limit; `None` if no entry is left for the thread.
    pub(super) fn next_turn(&mut self, thread: usize) -> Option<(usize, u32, Option<u64>)> {
        if self.slices.iter().any(|s| s.state == State::Won) {
            return None;
        }
        let waits = |s: &Slice| s.owner == thread && s.state == State::Waits;
        let left = self.slices.iter().filter(|s| waits(s)).count();
        if left == 0 {
            return None;
        }
        let (turn, round) = &mut self.turns[thread];
        loop {
            if *turn == self.slices.len() {
                (*turn, *round) = (0, *round + 1);
            }
            let slice = self.slices[*turn];
            *turn += 1;
            if waits(&slice) {
                // The only entry left has no limit.
                let conflicts = slice.conflicts.saturating_mul(1 << (*round).min(40));
                return Some((*turn - 1, slice.bound, (left > 1).then_some(conflicts)));
            }
        }
    }

    pub(super) fn record(&mut self, entry: usize, answer: SolverAnswer) {
        match answer {
            SolverAnswer::Satisfiable(()) => self.slices[entry].state = State::Won,
            SolverAnswer::Unsatisfiable => {
                let Slice { bound, formula, .. } = self.slices[entry];
                for slice in &mut self.slices {
                    if slice.formula == formula && slice.bound <= bound {
                        slice.state = State::Excluded;
                    }
                }
            }
            SolverAnswer::Unknown(_) => {}
        }
    }

    /// Records that the query of an entry failed.
    pub(super) fn failed(&mut self, entry: usize) {
        self.slices[entry].state = State::Failed;
    }

    /// Whether an answer of this entry would add no information.
    pub(super) fn is_moot(&self, entry: usize) -> bool {
        self.slices[entry].state != State::Waits || self.slices.iter().any(|s| s.state == State::Won)
    }

    /// Whether the queries of all entries failed.
    pub(super) fn all_failed(&self) -> bool {
        self.slices.iter().all(|s| s.state == State::Failed)
    }

    /// Returns the entry with the largest bound, if all entries are excluded or failed.
    pub(super) fn all_excluded(&self) -> Option<(usize, u32)> {
        let waits = self.slices.iter().any(|s| matches!(s.state, State::Waits | State::Won));
        let excluded = self.slices.iter().enumerate().filter(|(_, s)| s.state == State::Excluded);
        excluded
            .map(|(n, s)| (n, s.bound))
            .max_by_key(|&(n, bound)| (bound, usize::MAX - n))
            .filter(|_| !waits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conflicts(turn: Option<(usize, u32, Option<u64>)>) -> Option<(usize, Option<u64>)> {
        turn.map(|(entry, _, conflicts)| (entry, conflicts))
    }

    #[test]
    fn turns_double_from_round_to_round() {
        let mut slices = Slices::new([(30, 4, 0), (24, 2, 0), (30, 1, 1)], 1);
        let turns: Vec<_> = (0..7).map_while(|_| conflicts(slices.next_turn(0))).collect();
        let expected = [
            (0, Some(4)),
            (1, Some(2)),
            (2, Some(1)),
            (0, Some(8)),
            (1, Some(4)),
            (2, Some(2)),
            (0, Some(16)),
        ];
        assert_eq!(turns, expected);
        // No plan within 30 excludes 24 of the same formula, and the only entry left has no limit.
        slices.record(0, SolverAnswer::Unsatisfiable);
        assert_eq!(conflicts(slices.next_turn(0)), Some((2, None)));
        assert_eq!(slices.all_excluded(), None);
        slices.record(2, SolverAnswer::Unsatisfiable);
        assert_eq!((slices.next_turn(0), slices.all_excluded()), (None, Some((0, 30))));
    }

    #[test]
    fn threads_have_their_own_entries_and_the_first_plan_ends_all() {
        let mut slices = Slices::new([(30, 4, 0), (24, 2, 0), (40, 1, 1)], 2);
        assert_eq!(conflicts(slices.next_turn(1)), Some((1, None)));
        assert_eq!(conflicts(slices.next_turn(0)), Some((0, Some(4))));
        assert_eq!(conflicts(slices.next_turn(0)), Some((2, Some(1))));
        slices.failed(2);
        assert_eq!(conflicts(slices.next_turn(0)), Some((0, None)));
        slices.record(1, SolverAnswer::Satisfiable(()));
        assert!(slices.is_moot(0) && slices.next_turn(0).is_none() && slices.next_turn(1).is_none());
        assert!(!slices.all_failed() && slices.all_excluded().is_none());
    }
}
