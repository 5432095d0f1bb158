//! What stands before or above the cards: labels of lines, numbers of columns.

use super::words::{Content, Word, tokens, words};

/// What a label may call a column, in small letters.
const COLUMN: [&str; 9] = ["column", "col", "stack", "tableau", "tableaux", "pile", "cascade", "depot", "t"];

/// What a line says it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Nothing.
    None,
    /// A column.
    Column,
    /// A row.
    Row,
}

/// The number of a column above its cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) number: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The numbers of columns in a line above them, from 1, each with where it begins and ends, and whether a field for the numbers
/// of rows stands before them.
pub(super) fn numbers(all: &[Word<'_>]) -> Option<(Vec<Head>, bool)> {
    let empty =
        |word: &Word<'_>| tokens(*word, false).is_some_and(|found| found[0].content == Content::Empty);
    let (index, all) = match all.split_first() {
        Some((first, rest)) if !rest.is_empty() && empty(first) => (true, rest),
        _ => (false, all),
    };
    let mut found: Vec<Head> = Vec::new();
    let mut named = false;
    for word in all {
        let lower = word.text.trim_matches(['#', ':', '.']).to_ascii_lowercase();
        let digits = lower.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let name = &lower[..lower.len() - digits.len()];
        let digits = digits.trim_start_matches('#');
        match digits.parse() {
            Ok(number) if name.is_empty() || COLUMN.contains(&name) => {
                found.push(Head { number, start: word.start, end: word.end });
                named = false;
            }
            // `Column 1`: the number is the next word.
            _ if digits.is_empty() && COLUMN.contains(&name) && !named => named = true,
            _ => return None,
        }
    }
    let rising = found.windows(2).all(|pair| pair[0].number.checked_add(1) == Some(pair[1].number));
    let first = found.first()?.number;
    // One number is the label of a line, unless it stands bare above a game of one column.
    let label =
        found.len() == 1 && (first != 1 || all.iter().any(|word| word.text.parse::<usize>().is_err()));
    if !rising || named || label {
        return None;
    }
    // Programs count from 0.
    let shift = usize::from(first == 0);
    Some((found.into_iter().map(|head| Head { number: head.number + shift, ..head }).collect(), index))
}

/// The label before the cards of a line.
pub(super) struct Label {
    /// Its number, if it has one.
    pub(super) number: Option<usize>,
    pub(super) mark: Mark,
    /// Whether it is a name alone, which is a heading over the columns.
    pub(super) heading: bool,
    /// The line with blanks in its place.
    pub(super) rest: String,
}

/// The name and the number of a label, either of which may be missing.
fn parts(text: &str) -> Option<(bool, Option<usize>)> {
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let name = &lower[..lower.len() - digits.len()];
    let digits = digits.trim().trim_start_matches('#').trim();
    let row = matches!(name, "row" | "line");
    if !name.is_empty() && !row && !COLUMN.contains(&name) && name != "columns" && name != "board" {
        return None;
    }
    match digits.parse() {
        Ok(number) => Some((row, Some(number))),
        Err(_) => digits.is_empty().then_some((row, None)),
    }
}

/// Finds the label of a line.
pub(super) fn label(line: &str) -> Label {
    let none = Label { number: None, mark: Mark::None, heading: false, rest: line.to_owned() };
    let blank = |length: usize| " ".repeat(line[..length].chars().count()) + &line[length..];
    let found = |(row, number): (bool, Option<usize>), length: usize| Label {
        number: number.filter(|_| !row),
        mark: if row { Mark::Row } else { Mark::Column },
        heading: false,
        rest: blank(length),
    };
    if let Some((before, _)) = line.split_once(':')
        && let Some(parts) = parts(before)
    {
        let label = found(parts, before.len() + 1);
        let heading = parts.1.is_none() && !parts.0 && !before.trim().is_empty();
        return if heading { Label { mark: Mark::None, heading, ..label } } else { label };
    }
    let all = words(line);
    let Some(&first) = all.first() else { return none };
    let end = |word: &Word<'_>| line.char_indices().nth(word.end).map_or(line.len(), |(at, _)| at);
    if let Some(stem) = first.text.strip_suffix(['.', ')'])
        && let Some(parts @ (_, Some(_))) = parts(stem)
    {
        return found(parts, end(&first));
    }
    if let Some(second) = all.get(1)
        && let (Some((row, None)), Some((false, Some(number)))) = (parts(first.text), parts(second.text))
        && second.text.trim_start_matches('#').bytes().all(|b| b.is_ascii_digit())
    {
        return found((row, Some(number)), end(second));
    }
    none
}
