//! A bounded closed set proves a lower bound on the cost of every plan.
//!
//! It is a set of positions, each with the cost of a path to it. It proves that no plan costs less than `N` if
//!
//! 1. it contains the start, at cost 0,
//! 2. none of its positions with a cost below `N` is won, and
//! 3. each legal move stays in the set or is excluded by a lower bound. For a move of cost `c` from a position of cost
//!    `g`, either the set contains the next position at a cost of at most `g + c`, or every plan from there costs at
//!    least `N - g - c`.
//!
//! *Proof.* Take a plan that costs less than `N`. While its positions are in the set, each at no more than the cost of
//! the plan so far, none of them is won. From the first position that is not in the set in this way, every plan costs
//! at least `N` minus the cost so far, which is more than the plan has left. So the plan has no last position. (Mugdan,
//! Christen and Eriksson, "Optimality Certificates for Classical Planning", ICAPS 2023, write such sets as formulas.)
//!
//! The file is a tree of moves like that of a [closed set](super::check_closed_set). This module computes the costs of
//! the paths and the lower bounds on plans: see [`LeastCost`].

mod deadlocks;
mod harmless_moves;
mod runs;

pub use runs::bound as runs_bound;

use super::Verified;
use super::closed_set::{ClosedSetFault, illegal, walk};
use super::room::{Room, of_key};
use crate::rules::{Cost, Feature, Features, Group, Move};
use crate::state::closed_set::{Claim, ClosedSetFile};
use crate::state::{Instance, StateKey, Table};
use deadlocks::Deadlocks;
use harmless_moves::HarmlessMoves;
use rustc_hash::FxHashMap;

/// The number of positions between two calls of `go_on`.
const EVERY: u64 = 1 << 10;

/// Every plan of an instance costs at least this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostLowerBound {
    /// The count of moves.
    pub cost: Cost,
    /// The lower bound.
    pub least: u32,
    /// Number of positions, up to symmetry and with forced moves home made.
    pub positions: u64,
    /// Number of legal moves checked.
    pub moves: u64,
}

/// A lower bound on the cost of every plan from any position of a game; the only such bound that is trusted.
#[derive(Clone, Debug)]
pub struct LeastCost {
    cost: Cost,
    single_cards: bool,
    family: Family,
}

/// The argument by which moves are counted.
#[derive(Clone, Debug)]
enum Family {
    /// One deck of cards that go home one by one, without a stock.
    Foundations { harmless: HarmlessMoves, deadlocks: Deadlocks },
    /// Cards that leave as complete runs.
    Runs,
}

/// The games of the first family: one deck that goes home one by one, without a stock.
const SUPPORTED: Features = Features::of(&[
    Feature::Cells,
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::AnyLowerRank,
    Feature::Supermoves,
    Feature::SuitRuns,
    Feature::BuiltRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
]);

impl LeastCost {
    /// Returns the bound for a game; `None` if no argument applies to it.
    #[must_use]
    pub fn new(instance: &Instance, cost: Cost) -> Option<LeastCost> {
        let rules = &instance.rules;
        // The arguments name cards by rank and suit, so the position must contain exactly the deck.
        let is_whole = rules.check_deal(&instance.deal).is_ok();
        let small = is_whole && rules.deck.len() <= 64;
        let family = if small && rules.unsupported(SUPPORTED).is_none() {
            let (harmless, deadlocks) = (HarmlessMoves::new(instance), Deadlocks::new(instance, cost));
            Family::Foundations { harmless, deadlocks }
        } else if is_whole && runs::applies(&instance.table()) {
            Family::Runs
        } else {
            return None;
        };
        let single_cards = cost == Cost::M1 && rules.group == Group::BySpaces;
        Some(LeastCost { cost, single_cards, family })
    }

