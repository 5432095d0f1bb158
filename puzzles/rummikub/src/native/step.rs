//! From the states before a value to those after it.

use super::super::build::{self, Column};
use super::super::goal::{Goal, Objective};
use super::super::groups::Sizes;
use super::super::puzzle::Puzzle;
use super::super::runs::RunStates;
use super::super::tile::Tile;
use super::ColourCountError;
use super::keep::{Candidate, KeptSets, ReservedPieces};
use super::options::{Branch, Options, Stock};
use std::rc::Rc;

/// A state, the score of its best past, and the state before it there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: u128,
    pub(super) score: u64,
    pub(super) parent: u32,
}

impl Node {
    /// Nothing is laid.
    pub(super) const FIRST: Node = Node { key: 0, score: 0, parent: 0 };
}

/// Below this bit a score counts sets kept; above it the objective.
const KEPT_BITS: u32 = 16;

/// Returns the objective part of a score.
pub(super) fn main_part(score: u64) -> u64 {
    score >> KEPT_BITS
}

/// The choices at a value; updated in place during the enumeration.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// Tiles of each colour that are not reserved, and those of them that must be laid.
    free: Vec<u8>,
    must: Vec<u8>,
    /// Tiles and jokers of each colour in runs.
    real: Vec<u8>,
    run_jokers: Vec<u8>,
    group_jokers: u32,
    grouped: (u32, u32),
    kept: Vec<usize>,
    sizes: Option<Sizes>,
}

impl Choice {
    /// Tiles in runs and groups.
    pub(super) fn column(&self) -> Column {
        let runs = self.real.iter().copied().zip(self.run_jokers.iter().copied()).collect();
        let both = |of: fn(u8, u8) -> u8, tiles: &[u8]| -> Vec<u8> {
            tiles.iter().zip(&self.real).map(|(&n, &real)| of(n, real)).collect()
        };
        let (lower, upper) = (both(u8::saturating_sub, &self.must), both(u8::saturating_sub, &self.free));
        let groups = self
            .sizes
            .map_or_else(Vec::new, |sizes| sizes.taken(&lower, &upper, self.group_jokers, self.grouped));
        Column { runs, groups, group_jokers: self.group_jokers }
    }

    /// The table's sets that begin here and are kept.
    pub(super) fn kept(&self) -> &[usize] {
        &self.kept
    }
}

/// The callback for a next state: receives its key, its score, and the choice that leads to it.
pub(super) type OnChoice<'a> = &'a mut dyn FnMut(u128, u64, &Choice);

/// The data of a puzzle that steps need.
pub(super) struct Stepper<'a> {
    puzzle: &'a Puzzle,
    runs: RunStates,
    keep: Rc<KeptSets>,
    sizes: Sizes,
    colours: usize,
    /// Bits of a colour's state, and where the other parts of a key begin.
    bits: u32,
    jokers_at: u32,
    worth_at: u32,
    slots_at: u32,
    jokers: u32,
    table_jokers: u32,
    at_least: u64,
    by_value: bool,
    /// For each value, the most that all tiles up to it are worth; and how much may be missing.
    all: Vec<u64>,
    slack: u64,
    choice: Choice,
    /// The last value, and its options by the tiles that are not reserved.
    options: (u16, Vec<KnownOptions>),
}

/// The options for a number of free tiles of each colour.
type KnownOptions = (Box<[u8]>, Rc<Options>);

/// The data that all choices at a state share.
struct At {
    value: u16,
    /// States of the colours before, unpacked.
    before: [u16; 32],
    jokers_before: u32,
    /// Tiles and jokers reserved.
    reserved: u32,
    score: u64,
    worth: u64,
    /// Slots of kept runs after the value.
    slots: u128,
}

