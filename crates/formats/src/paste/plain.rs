//! Removes the marks that mail, chats, web pages and word processors add to a text.
//!
//! [`unwrapped`] removes the marks around the text: quotation of a mail, a fenced block of Markdown. For
//! boards, [`plain`] then replaces those in the text: suit symbols become letters, quotation marks and the like
//! vanish. Line numbers stay the same, so that errors name the right line.

use std::borrow::Cow;

/// The first of the fifty-six playing cards of Unicode: the back of a card.
const CARDS: u32 = 0x1f0a0;
/// Ranks by the last digit of their code point; the knight of the Tarot (12) has no rank here.
const RANKS: [&str; 15] = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "", "Q", "K"];

/// Returns the text without quotation marks of mails; of a text with fenced blocks, only these blocks.
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

/// A line of a board in letters, digits and blanks.
pub(super) struct PlainLine<'a> {
    source: &'a str,
    /// The line; what has no width leaves none.
    pub(super) text: String,
    /// Where in the source each character of the text comes from.
    from: Vec<usize>,
    /// How many fields the separators of the line make, if it has any.
    pub(super) fields: Option<usize>,
}

/// Stands for a character that separates the fields of a table.
const SEPARATOR: char = '\u{1f}';

impl<'a> PlainLine<'a> {
    /// The plain text of a line of a text with these marks.
    pub(super) fn of(source: &'a str, marks: Marks) -> PlainLine<'a> {
        let separator = separator(source, marks.tabs);
        let mut chars: Vec<(char, usize)> = Vec::with_capacity(source.len());
        let mut blank_from = None;
        for (at, c) in source.char_indices() {
            if blank_from.is_some_and(|from| at < from) {
                continue;
            }
            let mut put = |text: &str| chars.extend(text.chars().map(|c| (c, at)));
            match c {
                _ if separator.contains(&c) => chars.push((SEPARATOR, at)),
                '\t' => {
                    let width = 8 - chars.len() % 8;
                    chars.extend(std::iter::repeat_n((' ', at), width));
                }
                '\u{2663}' | '\u{2667}' => put("C"),
                '\u{2666}' | '\u{2662}' | '\u{25c6}' | '\u{25c7}' => put("D"),
                '\u{2665}' | '\u{2661}' | '\u{2764}' => put("H"),
                '\u{2660}' | '\u{2664}' => put("S"),
                // Selectors of a picture's variant, joiners, marks of direction, soft hyphens.
                '\u{fe00}'..='\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {}
                '*' if stars_alone(source, at) => put("*"),
                '"' | '\'' | '`' | '*' | '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => {}
                '|' | ',' | ';' | '\u{2022}' => put(" "),
                '\u{2010}'..='\u{2015}' | '\u{2212}' => put("-"),
                // A picture of an empty place.
                '[' if source[at + 1..].trim_start().starts_with(']') => {
                    put("[]");
                    blank_from = source[at..].find(']').map(|end| at + end + 1);
                }
                _ => match playing_card(c) {
                    Some(card) => put(&format!(" {card} ")),
                    None if c.is_whitespace() => put(" "),
                    None => chars.push((c, at)),
                },
            }
        }
        let fields = fields(&mut chars, marks.framed && separator == BARS);
        let (text, from) = chars.into_iter().unzip();
        PlainLine { source, text, from, fields }
    }

    /// What stands in the file where the text has these characters.
    pub(super) fn source_of(&self, start: usize, end: usize) -> &'a str {
        let from = self.from.get(start).copied().unwrap_or(self.source.len());
        let to = self.from.get(end).copied().unwrap_or(self.source.len());
        let shown = self.source[from..to.max(from)].trim();
        shown.trim_end_matches([',', ';', '|', '"', '\''])
    }
}

/// The characters that separate the fields of this line, if it is one of a table.
fn separator(source: &str, tabs: bool) -> &'static [char] {
    let strongest: [&[char]; 4] = [&BARS, &[';'], &[','], if tabs { &['\t'] } else { &[] }];
    strongest.into_iter().find(|marks| source.contains(*marks)).unwrap_or(&[])
}

/// Whether the star at this place stands in a word of stars alone, which is the back of a card.
fn stars_alone(source: &str, at: usize) -> bool {
    let edge = |c: char| c.is_whitespace() || ",;|[]\"'".contains(c);
    let before = source[..at].trim_end_matches('*').chars().next_back();
    let after = source[at..].trim_start_matches('*').chars().next();
    before.is_none_or(edge) && after.is_none_or(edge)
}

/// How the tables of a text are drawn.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Marks {
    /// Whether tabs separate fields: every line with tabs has the same number of them.
    tabs: bool,
    /// Whether bars stand around each line, not only between its fields.
    framed: bool,
}

