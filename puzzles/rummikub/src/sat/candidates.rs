//! The sets that have variables in the formula: enough of them for every answer.
//!
//! A run of `2s` tiles or more is two runs, and a group too, so no set needs more than `2s - 1`
//! tiles. Sets whose missing tiles exceed the jokers are left out.

use super::super::puzzle::Puzzle;
use super::super::tile::Tile;
use super::FormulaSizeError;
use itertools::Itertools;

/// A set of tiles, and how often it can be laid.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) tiles: Vec<Tile>,
    pub(super) copies: u32,
}

/// Most copies of sets that are written.
const MOST: usize = 200_000;

pub(super) fn candidates(puzzle: &Puzzle) -> Result<Vec<Candidate>, FormulaSizeError> {
    let shape = puzzle.shape();
    let (least, colours) = (usize::from(shape.least), shape.colours);
    let (rack_jokers, table_jokers) = puzzle.jokers();
    let jokers = u32::from(rack_jokers + table_jokers);
    let mut all = Vec::new();
    let mut copies_so_far = 0;
    let mut offer = |tiles: Vec<Tile>| {
        let missing = |copies: u32| -> u32 {
            tiles.iter().map(|&tile| copies.saturating_sub(puzzle.available(shape.kind(tile)).into())).sum()
        };
        let copies = (1..).take_while(|&copies| missing(copies) <= jokers).count();
        if copies > 0 {
            all.push(Candidate { tiles, copies: copies as u32 });
        }
        copies_so_far += copies;
        if copies_so_far > MOST { Err(FormulaSizeError(MOST)) } else { Ok(()) }
    };
    for colour in 0..colours {
        for (first, size) in (1..=usize::from(shape.values)).cartesian_product(least..2 * least) {
            if first + size - 1 <= usize::from(shape.values) {
                offer((first..first + size).map(|value| Tile { colour, value: value as u16 }).collect())?;
            }
        }
    }
    for value in 1..=shape.values {
        let there =
            |colour: &u8| jokers > 0 || puzzle.available(shape.kind(Tile { colour: *colour, value })) > 0;
        let there: Vec<u8> = (0..colours).filter(there).collect();
        for size in least..2 * least {
            for group in there.iter().copied().combinations(size) {
                offer(group.into_iter().map(|colour| Tile { colour, value }).collect())?;
            }
        }
    }
    Ok(all)
}
