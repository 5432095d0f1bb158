//! The run-state dynamic programme: the best sets, in time linear in the values.
//!
//! The programme goes through the values from low to high. Its state is, for each colour, the
//! multiset of lengths of the runs being laid (`runs`). At each value it chooses the tiles that go to
//! runs, and puts the largest possible number of the others into groups (`groups`). This is the
//! algorithm of van Rijn, Takes and Vis (2015), which takes time `O(n)` for fixed colours and copies,
//! and polynomial time in `n` and `m` for fixed colours.
//!
//! It differs from the source in these points:
//!
//! * It uses layers of states in place of recursion with a table.
//! * Of the next states for the same number of run tiles it keeps only the best.
//! * It does not search the groups; a condition decides whether they exist.
//! * Tiles of the table are a lower bound on the tiles laid.
//! * The number of jokers is a part of the state. Each joker may let one more run go through a tile,
//!   so the state has one more run at a time for each joker.
//! * In a run a joker does not stand for a tile that could lie there itself, because the two could
//!   change places. The exception is a tile that stays on the rack; this helps only where jokers of
//!   the table must be laid.
//!
//! The same sweep decides which sets of the table are kept (`keep`). The tiles of a kept set are
//! reserved, and the state stores which kept runs are under way.

mod keep;
mod options;
mod step;

use super::build::{self, Column};
use super::goal::{Goal, Objective};
use super::meld::Meld;
use super::puzzle::Puzzle;
use rustc_hash::FxHashMap;
use step::{Node, Stepper};

/// The result of the algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeResult {
    /// The sets.
    pub melds: Vec<Meld>,
    /// States that were visited, over all values.
    pub states: u64,
}

/// The error of more runs at a time than a state can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{colours} colours with {runs} runs at a time each are too many for the dynamic programme: \
     expected fewer colours, copies or jokers"
)]
pub struct ColourCountError {
    pub colours: u8,
    /// Runs through one tile, at most.
    pub runs: usize,
}

/// Returns the best sets; `None` if the table cannot be kept in play, or the sets cannot be worth enough.
///
/// # Errors
/// If the states are too large.
pub fn solve(puzzle: &Puzzle, goal: &Goal) -> Result<Option<NativeResult>, ColourCountError> {
    let plain = Goal { keep: false, ..*goal };
    let found = sweep(puzzle, &plain, u64::MAX)?;
    if !goal.keep || puzzle.sets().is_empty() {
        return Ok(found.map(|(found, _)| found));
    }
    let Some((first, best)) = found else { return Ok(None) };
    // The first sweep bounds what may be left on the rack; this cuts most states of the second sweep.
    // The sweep counts the pieces of the table too.
    let table = if goal.objective == Objective::Tiles { puzzle.table_count().into() } else { 0 };
    let all = puzzle.most(goal.objective) + table;
    let second = sweep(puzzle, goal, all.saturating_sub(best))?;
    Ok(second.map(|(found, _)| NativeResult { states: found.states + first.states, ..found }))
}

/// Most states of one position: many jokers make many.
const MOST_STATES: u64 = 4_000_000;

/// Runs one pass over the values. No more than `slack` may be missing from all that could be laid.
fn sweep(puzzle: &Puzzle, goal: &Goal, slack: u64) -> Result<Option<(NativeResult, u64)>, ColourCountError> {
    let mut stepper = Stepper::new(puzzle, goal, slack)?;
    let mut layers: Vec<Vec<Node>> = vec![vec![Node::FIRST]];
    let mut states = 1;
    let mut index: FxHashMap<u128, u32> = FxHashMap::default();
    for value in 1..=puzzle.shape().values {
        index.clear();
        let mut next: Vec<Node> = Vec::new();
        let last = layers.last().map_or(&[][..], |layer| layer);
        for (from, node) in (0..).zip(last) {
            if states + next.len() as u64 > MOST_STATES {
                return Err(stepper.too_many());
            }
            stepper.expand(value, node, &mut |key, score, _| {
                let fresh = Node { key, score, parent: from };
                match index.entry(key) {
                    std::collections::hash_map::Entry::Occupied(there) => {
                        let node = &mut next[*there.get() as usize];
                        if node.score < score {
                            *node = fresh;
                        }
                    }
                    std::collections::hash_map::Entry::Vacant(free) => {
                        free.insert(next.len() as u32);
                        next.push(fresh);
                    }
                }
            });
        }
        states += next.len() as u64;
        layers.push(next);
    }
    let last = layers.last().map_or(&[][..], |layer| layer);
    let ends = last.iter().enumerate().filter(|(_, node)| stepper.may_end(node.key));
    // The first of the best: the same one always.
    let Some((end, score)) =
        ends.map(|(n, node)| (n, node.score)).reduce(|a, b| if b.1 > a.1 { b } else { a })
    else {
        return Ok(None);
    };
    let (columns, mut melds) = walk_back(puzzle, &mut stepper, &layers, end);
    melds.extend(build::melds(puzzle.shape(), &columns));
    Ok(Some((NativeResult { melds, states }, step::main_part(score))))
}

/// Returns the pieces laid of each value on the way to a last state, and the sets that were kept.
fn walk_back(
    puzzle: &Puzzle,
    stepper: &mut Stepper<'_>,
    layers: &[Vec<Node>],
    end: usize,
) -> (Vec<Column>, Vec<Meld>) {
    let (mut columns, mut kept) = (Vec::new(), Vec::new());
    let mut at = end;
    for (value, pair) in (1..).zip(layers.windows(2)).collect::<Vec<_>>().into_iter().rev() {
        let node = pair[1][at];
        at = node.parent as usize;
        let mut column = None;
        stepper.expand(value, &pair[0][at], &mut |key, score, choice| {
            if column.is_none() && key == node.key && score == node.score {
                column = Some(choice.column());
                kept.extend(choice.kept().iter().map(|&set| puzzle.sets()[set].clone()));
            }
        });
        columns.push(column.unwrap_or_default());
    }
    columns.reverse();
    (columns, kept)
}
