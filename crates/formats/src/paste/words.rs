//! The words of a line, and the cards that a word holds.

use patsat_game::cards::Card;

/// A word and where it stands, in characters from the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// Where it begins.
    pub(super) start: usize,
    /// Where it has ended.
    pub(super) end: usize,
}

/// The words of a line.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    let (mut found, mut begun) = (Vec::new(), None);
    for (width, (at, c)) in line.char_indices().chain([(line.len(), ' ')]).enumerate() {
        match (c.is_whitespace(), begun) {
            (false, None) => begun = Some((at, width)),
            (true, Some((from, start))) => {
                found.push(Word { text: &line[from..at], start, end: width });
                begun = None;
            }
            _ => {}
        }
    }
    found
}

/// The content of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// A card.
    Card(Card),
    /// An unseen card.
    Unseen,
    /// No card.
    Empty,
}

/// A place of a board, as a word describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) content: Content,
    /// Whether it is marked as face down.
    pub(super) down: bool,
    /// The start of its word.
    pub(super) start: usize,
    /// The end of its word.
    pub(super) end: usize,
}

/// Common notations of a place without a card.
const EMPTY: [&str; 19] = [
    "-", "--", "---", ".", "..", "...", "_", "__", "[]", "()", "<>", "[", "]", "empty", "none", "null",
    "nil", "nan", "n/a",
];
/// Common notations of an unseen card.
const UNSEEN: [&str; 11] = ["?", "??", "???", "x", "xx", "xxx", "#", "##", "###", "*", "**"];

/// The words of a line. Separate suits and ranks are joined if all of them in the line form pairs.
pub(super) fn joined(line: &str) -> Vec<Word<'_>> {
    let all = words(line);
    let lone_suit = |word: &Word<'_>| word.text.len() == 1 && suit(&word.text.to_ascii_uppercase()).is_some();
    let lone_rank =
        |word: &Word<'_>| rank(&word.text.to_ascii_uppercase()).is_some_and(|(_, rest)| rest.is_empty());
    let mut lone = all.iter().filter(|word| lone_suit(word) || lone_rank(word));
    let Some(suits_first) = lone.next().map(lone_suit) else { return all };
    let (mut found, mut rest) = (Vec::with_capacity(all.len()), all.iter());
    while let Some(word) = rest.next() {
        if !lone_suit(word) && !lone_rank(word) {
            found.push(*word);
            continue;
        }
        match rest.next() {
            Some(next)
                if (lone_suit(word), lone_rank(next)) == (suits_first, suits_first)
                    && lone_suit(next) != suits_first =>
            {
                let text = &line[byte(line, word.start)..byte(line, next.end)];
                found.push(Word { text, start: word.start, end: next.end });
            }
            _ => return all,
        }
    }
    found
}

/// Where a character of a line begins, in bytes.
fn byte(line: &str, at: usize) -> usize {
    line.char_indices().nth(at).map_or(line.len(), |(byte, _)| byte)
}

/// Parses the cards of a word, or returns `None` if it is something else. With `small`, small letters mean face down.
pub(super) fn tokens(word: Word<'_>, small: bool) -> Option<Vec<Token>> {
    let Word { text, start, end } = word;
    let token = |content, down| Token { content, down, start, end };
    if EMPTY.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(vec![token(Content::Empty, false)]);
    }
    let brackets = [('(', ')', true), ('<', '>', true), ('[', ']', false)];
    let inside = brackets
        .iter()
        .find_map(|&(open, close, down)| Some((text.strip_prefix(open)?.strip_suffix(close)?, down)));
    let (text, bracketed) = inside.unwrap_or((text, false));
    if UNSEEN.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(vec![token(Content::Unseen, true)]);
    }
    let down = bracketed || (small && !text.contains(|c: char| c.is_ascii_uppercase()));
    // The word may contain a blank between suit and rank.
    let cards = sequence(&text.split_whitespace().collect::<String>().to_ascii_uppercase())?;
    Some(cards.into_iter().map(|card| token(Content::Card(card), down)).collect())
}

