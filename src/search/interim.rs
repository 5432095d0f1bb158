//! Two plain strategies on [`Table`], for the layers above the search to stand on.
//!
//! Best-first search ordered by how badly the cards of a column block each other, and
//! breadth-first search in single-card moves. No source and no cleverness: every legal
//! move is tried and every canonical key remembered, so both are complete.

use super::{Budget, Limit, SearchEnd, SearchOptions, SearchReport, Strategy};
use crate::rules::Move;
use crate::state::{Instance, Plan, Position, Table};
use std::collections::{BinaryHeap, HashSet};

/// The strategies of this file.
pub const INTERIM: &[Strategy] = &[
    Strategy {
        name: "auto",
        about: "best-first by blocked cards; complete",
        source: "this project",
        complete: true,
        run: best_first,
    },
    Strategy {
        name: "breadth-first",
        about: "shortest plans in single-card moves first; complete",
        source: "Moore 1959",
        complete: true,
        run: breadth_first,
    },
];

fn best_first(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    walk(instance, options, budget, |table, _| {
        let blocked = table.columns().iter().map(|pile| {
            let mut lowest = u16::MAX;
            let mut above = 0usize;
            for card in &pile.cards {
                above += usize::from(card.rank.0 > lowest);
                lowest = lowest.min(card.rank.0);
            }
            above
        });
        let held = table.cells().iter().flatten().count();
        (2 * blocked.sum::<usize>() + held + 3 * table.deal().cards_in_play().count()) as u32
    })
}

fn breadth_first(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    walk(instance, options, budget, |_, depth| depth)
}

/// Expands positions in the order of `rank`, first come first served among equals.
fn walk(
    instance: &Instance,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
    rank: impl Fn(&Table, u32) -> u32,
) -> SearchReport {
    let start = instance.table();
    let mut seen = HashSet::from([start.key()]);
    // Every node: its parent, the move that made it, its depth.
    let mut nodes: Vec<(usize, Move, u32)> = vec![(0, Move::Draw, 0)];
    let mut queue = BinaryHeap::from([(std::cmp::Reverse((rank(&start, 0), 0usize)), Waiting(start))]);
    let mut cut = false;
    let mut moves = Vec::new();
    let end = loop {
        let Some((std::cmp::Reverse((_, node)), Waiting(table))) = queue.pop() else {
            break if cut { SearchEnd::GaveUp } else { SearchEnd::Exhausted };
        };
        if table.is_won() {
            break SearchEnd::Solved(plan(&nodes, node));
        }
        if let Some(limit) = budget.expand(nodes.len() as u64 * 900) {
            break SearchEnd::Limit(limit);
        }
        let depth = nodes[node].2 + 1;
        if options.depth.is_some_and(|most| depth > most) {
            cut = true;
            continue;
        }
        moves.clear();
        table.single_moves_into(&mut moves);
        for &action in &moves {
            let mut next = table.clone();
            next.make(action);
            budget.stats.generated += 1;
            if seen.insert(next.key()) {
                nodes.push((node, action, depth));
                queue.push((std::cmp::Reverse((rank(&next, depth), nodes.len() - 1)), Waiting(next)));
            }
        }
        budget.stats.stored = nodes.len() as u64;
    };
    if end == SearchEnd::Limit(Limit::Memory) {
        budget.stats.peak_bytes = nodes.len() as u64 * 900;
    }
    SearchReport { end, stats: budget.stats }
}

fn plan(nodes: &[(usize, Move, u32)], mut node: usize) -> Plan {
    let mut moves = Vec::new();
    while node != 0 {
        moves.push(nodes[node].1);
        node = nodes[node].0;
    }
    moves.reverse();
    Plan { moves }
}

/// A table in a queue that is ordered by something else.
struct Waiting(Table);

impl PartialEq for Waiting {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}
