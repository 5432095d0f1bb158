//! Checks of boards, and their largest full squares and rectangles.
//!
//! On a valid board touching sides are equal, no two tiles lie in one place, and every tile is in
//! the set.

use super::super::board::{Board, PlacedTile, Question, Shape};
use super::super::tile::{Side, Tile, TileSet};
use super::Verified;
use std::collections::{BTreeMap, HashMap};

/// The reason why a board is invalid, or does not have the requested rectangle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardFault {
    /// A place is taken twice.
    #[error("two tiles lie at ({x}, {y})")]
    Twice {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
    },
    /// Two sides that touch differ.
    #[error(
        "the tile at ({}, {}) shows {first} {}, the one at ({}, {}) {second} {}",
        at.0, at.1, if *below { "below" } else { "to its right" },
        next.0, next.1, if *below { "above" } else { "to its left" }
    )]
    Differ {
        /// Place of the left or upper tile.
        at: (i64, i64),
        /// Place of the other.
        next: (i64, i64),
        /// Whether the other lies below, not to the right.
        below: bool,
        /// What the first shows.
        first: Side,
        /// What the second shows.
        second: Side,
    },
    /// More tiles of a kind than there are.
    #[error("the board has {used} times the tile {tile}{}, of which there are {copies}", if *rotation { " (in any rotation)" } else { "" })]
    Tiles {
        /// One of them.
        tile: Tile,
        /// On the board and beside it.
        used: usize,
        /// In the set.
        copies: usize,
        /// Whether turned ones count as equal.
        rotation: bool,
    },
    /// The rectangle is not there.
    #[error("the board has no full {0}")]
    Missing(String),
}

/// What a board has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Tiles on the board.
    pub placed: usize,
    /// Pairs of sides that touch.
    pub touching: usize,
    /// Side of the largest full square, and its upper left corner.
    pub square: (usize, (i64, i64)),
    /// The full rectangle of most tiles, and its upper left corner.
    pub rectangle: (Shape, (i64, i64)),
}

type Cells = HashMap<(i64, i64), Tile>;

/// Checks that touching sides are equal and no place is taken twice.
///
/// # Errors
/// The first fault, row by row.
pub fn check_board(board: &Board) -> Result<Verified<Facts>, BoardFault> {
    let mut cells = Cells::with_capacity(board.placed.len());
    for &PlacedTile { tile, x, y } in &board.placed {
        if cells.insert((x, y), tile).is_some() {
            return Err(BoardFault::Twice { x, y });
        }
    }
    let mut order: Vec<(i64, i64)> = board.placed.iter().map(|p| (p.y, p.x)).collect();
    order.sort_unstable();
    let mut touching = 0;
    for &(y, x) in &order {
        let tile = cells[&(x, y)];
        let right = x.checked_add(1).map(|x| (x, y));
        let below = y.checked_add(1).map(|y| (x, y));
        for (next, first, below) in [(right, tile.right, false), (below, tile.bottom, true)] {
            let Some((next, other)) = next.and_then(|next| cells.get(&next).map(|t| (next, t))) else {
                continue;
            };
            let second = if below { other.top } else { other.left };
            touching += 1;
            if first != second {
                return Err(BoardFault::Differ { at: (x, y), next, below, first, second });
            }
        }
    }
    let (square, rectangle) = (square(&order), rectangle(&order));
    Ok(Verified(Facts { placed: order.len(), touching, square, rectangle }))
}

/// The largest full square, of places `(y, x)` in order: that of a lower right corner is one
/// larger than the least of its three neighbours'.
fn square(order: &[(i64, i64)]) -> (usize, (i64, i64)) {
    let mut sides: HashMap<(i64, i64), usize> = HashMap::with_capacity(order.len());
    let mut best = (0, (0, 0));
    for &(y, x) in order {
        let side = |dy: i64, dx: i64| {
            let place = y.checked_sub(dy).zip(x.checked_sub(dx));
            place.and_then(|place| sides.get(&place)).copied().unwrap_or(0)
        };
        let own = 1 + side(0, 1).min(side(1, 0)).min(side(1, 1));
        sides.insert((y, x), own);
        if own > best.0 {
            let back = own as i64 - 1;
            best = (own, (x - back, y - back));
        }
    }
    best
}

