//! How people write tiles, and which letters a position has for its colours.
//!
//! A tile is a colour and a value in either order: `r1`, `1R`, `Red1`, `red-1`. A joker is `*`, `J` or `joker`; in a
//! set it may name its tile: `*r1`, `J=r1`, `joker(r1)`. The game has the colours red, blue, orange and black;
//! other games print yellow or green. A colour that the game does not have takes the place of one that the
//! position does not name, so that `3G 4B 4R 4Y` are four colours, and answers are written in these letters.

use super::meld::LaidTile;
use super::shape::Shape;
use super::tile::{Piece, Tile};
use patsat_base::quoted;

/// A word that is no tile of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct TileError {
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// Words for colours, each with its letter.
const WORDS: [(&str, char); 22] = [
    ("red", 'r'),
    ("rd", 'r'),
    ("blue", 'b'),
    ("bu", 'b'),
    ("blu", 'b'),
    ("orange", 'o'),
    ("or", 'o'),
    ("black", 'k'),
    ("bk", 'k'),
    ("blk", 'k'),
    ("green", 'g'),
    ("gr", 'g'),
    ("grn", 'g'),
    ("yellow", 'y'),
    ("ye", 'y'),
    ("yel", 'y'),
    ("purple", 'p'),
    ("white", 'w'),
    ("cyan", 'c'),
    ("magenta", 'm'),
    ("teal", 't'),
    ("lime", 'l'),
];

/// Colours that take each other's place first: what one game prints yellow, another prints orange.
const ALIKE: [(char, char); 2] = [('y', 'o'), ('g', 'k')];

/// The letters of a position's colours, by their number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    letters: Vec<char>,
}

/// A place of a set; `None` is a joker without a given tile.
type Place = Option<LaidTile>;

impl Palette {
    /// The usual letters.
    #[must_use]
    pub fn new(shape: &Shape) -> Palette {
        Palette { letters: shape.letters().chars().collect() }
    }

    /// The letters of a position in which these words stand. Words that are no tiles are left to the reader.
    #[must_use]
    pub fn of<'w>(words: impl IntoIterator<Item = &'w str>, shape: &Shape) -> Palette {
        let mut palette = Palette::new(shape);
        let mut used: Vec<char> = Vec::new();
        for word in words {
            let word = joker(word).map_or(word, |stands_for| stands_for);
            if let Some((letter, _)) = parts(word)
                && !used.contains(&letter)
            {
                used.push(letter);
            }
        }
        // A letter that is no colour's is a slip.
        let is_colour = |letter: &char| WORDS.iter().any(|(_, known)| known == letter);
        let strange = |letter: &char| is_colour(letter) && !palette.letters.contains(letter);
        let strange: Vec<char> = used.iter().copied().filter(strange).collect();
        // First those that have a usual place, or another would take it.
        let (alike, others): (Vec<char>, Vec<char>) =
            strange.into_iter().partition(|letter| ALIKE.iter().any(|(other, _)| other == letter));
        for letter in alike.into_iter().chain(others) {
            let free = |known: &char| !used.contains(known);
            let usual = ALIKE.iter().find(|(other, _)| *other == letter).map(|(_, known)| *known);
            let place = palette.letters.iter().position(|known| free(known) && Some(*known) == usual);
            if let Some(place) = place.or_else(|| palette.letters.iter().position(free)) {
                palette.letters[place] = letter;
            }
        }
        palette
    }

    /// Reads a tile.
    ///
    /// # Errors
    /// What is wrong with the word in this game.
    pub fn tile(&self, word: &str, shape: &Shape) -> Result<Tile, TileError> {
        let refuse = |found: String, expected: String| Err(TileError { found, expected });
        let found = quoted(word);
        let Some((letter, digits)) = parts(word) else {
            return refuse(found, "a tile such as r1 or k10, or * for a joker".into());
        };
        let Some(colour) = self.letters.iter().position(|&known| known == letter) else {
            let letters: Vec<String> = self.letters.iter().map(char::to_string).collect();
            return refuse(format!("{found} of unknown colour"), format!("one of {}", letters.join(", ")));
        };
        match digits.parse() {
            Ok(value) if (1..=shape.values).contains(&value) => Ok(Tile { colour: colour as u8, value }),
            _ => refuse(found, format!("a value from 1 to {}", shape.values)),
        }
    }

    /// Reads a tile or a joker of the rack.
    ///
    /// # Errors
    /// What is wrong with the word in this game.
    pub fn piece(&self, word: &str, shape: &Shape) -> Result<Piece, TileError> {
        if joker(word) == Some("") { Ok(Piece::Joker) } else { self.tile(word, shape).map(Piece::Tile) }
    }

    /// Reads a place of a set: a tile, a joker, or a joker with what it stands for.
    ///
    /// # Errors
    /// What is wrong with the word in this game.
    pub fn place(&self, word: &str, shape: &Shape) -> Result<Place, TileError> {
        match joker(word) {
            Some("") => Ok(None),
            Some(tile) => Ok(Some(LaidTile { tile: self.tile(tile, shape)?, joker: true })),
            None => Ok(Some(LaidTile { tile: self.tile(word, shape)?, joker: false })),
        }
    }

    /// A text of our own with the position's letters in the names of tiles.
    #[must_use]
    pub fn renamed(&self, text: &str) -> String {
        let mut renamed = String::with_capacity(text.len());
        let mut before = ' ';
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            let is_name = !before.is_alphanumeric() && chars.peek().is_some_and(char::is_ascii_digit);
            let colour =
                if is_name { Shape::colour(char).filter(|_| char.is_ascii_lowercase()) } else { None };
            renamed.push(colour.and_then(|n| self.letters.get(usize::from(n)).copied()).unwrap_or(char));
            before = char;
        }
        renamed
    }
}

