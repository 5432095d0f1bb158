//! Brute force: all positions of a game, by the moves that [`Table`](patsat_game::state::Table) lists.
//!
//! It merges only positions with equal canonical keys, and shares no code with the searches. It relies on the rules,
//! which the reference in Python checks on a share of the games.

use patsat_game::rules::{Cost, Group, Move};
use patsat_game::state::closed_set::{Claim, ClosedSetWriter};
use patsat_game::state::swept_set::SweptSet;
use patsat_game::state::{Instance, StateKey, Table};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// The solution of a game by brute force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Oracle {
    /// Number of positions, up to symmetry.
    pub positions: usize,
    /// The least cost of a win in m1, m2 and m3; `None` if there is no win.
    least: [Option<u32>; 3],
    numbers: FxHashMap<StateKey, u32>,
    /// The moves of each position.
    edges: Vec<Vec<Edge>>,
    won: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    to: u32,
    several: bool,
    home: bool,
}

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];

impl Oracle {
    /// Decides a game; `None` if it has more positions than `most`.
    #[must_use]
    pub fn of(instance: &Instance, most: usize) -> Option<Oracle> {
        let start = instance.table();
        let supermoves = instance.rules.group == Group::BySpaces;
        let mut numbers = FxHashMap::default();
        numbers.insert(start.key(), 0);
        let (mut open, mut edges, mut won) = (VecDeque::from([start]), Vec::new(), Vec::new());
        while let Some(table) = open.pop_front() {
            won.push(table.is_won());
            let mut of = Vec::new();
            for action in table.moves() {
                let mut after = table.clone();
                if after.apply(action).is_err() {
                    continue;
                }
                let next = numbers.len() as u32;
                let to = *numbers.entry(after.key()).or_insert(next);
                if to == next {
                    open.push_back(after);
                }
                let several = supermoves && matches!(action, Move::Cards { count: 2.., .. });
                of.push(Edge { to, several, home: action.goes_home() });
            }
            edges.push(of);
            if numbers.len() > most {
                return None;
            }
        }
        let mut oracle = Oracle { positions: numbers.len(), least: [None; 3], numbers, edges, won };
        oracle.least = COSTS.map(|cost| oracle.cheapest(cost));
        Some(oracle)
    }

    /// Returns the number of positions of each progress.
    #[must_use]
    pub fn swept(&self, instance: &Instance) -> Option<SweptSet> {
        let mut table = instance.table();
        let start = table.progress();
        let mut levels: BTreeMap<u64, u64> = BTreeMap::new();
        for key in self.numbers.keys() {
            if !table.set_key(key) {
                return None;
            }
            *levels.entry(table.progress() - start).or_default() += 1;
        }
        Some(SweptSet { safe_home: false, levels: levels.into_iter().collect() })
    }

    /// Whether the game can be won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.least[1].is_some()
    }

    /// The least cost of a win.
    #[must_use]
    pub fn least(&self, cost: Cost) -> Option<u32> {
        COSTS.iter().position(|&known| known == cost).and_then(|n| self.least[n])
    }

    /// Returns the least cost of a win by breadth-first search, where a move costs 0 or 1 (Dial 1969).
    fn cheapest(&self, cost: Cost) -> Option<u32> {
        let mut best = vec![u32::MAX; self.edges.len()];
        best[0] = 0;
        let mut open = VecDeque::from([(0, 0usize)]);
        while let Some((spent, at)) = open.pop_front() {
            if spent > best[at] {
                continue;
            }
            if self.won[at] {
                return Some(spent);
            }
            for edge in &self.edges[at] {
                let price = match cost {
                    Cost::M1 if edge.several => continue,
                    Cost::M3 if edge.home => 0,
                    _ => 1,
                };
                let (now, to) = (spent + price, edge.to as usize);
                if now < best[to] {
                    best[to] = now;
                    if price == 0 { open.push_front((now, to)) } else { open.push_back((now, to)) }
                }
            }
        }
        None
    }

    /// Returns whether brute force found all these moves, and they end in a win.
    ///
    /// A move to an equal position (a column to another empty place) is accepted even if the rules list it only once.
    #[must_use]
    pub fn plays(&self, instance: &Instance, moves: &[Move]) -> bool {
        let mut table = instance.table();
        let mut at = 0;
        for &action in moves {
            if table.apply(action).is_err() {
                return false;
            }
            let Some(&to) = self.numbers.get(&table.key()) else { return false };
            if to != at && !self.edges[at as usize].iter().any(|edge| edge.to == to) {
                return false;
            }
            at = to;
        }
        self.won[at as usize]
    }

    /// Returns a forged closed set for this claim: all positions that can be reached without passing a won one, the won
    /// ones left out. `None` if the file cannot be written.
    #[must_use]
    pub fn forged(&self, instance: &Instance, claim: Claim) -> Option<Vec<u8>> {
        let mut writer = ClosedSetWriter::new(instance, claim);
        let mut seen = vec![false; self.won.len()];
        seen[0] = true;
        let start = instance.table();
        let mut path = vec![(start.moves(), start)];
        while let Some((moves, table)) = path.last_mut() {
            let Some(action) = moves.pop() else {
                path.pop();
                if !path.is_empty() {
                    writer.up().ok()?;
                }
                continue;
            };
            let mut after: Table = table.clone();
            after.apply(action).ok()?;
            let to = *self.numbers.get(&after.key())? as usize;
            if !seen[to] && !self.won[to] {
                seen[to] = true;
                writer.down(action).ok()?;
                path.push((after.moves(), after));
            }
        }
        writer.finish().ok()
    }
}
