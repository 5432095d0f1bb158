//! The approximate algorithm of Janaszek (2011): blocks of two by two tiles, then a square of blocks.
//!
//! A block has one colour on each of its sides, on both tiles there, so it is a tile itself. The accurate algorithm
//! finds the square of blocks. Squares have an even side.
//!
//! The source does not specify how the three other tiles of a block are found. Here they are tried in the order of
//! the seed. A tile that is in no block with those left is put aside. Blocks are made once and never taken apart, so
//! the algorithm is approximate; each [restart](super::growing) makes new blocks.

use super::board::{Board, PlacedTile, left_over};
use super::growing::{GrowthResult, Options, grow};
use super::random::{Dice, shuffled};
use super::tile::{Tile, TileSet};
use patsat_base::Limit;
use patsat_solvers::Control;

/// Two by two tiles as they lie: upper left, upper right, lower left, lower right.
type Block = [Tile; 4];

/// Runs the algorithm. The goal is a number of tiles along a side.
#[must_use]
pub fn blocks(set: &TileSet, options: &Options, control: Control<'_>) -> GrowthResult {
    let mut best = GrowthResult { side: 0, board: Board::default(), nodes: 0, stopped: None };
    let mut run = options.restart_after;
    // The largest side that blocks can reach.
    let most = 2 * options.goal.div_ceil(2).min((set.len() / 4).isqrt());
    for round in 0.. {
        let seed = options.seed.wrapping_add(round);
        let made = make(set, options.rotation, seed);
        let big = TileSet { tiles: made.iter().map(outside).collect() };
        let goal = options.goal.div_ceil(2).min(big.len().isqrt());
        let left = options.nodes.map(|most| most.saturating_sub(best.nodes));
        let nodes = [left, run].into_iter().flatten().min();
        let inner = Options { goal, seed, nodes, restart_after: None, city_first: false, ..*options };
        let grown = grow(&big, &inner, control);
        best.nodes += grown.nodes.max(1);
        if 2 * grown.side > best.side {
            best.side = 2 * grown.side;
            best.board = unfold(set, &made, &grown.board);
        }
        best.stopped = control.check().or(grown.stopped);
        let spent = options.nodes.is_some_and(|most| best.nodes >= most);
        if best.side >= most || run.is_none() || control.check().is_some() || spent {
            break;
        }
        run = run.map(|run| run.saturating_mul(2));
        best.stopped = Some(Limit::GaveUp);
    }
    best
}

fn outside(block: &Block) -> Tile {
    let [a, b, c, _] = block;
    Tile { top: a.top, right: b.right, bottom: c.bottom, left: a.left }
}

fn turned([a, b, c, d]: Block) -> Block {
    [c, a, d, b].map(Tile::turned)
}

/// Makes blocks as long as there are any.
fn make(set: &TileSet, rotation: bool, seed: u64) -> Vec<Block> {
    let mut left = shuffled(&set.tiles, &mut Dice::new(seed));
    let mut made = Vec::new();
    while let Some(first) = left.pop() {
        let ways = |tile: Tile| if rotation { tile.turns() } else { vec![tile] };
        let found = ways(first).into_iter().find_map(|a| {
            let b = |b: &Tile| b.left == a.right && b.top == a.top;
            each(&left, rotation, &[], b, |b, used| {
                let c = |c: &Tile| c.top == a.bottom && c.left == a.left;
                each(&left, rotation, &[used], c, |c, other| {
                    let d = |d: &Tile| {
                        (d.top, d.left, d.right, d.bottom) == (b.bottom, c.right, b.right, c.bottom)
                    };
                    each(&left, rotation, &[used, other], d, |d, last| {
                        Some(([a, b, c, d], [used, other, last]))
                    })
                })
            })
        });
        if let Some((block, mut used)) = found {
            used.sort_unstable();
            for &n in used.iter().rev() {
                left.remove(n);
            }
            made.push(block);
        }
    }
    made
}

/// Tries the tiles, except those used, in all their ways that fit; equal ones once.
fn each<T>(
    tiles: &[Tile],
    rotation: bool,
    used: &[usize],
    fits: impl Fn(&Tile) -> bool,
    mut go_on: impl FnMut(Tile, usize) -> Option<T>,
) -> Option<T> {
    let mut tried: Vec<Tile> = Vec::new();
    for (n, &tile) in tiles.iter().enumerate().filter(|(n, _)| !used.contains(n)) {
        let ways = if rotation { tile.turns() } else { vec![tile] };
        for way in ways.into_iter().filter(&fits) {
            if tried.contains(&way) {
                continue;
            }
            tried.push(way);
            let found = go_on(way, n);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Returns the board of tiles for a board of blocks.
fn unfold(set: &TileSet, made: &[Block], big: &Board) -> Board {
    let mut free: Vec<bool> = vec![true; made.len()];
    let mut placed = Vec::new();
    for tile in &big.placed {
        let same = |n: &usize| free[*n] && outside(&made[*n]).canonical() == tile.tile.canonical();
        // Without rotation, the block that lies so.
        let exact = |n: &usize| free[*n] && outside(&made[*n]) == tile.tile;
        let number = (0..made.len()).find(exact).or_else(|| (0..made.len()).find(same));
        let Some(number) = number else { continue };
        free[number] = false;
        let mut block = made[number];
        for _ in 0..4 {
            if outside(&block) == tile.tile {
                break;
            }
            block = turned(block);
        }
        for (n, &tile_of_block) in block.iter().enumerate() {
            let (x, y) = (2 * tile.x + (n % 2) as i64, 2 * tile.y + (n / 2) as i64);
            placed.push(PlacedTile { tile: tile_of_block, x, y });
        }
    }
    let used: Vec<Tile> = placed.iter().map(|p| p.tile).collect();
    Board { placed, left_over: left_over(set, &used) }
}
