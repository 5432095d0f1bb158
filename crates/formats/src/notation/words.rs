//! The words of the notation: places and moves.

use patsat_game::rules::{Move, Place};

/// A move as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Cards { from: Place, to: Target, count: Option<u32> },
    Other(Move),
}

/// A target as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Home,
    Place(Place),
}

/// The name of a place, as in the module's text.
pub(crate) fn place_name(place: Place) -> String {
    match place {
        Place::Column(n @ 0..9) => char::from(b'1' + n as u8).to_string(),
        Place::Column(n) => format!("({})", u32::from(n) + 1),
        Place::Cell(n @ 0..7) => char::from(b'a' + n as u8).to_string(),
        Place::Cell(n @ 7..23) => char::from(b'k' + (n - 7) as u8).to_string(),
        Place::Cell(n) => format!("(a{})", u32::from(n) + 1),
        Place::Reserve(n) => format!("(r{})", u32::from(n) + 1),
        Place::Foundation(n) => format!("(h{})", u32::from(n) + 1),
        Place::Waste => "W".to_owned(),
        Place::Stock => "S".to_owned(),
        // Where cards leave to, as a foundation is.
        Place::Hole => "h".to_owned(),
    }
}

/// Parses a move, or returns `None` if the word is no move.
pub(crate) fn parse(word: &str) -> Option<Token> {
    match word {
        "D" => return Some(Token::Other(Move::Draw)),
        "T" => return Some(Token::Other(Move::Redeal)),
        "R" => return Some(Token::Other(Move::DealRow)),
        // Freecell Solver counts columns from 0 where it mentions that a run has left by itself; there the column
        // does not matter, and no other move comes from it.
        "0h" => {
            let from = Place::Column(u16::MAX);
            return Some(Token::Cards { from, to: Target::Home, count: None });
        }
        _ => {}
    }
    let (from, rest) = target(word)?;
    let (to, rest) = target(rest)?;
    let Target::Place(from) = from else { return None };
    let count = match rest.strip_prefix('v') {
        None if rest.is_empty() => None,
        None => return None,
        Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => Some(u32::from_str_radix(hex, 16).ok()?),
        Some(_) => return None,
    };
    Some(Token::Cards { from, to, count })
}

/// The place that a text begins with, and what follows.
fn target(text: &str) -> Option<(Target, &str)> {
    if let Some(rest) = text.strip_prefix('(') {
        let (inside, rest) = rest.split_once(')')?;
        let (kind, digits) =
            inside.split_at_checked(usize::from(!inside.starts_with(|c: char| c.is_ascii_digit())))?;
        let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u16>().ok())??;
        let index = number.checked_sub(1)?;
        let place = match kind {
            "" => Place::Column(index),
            "a" => Place::Cell(index),
            "r" => Place::Reserve(index),
            "h" => Place::Foundation(index),
            _ => return None,
        };
        return Some((Target::Place(place), rest));
    }
    let named = ["foundations", "foundation", "home"].into_iter().find_map(|name| {
        text.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)).map(|_| &text[name.len()..])
    });
    if let Some(rest) = named {
        return Some((Target::Home, rest));
    }
    // No place is called 0, so this is the tenth column, as Freecell Solver writes it.
    if let Some(rest) = text.strip_prefix("10") {
        return Some((Target::Place(Place::Column(9)), rest));
    }
    let first = *text.as_bytes().first()?;
    let place = match first {
        b'1'..=b'9' => Place::Column(u16::from(first - b'1')),
        b'a'..=b'g' | b'A'..=b'G' => Place::Cell(u16::from(first.to_ascii_lowercase() - b'a')),
        b'k'..=b'z' => Place::Cell(u16::from(first - b'k') + 7),
        b'W' => Place::Waste,
        b'S' => Place::Stock,
        b'h' | b'H' => return Some((Target::Home, &text[1..])),
        _ => return None,
    };
    Some((Target::Place(place), &text[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_reads_back() {
        let mut places = vec![Place::Waste, Place::Stock];
        for n in [0, 1, 6, 7, 8, 9, 21, 22, 23, 24, 99, u16::MAX - 1] {
            places.extend([Place::Column(n), Place::Cell(n), Place::Reserve(n), Place::Foundation(n)]);
        }
        for &from in &places {
            for &to in &places {
                let text = place_name(from) + &place_name(to);
                let expected = Token::Cards { from, to: Target::Place(to), count: None };
                assert_eq!(parse(&text), Some(expected), "{text}");
            }
        }
        let names: String = (0..23).map(|n| place_name(Place::Cell(n))).collect();
        assert_eq!(names, "abcdefgklmnopqrstuvwxyz");
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for word in [
            "",
            "1",
            "h",
            "hh",
            "h1",
            "10",
            "1i",
            "1j",
            "123",
            "12v",
            "12vg",
            "12v+3",
            "12v100000000",
            "(0)1",
        ] {
            assert_eq!(parse(word), None, "{word}");
        }
        for word in ["(1", "()1", "(x3)1", "(99999)1", "(+1)2", "h2", "é1", "1é", "(é)1", "(é1)1", "d", "1W2"]
        {
            assert_eq!(parse(word), None, "{word}");
        }
    }
}
