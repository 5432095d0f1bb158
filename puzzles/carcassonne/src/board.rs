//! Boards, and the rectangles to search for.

use super::tile::{Side, Tile, TileSet};
use std::fmt;

/// A tile on the board, with its sides as it lies there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedTile {
    /// Its sides as placed.
    pub tile: Tile,
    /// Columns to the right.
    pub x: i64,
    /// Rows down.
    pub y: i64,
}

/// The tiles on the board, and those beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// On the board.
    pub placed: Vec<PlacedTile>,
    /// Beside it, in the order of the set.
    pub left_over: Vec<Tile>,
}

/// Width and height of a rectangle, in tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Shape {
    #[must_use]
    pub fn square(side: usize) -> Shape {
        Shape { width: side, height: side }
    }

    /// How many tiles it takes.
    #[must_use]
    pub fn area(self) -> usize {
        self.width.saturating_mul(self.height)
    }

    /// Lying on its side.
    #[must_use]
    pub fn turned(self) -> Shape {
        Shape { width: self.height, height: self.width }
    }

    /// Whether the other one has room in it as it stands.
    #[must_use]
    pub fn contains(self, other: Shape) -> bool {
        self.width >= other.width && self.height >= other.height
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The question whether a set has a full rectangle of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Its size.
    pub shape: Shape,
    /// The colour that every outer side must show, if any.
    pub border: Option<Side>,
    /// Whether tiles may be turned.
    pub rotation: bool,
}

impl Question {
    /// Any border.
    #[must_use]
    pub fn open(shape: Shape, rotation: bool) -> Question {
        Question { shape, border: None, rotation }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shape)?;
        if let Some(border) = self.border {
            write!(f, " with a border of {border}")?;
        }
        if !self.rotation {
            f.write_str(" without rotation")?;
        }
        Ok(())
    }
}

/// A full rectangle, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Its size.
    pub shape: Shape,
    /// The tiles as they lie, the first row first.
    pub cells: Vec<Tile>,
}

impl Grid {
    /// Returns the board whose upper left corner is the origin, with the tiles of the set that it
    /// does not use. Tiles that are not in the set are placed too; the checker finds them.
    #[must_use]
    pub fn board(&self, set: &TileSet) -> Board {
        let width = self.shape.width.max(1);
        let placed = self.cells.iter().enumerate().map(|(n, &tile)| {
            let (x, y) = ((n % width) as i64, (n / width) as i64);
            PlacedTile { tile, x, y }
        });
        Board { placed: placed.collect(), left_over: left_over(set, &self.cells) }
    }
}

/// The tiles of a set without those that lie on the board: first those that lie as they are
/// written, then those that were turned.
#[must_use]
pub fn left_over(set: &TileSet, used: &[Tile]) -> Vec<Tile> {
    let mut taken = vec![false; set.len()];
    let mut turned = Vec::new();
    let mut by_tile = Stock::new(set, |tile| tile);
    for &tile in used {
        match by_tile.take(tile, &mut taken) {
            true => {}
            false => turned.push(tile),
        }
    }
    let mut by_class = Stock::new(set, Tile::canonical);
    for tile in turned {
        by_class.take(tile.canonical(), &mut taken);
    }
    set.tiles.iter().zip(taken).filter(|(_, taken)| !taken).map(|(&tile, _)| tile).collect()
}

/// Where the tiles of each kind are in a set.
struct Stock(std::collections::BTreeMap<Tile, Vec<usize>>);

impl Stock {
    fn new(set: &TileSet, key: fn(Tile) -> Tile) -> Stock {
        let mut stock = Stock(std::collections::BTreeMap::new());
        for (n, &tile) in set.tiles.iter().enumerate().rev() {
            stock.0.entry(key(tile)).or_default().push(n);
        }
        stock
    }

    fn take(&mut self, key: Tile, taken: &mut [bool]) -> bool {
        let Some(places) = self.0.get_mut(&key) else { return false };
        while let Some(place) = places.pop() {
            if !std::mem::replace(&mut taken[place], true) {
                return true;
            }
        }
        false
    }
}