impl<'a> Stepper<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, goal: &Goal, slack: u64) -> Result<Stepper<'a>, ColourCountError> {
        let shape = puzzle.shape();
        let (rack_jokers, table_jokers) = puzzle.jokers();
        let jokers = u32::from(rack_jokers + table_jokers);
        let most = (0..shape.kind_count()).map(|kind| puzzle.available(kind)).max().unwrap_or(0);
        // A joker lets one more run go through a tile than there are copies of it.
        let slots = usize::from(most) + jokers as usize;
        let too_many = ColourCountError { colours: shape.colours, runs: slots };
        let runs = RunStates::new(slots, shape.least).ok_or(too_many)?;
        let keep = Rc::new(if goal.keep { KeptSets::new(puzzle) } else { KeptSets::nothing(shape.values) });
        let by_value = goal.objective == Objective::Value;
        // If the value is the objective, the best score shows whether it is enough.
        let at_least = if by_value { 0 } else { goal.at_least.unwrap_or(0).into() };
        let width = |most: u64| most.checked_ilog2().map_or(0, |log| log + 1);
        let bits = runs.bits();
        let jokers_at = bits * u32::from(shape.colours);
        let worth_at = jokers_at + width(jokers.into());
        let slots_at = worth_at + width(at_least);
        if slots_at + keep.slots > 128 {
            return Err(too_many);
        }
        let worth = |value: u16| if by_value { u64::from(value) } else { 1 };
        let mut all = vec![0; usize::from(shape.values) + 1];
        for value in 1..=shape.values {
            let of = |colour| u64::from(puzzle.available(shape.kind(Tile { colour, value })));
            let here = (0..shape.colours).map(of).sum::<u64>() * worth(value);
            all[usize::from(value)] = all[usize::from(value) - 1] + here;
        }
        let colours = usize::from(shape.colours);
        let empty = || vec![0; colours];
        let sizes = build::sizes(shape);
        let choice = Choice {
            free: empty(),
            must: empty(),
            real: empty(),
            run_jokers: empty(),
            sizes: Some(sizes),
            ..Choice::default()
        };
        // A joker may be missing at any value: with jokers nothing is cut.
        let slack = if jokers > 0 { u64::MAX } else { slack };
        Ok(Stepper {
            puzzle,
            runs,
            keep,
            sizes,
            colours,
            bits,
            jokers_at,
            worth_at,
            slots_at,
            jokers,
            table_jokers: table_jokers.into(),
            at_least,
            by_value,
            all,
            slack,
            choice,
            options: (0, Vec::new()),
        })
    }

    /// Returns the error of too many states.
    pub(super) fn too_many(&self) -> ColourCountError {
        ColourCountError { colours: self.puzzle.shape().colours, runs: self.runs.slots() }
    }

    /// Whether everything may end in this state.
    pub(super) fn may_end(&self, key: u128) -> bool {
        let jokers = self.part(key, self.jokers_at, self.worth_at);
        let worth = self.part(key, self.worth_at, self.slots_at);
        let ends = |colour| self.runs.may_end(self.state(key, colour));
        (0..self.colours).all(ends) && jokers >= self.table_jokers.into() && worth >= self.at_least.into()
    }

    fn part(&self, key: u128, from: u32, to: u32) -> u128 {
        if from == to { 0 } else { key >> from & ((1 << (to - from)) - 1) }
    }

    fn state(&self, key: u128, colour: usize) -> usize {
        let from = self.bits * colour as u32;
        self.part(key, from, from + self.bits) as usize
    }

    /// Goes through all choices at a value.
    pub(super) fn expand(&mut self, value: u16, node: &Node, on_choice: OnChoice<'_>) {
        let shape = self.puzzle.shape();
        let mut choice = std::mem::take(&mut self.choice);
        for colour in 0..shape.colours {
            let kind = shape.kind(Tile { colour, value });
            choice.free[usize::from(colour)] = self.puzzle.available(kind);
            choice.must[usize::from(colour)] = self.puzzle.on_table(kind);
        }
        let mut before = [0; 32];
        for (colour, state) in before.iter_mut().enumerate().take(self.colours) {
            *state = self.state(node.key, colour) as u16;
        }
        let mut at = At {
            value,
            before,
            jokers_before: self.part(node.key, self.jokers_at, self.worth_at) as u32,
            reserved: 0,
            score: node.score,
            worth: self.part(node.key, self.worth_at, self.slots_at) as u64,
            slots: 0,
        };
        let keep = self.keep.clone();
        for slot in (0..keep.slots).filter(|slot| node.key >> (self.slots_at + slot) & 1 == 1) {
            if let Some((reserved, goes_on)) = keep.under_way(value, slot) {
                reserve(&mut at, &mut choice, reserved);
                at.slots |= u128::from(*goes_on) << slot;
            }
        }
        self.keep_or_not(&mut at, &mut choice, keep.starts(value), false, on_choice);
        self.choice = choice;
    }

    /// Chooses which of the table's sets that begin here are kept.
    fn keep_or_not(
        &mut self,
        at: &mut At,
        choice: &mut Choice,
        candidates: &[Candidate],
        left_out: bool,
        on_choice: OnChoice<'_>,
    ) {
        let Some((candidate, rest)) = candidates.split_first() else {
            if at.jokers_before <= self.jokers {
                let options = self.options(at, choice);
                let so_far = (at.jokers_before, at.reserved, 0);
                self.colour(at, choice, &options, (0, options.roots), so_far, on_choice);
            }
            return;
        };
        self.keep_or_not(at, choice, rest, true, on_choice);
        // Of equal sets the first ones are kept.
        if candidate.again && left_out {
            return;
        }
        let saved = (at.jokers_before, at.reserved, at.score, at.slots);
        reserve(at, choice, &candidate.reserved);
        at.score += 1;
        at.slots |= candidate.slot.map_or(0, |slot| 1 << slot);
        choice.kept.push(candidate.set);
        self.keep_or_not(at, choice, rest, false, on_choice);
        choice.kept.pop();
        (at.jokers_before, at.reserved, at.score, at.slots) = saved;
        for (colour, &tiles) in candidate.reserved.tiles.iter().enumerate() {
            choice.free[colour] += tiles;
            choice.must[colour] += tiles;
        }
    }

    /// Returns the options for the tiles that are not reserved.
    fn options(&mut self, at: &At, choice: &Choice) -> Rc<Options> {
        if self.options.0 != at.value {
            self.options = (at.value, Vec::new());
        }
        if let Some((_, options)) = self.options.1.iter().find(|(free, _)| **free == *choice.free) {
            return options.clone();
        }
        let stock = Stock {
            free: &choice.free,
            must: &choice.must,
            jokers: self.jokers,
            in_place: self.table_jokers > 0,
            slots: self.runs.slots(),
            sizes: self.sizes,
        };
        let options = Rc::new(Options::new(&stock));
        self.options.1.push((choice.free.clone().into(), options.clone()));
        options
    }

    /// Chooses the run tiles of one colour after the other, then the largest number of the rest that
    /// can go to groups. `so_far`: jokers used, pieces laid, key.
    fn colour(
        &self,
        at: &At,
        choice: &mut Choice,
        options: &Options,
        (colour, (first, end)): (usize, (u32, u32)),
        so_far: (u32, u32, u128),
        on_choice: OnChoice<'_>,
    ) {
        let range = first as usize..end as usize;
        let (jokers, laid, key) = so_far;
        if colour == self.colours {
            for leaf in options.leaves[range].iter().filter(|leaf| jokers + leaf.jokers <= self.jokers) {
                choice.group_jokers = leaf.jokers;
                choice.grouped = leaf.grouped;
                self.leaf(at, choice, (jokers + leaf.jokers, laid + leaf.grouped.0, key), on_choice);
            }
            return;
        }
        let state = usize::from(at.before[colour]);
        for &Branch { real, stand, first, end } in &options.branches[range] {
            let tiles = real + stand;
            let jokers = jokers + u32::from(stand);
            if jokers > self.jokers {
                continue;
            }
            let Some(next) = self.runs.next(state, tiles.into()) else { continue };
            choice.real[colour] = real;
            choice.run_jokers[colour] = stand;
            let key = key | (next as u128) << (self.bits * colour as u32);
            let so_far = (jokers, laid + u32::from(tiles), key);
            self.colour(at, choice, options, (colour + 1, (first, end)), so_far, on_choice);
        }
    }

    fn leaf(&self, at: &At, choice: &Choice, (jokers, laid, key): (u32, u32, u128), on_choice: OnChoice<'_>) {
        let laid = u64::from(laid);
        let value = laid * u64::from(at.value);
        let score = at.score + ((if self.by_value { value } else { laid }) << KEPT_BITS);
        let missing = self.all[usize::from(at.value)].saturating_sub(main_part(score));
        if missing > self.slack {
            return;
        }
        let mut key = key;
        if self.slots_at > self.jokers_at {
            let worth = (at.worth + value).min(self.at_least);
            key |= u128::from(jokers) << self.jokers_at;
            if self.at_least > 0 {
                key |= u128::from(worth) << self.worth_at;
            }
        }
        if self.keep.slots > 0 {
            key |= at.slots << self.slots_at;
        }
        on_choice(key, score, choice);
    }
}

fn reserve(at: &mut At, choice: &mut Choice, reserved: &ReservedPieces) {
    at.jokers_before += reserved.jokers;
    at.reserved += reserved.jokers;
    for (colour, &tiles) in reserved.tiles.iter().enumerate() {
        // The table's own tiles, so there are enough of both.
        choice.free[colour] -= tiles;
        choice.must[colour] -= tiles;
        at.reserved += u32::from(tiles);
    }
}