/// Whether a word is one or more cards.
pub(super) fn is_card(word: Word<'_>) -> bool {
    tokens(word, false)
        .is_some_and(|tokens| tokens.iter().any(|token| matches!(token.content, Content::Card(_))))
}

/// Cards one after the other, at least one.
fn sequence(text: &str) -> Option<Vec<Card>> {
    if text.starts_with('R') {
        return text.parse().ok().map(|card| vec![card]);
    }
    let (mut cards, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (card, after) = rank_first(rest).or_else(|| suit_first(rest))?;
        cards.push(card);
        rest = after;
    }
    (!cards.is_empty()).then_some(cards)
}

/// The rank that a text begins with, and what follows; the longer of two readings.
fn rank(text: &str) -> Option<(u32, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let known = |length: usize| {
        let name = text.get(..length)?;
        let rank = match name {
            "A" | "1" => 1,
            // What a web page or a reader of pictures leaves of 10.
            "T" | "0" => 10,
            "J" => 11,
            "Q" => 12,
            "K" => 13,
            _ => name.parse().ok().filter(|rank| (2..=13).contains(rank) && digits > 0)?,
        };
        Some((rank, &text[length..]))
    };
    (digits >= 2).then(|| known(2)).flatten().or_else(|| known(1))
}

fn suit(text: &str) -> Option<(u16, &str)> {
    let suit = "CDHS".find(text.chars().next()?)?;
    Some((suit as u16, &text[1..]))
}

fn rank_first(text: &str) -> Option<(Card, &str)> {
    let (rank, rest) = rank(text)?;
    let (suit, rest) = suit(rest)?;
    Some((Card::new(rank, suit), rest))
}

fn suit_first(text: &str) -> Option<(Card, &str)> {
    let (suit, rest) = suit(text)?;
    let (rank, rest) = rank(rest)?;
    Some((Card::new(rank, suit), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards_of(text: &str) -> Option<String> {
        let word = Word { text, start: 0, end: text.len() };
        let name = |token: &Token| match token.content {
            Content::Card(card) if token.down => format!("({card})"),
            Content::Card(card) => card.to_string(),
            Content::Unseen => "??".into(),
            Content::Empty => "--".into(),
        };
        tokens(word, true).map(|tokens| itertools::join(tokens.iter().map(name), " "))
    }

    #[test]
    fn suits_and_ranks_that_stand_apart_are_joined() {
        let found =
            |line| joined(line).iter().map(|word| word.text.replace(' ', "")).collect::<Vec<_>>().join(" ");
        assert_eq!(found("C 4   H 10 S A"), "C4 H10 SA");
        assert_eq!(found("4 C 10 H -- K S"), "4C 10H -- KS");
        for same in ["C 4 H", "runs 2 S H", "4 C H 5", "1 2 3", "4C 5D"] {
            assert_eq!(found(same), same);
        }
    }

    #[test]
    fn cards_are_read_in_many_spellings() {
        for (text, cards) in [
            ("4C", "4C"),
            ("C4", "4C"),
            ("10H", "TH"),
            ("H10", "TH"),
            ("1S", "AS"),
            ("11C", "JC"),
            ("12D", "QD"),
            ("S13", "KS"),
            ("4C2S9H", "4C 2S 9H"),
            ("C1D12S10", "AC QD TS"),
            ("10C1D", "TC AD"),
            ("th", "(TH)"),
            ("(4C)", "(4C)"),
            ("<10C>", "(TC)"),
            ("[4C]", "4C"),
            ("(r50s2)", "(r50s2)"),
            ("R14S1", "r14s1"),
            ("??", "??"),
            ("0D", "TD"),
            ("xx", "??"),
            ("##", "??"),
            ("10 H", "TH"),
            ("empty", "--"),
            ("--", "--"),
        ] {
            assert_eq!(cards_of(text).as_deref(), Some(cards), "{text}");
        }
        for text in ["", "4", "C", "14C", "4X", "X4", "4C5", "4CC", "1X", "r0s1", "hello", "(4C", "\u{e9}"] {
            assert_eq!(cards_of(text), None, "{text}");
        }
    }
}
