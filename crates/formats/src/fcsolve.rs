//! The board of Freecell Solver: a column a line, the deepest card first.
//!
//! Source: the README of Freecell Solver 5.0.0 ("board format"), and its program for what
//! the README leaves out (the other spellings of the two prefixes).
//!
//! ```text
//! Foundations: H-6 C-9 D-2 S-0
//! Freecells:  QS  3S  -  KD
//! : 8H 3D 2S
//! : KS QD JC
//! ```
//!
//! Both named lines are optional and may stand anywhere; a later one replaces an earlier.
//! The colon before a column is optional, tens are `T` or `10`, case does not matter. An
//! empty column is a line with a colon alone, or an empty line between two columns.
//! With several decks the foundations line names a suit once for each deck. Ours reads
//! lines that begin with `#` as comments, which the original does not, so none are written.
//!
//! The file does not say which game it is: see [`super::Hints`]. The deck is the game's unless the
//! board holds exactly the cards of ranks 1 to n.

use super::hints::{Hints, freecell, instance};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use std::collections::HashMap;

/// What the format is, in a line.
pub(super) const ABOUT: &str = "a Freecell Solver board, one column per line";
/// Other spellings of `Foundations:`, in lower case.
const FOUNDATIONS: [&str; 6] = ["foundations", "foundation", "founds", "found", "decks", "deck"];
/// Other spellings of `Freecells:`, in lower case.
const FREECELLS: [&str; 3] = ["freecells", "freecell", "fc"];
/// The suits in the order of a foundations line.
const SUITS: [(char, u16); 4] = [('H', 2), ('C', 0), ('D', 1), ('S', 3)];
/// Names of the heights of a foundation, from none.
const HEIGHTS: [&str; 14] = ["0", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

/// One line of a board.
pub(super) enum Line<'a> {
    Nothing,
    Foundations(&'a str),
    Freecells(&'a str),
    Column(&'a str),
}

/// What kind of line this is. Comments are nothing, empty lines are columns.
pub(super) fn classify(line: &str) -> Line<'_> {
    let text = line.trim();
    if text.starts_with('#') {
        return Line::Nothing;
    }
    let Some((prefix, rest)) = text.split_once(':') else { return Line::Column(text) };
    let prefix = prefix.trim().to_ascii_lowercase();
    if prefix.is_empty() {
        Line::Column(rest)
    } else if FOUNDATIONS.contains(&prefix.as_str()) {
        Line::Foundations(rest)
    } else if FREECELLS.contains(&prefix.as_str()) {
        // Untrimmed at the end: there the width of the line shows empty cells.
        Line::Freecells(line.split_once(':').map_or("", |(_, rest)| rest))
    } else {
        Line::Column(text)
    }
}

/// Reads a board.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Instance, FormatError> {
    let mut rules = hints.rules(freecell)?;
    let mut deal = Deal::default();
    let mut columns: Vec<(usize, Vec<Card>)> = Vec::new();
    let mut foundations = None;
    let mut cells = None;
    // Empty lines count as columns only between columns.
    let mut pending = 0;
    for (number, line) in (1..).zip(text.lines()) {
        match classify(line) {
            Line::Nothing => {}
            Line::Foundations(rest) => foundations = Some((number, rest)),
            Line::Freecells(rest) => cells = Some((number, rest)),
            Line::Column(_) if line.trim().is_empty() => pending += usize::from(!columns.is_empty()),
            Line::Column(rest) => {
                let empty = std::mem::take(&mut pending);
                columns.extend((0..empty).map(|_| (number, Vec::new())));
                columns.push((number, cards(rest).map_err(|e| e.at(number))?));
            }
        }
    }
    if let Some((line, rest)) = cells {
        deal.cells = read_cells(rest).map_err(|e| e.at(line))?;
        while deal.cells.len() > rules.cells.into() && deal.cells.last() == Some(&None) {
            deal.cells.pop();
        }
        if deal.cells.len() > rules.cells.into() {
            let expected = format!("at most {}", rules.cells);
            let error = FormatError::unexpected(format!("{} cells", deal.cells.len()), expected).at(line);
            return Err(error.with_help(format!("--cells {} reads a board with them", deal.cells.len())));
        }
    }
    let in_cells = cells.map(|(line, _)| (line, deal.cells.iter().flatten().copied().collect()));
    check_repeats(in_cells.iter().chain(&columns), rules.deck)?;
    hints.check_columns(&rules, columns.len(), |n| columns.get(n).map(|&(line, _)| line))?;
    deal.columns = columns.into_iter().map(|(_, cards)| Pile::from(cards)).collect();
    if let Some((line, rest)) = foundations {
        deal.foundations = read_foundations(rest, &rules).map_err(|e| e.at(line))?;
    }
    hints.infer_ranks(&mut rules, &deal);
    instance(rules, deal)
}

/// Checks that no card occurs more often than the deck has it; each item is a line and its cards.
pub(super) fn check_repeats<'a>(
    lines: impl Iterator<Item = &'a (usize, Vec<Card>)>,
    deck: DeckSpec,
) -> Result<(), FormatError> {
    let mut seen: HashMap<Card, Vec<usize>> = HashMap::new();
    for &(line, ref cards) in lines {
        for &card in cards {
            let before = seen.entry(card).or_default();
            let copies = deck.copies_of(card.suit.0);
            // A suit that the deck does not have is reported by the check of the deck, not as a repetition.
            if copies > 0 && before.len() == copies {
                let found = format!("{card} again (before on line {})", itertools::join(before, ", "));
                let times = if copies == 1 { "once".to_owned() } else { format!("at most {copies} times") };
                return Err(FormatError::unexpected(found, format!("each card {times}")).at(line));
            }
            before.push(line);
        }
    }
    Ok(())
}

