//! The sets at the end of a turn, as JSON and as a short text.

use super::{Tiles, Word, blame, blame_word, line_of, line_words, utf8, without_comment, words};
use crate::{LaidTile, Meld, Palette, Shape};
use patsat_base::FormatError;
use serde::Deserialize;

#[derive(Deserialize)]
struct AnswerFile<'a> {
    #[serde(borrow)]
    sets: Option<Vec<Tiles<'a>>>,
    #[serde(borrow)]
    opening: Option<Vec<Tiles<'a>>>,
    #[serde(borrow)]
    data: Option<AnswerData<'a>>,
}

#[derive(Default, Deserialize)]
struct AnswerData<'a> {
    #[serde(borrow)]
    sets: Option<Vec<Tiles<'a>>>,
    #[serde(borrow)]
    opening: Option<Vec<Tiles<'a>>>,
}

/// Sets at the end of a turn, and the opening sets if they are listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub sets: Vec<Meld>,
    pub opening: Option<Vec<Meld>>,
}

/// Reads sets: an object with `"sets"` (also inside `"data"`, in a line of what `rummikub solve --format json`
/// writes), or a set a line; an opening is `"opening"`, or lines that begin with `opening:`. They need not be sets of
/// the rules; the checker decides that. `palette` has the letters of the position.
///
/// # Errors
/// If a word is not a tile, or the tile of a joker is not determined.
pub fn read_turn(bytes: &[u8], palette: &Palette, shape: &Shape) -> Result<Turn, FormatError> {
    let text = utf8(bytes)?;
    let mut turn = Turn { sets: Vec::new(), opening: None };
    if text.trim_start().starts_with(['{', '[']) {
        let (mut sets, mut opening) = (None, None);
        for line in serde_json::Deserializer::from_str(text).into_iter::<AnswerFile<'_>>() {
            let line = line?;
            let data = line.data.unwrap_or_default();
            sets = sets.or(line.sets).or(data.sets);
            opening = opening.or(line.opening).or(data.opening);
        }
        let read =
            |tiles: Tiles<'_>| loose_set(&words(text, tiles)?, palette, shape, line_of(text, tiles.get()));
        let sets = sets.ok_or_else(|| FormatError::unexpected("no \"sets\"", "a list of sets"))?;
        turn.sets = sets.into_iter().map(read).collect::<Result<_, _>>()?;
        turn.opening =
            opening.map(|sets| sets.into_iter().map(read).collect::<Result<_, _>>()).transpose()?;
        return Ok(turn);
    }
    for (line, content) in (1..).zip(text.lines()) {
        let content = without_comment(content);
        let (opens, tiles) = match content.split_once(':') {
            Some((what, tiles)) if what.trim().eq_ignore_ascii_case("opening") => (true, tiles),
            _ => (false, content),
        };
        let words = line_words(tiles, line);
        if !words.is_empty() {
            let set = loose_set(&words, palette, shape, line)?;
            if opens { turn.opening.get_or_insert_default().push(set) } else { turn.sets.push(set) }
        }
    }
    Ok(turn)
}

/// The tiles of a claimed set.
fn loose_set(words: &[Word], palette: &Palette, shape: &Shape, line: usize) -> Result<Meld, FormatError> {
    let place = |word: &Word| palette.place(&word.text, shape).map_err(|error| blame_word(error, word.line));
    let places = words.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    match places.iter().copied().collect::<Option<Vec<LaidTile>>>() {
        Some(laid) => Ok(Meld(laid)),
        None => Meld::of(&places, shape).map_err(|error| blame(error, palette, line)),
    }
}
