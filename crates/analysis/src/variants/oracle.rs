//! Which positions can be won, remembered between queries.
//!
//! The search is depth first from the queried position. If it ends without a win, every visited position is
//! recorded as lost. If it reaches a win or a position known to be won, the positions on the way are recorded
//! with their distance to that win. Keys are whole positions, stock and face-down cards included, so results
//! for one order of hidden cards stay valid for the others.

use super::of_board;
use patsat_base::Limit;
use patsat_game::state::{Plan, StateKey, Table};
use patsat_search::heuristic::joins;
use patsat_search::{Budget, let_go};
use rustc_hash::FxHashMap;

/// The known outcome of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KnownOutcome {
    Lost,
    /// Won, in this number of moves.
    Won(u32),
}

/// The known outcomes of the positions of one game.
#[derive(Debug, Default)]
pub(super) struct Oracle {
    known: FxHashMap<StateKey, KnownOutcome>,
    bytes: u64,
}

/// A position on the way, and the node it was reached from.
struct Node {
    parent: usize,
    key: StateKey,
}

impl Oracle {
    /// Number of positions whose outcome is known.
    pub(super) fn len(&self) -> u64 {
        self.known.len() as u64
    }

    fn note(&mut self, key: StateKey, known: KnownOutcome) {
        self.bytes += key.as_bytes().len() as u64 + 48;
        self.known.insert(key, known);
    }

    /// Decides whether the game can be won from here.
    pub(super) fn is_winnable(&mut self, start: &Table, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        match self.known.get(&start.key()) {
            Some(KnownOutcome::Lost) => return Ok(false),
            Some(KnownOutcome::Won(_)) => return Ok(true),
            None => {}
        }
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen: FxHashMap<StateKey, usize> = FxHashMap::default();
        let mut open = vec![(start.clone(), usize::MAX)];
        // Bytes of the positions seen and of the queued boards.
        let mut bytes = of_board(start);
        while let Some((table, parent)) = open.pop() {
            bytes -= of_board(&table);
            let key = table.key();
            if seen.contains_key(&key) {
                continue;
            }
            let distance = match self.known.get(&key) {
                Some(KnownOutcome::Lost) => continue,
                Some(&KnownOutcome::Won(distance)) => Some(distance),
                None => table.is_won().then_some(0),
            };
            if let Some(distance) = distance {
                if distance == 0 {
                    self.note(key, KnownOutcome::Won(0));
                }
                self.win(&nodes, parent, distance);
                return Ok(true);
            }
            bytes += 2 * key.as_bytes().len() as u64 + 96;
            budget.stats.stored = self.len() + nodes.len() as u64;
            if let Some(limit) = budget.expand(self.bytes + bytes) {
                let_go(limit, (nodes, seen, open));
                return Err(limit);
            }
            let node = nodes.len();
            seen.insert(key.clone(), node);
            nodes.push(Node { parent, key });
            let first = open.len();
            for action in table.single_moves() {
                let mut next = table.clone();
                if next.apply(action).is_ok() {
                    bytes += of_board(&next);
                    open.push((next, node));
                }
            }
            // The position with the most joined cards comes first. A lost verdict needs a visit to all of them.
            open[first..].sort_by_key(|(next, _)| std::cmp::Reverse(joins::score(next)));
        }
        for node in nodes {
            self.note(node.key, KnownOutcome::Lost);
        }
        Ok(false)
    }

    /// Records the way to a position from which a win is `distance` moves away.
    fn win(&mut self, nodes: &[Node], mut at: usize, mut distance: u32) {
        while let Some(node) = nodes.get(at) {
            distance += 1;
            self.note(node.key.clone(), KnownOutcome::Won(distance));
            at = node.parent;
        }
    }

    /// Returns the plan to the known win from here, if there is one.
    pub(super) fn plan(&self, start: &Table) -> Option<Plan> {
        let mut table = start.clone();
        let mut plan = Plan::default();
        let Some(&KnownOutcome::Won(mut distance)) = self.known.get(&table.key()) else { return None };
        while distance > 0 {
            let (action, after, nearer) = table.single_moves().into_iter().find_map(|action| {
                let mut after = table.clone();
                after.apply(action).ok()?;
                match self.known.get(&after.key()) {
                    Some(&KnownOutcome::Won(nearer)) if nearer < distance => Some((action, after, nearer)),
                    _ => None,
                }
            })?;
            plan.moves.push(action);
            (table, distance) = (after, nearer);
        }
        Some(plan)
    }
}
