//! Known plans, and the positions from which they lead to a win.
//!
//! Most moves of a game can be taken back, or only come in another order than in a known plan. Then
//! a position of that plan is at most one move away. Positions are equal here up to the names of
//! places ([`StateKey`]), so the rest of the plan is renamed. This module does not verify the
//! result; its callers replay it.

use patsat_game::rules::{Move, Place};
use patsat_game::state::{StateKey, Table};
use rustc_hash::FxHashMap;

/// Positions on the way to a win.
#[derive(Debug, Default)]
pub struct Known {
    plans: Vec<(Vec<Table>, Vec<Move>)>,
    /// Number of the plan, and of the position in it.
    at: FxHashMap<StateKey, (usize, usize)>,
}

impl Known {
    /// Remembers a plan; of several through one position the shortest way from there.
    pub fn add(&mut self, start: &Table, moves: &[Move]) {
        let number = self.plans.len();
        let mut tables = Vec::with_capacity(moves.len() + 1);
        let mut table = start.clone();
        for step in 0..=moves.len() {
            let left = moves.len() - step;
            let known = self.at.entry(table.key()).or_insert((number, step));
            if known.0 != number && self.plans[known.0].1.len() - known.1 > left {
                *known = (number, step);
            }
            tables.push(table.clone());
            if moves.get(step).is_some_and(|&action| table.apply(action).is_err()) {
                break;
            }
        }
        self.plans.push((tables, moves.to_vec()));
    }

    /// The shortest way known from a position, or from one that a single move leads to.
    #[must_use]
    pub fn way(&self, table: &Table) -> Option<Vec<Move>> {
        if let Some(rest) = self.rest(table) {
            return Some(rest);
        }
        // A deal with hundreds of columns has thousands of moves to try.
        if self.at.is_empty() {
            return None;
        }
        let beside = table.moves().into_iter().filter_map(|action| {
            let mut next = table.clone();
            next.apply(action).ok()?;
            let mut rest = self.rest(&next)?;
            rest.insert(0, action);
            Some(rest)
        });
        beside.min_by_key(Vec::len)
    }

    fn rest(&self, table: &Table) -> Option<Vec<Move>> {
        let &(number, step) = self.at.get(&table.key())?;
        let (tables, moves) = &self.plans[number];
        let names = Renamed::new(tables.get(step)?, table);
        Some(moves[step..].iter().map(|&action| names.action(action)).collect())
    }
}

/// The renaming of the places of one position to those of another that is equal up to their names.
struct Renamed {
    columns: Vec<u16>,
    cells: Vec<u16>,
    foundations: Vec<u16>,
}

impl Renamed {
    fn new(from: &Table, to: &Table) -> Renamed {
        let deck = from.rules().deck;
        let heights = |table: &Table| -> Vec<_> {
            let heights = table.foundations().iter().enumerate();
            heights.map(|(n, &height)| (deck.suit_of_foundation(n), height)).collect()
        };
        Renamed {
            columns: matched(from.columns(), to.columns()),
            cells: matched(from.cells(), to.cells()),
            foundations: matched(&heights(from), &heights(to)),
        }
    }

    fn place(&self, place: Place) -> Place {
        let other = |names: &[u16], n: u16| names.get(usize::from(n)).copied().unwrap_or(n);
        match place {
            Place::Column(n) => Place::Column(other(&self.columns, n)),
            Place::Cell(n) => Place::Cell(other(&self.cells, n)),
            Place::Foundation(n) => Place::Foundation(other(&self.foundations, n)),
            Place::Reserve(_) | Place::Waste | Place::Stock | Place::Hole => place,
        }
    }

    fn action(&self, action: Move) -> Move {
        match action {
            Move::Cards { from, to, count } => {
                Move::Cards { from: self.place(from), to: self.place(to), count }
            }
            other => other,
        }
    }
}

/// For each of some things an equal one of the others, each taken once; the one of its own number if
/// it is equal.
fn matched<T: PartialEq>(from: &[T], to: &[T]) -> Vec<u16> {
    let mut taken: Vec<bool> = (0..to.len()).map(|n| from.get(n) == to.get(n)).collect();
    let mut other = |n: usize| {
        if to.get(n) == from.get(n) {
            return n;
        }
        let found = (0..to.len()).find(|&m| !taken[m] && to[m] == from[n]);
        if let Some(m) = found {
            taken[m] = true;
        }
        found.unwrap_or(n)
    };
    (0..from.len()).map(|n| other(n) as u16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_things_are_matched_one_to_one() {
        assert_eq!(matched(&["a", "b", "a", "c"], &["c", "b", "a", "a"]), [3, 1, 2, 0]);
        assert_eq!(matched(&["a", "a"], &["a", "a"]), [0, 1]);
    }
}
