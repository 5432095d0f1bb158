//! Tiles as a text or a table, each side by its name.
//!
//! ```text
//! left=city right=field top=field bottom=city      # off the board
//! left=field, right=road, top=road, bottom=field, x=0, y=0
//! ```
//!
//! Or a table whose first line names what its columns are, in any order, its words separated by commas, semicolons,
//! tabs or blanks:
//!
//! ```text
//! left,right,top,bottom,positionX,positionY
//! city,field,field,city,,
//! ```
//!
//! Sides must be named, because their order is not fixed.

use super::attributes::{MOST_TILES, NAMES, tile};
use crate::{Board, PlacedTile};
use patsat_base::{FormatError, quoted};

/// Returns whether the first line that is not empty names sides.
pub(super) fn looks_like_one(text: &str) -> bool {
    let is_xml = text.trim_start().starts_with('<');
    !is_xml
        && lines(text).next().is_some_and(|(_, line)| {
            let words = line.split(|c: char| !c.is_ascii_alphabetic()).map(known);
            words.flatten().count() > 1
        })
}

/// Returns the lines that are not empty, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines()).map(|(line, text)| {
        let text = text.split('#').next().unwrap_or_default();
        (line, text.split("//").next().unwrap_or_default().trim())
    });
    lines.filter(|(_, text)| !text.is_empty())
}

/// The attribute that a word names.
fn known(word: &str) -> Option<&'static str> {
    let lower = word.trim_matches(['"', '\'']).to_ascii_lowercase();
    match lower.as_str() {
        "x" => Some("positionX"),
        "y" => Some("positionY"),
        _ => NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(&lower)),
    }
}

/// Reads the tiles.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub(super) fn read(text: &str) -> Result<Board, FormatError> {
    let mut board = Board::default();
    let mut header: Option<Vec<&'static str>> = None;
    for (line, content) in lines(text) {
        if header.is_none()
            && board.placed.is_empty()
            && board.left_over.is_empty()
            && !content.contains(['=', ':'])
        {
            header = Some(columns(content, line)?);
            continue;
        }
        let attributes = match &header {
            Some(names) => row(names, content, line)?,
            None => pairs(content, line)?,
        };
        match tile(&attributes, line)? {
            (tile, Some((x, y))) => board.placed.push(PlacedTile { tile, x, y }),
            (tile, None) => board.left_over.push(tile),
        }
        if board.placed.len() + board.left_over.len() > MOST_TILES {
            let expected = format!("at most {MOST_TILES} tiles");
            return Err(FormatError::unexpected("one more tile", expected).at(line));
        }
    }
    if board.placed.is_empty() && board.left_over.is_empty() {
        return Err(FormatError::unexpected(
            "no tile",
            "a line such as left=city right=field top=field bottom=road",
        ));
    }
    Ok(board)
}

const EXPECTED: &str = "left, right, top and bottom, and positionX and positionY where a tile lies";

fn columns(content: &str, line: usize) -> Result<Vec<&'static str>, FormatError> {
    let mut names: Vec<&'static str> = Vec::new();
    for word in fields(content) {
        let name = known(word).ok_or_else(|| FormatError::unexpected(quoted(word), EXPECTED).at(line))?;
        if names.contains(&name) {
            return Err(FormatError::unexpected(format!("{} twice", quoted(word)), EXPECTED).at(line));
        }
        names.push(name);
    }
    Ok(names)
}

/// The fields of a line of a table. Where a comma, semicolon or tab separates them, they may be empty.
fn fields(content: &str) -> Vec<&str> {
    match [',', ';', '\t', '|'].into_iter().find(|&separator| content.contains(separator)) {
        Some(separator) => content.split(separator).map(str::trim).collect(),
        None => content.split_whitespace().collect(),
    }
}

fn row(names: &[&'static str], content: &str, line: usize) -> Result<Vec<(String, String)>, FormatError> {
    let fields = fields(content);
    if fields.len() > names.len() {
        let found = format!("{} fields", fields.len());
        return Err(FormatError::unexpected(found, format!("{} as in the first line", names.len())).at(line));
    }
    let filled = names.iter().zip(fields).filter(|(_, value)| !value.is_empty());
    Ok(filled.map(|(name, value)| ((*name).to_owned(), value.trim_matches('"').to_owned())).collect())
}

fn pairs(content: &str, line: usize) -> Result<Vec<(String, String)>, FormatError> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for word in
        content.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|word| !word.is_empty())
    {
        let wrong = || FormatError::unexpected(quoted(word), "sides such as left=city").at(line);
        let (name, value) = word.split_once(['=', ':']).ok_or_else(wrong)?;
        let name = known(name).ok_or_else(wrong)?;
        if pairs.iter().any(|(known, _)| known == name) {
            return Err(FormatError::unexpected(format!("{} twice", quoted(name)), "each side once").at(line));
        }
        pairs.push((name.to_owned(), value.trim_matches(['"', '\'']).to_owned()));
    }
    Ok(pairs)
}
