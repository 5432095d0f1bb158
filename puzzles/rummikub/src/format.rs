//! Positions and answers of the Rummikub puzzle, as JSON and as a short text.
//!
//! The text has the rack's tiles in any lines, `table:` before the tiles of one set on the table, and
//! `loose:` before tiles that must stay in play in sets that nobody knows; `#` begins a comment. In sets a joker may say what it
//! stands for.
//!
//! ```text
//! r1 r2 r3 k10 *          # the rack
//! table: b4 b5 *b6
//! ```
//!
//! The JSON says the same, and what tiles there are (default: those of the game as it is sold):
//!
//! ```json
//! { "game": "rummikub", "schema": 1, "values": 13, "colours": 4, "copies": 2, "jokers": 2, "least": 3,
//!   "rack": ["r1", "r2", "r3", "k10", "*"], "table": [["b4", "b5", "*b6"]], "loose": [] }
//! ```
//!
//! Wherever tiles are listed one text may stand for them: `"rack": "r1 r2 r3"`. An answer is an
//! object with `"sets"`, each a list of tiles, or a text with a set a line.

use crate::{Laid, Meld, Piece, Puzzle, PuzzleError, Shape, Tile};
use patsat_text::FormatError;
use patsat_text::quoted;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt::{Display, Write};

/// Numbers of a game that a caller insists on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// Values.
    pub values: Option<u16>,
    /// Colours.
    pub colours: Option<u8>,
    /// Copies of each tile.
    pub copies: Option<u8>,
    /// Jokers.
    pub jokers: Option<u8>,
    /// Least size of a set.
    pub least: Option<u8>,
}

