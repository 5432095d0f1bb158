//! The letters of colours.

/// Letters of the colours in their order: red, blue, orange, black, and then others.
const LETTERS: [u8; 26] = *b"rbokgypwcmtlnsvaefhijqudxz";

pub(super) fn letter(colour: u8) -> char {
    LETTERS.get(usize::from(colour)).map_or('?', |&letter| letter.into())
}

/// The colour of a letter, of whatever case, if it has one in any game.
pub(super) fn colour(letter: char) -> Option<u8> {
    let lower = u8::try_from(letter.to_ascii_lowercase()).ok()?;
    LETTERS.iter().position(|&known| known == lower).and_then(|n| u8::try_from(n).ok())
}
