//! The data that every classic search keeps: the moves made, and the keys seen.
//!
//! [`Arena`] is a tree of moves with links to parents, sixteen bytes a node, from which a
//! plan is read backwards. [`Seen`] maps whole keys to a number (a node, a depth, a cost).
//! Both count their bytes, so that a strategy can obey a memory limit.

use super::Scored;
use crate::{Budget, Limit, SearchEnd, SearchReport, let_go};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use patsat_game::rules::Move;
use patsat_game::state::Plan;
use rustc_hash::FxBuildHasher;

/// A node of an [`Arena`].
pub(super) type NodeId = u32;

/// The node of the starting position.
pub(super) const ROOT: NodeId = 0;

/// No arena grows beyond this many nodes: a search that needs more is out of memory.
const MOST_NODES: usize = u32::MAX as usize;

/// Positions seldom have more moves than this.
const MOST_CHILDREN: usize = 64;

/// The tree of moves made so far; the root is there from the start.
#[derive(Debug, Default)]
pub(super) struct Arena {
    /// NodeId `n` is `links[n - 1]`: its parent, and the move from there.
    links: Vec<(NodeId, Move)>,
}

impl Arena {
    /// A new node under `parent`, reached by `action`.
    pub(super) fn add(&mut self, parent: NodeId, action: Move) -> NodeId {
        self.links.push((parent, action));
        self.links.len() as NodeId
    }

    /// The moves from the root to `node`.
    pub(super) fn plan(&self, mut node: NodeId) -> Plan {
        let mut moves = Vec::new();
        while node != ROOT {
            let (parent, action) = self.links[node as usize - 1];
            moves.push(action);
            node = parent;
        }
        moves.reverse();
        Plan { moves }
    }

    /// Whether another position's moves may not fit any more.
    pub(super) fn is_full(&self) -> bool {
        self.links.len() > MOST_NODES - (1 << 24)
    }

    /// Its size.
    pub(super) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<(NodeId, Move)>()
    }
}

/// Keys seen, each with a number.
#[derive(Debug)]
pub(super) struct Seen<P: Scored> {
    numbers: HashMap<P::Key, u32, FxBuildHasher>,
    heap: usize,
}

impl<P: Scored> Seen<P> {
    /// None yet.
    pub(super) fn new() -> Self {
        Seen { numbers: HashMap::with_hasher(FxBuildHasher), heap: 0 }
    }

    /// Notes `key` with `number` unless it is there with the same or a smaller one.
    ///
    /// Returns whether it was noted: the position is new, or reached more cheaply.
    pub(super) fn note(&mut self, key: P::Key, number: u32) -> bool {
        let heap = P::key_heap(&key);
        match self.numbers.entry(key) {
            Entry::Occupied(mut old) => {
                let better = number < *old.get();
                if better {
                    old.insert(number);
                }
                better
            }
            Entry::Vacant(place) => {
                place.insert(number);
                self.heap += heap;
                true
            }
        }
    }

    /// The number noted with `key`.
    pub(super) fn number(&self, key: &P::Key) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    /// Number of keys.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.heap = 0;
    }

    /// Its size, with what the keys point to. A table that an expansion may fill is counted with the one of twice
    /// its size that is made beside it: so the limit holds while it grows, too.
    pub(super) fn bytes(&self) -> usize {
        let table = self.numbers.allocation_size();
        let full = self.numbers.len() + MOST_CHILDREN > self.numbers.capacity();
        self.heap + if full { 3 * table } else { table }
    }
}

/// Counts an expansion with tables of `bytes`, and returns the limit that is reached, if any.
pub(super) fn expand(budget: &mut Budget<'_>, bytes: usize, stored: usize) -> Option<Limit> {
    budget.stats.stored = budget.stats.stored.max(stored as u64);
    budget.expand(bytes as u64)
}

/// The report of a search that ends now with tables of `bytes` holding `stored` positions.
pub(super) fn report(budget: &mut Budget<'_>, end: SearchEnd, bytes: usize, stored: usize) -> SearchReport {
    budget.stats.stored = budget.stats.stored.max(stored as u64);
    budget.stats.peak_bytes = budget.stats.peak_bytes.max(bytes as u64);
    SearchReport::new(end, budget.stats)
}

/// The report of a search that a limit ends with tables of `bytes` holding `stored` positions.
pub(super) fn stopped(
    budget: &mut Budget<'_>,
    limit: Limit,
    (bytes, stored): (usize, usize),
    tables: impl Send + 'static,
) -> SearchReport {
    let_go(limit, tables);
    report(budget, SearchEnd::Limit(limit), bytes, stored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::state::Table;

    #[test]
    fn plans_are_read_from_the_root_even_when_long() {
        let mut arena = Arena::default();
        let mut node = ROOT;
        assert!(arena.plan(ROOT).moves.is_empty());
        for n in 0..100_000 {
            node = arena.add(node, if n == 99_999 { Move::Redeal } else { Move::Draw });
        }
        let plan = arena.plan(node);
        assert_eq!((plan.moves.len(), plan.moves[99_999]), (100_000, Move::Redeal));
        assert!(arena.bytes() >= 1_600_000 && !arena.is_full());
    }

    #[test]
    fn only_smaller_numbers_replace() {
        let rules = patsat_game::rules::Rules::preset("freecell").unwrap();
        let id = "ms:1".parse().unwrap();
        let key = patsat_game::state::Instance::from_id(rules, id).unwrap().table().key();
        let mut seen = Seen::<Table>::new();
        assert!(seen.note(key.clone(), 5));
        assert!(!seen.note(key.clone(), 5));
        assert!(!seen.note(key.clone(), 6));
        assert!(seen.note(key.clone(), 4));
        assert_eq!((seen.number(&key), seen.len()), (Some(4), 1));
        assert!(seen.bytes() > key.as_bytes().len());
        seen.clear();
        assert_eq!((seen.number(&key), seen.len()), (None, 0));
    }

    #[test]
    fn a_table_that_grows_beside_the_old_one_was_counted_before() {
        let rules = patsat_game::rules::Rules::preset("freecell").unwrap();
        let mut seen = Seen::<Table>::new();
        let mut grown = 0;
        for deal in 1..5_000 {
            let id = patsat_game::cards::DealId::Microsoft(deal);
            let key = patsat_game::state::Instance::from_id(rules.clone(), id).unwrap().table().key();
            let (counted, old) = (seen.bytes(), seen.numbers.allocation_size());
            seen.note(key, 0);
            let new = seen.numbers.allocation_size();
            if new > old {
                grown += 1;
                assert!(counted >= old + new || old == 0, "{counted} bytes of {old} and {new}");
            }
        }
        assert!(grown > 5);
        // Most of the time there is one table alone.
        assert!(seen.bytes() < 2 * seen.numbers.allocation_size() + seen.heap);
    }
}