    /// Returns a lower bound on the cost of every plan from this position.
    #[must_use]
    pub fn from(&self, table: &Table) -> u32 {
        match &self.family {
            Family::Foundations { deadlocks, .. } => deadlocks.bound(table),
            Family::Runs => runs_bound(table, self.cost),
        }
    }

    /// Makes the moves home that some plan of least cost begins with, and returns their cost.
    pub fn settle(&self, table: &mut Table) -> u32 {
        let Family::Foundations { harmless, .. } = &self.family else { return 0 };
        let moves = harmless.settle(table);
        if self.cost == Cost::M3 { 0 } else { moves }
    }

    /// Returns the cost of a move.
    #[must_use]
    pub fn of_move(&self, action: Move) -> u32 {
        u32::from(self.cost != Cost::M3 || !action.goes_home())
    }

    /// Returns the legal moves that the cost counts: in m1 a supermove stands for moves of single cards.
    fn moves(&self, table: &Table) -> Vec<Move> {
        if self.single_cards { table.single_moves() } else { table.moves() }
    }
}

/// Checks a bounded closed set of an instance.
///
/// # Errors
/// The first reason why the file proves nothing.
pub fn check_none_shorter(
    instance: &Instance,
    file: &[u8],
) -> Result<Verified<CostLowerBound>, ClosedSetFault> {
    check_none_shorter_while(instance, file, u64::MAX >> 20, &mut |_, _| true)
}

/// Checks a bounded closed set with a memory limit and progress events.
///
/// `go_on` receives the number of visited positions and the total from time to time; each position is visited twice.
/// The check stops when it returns `false`.
///
/// # Errors
/// The first reason why the file proves nothing, or that it needs more memory.
pub fn check_none_shorter_while(
    instance: &Instance,
    file: &[u8],
    memory_mib: u64,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Verified<CostLowerBound>, ClosedSetFault> {
    let file = ClosedSetFile::open(file, instance)?;
    let Claim::NoneShorter { cost, least } = file.claim else { return Err(ClosedSetFault::Claim) };
    let bound = LeastCost::new(instance, cost).ok_or(ClosedSetFault::Game)?;
    let after = |table: &mut Table, action: Option<Move>| {
        action.map_or(0, |action| bound.of_move(action)) + bound.settle(table)
    };
    let (mut looked, of) = (0u64, file.positions.saturating_mul(2));
    let mut report = || {
        looked += 1;
        let enough = looked.is_multiple_of(EVERY) && !go_on(looked, of);
        if enough { Err(ClosedSetFault::Stopped) } else { Ok(()) }
    };
    let mut costs: FxHashMap<StateKey, u32> = FxHashMap::default();
    let mut room = Room::new(memory_mib);
    walk(instance, &file, &mut room, after, |table, so_far| {
        report()?;
        if so_far < least && table.is_won() {
            return Err(ClosedSetFault::Won(Box::new(table.clone())));
        }
        let key = table.key();
        let bytes = of_key(&key);
        let known = costs.entry(key).or_insert(so_far);
        *known = so_far.min(*known);
        Ok(bytes)
    })?;
    let found = costs.len() as u64;
    if found != file.positions {
        return Err(ClosedSetFault::Count { claimed: file.positions, found });
    }
    let mut moves = 0;
    let mut next = instance.table();
    walk(instance, &file, &mut room, after, |table, so_far| {
        report()?;
        if so_far + bound.from(table) >= least {
            return Ok(0);
        }
        for action in bound.moves(table) {
            moves += 1;
            next.clone_from(table);
            next.apply(action).map_err(|rule| illegal(table, action, rule))?;
            let now = so_far + after(&mut next, Some(action));
            let excluded = now + bound.from(&next) >= least;
            if !excluded && costs.get(&next.key()).is_none_or(|&known| known > now) {
                return Err(ClosedSetFault::Open { action, board: Box::new(table.clone()) });
            }
        }
        Ok(0)
    })?;
    Ok(Verified(CostLowerBound { cost, least, positions: found, moves }))
}
