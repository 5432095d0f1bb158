//! Moves that lose: at the start, and along a plan.

use super::sense::room;
use crate::why;
use patsat_base::Limits;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan, StateKey, Table};
use patsat_planning::Monitor;
use patsat_planning::{Failure, Outcome};
use patsat_planning::{Request, solve};
use patsat_search::known::Known;
use rustc_hash::FxHashSet;

/// The maximum number of positions of the plan that are examined, evenly spaced.
const STOPS: usize = 16;

/// Positions that the search after one move may expand.
const NODES: u64 = 3_000;

/// The verdicts on the legal moves of some positions, each position that a move leads to counted once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fates {
    /// Moves after which the game can still be won.
    pub win: u32,
    /// Moves that a search of few positions leaves undecided.
    pub open: u32,
    /// Moves after which the game can no longer be won.
    pub lose: u32,
}

impl Fates {
    /// Returns the share of moves that lose, those left open counted half.
    #[must_use]
    pub fn share(&self) -> f64 {
        let all = self.win + self.open + self.lose;
        (f64::from(self.lose) + f64::from(self.open) / 2.0) / f64::from(all.max(1))
    }

    fn add(&mut self, other: Fates) {
        self.win += other.win;
        self.open += other.open;
        self.lose += other.lose;
    }
}

/// Moves that lose, and room, along a plan.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Traps {
    /// The first moves of the game.
    pub first: Fates,
    /// The moves at some positions of the plan, the first among them.
    pub along: Fates,
    /// Empty cells, and empty columns twice, in the mean of the plan's positions.
    pub room: f64,
    /// The same in the position with the least.
    pub least_room: usize,
}

/// Examines a plan of an instance.
///
/// # Errors
/// As [`solve`].
pub(super) fn traps(instance: &Instance, plan: &[Move], monitor: &mut Monitor<'_>) -> Result<Traps, Failure> {
    let mut known = Known::default();
    known.add(&instance.table(), plan);
    let tables = positions(instance, plan);
    let rooms: Vec<usize> = tables.iter().map(room).collect();
    let mut traps = Traps {
        room: rooms.iter().sum::<usize>() as f64 / rooms.len().max(1) as f64,
        least_room: rooms.iter().copied().min().unwrap_or(0),
        ..Traps::default()
    };
    let every = plan.len().div_ceil(STOPS).max(1);
    for step in (0..plan.len()).step_by(every) {
        let now = why::after(instance, &Plan::from(plan.to_vec()), step)?;
        let fates = fates(&now, &mut known, monitor)?;
        if step == 0 {
            traps.first = fates;
        }
        traps.along.add(fates);
    }
    Ok(traps)
}

/// The positions of a plan, without the won one.
fn positions(instance: &Instance, plan: &[Move]) -> Vec<Table> {
    let mut table = instance.table();
    let mut tables = Vec::with_capacity(plan.len());
    for &action in plan {
        tables.push(table.clone());
        // A verified plan is legal throughout.
        let _ = table.apply(action);
    }
    tables
}

/// Returns the verdicts on the legal moves of one position.
fn fates(now: &Instance, known: &mut Known, monitor: &mut Monitor<'_>) -> Result<Fates, Failure> {
    let (table, mut fates) = (now.table(), Fates::default());
    let mut seen: FxHashSet<StateKey> = FxHashSet::default();
    for action in table.moves() {
        let mut after = table.clone();
        // Listed as legal.
        let _ = after.apply(action);
        if !seen.insert(after.key()) {
            continue;
        }
        if known.way(&after).is_some() {
            fates.win += 1;
            continue;
        }
        let next = why::after(now, &Plan::from(vec![action]), 1)?;
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let answer = solve(&Request { limits, ..Request::new(&next, super::search(0)) }, monitor)?;
        match &answer.outcome {
            Outcome::Solved(plan, _) => {
                known.add(&after, &plan.moves);
                fates.win += 1;
            }
            Outcome::Unwinnable(_) => fates.lose += 1,
            Outcome::NoPlanWithin { .. } | Outcome::Unknown(_) => fates.open += 1,
        }
    }
    Ok(fates)
}
