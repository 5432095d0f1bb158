//! The backtracking that the talk of van Rijn, Takes and Vis begins with, for comparison: from
//! low to high values, at each value first the groups, then the runs.
//!
//! It tries every way to form groups of a value, in every choice of tiles and jokers. Then it tries, for each colour,
//! every number of the other tiles to go to runs and every choice of the runs that they prolong. It stores no states
//! and has no dominance rules, so the time is exponential in the values. It does not try to keep sets of the table.

use super::build::{self, Column};
use super::goal::{Goal, Objective};
use super::meld::Meld;
use super::puzzle::Puzzle;
use super::tile::Tile;

/// The result of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BacktrackResult {
    /// The best sets so far; `None` if no sets that may be laid were found.
    pub melds: Option<Vec<Meld>>,
    /// Choices that were made.
    pub nodes: u64,
    /// Whether all were tried.
    pub finished: bool,
}

/// Tries everything, in at most `most_nodes` choices.
#[must_use]
pub fn backtrack(puzzle: &Puzzle, goal: &Goal, most_nodes: u64) -> BacktrackResult {
    let shape = puzzle.shape();
    let (rack, table) = puzzle.jokers();
    let mut search = Search { puzzle, goal, most_nodes, nodes: 0, columns: Vec::new(), best: None };
    let start =
        State { open: vec![Vec::new(); shape.colours.into()], jokers: rack + table, score: 0, worth: 0 };
    let finished = search.value(1, &start);
    let melds = search.best.map(|(_, columns)| build::melds(shape, &columns));
    BacktrackResult { melds, nodes: search.nodes, finished }
}

/// The part of the past that later choices depend on.
#[derive(Clone)]
struct State {
    /// Lengths of the runs of each colour that the next value may prolong.
    open: Vec<Vec<u16>>,
    /// Jokers that are left.
    jokers: u8,
    score: u64,
    worth: u64,
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    goal: &'a Goal,
    most_nodes: u64,
    nodes: u64,
    columns: Vec<Column>,
    best: Option<(u64, Vec<Column>)>,
}

impl Search<'_> {
    /// Tries everything from a value on; returns false if the limit was reached.
    fn value(&mut self, value: u16, state: &State) -> bool {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return false;
        }
        let shape = *self.puzzle.shape();
        if value > shape.values {
            self.end(state);
            return true;
        }
        let free: Vec<u8> = (0..shape.colours)
            .map(|colour| self.puzzle.available(shape.kind(Tile { colour, value })))
            .collect();
        let mut all = Vec::new();
        groups(&free, state.jokers, shape.least, 0, &mut (vec![0; free.len()], 0), &mut all);
        all.sort_unstable();
        all.dedup();
        for (taken, jokers) in all {
            let left: Vec<u8> = free.iter().zip(&taken).map(|(free, taken)| free - taken).collect();
            let laid = taken.iter().map(|&n| u64::from(n)).sum::<u64>() + u64::from(jokers);
            let mut next = self.gain(state, value, laid);
            next.jokers -= jokers;
            let column = Column { runs: Vec::new(), groups: taken, group_jokers: jokers.into() };
            self.columns.push(column);
            let finished = self.colour(value, 0, &left, &next);
            self.columns.pop();
            if !finished {
                return false;
            }
        }
        true
    }

    /// The runs of one colour after the other.
    fn colour(&mut self, value: u16, colour: usize, left: &[u8], state: &State) -> bool {
        let Some(&free) = left.get(colour) else { return self.value(value + 1, state) };
        let (shape, last) = (*self.puzzle.shape(), self.columns.len() - 1);
        let kind = shape.kind(Tile { colour: colour as u8, value });
        let grouped = self.columns[last].groups[colour];
        for jokers in 0..=state.jokers {
            for real in 0..=free {
                if grouped + real < self.puzzle.on_table(kind) {
                    continue;
                }
                let tiles = usize::from(real + jokers);
                for open in prolonged(&state.open[colour], tiles, shape.least) {
                    let mut next = self.gain(state, value, tiles as u64);
                    next.jokers -= jokers;
                    next.open[colour] = open;
                    self.columns[last].runs.push((real, jokers));
                    let finished = self.colour(value, colour + 1, left, &next);
                    self.columns[last].runs.pop();
                    if !finished {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn gain(&self, state: &State, value: u16, laid: u64) -> State {
        let worth = laid * u64::from(value);
        let gain = if self.goal.objective == Objective::Value { worth } else { laid };
        State { score: state.score + gain, worth: state.worth + worth, ..state.clone() }
    }

    fn end(&mut self, state: &State) {
        let least = self.puzzle.shape().least;
        let whole = state.open.iter().flatten().all(|&length| length >= least.into());
        let (rack, table) = self.puzzle.jokers();
        let used = rack + table - state.jokers;
        let enough = state.worth >= self.goal.at_least.unwrap_or(0).into();
        let better = self.best.as_ref().is_none_or(|(score, _)| state.score > *score);
        if whole && used >= table && enough && better {
            self.best = Some((state.score, self.columns.clone()));
        }
    }
}

/// Returns all lengths of runs after a value of which `tiles` tiles go to runs.
fn prolonged(open: &[u16], tiles: usize, least: u8) -> Vec<Vec<u16>> {
    let mut all = Vec::new();
    for mask in 0..1u64 << open.len() {
        let grows = |n: usize| mask >> n & 1 == 1;
        let legal = (0..open.len()).all(|n| grows(n) || open[n] >= least.into());
        let Some(new) = tiles.checked_sub(mask.count_ones() as usize) else { continue };
        if legal {
            let longer = (0..open.len()).filter(|&n| grows(n)).map(|n| open[n] + 1);
            let mut next: Vec<u16> = longer.chain(std::iter::repeat_n(1, new)).collect();
            next.sort_unstable();
            all.push(next);
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// All that groups of one value can take, group after group, each as a set of colours and a
/// number of jokers; no group before `first`, in the order of their codes.
fn groups(
    free: &[u8],
    jokers: u8,
    least: u8,
    first: u64,
    so_far: &mut (Vec<u8>, u8),
    all: &mut Vec<(Vec<u8>, u8)>,
) {
    all.push(so_far.clone());
    let colours = free.len() as u32;
    for code in first..u64::from(jokers + 1) << colours {
        let (mask, stand) = (code & ((1 << colours) - 1), (code >> colours) as u8);
        let size = mask.count_ones() + u32::from(stand);
        let there = |colour: usize| mask >> colour & 1 == 0 || so_far.0[colour] < free[colour];
        if size < least.into() || size > colours || so_far.1 + stand > jokers || !(0..free.len()).all(there) {
            continue;
        }
        let each = |taken: &mut (Vec<u8>, u8), up: bool| {
            for colour in (0..free.len()).filter(|colour| mask >> colour & 1 == 1) {
                taken.0[colour] = if up { taken.0[colour] + 1 } else { taken.0[colour] - 1 };
            }
            taken.1 = if up { taken.1 + stand } else { taken.1 - stand };
        };
        each(so_far, true);
        groups(free, jokers, least, code, so_far, all);
        each(so_far, false);
    }
}
