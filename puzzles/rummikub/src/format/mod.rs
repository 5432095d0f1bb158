//! Positions and answers of the Rummikub puzzle, as JSON and as a short text.
//!
//! The text has the rack's tiles in any lines; `rack:` or `hand:` may stand before them. `table:` stands before the
//! tiles of one set on the table. `loose:` stands before tiles that must stay in play in unknown sets. `;` and `|`
//! separate sets of one line. `table:` alone on a line applies to the lines below it. `#` and `//` begin a comment.
//! Tiles are written as in [`Palette`]; in sets a joker may name the tile that it stands for.
//!
//! ```text
//! r1 r2 r3 k10 *          # the rack
//! table: b4 b5 *b6
//! ```
//!
//! The JSON has the same data, and the tiles of the game (default: those of the game as it is sold):
//!
//! ```json
//! { "game": "rummikub", "schema": 1, "values": 13, "colours": 4, "copies": 2, "jokers": 2, "least": 3,
//!   "rack": ["r1", "r2", "r3", "k10", "*"], "table": [["b4", "b5", "*b6"]], "loose": [] }
//! ```
//!
//! Wherever tiles are listed one text may stand for them: `"rack": "r1 r2 r3"`. An answer is an
//! object with `"sets"`, each a list of tiles, or a text with a set a line.

mod turn;

pub use turn::{Turn, read_turn};

use crate::names;
use crate::{Meld, Palette, Piece, Puzzle, PuzzleError, Shape, TileError};
use patsat_base::{FormatError, quoted};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt::{Display, Write};

/// Numbers of a game that override those of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    pub values: Option<u16>,
    pub colours: Option<u8>,
    /// Copies of each tile.
    pub copies: Option<u8>,
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

/// A list of words, or one text, as it stands in the file; its position gives its line.
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

fn blame(error: impl Display, palette: &Palette, line: usize) -> FormatError {
    // These errors have the form "found ..., expected ...".
    let text = palette.renamed(&error.to_string());
    let parts = text.strip_prefix("found ").and_then(|rest| rest.split_once(", expected "));
    let (found, expected) = parts.unwrap_or((&text, "other numbers"));
    FormatError::unexpected(found, expected).at(line)
}

/// A word of the user: its letters are the user's already.
fn blame_word(error: TileError, line: usize) -> FormatError {
    FormatError::unexpected(error.found, error.expected).at(line)
}

fn set(words: &[Word], palette: &Palette, shape: &Shape, line: usize) -> Result<Meld, FormatError> {
    let place = |word: &Word| palette.place(&word.text, shape).map_err(|error| blame_word(error, word.line));
    let places = words.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    Meld::of(&places, shape).map_err(|error| blame(error, palette, line))
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
    palette: &Palette,
    shape: &Shape,
    mut put: impl FnMut(Piece) -> Result<(), PuzzleError>,
) -> Result<(), FormatError> {
    words.iter().try_for_each(|word| {
        let piece = palette.piece(&word.text, shape).map_err(|error| blame_word(error, word.line))?;
        put(piece).map_err(|error| blame(error, palette, word.line))
    })
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
    let puzzle = start(shape)?;
    let rack = file.rack.ok_or_else(|| FormatError::unexpected("no \"rack\"", "the tiles of the rack"))?;
    let mut parts = Vec::new();
    for tiles in &file.table {
        parts.push((Part::Table, line_of(text, tiles.get()), words(text, tiles)?));
    }
    if let Some(loose) = file.loose {
        parts.push((Part::Loose, line_of(text, loose.get()), words(text, loose)?));
    }
    parts.push((Part::Rack, line_of(text, rack.get()), words(text, rack)?));
    placed(&parts, puzzle)
}

/// The part of a position that words describe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Rack,
    Loose,
    /// One set.
    Table,
}