/// The full rectangle of most tiles: for each row, the columns of tiles that end in it, as bars.
fn rectangle(order: &[(i64, i64)]) -> (Shape, (i64, i64)) {
    let mut best = (Shape { width: 0, height: 0 }, (0, 0));
    let mut above: BTreeMap<i64, usize> = BTreeMap::new();
    let mut last_row = None;
    for row in order.chunk_by(|a, b| a.0 == b.0) {
        let y = row[0].0;
        if last_row.is_none_or(|last: i64| last.checked_add(1) != Some(y)) {
            above.clear();
        }
        last_row = Some(y);
        let bars: Vec<(i64, usize)> =
            row.iter().map(|&(_, x)| (x, 1 + above.get(&x).copied().unwrap_or(0))).collect();
        above = bars.iter().copied().collect();
        for run in bars.chunk_by(|a, b| a.0.checked_add(1) == Some(b.0)) {
            widest(run, y, &mut best);
        }
    }
    best
}

/// The largest rectangle under bars side by side; each bar waits until a lower one comes, at last
/// one of no height after the end.
fn widest(run: &[(i64, usize)], y: i64, best: &mut (Shape, (i64, i64))) {
    // Number of the first bar, and height, rising.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (after, height) in run.iter().map(|bar| bar.1).chain([0]).enumerate() {
        let mut start = after;
        while let Some(&(first, tall)) = open.last().filter(|bar| bar.1 >= height) {
            let shape = Shape { width: after - first, height: tall };
            if shape.area() > best.0.area() {
                *best = (shape, (run[first].0, y - (tall as i64 - 1)));
            }
            start = first;
            open.pop();
        }
        open.push((start, height));
    }
}

/// Checks that the set has every tile of a board, on it or beside it.
///
/// # Errors
/// If the board has more tiles of a kind than the set.
pub fn check_tiles(board: &Board, set: &TileSet, rotation: bool) -> Result<(), BoardFault> {
    let key = |tile: Tile| if rotation { tile.canonical() } else { tile };
    let mut there: BTreeMap<Tile, usize> = BTreeMap::new();
    for &tile in &set.tiles {
        *there.entry(key(tile)).or_default() += 1;
    }
    let mut used: BTreeMap<Tile, (usize, Tile)> = BTreeMap::new();
    for tile in board.placed.iter().map(|p| p.tile).chain(board.left_over.iter().copied()) {
        used.entry(key(tile)).or_insert((0, tile)).0 += 1;
    }
    for (key, (used, tile)) in used {
        let copies = there.get(&key).copied().unwrap_or(0);
        if used > copies {
            return Err(BoardFault::Tiles { tile, used, copies, rotation });
        }
    }
    Ok(())
}

/// Checks that a board answers a question: it is valid, has only tiles of the set, and has the requested
/// full rectangle with its border.
///
/// # Errors
/// The first fault.
pub fn check_answer(question: &Question, set: &TileSet, board: Board) -> Result<Verified<Board>, BoardFault> {
    let facts = check_board(&board)?;
    check_tiles(&board, set, question.rotation)?;
    let cells: Cells = board.placed.iter().map(|p| ((p.x, p.y), p.tile)).collect();
    let there = facts.placed >= question.shape.area()
        && board.placed.iter().any(|p| has_rectangle(&cells, question, (p.x, p.y)));
    if there { Ok(Verified(board)) } else { Err(BoardFault::Missing(question.to_string())) }
}

/// Whether the rectangle is there with this upper left corner.
fn has_rectangle(cells: &Cells, question: &Question, corner: (i64, i64)) -> bool {
    let Shape { width, height } = question.shape;
    let fits = |side: Side, outer: bool| !outer || question.border.is_none_or(|border| side == border);
    (0..height).all(|row| {
        (0..width).all(|column| {
            let place = corner.0.checked_add(column as i64).zip(corner.1.checked_add(row as i64));
            place.and_then(|place| cells.get(&place)).is_some_and(|tile| {
                fits(tile.top, row == 0)
                    && fits(tile.bottom, row + 1 == height)
                    && fits(tile.left, column == 0)
                    && fits(tile.right, column + 1 == width)
            })
        })
    })
}