impl Marks {
    pub(super) fn of(text: &str) -> Marks {
        let body = |line: &'_ str| line.find(':').map_or(0, |at| at + 1);
        let table = || text.lines().map(|line| line.trim_end_matches('\r')).filter(|line| body(line) == 0);
        let mut tabs = table().map(|line| line.matches('\t').count()).filter(|count| *count > 0);
        let bars = |c: char| BARS.contains(&c);
        Marks {
            tabs: tabs.next().is_some_and(|first| tabs.all(|other| other == first)),
            framed: table()
                .filter(|line| line.contains(bars))
                .all(|line| line.trim_start().starts_with(bars)),
        }
    }
}

/// The bars between the fields of a table.
const BARS: [char; 2] = ['|', '\u{2502}'];

/// Puts `--` into empty fields and blanks for separators; returns the number of fields.
fn fields(chars: &mut Vec<(char, usize)>, framed: bool) -> Option<usize> {
    let ends: Vec<usize> = (0..chars.len()).filter(|&n| chars[n].0 == SEPARATOR).collect();
    if ends.is_empty() {
        return None;
    }
    // A name before a colon is not a field.
    let begin = chars.iter().position(|(c, _)| *c == ':').filter(|at| *at < ends[0]).map_or(0, |at| at + 1);
    let mut text = chars[..begin].to_vec();
    let (mut count, mut from) = (0, begin);
    for (n, &to) in ends.iter().chain([&chars.len()]).enumerate() {
        let (part, at) = (&chars[from..to], chars.get(to.min(chars.len() - 1)).map_or(0, |c| c.1));
        let empty = part.iter().all(|(c, _)| c.is_whitespace());
        let frame = framed && empty && (n == 0 || n == ends.len());
        count += usize::from(!frame);
        if empty && !frame {
            text.extend([(' ', at), ('-', at), ('-', at)]);
        } else {
            text.extend_from_slice(part);
        }
        text.push((' ', at));
        from = to + 1;
    }
    *chars = text;
    Some(count)
}

/// Whether `#` is the back of a card in this text: a line has several of them.
pub(super) fn hashes_are_cards(text: &str) -> bool {
    let hash = |word: &&str| word.len() < 4 && word.bytes().all(|b| b == b'#') && !word.is_empty();
    text.lines().any(|line| line.split([' ', '\t', ',', ';', '|']).filter(hash).count() > 1)
}

/// Whether all words of a line are cards or places without one.
pub(super) fn all_tokens(line: &str) -> bool {
    let plain = PlainLine::of(line, Marks::default());
    super::words::joined(&plain.text).iter().all(|&word| super::words::tokens(word, false).is_some())
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
        let plain = |line| PlainLine::of(line, Marks::default()).text;
        assert_eq!(plain("4\u{2663}\u{fe0f} \u{2664}9\u{201c}T\u{2661}\u{201d} --"), "4C S9TH --");
        assert_eq!(plain("\u{1f0a1}\u{1f0de}\u{1f0bb}\u{1f0a0}"), " AS  KC  JH  ?? ");
        assert_eq!(plain("\u{1f0ac}"), "\u{1f0ac}");
        assert_eq!(plain("**4C** ** [ ]"), "4C ** []");
        assert_eq!(plain("4C\t5D\t\t6H"), "4C      5D              6H");
    }

    #[test]
    fn empty_fields_are_empty_places() {
        for (text, fields, words) in [
            ("6S,,2H", 3, "6S -- 2H"),
            ("6S;;2H;", 4, "6S -- 2H --"),
            ("|6S| |2H|", 3, "6S -- 2H"),
            ("| 6S |  | 2H |", 3, "6S -- 2H"),
            ("Freecells: 9C,,,", 4, "Freecells: 9C -- -- --"),
            (",2H", 2, "-- 2H"),
            ("6S\t\t2H\t", 4, "6S -- 2H --"),
            ("\"6S\",\"\",\"2H\"", 3, "6S -- 2H"),
        ] {
            let plain = PlainLine::of(text, Marks::of(text));
            let found = plain.text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!((found.as_str(), plain.fields), (words, Some(fields)), "{text}");
        }
        // Without a frame the first field may be empty.
        let table = "6S | 5C | 2H\n | 4D | 3C";
        let marks = Marks::of(table);
        assert_eq!(PlainLine::of(" | 4D | 3C", marks).fields, Some(3));
    }

    #[test]
    fn a_word_is_named_as_the_file_has_it() {
        let plain = PlainLine::of("4\u{2663} \u{2665}\u{fe0f}x, 5D", Marks::default());
        let word = plain.text.find("Hx").unwrap();
        assert_eq!(plain.source_of(word, word + 2), "\u{2665}\u{fe0f}x");
    }
}
