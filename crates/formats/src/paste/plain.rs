//! What mail, chats, web pages and word processors put around a text and into it, taken away.
//!
//! First what is around it ([`unwrapped`]): quotation of a mail, a fenced block of Markdown. Then, for
//! boards alone, what is in it ([`plain`]): suit symbols become letters, quotation marks and the like
//! vanish. Lines keep their numbers, so that errors still name them.

use std::borrow::Cow;

/// The first of the fifty-six playing cards of Unicode: the back of a card.
const CARDS: u32 = 0x1f0a0;
/// Ranks by the last digit of their number; the knight of the Tarot (12) is none of ours.
const RANKS: [&str; 15] = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "", "Q", "K"];

/// The text without the marks of a quotation, and of a text with fenced blocks only these blocks.
pub(crate) fn unwrapped(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    let written = text.lines().filter(|line| !line.trim().is_empty()).count();
    let quoted = text.lines().filter(|line| line.trim_start().starts_with('>')).count();
    if 2 * quoted > written {
        text = Cow::Owned(lines(&text, |line| {
            let rest = line.trim_start().trim_start_matches(['>', ' ']);
            // The blanks after the last mark may be a part of the board.
            let bare = line.trim_start().len() == rest.len();
            if bare { line } else { &line[line.rfind('>').map_or(0, |at| at + 1)..] }
        }));
    }
    let fence = |line: &str| ["```", "~~~"].iter().any(|mark| line.trim_start().starts_with(mark));
    if text.lines().any(fence) {
        let mut inside = false;
        text = Cow::Owned(lines(&text, |line| {
            let kept = inside && !fence(line);
            inside ^= fence(line);
            if kept { line } else { "" }
        }));
    }
    text
}

fn lines<'a>(text: &'a str, change: impl FnMut(&'a str) -> &'a str) -> String {
    text.lines().map(change).collect::<Vec<_>>().join("\n")
}

/// A line of a board in letters, digits and blanks; what has no width leaves none.
pub(super) fn plain(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut width = 0;
    for c in line.chars() {
        let before = text.len();
        match c {
            '\t' => text.push_str(&" ".repeat(8 - width % 8)),
            '\u{2663}' | '\u{2667}' => text.push('C'),
            '\u{2666}' | '\u{2662}' => text.push('D'),
            '\u{2665}' | '\u{2661}' | '\u{2764}' => text.push('H'),
            '\u{2660}' | '\u{2664}' => text.push('S'),
            // Selectors of a picture's variant, joiners, marks of direction, soft hyphens.
            '\u{fe00}'..='\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {}
            '"' | '\'' | '`' | '*' | '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => {}
            '|' | ',' | ';' | '\u{2022}' => text.push(' '),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => text.push('-'),
            _ => match playing_card(c) {
                Some(card) => text.push_str(&format!(" {card} ")),
                None if c.is_whitespace() => text.push(' '),
                None => text.push(c),
            },
        }
        width += text[before..].chars().count();
    }
    text
}

/// The letters of a playing card of Unicode, or `??` for its back.
fn playing_card(c: char) -> Option<String> {
    let place = u32::from(c).checked_sub(CARDS).filter(|&place| place < 64)?;
    if place == 0 {
        return Some("??".into());
    }
    let suit = ["S", "H", "D", "C"].get(place as usize / 16)?;
    let rank = RANKS.get(place as usize % 16).filter(|rank| !rank.is_empty())?;
    Some(format!("{rank}{suit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_a_text_goes() {
        assert_eq!(unwrapped("> 4C\n>> 5D\n>\n"), " 4C\n 5D\n");
        assert_eq!(unwrapped("Bob wrote:\n> 4C\n> 5D"), "Bob wrote:\n 4C\n 5D");
        assert_eq!(unwrapped("see\n```text\n{\n}\n```\nor not\n~~~\n4C\n~~~"), "\n\n{\n}\n\n\n\n4C\n");
        assert!(matches!(unwrapped("<a>\n>\n<b>"), Cow::Borrowed(_)));
    }

    #[test]
    fn symbols_become_letters() {
        assert_eq!(plain("4\u{2663}\u{fe0f} \u{2664}9|\u{201c}T\u{2661}\u{201d},--"), "4C S9 TH --");
        assert_eq!(plain("\u{1f0a1}\u{1f0de}\u{1f0bb}\u{1f0a0}"), " AS  KC  JH  ?? ");
        assert_eq!(plain("\u{1f0ac}"), "\u{1f0ac}");
        assert_eq!(plain("4C\t5D\t\t6H"), "4C      5D              6H");
    }
}
