//! The most that legal moves reach: runs taken off, one run at least, the longest run.
//!
//! Breadth first over all positions, so the plan is a shortest one to its value. The value is
//! the largest if no larger one is possible or all positions were visited; a limit leaves the
//! best value so far.

use super::{VariantError, of_board};
use patsat_base::Limit;
use patsat_game::rules::Move;
use patsat_game::state::{Goal, Instance, Plan, Position, StateKey, Table};
use patsat_game::verify::{Play, Verified, play};
use patsat_planning::SelfCheck;
use patsat_search::{Budget, let_go};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The best value found.
#[derive(Clone, PartialEq, Debug)]
pub struct BestValue {
    /// The value of the position that the plan leads to.
    pub value: u32,
    /// A shortest plan to that value, played by the verifier.
    pub plan: Verified<Play>,
    /// The limit that left larger values open; `None` if no larger value is reachable.
    pub open: Option<Limit>,
    /// Different positions met.
    pub positions: u64,
}

/// Searches for the largest value of a goal.
///
/// # Errors
/// If the verifier refuses the plan.
pub fn best(instance: &Instance, goal: Goal, budget: &mut Budget<'_>) -> Result<BestValue, VariantError> {
    let mut search = Search::new(instance, goal);
    let open = search.run(budget);
    let plan = search.plan();
    let refused = |fault| SelfCheck::Plan { plan: plan.clone(), fault: Box::new(fault) };
    let played = play(instance, plan.clone()).map_err(refused)?;
    let value = goal.value(instance, &played.table);
    if value != search.value {
        return Err(SelfCheck::Bound { lower: search.value, found: value, cost: Default::default() }.into());
    }
    let positions = search.seen.len() as u64;
    if let Some(limit) = open {
        let_go(limit, (search.seen, search.open));
    }
    Ok(BestValue { value, plan: played, open, positions })
}

struct Search<'a> {
    instance: &'a Instance,
    goal: Goal,
    seen: FxHashSet<StateKey>,
    /// Node `n` is `links[n - 1]`: its parent and the move from there; 0 is the start.
    links: Vec<(u32, Move)>,
    open: VecDeque<(Table, u32)>,
    value: u32,
    at: u32,
    bytes: u64,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance, goal: Goal) -> Search<'a> {
        let start = instance.table();
        let value = goal.value(instance, &start);
        let bytes = of_board(&start);
        Search {
            instance,
            goal,
            seen: std::iter::once(start.key()).collect(),
            links: Vec::new(),
            open: VecDeque::from([(start, 0)]),
            value,
            at: 0,
            bytes,
        }
    }

    fn run(&mut self, budget: &mut Budget<'_>) -> Option<Limit> {
        let most = self.goal.most(self.instance);
        let mut moves = Vec::new();
        while self.value < most
            && let Some((table, node)) = self.open.pop_front()
        {
            budget.stats.stored = self.seen.len() as u64;
            if let Some(limit) = budget.expand(self.bytes) {
                return Some(limit);
            }
            self.bytes -= of_board(&table);
            moves.clear();
            table.single_moves_into(&mut moves);
            for &action in &moves {
                let mut next = table.clone();
                next.make(action);
                let key = next.key();
                let size = 2 * key.as_bytes().len() as u64 + 64;
                if !self.seen.insert(key) {
                    continue;
                }
                self.bytes += size + of_board(&next);
                self.links.push((node, action));
                let child = self.links.len() as u32;
                let value = self.goal.value(self.instance, &next);
                if value > self.value {
                    (self.value, self.at) = (value, child);
                }
                self.open.push_back((next, child));
            }
        }
        None
    }

    fn plan(&self) -> Plan {
        let (mut moves, mut node) = (Vec::new(), self.at);
        while let Some(&(parent, action)) = (node as usize).checked_sub(1).and_then(|n| self.links.get(n)) {
            moves.push(action);
            node = parent;
        }
        moves.reverse();
        Plan { moves }
    }
}
