//! Tiles and sets of tiles.
//!
//! Tiles that can be turned into each other are interchangeable, and so are copies. A search or a
//! formula that distinguishes them would try the same board many times. So a set is divided into
//! *classes* with a number of copies each: up to rotation where tiles may be turned, else by equality.
//! The base game's 72 tiles are 17 classes (19 if opposite and adjacent cities, joined or not, were
//! distinguished).

use std::fmt;

/// The colour of a side of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Field,
    City,
    Road,
}

impl Side {
    /// All of them.
    pub const ALL: [Side; 3] = [Side::Field, Side::City, Side::Road];

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["field", "city", "road"][self as usize]
    }

    /// Its letter in pictures.
    #[must_use]
    pub fn letter(self) -> char {
        ['f', 'C', 'r'][self as usize]
    }

    #[must_use]
    pub fn of_name(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name() == name)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A tile as it lies: its four sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile {
    /// Above.
    pub top: Side,
    pub right: Side,
    /// Below.
    pub bottom: Side,
    pub left: Side,
}

impl Tile {
    /// A tile by its sides clockwise from the top.
    #[must_use]
    pub fn new([top, right, bottom, left]: [Side; 4]) -> Tile {
        Tile { top, right, bottom, left }
    }

    /// Its sides clockwise from the top.
    #[must_use]
    pub fn sides(self) -> [Side; 4] {
        [self.top, self.right, self.bottom, self.left]
    }

    /// Turned clockwise by a quarter.
    #[must_use]
    pub fn turned(self) -> Tile {
        Tile { top: self.left, right: self.top, bottom: self.right, left: self.bottom }
    }

    /// The different ways in which it can lie, this one first.
    #[must_use]
    pub fn turns(self) -> Vec<Tile> {
        let mut turns = vec![self];
        let mut next = self.turned();
        while next != self {
            turns.push(next);
            next = next.turned();
        }
        turns
    }

    /// The same for all of its turns: the first of them in the order of tiles.
    #[must_use]
    pub fn canonical(self) -> Tile {
        self.turns().into_iter().min().unwrap_or(self)
    }

    /// How many of its sides show this.
    #[must_use]
    pub fn count(self, side: Side) -> usize {
        self.sides().into_iter().filter(|&s| s == side).count()
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tile { top, right, bottom, left } = self;
        write!(f, "left={left}, right={right}, top={top}, bottom={bottom}")
    }
}

/// Tiles that stand for each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// One of them.
    pub tile: Tile,
    /// How many there are.
    pub copies: usize,
    /// The ways in which one can lie: one if tiles may not be turned.
    pub ways: Vec<Tile>,
}

/// Tiles, one entry a copy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TileSet {
    /// In the order of their file.
    pub tiles: Vec<Tile>,
}

impl TileSet {
    /// How many tiles there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Its classes, in the order of their first tiles' canonical form.
    #[must_use]
    pub fn classes(&self, rotation: bool) -> Vec<Class> {
        let mut keys: Vec<Tile> =
            self.tiles.iter().map(|&tile| if rotation { tile.canonical() } else { tile }).collect();
        keys.sort_unstable();
        let chunks = keys.chunk_by(|a, b| a == b);
        chunks
            .map(|chunk| {
                let tile = chunk[0];
                let ways = if rotation { tile.turns() } else { vec![tile] };
                Class { tile, copies: chunk.len(), ways }
            })
            .collect()
    }

    /// Returns the set with every tile repeated `copies` times.
    #[must_use]
    pub fn times(&self, copies: usize) -> TileSet {
        TileSet { tiles: self.tiles.repeat(copies) }
    }
}

#[cfg(test)]
mod tests {
    use super::Side::{City, Field, Road};
    use super::*;

    #[test]
    fn four_turns_are_none() {
        let tile = Tile::new([City, Road, Field, Field]);
        assert_eq!(tile.turned(), Tile::new([Field, City, Road, Field]));
        assert_eq!(tile.turns().len(), 4);
        assert!(tile.turns().iter().all(|turn| turn.canonical() == tile.canonical()));
        assert_eq!(Tile::new([City, Road, City, Road]).turns().len(), 2);
        assert_eq!(Tile::new([City; 4]).turns().len(), 1);
    }

    #[test]
    fn classes_count_what_can_be_turned_into_each_other() {
        let tile = Tile::new([City, Road, Field, Field]);
        let set = TileSet { tiles: vec![tile, tile.turned(), Tile::new([City; 4]), tile] };
        let copies = |rotation| set.classes(rotation).iter().map(|class| class.copies).collect::<Vec<_>>();
        assert_eq!(copies(true).iter().sum::<usize>(), 4);
        assert_eq!((copies(true).len(), copies(false).len()), (2, 3));
    }
}