fn card(token: &str) -> Result<Card, FormatError> {
    token.parse().map_err(|_| FormatError::unexpected(quoted(token), "a card such as TH or 10H"))
}

fn cards(text: &str) -> Result<Vec<Card>, FormatError> {
    text.split_whitespace().map(card).collect()
}

/// The cells of a line: named, or at the places where the original's output has them.
fn read_cells(text: &str) -> Result<Vec<Option<Card>>, FormatError> {
    if let Some(cells) = padded_cells(text) {
        return Ok(cells);
    }
    let cell = |token: &str| if matches!(token, "-" | "--") { Ok(None) } else { card(token).map(Some) };
    text.split_whitespace().map(cell).collect()
}

/// The cells of a line as the original prints it: four characters each, blanks if empty.
pub(super) fn padded_cells(text: &str) -> Option<Vec<Option<Card>>> {
    let text = text.trim_end_matches(['\r', '\n']);
    if text.is_empty() || !text.is_ascii() || !text.len().is_multiple_of(4) {
        return None;
    }
    let cell = |at: usize| match text[at..at + 4].strip_prefix(' ')?.trim_start() {
        "" => Some(None),
        name => name.parse().ok().map(Some),
    };
    (0..text.len()).step_by(4).map(cell).collect()
}

fn read_foundations(text: &str, rules: &Rules) -> Result<Vec<u32>, FormatError> {
    let deck = rules.deck;
    let mut heights = vec![0; rules.foundations()];
    let mut used = [0usize; 4];
    for token in text.split_whitespace() {
        let expected = "a suit and a height such as H-5 or S-0";
        let wrong = || FormatError::unexpected(quoted(token), expected);
        let (suit, height) = token.split_once('-').ok_or_else(wrong)?;
        let suit =
            SUITS.iter().find(|(name, _)| suit.eq_ignore_ascii_case(&name.to_string())).ok_or_else(wrong)?.1;
        let name = height.to_ascii_uppercase();
        let height = match HEIGHTS.iter().position(|&height| height == name) {
            Some(height) => height as u32,
            None if name.bytes().all(|b| b.is_ascii_digit()) => name.parse().map_err(|_| wrong())?,
            None => return Err(wrong()),
        };
        let copy = &mut used[usize::from(suit)];
        let place = deck.foundations_of(suit).nth(*copy);
        *copy += 1;
        let Some(place) = place else {
            let expected = format!("{} foundations of {}", rules.foundations(), deck.suits.in_words());
            return Err(FormatError::unexpected(quoted(token), expected));
        };
        heights[place] = height;
    }
    Ok(heights)
}

/// Checks that the board of this format can say everything about a position.
pub(super) fn check_expressible(rules: &Rules, deal: &Deal) -> Result<(), FormatError> {
    let refuse = |what: &str| {
        let expected = "a game that fc-solve can express (json can express every game)";
        Err(FormatError::unexpected(what, expected))
    };
    if rules.deck.suits.end() > 4 {
        return refuse("more than four suits");
    }
    if deal.columns.iter().any(|pile| pile.face_down > 0) {
        return refuse("face-down cards");
    }
    if !deal.stock.is_empty() || !deal.waste.is_empty() || deal.redeals_used > 0 {
        return refuse("a stock or waste");
    }
    if !deal.reserve.is_empty() {
        return refuse("a reserve");
    }
    if rules.home.is_hole() {
        return refuse("a hole");
    }
    if rules.base != 1 {
        return refuse("foundations that do not begin with the ace");
    }
    Ok(())
}

/// Writes the board of a position, without the two named lines where they would be empty.
pub(super) fn write(instance: &Instance) -> Result<String, FormatError> {
    let (rules, deal) = (&instance.rules, &instance.deal);
    check_expressible(rules, deal)?;
    let mut text = String::new();
    if deal.foundations.iter().any(|&height| height > 0) {
        text += &format!("Foundations: {}\n", foundations_text(rules, deal));
    }
    if deal.cells.iter().any(Option::is_some) {
        let name = |cell: &Option<Card>| cell.map_or("-".to_owned(), |card| card.to_string());
        text += &format!("Freecells: {}\n", itertools::join(deal.cells.iter().map(name), " "));
    }
    for pile in &deal.columns {
        text += &format!(": {}", itertools::join(&pile.cards, " "));
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    Ok(text)
}

/// The content of a foundations line: the suits in the original's order, once for each deck.
pub(super) fn foundations_text(rules: &Rules, deal: &Deal) -> String {
    let deck = rules.deck;
    let one = |copy: usize| {
        SUITS.iter().filter_map(move |&(name, suit)| {
            let height = deal.foundations[deck.foundations_of(suit).nth(copy)?];
            Some(match HEIGHTS.get(height as usize) {
                Some(text) => format!("{name}-{text}"),
                None => format!("{name}-{height}"),
            })
        })
    };
    let copies = deck.suits.iter().map(|suit| deck.copies_of(suit)).max().unwrap_or(0);
    itertools::join((0..copies).flat_map(one), " ")
}