/// The tile that a joker stands for, empty if not given; `None` if the word is not a joker.
fn joker(word: &str) -> Option<&str> {
    let lower = word.to_ascii_lowercase();
    let length = if lower.starts_with('*') {
        1
    } else if lower.starts_with("joker") {
        5
    } else if lower.starts_with('j') && !lower[1..].starts_with(|c: char| c.is_ascii_digit()) {
        1
    } else {
        return None;
    };
    let rest = word[length..].trim_start_matches('=');
    let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    Some(inside.unwrap_or(rest))
}

/// Colour and value of a tile, in whatever order; `None` if the word has another form.
fn parts(word: &str) -> Option<(char, &str)> {
    let digits_first = word.starts_with(|c: char| c.is_ascii_digit());
    let is_first = |c: char| if digits_first { c.is_ascii_digit() } else { c.is_ascii_alphabetic() };
    let end = word.find(|c| !is_first(c))?;
    let (first, rest) = word.split_at(end);
    let rest = rest.strip_prefix(['-', '_', '.']).unwrap_or(rest);
    let (name, digits) = if digits_first { (rest, first) } else { (first, rest) };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    colour(name).map(|letter| (letter, digits))
}

/// The letter of a colour's name.
pub(super) fn colour(name: &str) -> Option<char> {
    let lower = name.to_ascii_lowercase();
    let mut chars = lower.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => Some(letter),
        _ => WORDS.iter().find(|(word, _)| *word == lower).map(|(_, letter)| *letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(palette: &Palette, word: &str) -> Result<String, String> {
        let place = palette.place(word, &Shape::default()).map_err(|error| error.to_string())?;
        Ok(place.map_or_else(|| "*".into(), |laid| laid.to_string()))
    }

    #[test]
    fn tiles_are_read_as_people_write_them() {
        let palette = Palette::new(&Shape::default());
        for (word, tile) in [
            ("r1", "r1"),
            ("R4", "r4"),
            ("4R", "r4"),
            ("Red1", "r1"),
            ("1red", "r1"),
            ("red-13", "r13"),
            ("13_black", "k13"),
            ("Black2", "k2"),
            ("bk2", "k2"),
            ("K10", "k10"),
            ("10B", "b10"),
            ("ORANGE.7", "o7"),
            ("*", "*"),
            ("J", "*"),
            ("j", "*"),
            ("Joker", "*"),
            ("*r3", "*r3"),
            ("J=3R", "*r3"),
            ("joker(red3)", "*r3"),
        ] {
            assert_eq!(read(&palette, word).as_deref(), Ok(tile), "{word}");
        }
        for (word, message) in [
            ("r", "found 'r', expected a tile such as r1"),
            ("red", "found 'red', expected a tile such as r1"),
            ("r-1-2", "expected a tile such as r1"),
            ("bl3", "expected a tile such as r1"),
            ("3", "found '3', expected a tile such as r1"),
            ("r3r", "expected a tile such as r1"),
            ("J7", "found 'J7' of unknown colour, expected one of r, b, o, k"),
            ("*14r", "found '14r', expected a value from 1 to 13"),
            ("0R", "found '0R', expected a value from 1 to 13"),
            ("", "found '', expected a tile"),
        ] {
            let error = read(&palette, word).unwrap_err();
            assert!(error.contains(message), "{word}: {error}");
        }
    }

    #[test]
    fn other_colours_take_free_places() {
        let of =
            |words: &str| Palette::of(words.split(' '), &Shape::default()).letters.iter().collect::<String>();
        assert_eq!(of("r1 b2 o3 k4"), "rbok");
        assert_eq!(of("3G 4B 4R 4Y"), "rbyg");
        assert_eq!(of("Yellow3 *green4"), "rbyg");
        assert_eq!(of("k1 g2 r3 b4"), "rbgk");
        assert_eq!(of("p1 y2"), "pbyk");
        // Five colours are one too many: the last has no place and is refused.
        assert_eq!(of("r1 b1 o1 k1 g1"), "rbok");
    }

    #[test]
    fn answers_have_the_letters_of_the_position() {
        let palette = Palette::of(["3G", "4Y"], &Shape::default());
        assert_eq!(
            palette.renamed("found 'k3 *o4 r5', expected k10, or 3k"),
            "found 'g3 *y4 r5', expected g10, or 3k"
        );
        assert_eq!(palette.renamed("r1 and K2 in rack1"), "r1 and K2 in rack1");
    }
}
