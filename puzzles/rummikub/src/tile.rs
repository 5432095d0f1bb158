//! Tiles and their names: a letter for the colour and the value, `r1`, `k13`; jokers are `*`.

use super::letters::letter;
use std::fmt;

/// A tile that is no joker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tile {
    /// Its colour, from 0.
    pub colour: u8,
    /// Its value, from 1.
    pub value: u16,
}

/// What can be on a rack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Piece {
    /// A tile with a colour and a value.
    Tile(Tile),
    Joker,
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.colour), self.value)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Tile(tile) => tile.fmt(f),
            Piece::Joker => f.write_str("*"),
        }
    }
}
