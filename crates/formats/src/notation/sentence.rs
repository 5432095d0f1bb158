//! A move as a sentence, as `solve -v` prints one: `3 cards 9D..7D from column 1 to column 3, on TS`.

use super::words::{Target, Token};
use patsat_game::rules::{Move, Place};

/// Parses a move, or returns `None` if the sentence is no move.
pub(super) fn parse(sentence: &str) -> Option<Token> {
    let text = sentence.trim_end_matches('.').to_lowercase();
    match text.as_str() {
        "deal a row" => return Some(Token::Other(Move::DealRow)),
        "draw a card" => return Some(Token::Other(Move::Draw)),
        "turn the waste back into the stock" => return Some(Token::Other(Move::Redeal)),
        turn if turn.starts_with("turn ")
            && (turn.contains(" to the waste") || turn.ends_with(" into the hole")) =>
        {
            return Some(Token::Other(Move::Draw));
        }
        collect if collect.starts_with("collect the run ") => {
            let (_, column) = text.rsplit_once(" of ")?;
            let Place::Column(column) = place(column)? else { return None };
            return Some(Token::Other(Move::Collect { column }));
        }
        _ => {}
    }
    let (what, rest) = text.split_once(" from ")?;
    let (from, to) = match rest.split_once(" to ") {
        Some((from, to)) => (from, Target::Place(place(to.split(',').next()?)?)),
        None => (rest.strip_suffix(" home")?, Target::Home),
    };
    let mut words = what.split(' ');
    let count = match (words.next()?, words.next()) {
        (number, Some("cards")) => number.parse().ok()?,
        (_, None) => 1,
        _ => return None,
    };
    Some(Token::Cards { from: place(from)?, to, count: Some(count) })
}

fn place(name: &str) -> Option<Place> {
    let (kind, number) = match name {
        "the waste" => return Some(Place::Waste),
        "the stock" => return Some(Place::Stock),
        "the hole" => return Some(Place::Hole),
        _ => name.split_once(' ')?,
    };
    let index = match number.as_bytes() {
        // Cells have letters, as in the standard notation; numbers are read too.
        [letter @ b'a'..=b'g'] if kind == "cell" => u16::from(letter - b'a'),
        _ => number.parse::<u16>().ok()?.checked_sub(1)?,
    };
    Some(match kind {
        "column" => Place::Column(index),
        "cell" => Place::Cell(index),
        "reserve" => Place::Reserve(index),
        "foundation" => Place::Foundation(index),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_moves() {
        let cards = |from, to, count| Some(Token::Cards { from, to, count: Some(count) });
        let (one, three) = (Place::Column(0), Place::Column(2));
        assert_eq!(parse("7D from column 1 home"), cards(one, Target::Home, 1));
        assert_eq!(
            parse("2 cards 9D..8C from column 1 to column 3, on TC"),
            cards(one, Target::Place(three), 2)
        );
        assert_eq!(
            parse("7D from column 1 to column 3, which is empty."),
            cards(one, Target::Place(three), 1)
        );
        assert_eq!(
            parse("7D from the waste to cell 2"),
            cards(Place::Waste, Target::Place(Place::Cell(1)), 1)
        );
        assert_eq!(parse("7D from cell d home"), cards(Place::Cell(3), Target::Home, 1));
        for draw in ["turn 7D to the waste", "turn 3 cards to the waste, 7D on top"] {
            assert_eq!(parse(draw), Some(Token::Other(Move::Draw)));
        }
        for text in
            ["7D from column 0 home", "from column 1 home", "7D from column x home", "x y from column 1 home"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
