//! Which tiles there are, and how large a set must be.

use super::letters;
use super::tile::Tile;

/// Most values that a tile may have.
pub const MOST_VALUES: u16 = 1000;
/// Most colours: as many as there are letters.
pub const MOST_COLOURS: u8 = 26;
/// Most copies of a tile.
pub const MOST_COPIES: u8 = 20;
pub const MOST_JOKERS: u8 = 100;

/// The tiles of a game: `values * colours * copies` and the jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Tiles have the values 1 to this.
    pub values: u16,
    pub colours: u8,
    /// How many tiles of each value and colour.
    pub copies: u8,
    pub jokers: u8,
    /// How many tiles a set has at least.
    pub least: u8,
}

/// Numbers that make no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} {found}: expected {from} to {to}")]
pub struct ShapeError {
    /// Which number.
    pub what: &'static str,
    /// What it is.
    pub found: u64,
    /// The least possible.
    pub from: u64,
    /// The greatest possible.
    pub to: u64,
}

impl Default for Shape {
    /// The game as it is sold: 13 values, 4 colours, 2 copies, 2 jokers, sets of 3.
    fn default() -> Shape {
        Shape { values: 13, colours: 4, copies: 2, jokers: 2, least: 3 }
    }
}

impl Shape {
    /// Checks the numbers.
    ///
    /// # Errors
    /// The first that is out of range.
    pub fn check(&self) -> Result<(), ShapeError> {
        let numbers = [
            ("values", self.values.into(), 1, MOST_VALUES.into()),
            ("colours", self.colours.into(), 1, MOST_COLOURS.into()),
            ("copies", self.copies.into(), 1, MOST_COPIES.into()),
            ("jokers", self.jokers.into(), 0, MOST_JOKERS.into()),
            ("least size of a set", self.least.into(), 2, 6),
        ];
        for (what, found, from, to) in numbers {
            if !(from..=to).contains(&found) {
                return Err(ShapeError { what, found, from, to });
            }
        }
        Ok(())
    }

    /// All tiles but the jokers, each once, colour by colour.
    pub fn kinds(&self) -> impl Iterator<Item = Tile> + use<> {
        let (colours, values) = (self.colours, self.values);
        (0..colours).flat_map(move |colour| (1..=values).map(move |value| Tile { colour, value }))
    }

    /// The number of a tile among [`Shape::kinds`].
    #[must_use]
    pub fn kind(&self, tile: Tile) -> usize {
        usize::from(tile.colour) * usize::from(self.values) + usize::from(tile.value) - 1
    }

    /// How many different tiles there are, jokers apart.
    #[must_use]
    pub fn kind_count(&self) -> usize {
        usize::from(self.colours) * usize::from(self.values)
    }

    #[must_use]
    pub fn letter(colour: u8) -> char {
        letters::letter(colour)
    }

    /// The colour of a letter, of whatever case, if it has one in any game.
    #[must_use]
    pub fn colour(letter: char) -> Option<u8> {
        letters::colour(letter)
    }

    /// The letters of this game's colours.
    #[must_use]
    pub fn letters(&self) -> String {
        (0..self.colours).map(Shape::letter).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_a_letter_of_its_own() {
        for colour in 0..MOST_COLOURS {
            assert_eq!(Shape::colour(Shape::letter(colour)), Some(colour));
        }
        assert_eq!((Shape::colour('R'), Shape::colour('1'), Shape::colour('ä')), (Some(0), None, None));
    }

    #[test]
    fn kinds_are_numbered_in_order() {
        let shape = Shape { values: 5, colours: 3, ..Shape::default() };
        assert!(shape.kinds().enumerate().all(|(n, tile)| shape.kind(tile) == n));
        assert_eq!(shape.kinds().count(), shape.kind_count());
        let none = Shape { copies: 0, ..shape };
        assert_eq!(none.check().unwrap_err().to_string(), "copies 0: expected 1 to 20");
    }
}
