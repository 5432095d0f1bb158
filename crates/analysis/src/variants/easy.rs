//! k-easy games: whatever the first k moves are, the game can still be won.
//!
//! Laubersheimer 2024, 4.4. The search decides every position that at most k legal moves reach, level by
//! level and each once; results for one position are used for the next. A dead end after fewer than k moves
//! counts as lost, as it is for a player. The formula of the thesis is about sequences of exactly k moves and
//! would miss it. A game that is won earlier stays won.
//!
//! If the answer is yes, the verifier replayed a plan from every position of the last level, and from every
//! earlier position without a move, each after its first moves. If the answer is no, there is a shortest
//! losing sequence, with a closed set that was checked.

use super::oracle::Oracle;
use super::{VariantError, show_lost};
use patsat_base::Limit;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan, StateKey, Table};
use patsat_game::verify::{ClosedSet, Play, Verified, play, replay};
use patsat_planning::SelfCheck;
use patsat_search::{Budget, let_go};
use rustc_hash::FxHashSet;

/// The answer to the question, with its evidence.
#[derive(Clone, PartialEq, Debug)]
pub enum EasyAnswer {
    /// Every position within k moves can be won.
    Yes {
        /// How many positions these are.
        positions: u64,
        /// From how many of them a plan was replayed.
        replayed: u64,
    },
    /// These first moves lose.
    No {
        /// The moves.
        prefix: Box<Verified<Play>>,
        /// Why the position after them is lost.
        lost: Verified<ClosedSet>,
    },
    /// A limit was reached.
    Unknown {
        /// Which.
        limit: Limit,
        /// Positions that were found to be won before.
        positions: u64,
    },
}

/// Decides whether the game can still be won after any first `k` moves.
///
/// # Errors
/// If the program contradicts itself.
pub fn easy(instance: &Instance, k: u32, budget: &mut Budget<'_>) -> Result<EasyAnswer, VariantError> {
    let mut levels = Levels::default();
    match levels.run(instance, k, budget) {
        Err(VariantError::Limit(limit)) => {
            let positions = levels.positions;
            let_go(limit, levels);
            Ok(EasyAnswer::Unknown { limit, positions })
        }
        other => other,
    }
}

#[derive(Default)]
struct Levels {
    oracle: Oracle,
    seen: FxHashSet<StateKey>,
    positions: u64,
    replayed: u64,
}

impl Levels {
    fn run(
        &mut self,
        instance: &Instance,
        k: u32,
        budget: &mut Budget<'_>,
    ) -> Result<EasyAnswer, VariantError> {
        let start = instance.table();
        self.seen.insert(start.key());
        let mut level: Vec<(Table, Vec<Move>)> = vec![(start, Vec::new())];
        for depth in 0..=k {
            let mut next = Vec::new();
            for (table, moves) in level {
                if !self.oracle.is_winnable(&table, budget)? {
                    return no(instance, moves, budget);
                }
                self.positions += 1;
                let before = next.len();
                if depth < k && !table.is_won() {
                    self.expand(&table, &moves, &mut next, budget)?;
                }
                if next.len() == before {
                    self.replay(instance, &table, moves)?;
                }
            }
            level = next;
        }
        Ok(EasyAnswer::Yes { positions: self.positions, replayed: self.replayed })
    }

    /// Returns the new positions one move further.
    fn expand(
        &mut self,
        table: &Table,
        moves: &[Move],
        next: &mut Vec<(Table, Vec<Move>)>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        if let Some(limit) = budget.expand(0) {
            return Err(limit);
        }
        for action in table.moves() {
            let mut after = table.clone();
            if after.apply(action).is_ok() && self.seen.insert(after.key()) {
                next.push((after, [moves, &[action]].concat()));
            }
        }
        Ok(())
    }

    /// Lets the verifier replay first moves and the known plan after them.
    fn replay(&mut self, instance: &Instance, table: &Table, mut moves: Vec<Move>) -> Result<(), SelfCheck> {
        let rest = if table.is_won() { Some(Plan::default()) } else { self.oracle.plan(table) };
        moves.extend(rest.ok_or(SelfCheck::Winnable)?.moves);
        let plan = Plan { moves };
        replay(instance, plan.clone()).map_err(|fault| SelfCheck::Plan { plan, fault: Box::new(fault) })?;
        self.replayed += 1;
        Ok(())
    }
}

/// The answer no, with its two witnesses checked.
fn no(instance: &Instance, moves: Vec<Move>, budget: &mut Budget<'_>) -> Result<EasyAnswer, VariantError> {
    let plan = Plan { moves };
    let refused = |fault| SelfCheck::Plan { plan: plan.clone(), fault: Box::new(fault) };
    let prefix = play(instance, plan.clone()).map_err(refused)?;
    let after = Instance { deal: prefix.table.deal().clone(), id: None, ..instance.clone() };
    let lost = show_lost(&after, budget)?;
    Ok(EasyAnswer::No { prefix: Box::new(prefix), lost })
}
