//! Sets of the table that may stay as they are.
//!
//! Tiles and jokers of a kept set are reserved. A run is reserved from its first value to its
//! last, so a state stores which kept runs are under way. Runs that share no value may share a bit
//! of the state, its slot. Runs get slots in the order of their first values. The number of slots is
//! the largest number of runs through one value.

use super::super::meld::Meld;
use super::super::puzzle::Puzzle;

/// The pieces that a kept set reserves of one value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ReservedPieces {
    /// Tiles of each colour.
    pub(super) tiles: Vec<u8>,
    pub(super) jokers: u32,
}

/// A set that may be kept from this value on.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Its number on the table.
    pub(super) set: usize,
    /// Its slot, if it is a run that goes on after this value.
    pub(super) slot: Option<u32>,
    /// The pieces that it reserves of this value.
    pub(super) reserved: ReservedPieces,
    /// Whether it is the same as the candidate before.
    pub(super) again: bool,
}

/// The sets by value.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptSets {
    /// For each value, from 1, the sets that may be kept from it on.
    starts: Vec<Vec<Candidate>>,
    /// For each value and slot, the pieces that a run under way reserves, and whether it goes on after it.
    under_way: Vec<Vec<Option<(ReservedPieces, bool)>>>,
    pub(super) slots: u32,
}

impl KeptSets {
    /// No set is kept.
    pub(super) fn nothing(values: u16) -> KeptSets {
        let none = || vec![Vec::new(); usize::from(values) + 1];
        KeptSets { starts: none(), under_way: vec![Vec::new(); usize::from(values) + 1], slots: 0 }
    }

    pub(super) fn new(puzzle: &Puzzle) -> KeptSets {
        let shape = puzzle.shape();
        let mut keep = KeptSets::nothing(shape.values);
        let mut sets: Vec<(usize, &Meld)> = puzzle.sets().iter().enumerate().collect();
        let first = |set: &Meld| set.0.iter().map(|laid| laid.tile.value).min().unwrap_or(1);
        let last = |set: &Meld| set.0.iter().map(|laid| laid.tile.value).max().unwrap_or(1);
        sets.sort_by_cached_key(|(number, set)| (first(set), set.key(), *number));
        // The last value of the run in each slot.
        let mut ends: Vec<u16> = Vec::new();
        let mut before: Option<&Meld> = None;
        for (number, set) in sets {
            let (first, last) = (first(set), last(set));
            let slot = (last > first).then(|| {
                let free = ends.iter().position(|&end| end < first).unwrap_or(ends.len());
                ends.resize(ends.len().max(free + 1), 0);
                ends[free] = last;
                free
            });
            for value in first..=last {
                let reserved = reserved(set, value, shape.colours);
                let at = usize::from(value);
                if value == first {
                    let again = before.is_some_and(|before| before.key() == set.key());
                    let slot = slot.map(|slot| slot as u32);
                    keep.starts[at].push(Candidate { set: number, slot, reserved, again });
                } else if let Some(slot) = slot {
                    let row = &mut keep.under_way[at];
                    row.resize(row.len().max(slot + 1), None);
                    row[slot] = Some((reserved, value < last));
                }
            }
            before = Some(set);
        }
        keep.slots = ends.len() as u32;
        keep
    }

    pub(super) fn starts(&self, value: u16) -> &[Candidate] {
        &self.starts[usize::from(value)]
    }

    /// Returns the pieces that the run in a slot reserves of a value, and whether it goes on after it.
    pub(super) fn under_way(&self, value: u16, slot: u32) -> Option<&(ReservedPieces, bool)> {
        self.under_way[usize::from(value)].get(slot as usize)?.as_ref()
    }
}

fn reserved(set: &Meld, value: u16, colours: u8) -> ReservedPieces {
    let mut reserved = ReservedPieces { tiles: vec![0; colours.into()], jokers: 0 };
    for laid in set.0.iter().filter(|laid| laid.tile.value == value) {
        if laid.joker {
            reserved.jokers += 1;
        } else {
            reserved.tiles[usize::from(laid.tile.colour)] += 1;
        }
    }
    reserved
}