/// The position of these words, in their order. Its colours are known when all words are.
fn placed(parts: &[(Part, usize, Vec<Word>)], puzzle: Puzzle) -> Result<Puzzle, FormatError> {
    let shape = *puzzle.shape();
    let all = parts.iter().flat_map(|(_, _, words)| words).map(|word| &*word.text);
    let palette = Palette::of(all, &shape);
    let mut puzzle = puzzle.with_palette(palette.clone());
    for (part, line, words) in parts {
        match part {
            Part::Rack => put(words, &palette, &shape, |piece| puzzle.add_to_rack(piece))?,
            Part::Loose => put(words, &palette, &shape, |piece| puzzle.add_loose(piece))?,
            Part::Table => {
                let set = set(words, &palette, &shape, *line)?;
                puzzle.add_set(set).map_err(|error| blame(error, &palette, *line))?;
            }
        }
    }
    Ok(puzzle)
}

/// A line of the short text up to its comment.
fn without_comment(line: &str) -> &str {
    let line = line.split('#').next().unwrap_or_default();
    line.split("//").next().unwrap_or_default()
}

/// The words of a line of the short text. `red 1` and `1 red` are one.
fn line_words(text: &str, line: usize) -> Vec<Word> {
    let is_space = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '[' | ']' | '"' | '\'');
    let parts: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    let mut words = Vec::new();
    let mut rest = &parts[..];
    while let [first, after @ ..] = rest {
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let is_colour = |word: &str| names::colour(word).is_some() && !word.eq_ignore_ascii_case("j");
        let pair = match after {
            [second, ..] if is_colour(first) && is_number(second) => Some(second),
            [second, ..] if is_number(first) && is_colour(second) => Some(second),
            _ => None,
        };
        let text = pair.map_or_else(|| (*first).to_owned(), |second| format!("{first}{second}"));
        rest = if pair.is_some() { &after[1..] } else { after };
        words.push(Word { line, text });
    }
    words
}

fn read_text(text: &str, numbers: &Numbers) -> Result<Puzzle, FormatError> {
    let puzzle = start(numbers.applied(Shape::default()))?;
    let (mut parts, mut section) = (Vec::new(), Part::Rack);
    for (line, content) in (1..).zip(text.lines()) {
        let content = without_comment(content);
        let (part, tiles) = match content.split_once(':') {
            Some((what, tiles)) => {
                let part = match what.trim().to_ascii_lowercase().as_str() {
                    "rack" | "hand" => Part::Rack,
                    "loose" => Part::Loose,
                    "table" | "board" | "set" => Part::Table,
                    _ => {
                        let expected =
                            "'table:' before a set, 'loose:' before tiles of the table, or tiles of the rack";
                        return Err(
                            FormatError::unexpected(quoted(&format!("{}:", what.trim())), expected).at(line)
                        );
                    }
                };
                // A word alone applies to the lines below it.
                section = if tiles.trim().is_empty() { part } else { Part::Rack };
                (part, tiles)
            }
            None => (section, content),
        };
        let sets: Vec<&str> =
            if part == Part::Table { tiles.split([';', '|']).collect() } else { vec![tiles] };
        let words = sets.into_iter().map(|set| line_words(set, line)).filter(|words| !words.is_empty());
        parts.extend(words.map(|words| (part, line, words)));
    }
    if parts.is_empty() {
        return Err(FormatError::unexpected("no tile", "tiles such as r1 or k10"));
    }
    placed(&parts, puzzle)
}

fn joined<T: Display>(words: &[T]) -> String {
    words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes a position as a short text. The text does not store the numbers of the game: to read a game with other
/// tiles than those sold, the caller must pass them.
#[must_use]
pub fn write_text(puzzle: &Puzzle) -> String {
    let palette = puzzle.palette();
    let mut text = format!("{}\n", joined(&puzzle.rack()));
    for set in puzzle.sets() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "table: {set}");
    }
    if !puzzle.loose().is_empty() {
        let _ = writeln!(text, "loose: {}", joined(&puzzle.loose()));
    }
    palette.renamed(&text)
}

/// Writes a position as JSON.
#[must_use]
pub fn write_json(puzzle: &Puzzle) -> String {
    let list = |words: Vec<String>| {
        let word = |word: &String| format!("\"{}\"", puzzle.palette().renamed(word));
        let words: Vec<String> = words.iter().map(word).collect();
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
