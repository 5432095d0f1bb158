//! The run-state dynamic programme: the best sets, in time linear in the values.
//!
//! Values are gone through from low to high. What counts of the past is, for each colour, the
//! multiset of lengths of the runs being laid (`runs`). At each value the tiles that go to runs are chosen,
//! and as many of the others as possible go to groups (`groups`). This is
//! the algorithm of van Rijn, Takes and Vis (2015), which takes time `O(n)` for fixed
//! colours and copies, and polynomial time in `n` and `m` for fixed colours.
//!
//! How this differs: layers of states in place of recursion with a table; of the next states for
//! the same number of run tiles only the best; which groups there are is not searched, but known from
//! a condition; tiles of the table are a lower bound on what is laid; jokers are a number in the state, and as each of
//! them may make one more run go through a tile, there are as many more runs at a time. A joker never takes
//! the place of a tile in a run that could lie there itself, for they could change places, unless the tile stays on the rack, which can only
//! be of use where jokers of the table must be laid.
//!
//! Sets of the table that are kept (`keep`) are decided on in the same sweep: each has its tiles
//! reserved, and the state says which kept runs are under way.

mod keep;
mod options;
mod step;

use super::build::{self, Column};
use super::goal::{Goal, Objective};
use super::meld::Meld;
use super::puzzle::Puzzle;
use rustc_hash::FxHashMap;
use step::{Node, Stepper};

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The sets.
    pub melds: Vec<Meld>,
    /// States that were visited, over all values.
    pub states: u64,
}

/// More runs at a time than a state can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{colours} colours with {runs} runs at a time each are too many for the dynamic programme: \
     expected fewer colours, copies or jokers"
)]
pub struct TooMany {
    pub colours: u8,
    /// Runs through one tile, at most.
    pub runs: usize,
}

/// The best sets; `None` if the table cannot be kept in play, or the sets cannot be worth enough.
///
/// # Errors
/// If the states are too large.
pub fn solve(puzzle: &Puzzle, goal: &Goal) -> Result<Option<Found>, TooMany> {
    let plain = Goal { keep: false, ..*goal };
    let found = sweep(puzzle, &plain, u64::MAX)?;
    if !goal.keep || puzzle.sets().is_empty() {
        return Ok(found.map(|(found, _)| found));
    }
    let Some((first, best)) = found else { return Ok(None) };
    // What may be left on the rack is known now, and cuts most states of the second sweep.
    // The sweep counts the pieces of the table too.
    let table = if goal.objective == Objective::Tiles { puzzle.table_count().into() } else { 0 };
    let all = puzzle.most(goal.objective) + table;
    let second = sweep(puzzle, goal, all.saturating_sub(best))?;
    Ok(second.map(|(found, _)| Found { states: found.states + first.states, ..found }))
}

/// Most states of one position: many jokers make many.
const MOST_STATES: u64 = 4_000_000;

/// One pass over the values. No more than `slack` may be missing from all that could be laid.
fn sweep(puzzle: &Puzzle, goal: &Goal, slack: u64) -> Result<Option<(Found, u64)>, TooMany> {
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
    Ok(Some((Found { melds, states }, step::main_part(score))))
}

/// What was laid of each value on the way to a last state, and the sets that were kept.
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
