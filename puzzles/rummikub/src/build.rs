//! From numbers of tiles to sets: how many of each tile go to runs and to groups.

use super::groups::Sizes;
use super::meld::{LaidTile, Meld};
use super::shape::Shape;
use super::tile::Tile;

/// What is laid of one value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Column {
    /// For each colour, how many tiles go to runs, and how many jokers stand for such.
    pub(super) runs: Vec<(u8, u8)>,
    /// For each colour, how many tiles go to groups.
    pub(super) groups: Vec<u8>,
    /// How many jokers go to groups.
    pub(super) group_jokers: u32,
}

/// The sizes of groups in a game.
pub(super) fn sizes(shape: &Shape) -> Sizes {
    Sizes { least: shape.least.into(), most: shape.colours.into() }
}

/// The sets, the columns being those of the values from 1 on.
///
/// Numbers that allow no sets give some that the checker refuses.
pub(super) fn melds(shape: &Shape, columns: &[Column]) -> Vec<Meld> {
    let mut melds = Vec::new();
    for colour in 0..shape.colours {
        runs(shape, columns, colour, &mut melds);
    }
    for (value, column) in (1..).zip(columns) {
        for (colours, jokers) in sizes(shape).deal(&column.groups, column.group_jokers) {
            let laid = |colour: u8, joker| LaidTile { tile: Tile { colour, value }, joker };
            let missing = (0..shape.colours).filter(|colour| !colours.contains(colour));
            let mut group: Vec<LaidTile> = colours.iter().map(|&colour| laid(colour, false)).collect();
            group.extend(missing.take(jokers as usize).map(|colour| laid(colour, true)));
            group.sort_unstable();
            melds.push(Meld(group));
        }
    }
    melds
}

/// The runs of a colour: unfinished ones go on, then others, then new ones begin.
fn runs(shape: &Shape, columns: &[Column], colour: u8, melds: &mut Vec<Meld>) {
    let mut open: Vec<Vec<LaidTile>> = Vec::new();
    for (value, column) in (1..).zip(columns) {
        let (tiles, jokers) = column.runs.get(usize::from(colour)).copied().unwrap_or((0, 0));
        let laid = |joker| LaidTile { tile: Tile { colour, value }, joker };
        let mut laid: Vec<LaidTile> = std::iter::repeat_n(laid(false), tiles.into())
            .chain(std::iter::repeat_n(laid(true), jokers.into()))
            .rev()
            .collect();
        // Stable: of those that may end the one that began first goes on.
        open.sort_by_key(|run| run.len() >= usize::from(shape.least));
        let mut next = Vec::new();
        for mut run in open {
            match laid.pop() {
                Some(more) => {
                    run.push(more);
                    next.push(run);
                }
                None => melds.push(Meld(run)),
            }
        }
        next.extend(laid.into_iter().rev().map(|first| vec![first]));
        open = next;
    }
    melds.extend(open.into_iter().map(Meld));
}