impl Numbers {
    /// A game with these numbers, and the others as they were.
    #[must_use]
    pub fn applied(&self, shape: Shape) -> Shape {
        Shape {
            values: self.values.unwrap_or(shape.values),
            colours: self.colours.unwrap_or(shape.colours),
            copies: self.copies.unwrap_or(shape.copies),
            jokers: self.jokers.unwrap_or(shape.jokers),
            least: self.least.unwrap_or(shape.least),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    game: Option<String>,
    schema: Option<u32>,
    values: Option<u16>,
    colours: Option<u8>,
    copies: Option<u8>,
    jokers: Option<u8>,
    least: Option<u8>,
    #[serde(borrow)]
    rack: Option<Tiles<'a>>,
    #[serde(borrow, default)]
    table: Vec<Tiles<'a>>,
    #[serde(borrow)]
    loose: Option<Tiles<'a>>,
}

/// A list of words, or one text, as it stands in the file: where it begins tells its line.
type Tiles<'a> = &'a RawValue;

/// A word with its line.
struct Word {
    line: usize,
    text: String,
}

/// The line, from 1, that a part of a text begins in.
fn line_of(whole: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize).min(whole.len());
    whole.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// The words of a list.
fn words(whole: &str, tiles: Tiles<'_>) -> Result<Vec<Word>, FormatError> {
    let text = tiles.get();
    let at = line_of(whole, text);
    let odd = |found: &RawValue| {
        let found = quoted(found.get());
        let expected = "a text such as \"r1\", or a list of such";
        FormatError::unexpected(found, expected).at(line_of(whole, tiles.get()))
    };
    let read = |word: &RawValue| serde_json::from_str::<String>(word.get()).map_err(|_| odd(word));
    if text.starts_with('[') {
        let list: Vec<&RawValue> = serde_json::from_str(text).map_err(|e| FormatError::from(e).at(at))?;
        // One tile a text, so that a word never hides two.
        return list
            .into_iter()
            .map(|word| Ok(Word { line: line_of(whole, word.get()), text: read(word)? }))
            .collect();
    }
    let one = read(tiles)?;
    Ok(one.split_whitespace().map(|word| Word { line: at, text: word.to_owned() }).collect())
}

fn blame(error: impl Display, line: usize) -> FormatError {
    // These errors are sentences of our own that say what was found and what was expected.
    let text = error.to_string();
    let parts = text.strip_prefix("found ").and_then(|rest| rest.split_once(", expected "));
    let (found, expected) = parts.unwrap_or((&text, "other numbers"));
    FormatError::unexpected(found, expected).at(line)
}

fn piece(word: &Word, shape: &Shape) -> Result<Piece, FormatError> {
    Piece::read(&word.text, shape).map_err(|error| blame(error, word.line))
}

/// A place of a set: `r3`, `*` or `*r3`.
fn place(word: &Word, shape: &Shape) -> Result<Option<Laid>, FormatError> {
    let bad = |error| blame(error, word.line);
    match word.text.strip_prefix('*') {
        Some("") => Ok(None),
        Some(tile) => Ok(Some(Laid { tile: Tile::read(tile, shape).map_err(bad)?, joker: true })),
        None => Ok(Some(Laid { tile: Tile::read(&word.text, shape).map_err(bad)?, joker: false })),
    }
}

fn set(words: &[Word], shape: &Shape, line: usize) -> Result<Meld, FormatError> {
    let places = words.iter().map(|word| place(word, shape)).collect::<Result<Vec<_>, _>>()?;
    Meld::of(&places, shape).map_err(|error| blame(error, line))
}

fn start(shape: Shape) -> Result<Puzzle, FormatError> {
    Puzzle::new(shape).map_err(|error| {
        let text = error.to_string();
        let (found, expected) = text.split_once(": expected ").unwrap_or((&text, "other numbers"));
        FormatError::unexpected(found, expected)
    })
}

fn put(
    words: &[Word],
    shape: &Shape,
    mut put: impl FnMut(Piece) -> Result<(), PuzzleError>,
) -> Result<(), FormatError> {
    words.iter().try_for_each(|word| put(piece(word, shape)?).map_err(|error| blame(error, word.line)))
}

/// Reads a position, as JSON if its first character is a brace.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read_puzzle(bytes: &[u8], numbers: &Numbers) -> Result<Puzzle, FormatError> {
    let text = utf8(bytes)?;
    if text.trim_start().starts_with(['{', '[']) {
        read_json(text, numbers)
    } else {
        read_text(text, numbers)
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, FormatError> {
    let text =
        std::str::from_utf8(bytes).map_err(|_| FormatError::unexpected("bytes that are no text", "UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn read_json(text: &str, numbers: &Numbers) -> Result<Puzzle, FormatError> {
    let file: File<'_> = serde_json::from_str(text)?;
    if let Some(game) = file.game.filter(|game| game != "rummikub") {
        return Err(FormatError::unexpected(format!("game {}", quoted(&game)), "'rummikub'"));
    }
    if let Some(schema) = file.schema.filter(|&schema| schema != 1) {
        return Err(FormatError::unexpected(format!("schema {schema}"), "1"));
    }
    let File { values, colours, copies, jokers, least, .. } = file;
    let own = Numbers { values, colours, copies, jokers, least };
    let shape = numbers.applied(own.applied(Shape::default()));
    let mut puzzle = start(shape)?;
    let rack = file.rack.ok_or_else(|| FormatError::unexpected("no \"rack\"", "the tiles of the rack"))?;
    for tiles in &file.table {
        let line = line_of(text, tiles.get());
        let set = set(&words(text, tiles)?, &shape, line)?;
        puzzle.add_set(set).map_err(|error| blame(error, line))?;
    }
    if let Some(loose) = file.loose {
        put(&words(text, loose)?, &shape, |piece| puzzle.add_loose(piece))?;
    }
    put(&words(text, rack)?, &shape, |piece| puzzle.add_to_rack(piece))?;
    Ok(puzzle)
}

/// The words of a line of the short text: separated by spaces or commas, up to a comment.
fn line_words(text: &str, line: usize) -> Vec<Word> {
    let text = text.split('#').next().unwrap_or_default();
    let words = text.split([' ', '\t', '\r', ',']).filter(|word| !word.is_empty());
    words.map(|word| Word { line, text: word.to_owned() }).collect()
}

fn read_text(text: &str, numbers: &Numbers) -> Result<Puzzle, FormatError> {
    let shape = numbers.applied(Shape::default());
    let mut puzzle = start(shape)?;
    let mut any = false;
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default();
        let (what, tiles) = match content.split_once(':') {
            Some((what, tiles)) => (what.trim(), tiles),
            None => ("rack", content),
        };
        let words = line_words(tiles, line);
        any |= !words.is_empty();
        match what.to_ascii_lowercase().as_str() {
            "rack" => put(&words, &shape, |piece| puzzle.add_to_rack(piece))?,
            "loose" => put(&words, &shape, |piece| puzzle.add_loose(piece))?,
            "table" => {
                let set = set(&words, &shape, line)?;
                puzzle.add_set(set).map_err(|error| blame(error, line))?;
            }
            _ => {
                let expected =
                    "'table:' before a set, 'loose:' before tiles of the table, or tiles of the rack";
                return Err(FormatError::unexpected(quoted(&format!("{what}:")), expected).at(line));
            }
        }
    }
    if !any {
        return Err(FormatError::unexpected("no tile", "tiles such as r1 or k10"));
    }
    Ok(puzzle)
}

fn joined<T: Display>(words: &[T]) -> String {
    words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes a position as a short text. Games with other tiles than those sold need their numbers told again.
#[must_use]
pub fn write_text(puzzle: &Puzzle) -> String {
    let mut text = format!("{}\n", joined(&puzzle.rack()));
    for set in puzzle.sets() {
        // A string takes everything.
        let _ = writeln!(text, "table: {set}");
    }
    if !puzzle.loose().is_empty() {
        let _ = writeln!(text, "loose: {}", joined(&puzzle.loose()));
    }
    text
}

/// Writes a position as JSON.
#[must_use]
pub fn write_json(puzzle: &Puzzle) -> String {
    let list = |words: Vec<String>| {
        let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        format!("[{}]", words.join(", "))
    };
    let pieces = |pieces: Vec<Piece>| list(pieces.iter().map(ToString::to_string).collect());
    let sets: Vec<String> =
        puzzle.sets().iter().map(|set| list(set.0.iter().map(ToString::to_string).collect())).collect();
    let Shape { values, colours, copies, jokers, least } = *puzzle.shape();
    let mut text = format!(
        "{{\n  \"game\": \"rummikub\",\n  \"schema\": 1,\n  \"values\": {values},\n  \"colours\": {colours},\n  \
         \"copies\": {copies},\n  \"jokers\": {jokers},\n  \"least\": {least},\n  \"rack\": {}",
        pieces(puzzle.rack())
    );
    if !sets.is_empty() {
        let _ = write!(text, ",\n  \"table\": [\n    {}\n  ]", sets.join(",\n    "));
    }
    if !puzzle.loose().is_empty() {
        let _ = write!(text, ",\n  \"loose\": {}", pieces(puzzle.loose()));
    }
    text + "\n}\n"
}

#[derive(Deserialize)]
struct AnswerFile<'a> {
    #[serde(borrow)]
    sets: Option<Vec<Tiles<'a>>>,
    #[serde(borrow)]
    data: Option<AnswerData<'a>>,
}

#[derive(Deserialize)]
struct AnswerData<'a> {
    #[serde(borrow)]
    sets: Option<Vec<Tiles<'a>>>,
}

/// Reads sets: an object with `"sets"` (also inside `"data"`, in a line of what `rummikub solve --format json`
/// writes), or a set a line. They need not be sets of the rules: that is for the checker to say.
///
/// # Errors
/// If a word is no tile, or nothing tells what a joker stands for.
pub fn read_sets(bytes: &[u8], shape: &Shape) -> Result<Vec<Meld>, FormatError> {
    let text = utf8(bytes)?;
    let mut melds = Vec::new();
    if text.trim_start().starts_with(['{', '[']) {
        let mut sets = None;
        for line in serde_json::Deserializer::from_str(text).into_iter::<AnswerFile<'_>>() {
            let line = line?;
            sets = sets.or(line.sets).or(line.data.and_then(|data| data.sets));
        }
        for tiles in sets.ok_or_else(|| FormatError::unexpected("no \"sets\"", "a list of sets"))? {
            melds.push(loose_set(&words(text, tiles)?, shape, line_of(text, tiles.get()))?);
        }
        return Ok(melds);
    }
    for (line, content) in (1..).zip(text.lines()) {
        let words = line_words(content, line);
        if !words.is_empty() {
            melds.push(loose_set(&words, shape, line)?);
        }
    }
    Ok(melds)
}

/// Tiles that are to be a set.
fn loose_set(words: &[Word], shape: &Shape, line: usize) -> Result<Meld, FormatError> {
    let places = words.iter().map(|word| place(word, shape)).collect::<Result<Vec<_>, _>>()?;
    match places.iter().copied().collect::<Option<Vec<Laid>>>() {
        Some(laid) => Ok(Meld(laid)),
        None => Meld::of(&places, shape).map_err(|error| blame(error, line)),
    }
}
