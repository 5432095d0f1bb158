//! Names of tiles, as they are read in a game.

use super::shape::Shape;
use super::tile::{Piece, Tile};

/// A word that is no tile of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct NoTile {
    /// What was found.
    pub found: String,
    /// What would do.
    pub expected: String,
}

impl Tile {
    /// Reads the name of a tile.
    ///
    /// # Errors
    /// What is wrong with it in this game.
    pub fn read(word: &str, shape: &Shape) -> Result<Tile, NoTile> {
        let found = quoted(word);
        let refuse = |found: String, expected: String| Err(NoTile { found, expected });
        let mut chars = word.chars();
        let (letter, digits) = (chars.next().unwrap_or(' '), chars.as_str());
        let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !letter.is_ascii_alphabetic() || !number {
            return refuse(found, "a tile such as r1 or k10, or * for a joker".into());
        }
        let Some(colour) = Shape::colour(letter).filter(|&colour| colour < shape.colours) else {
            let letters: Vec<String> = shape.letters().chars().map(String::from).collect();
            return refuse(format!("{found} of unknown colour"), format!("one of {}", letters.join(", ")));
        };
        match digits.parse() {
            Ok(value) if (1..=shape.values).contains(&value) => Ok(Tile { colour, value }),
            _ => refuse(found, format!("a value from 1 to {}", shape.values)),
        }
    }
}

impl Piece {
    /// Reads the name of a tile or a joker.
    ///
    /// # Errors
    /// What is wrong with it in this game.
    pub fn read(word: &str, shape: &Shape) -> Result<Piece, NoTile> {
        if word == "*" { Ok(Piece::Joker) } else { Tile::read(word, shape).map(Piece::Tile) }
    }
}

/// A foreign word in quotation marks, cut short.
pub(super) fn quoted(word: &str) -> String {
    let mut chars = word.chars().map(|c| if c.is_control() { '?' } else { c });
    let short: String = chars.by_ref().take(20).collect();
    if chars.next().is_some() { format!("'{short}...'") } else { format!("'{short}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let shape = Shape::default();
        for tile in shape.kinds() {
            assert_eq!(Tile::read(&tile.to_string(), &shape), Ok(tile));
        }
        assert_eq!(Piece::read("*", &shape), Ok(Piece::Joker));
        assert_eq!(Tile::read("K13", &shape), Ok(Tile { colour: 3, value: 13 }));
        for (word, says) in [
            ("r0", "found 'r0', expected a value from 1 to 13"),
            ("r14", "found 'r14', expected a value from 1 to 13"),
            ("r99999999999999999999", "expected a value from 1 to 13"),
            ("g3", "found 'g3' of unknown colour, expected one of r, b, o, k"),
            ("r", "found 'r', expected a tile such as r1 or k10, or * for a joker"),
            ("r-1", "expected a tile such as"),
            ("", "found '', expected a tile"),
            ("5", "expected a tile such as"),
        ] {
            let said = Piece::read(word, &shape).unwrap_err().to_string();
            assert!(said.contains(says), "{said}");
        }
    }
}
