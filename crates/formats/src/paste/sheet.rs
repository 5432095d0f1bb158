//! Classifies the lines of a board by the places that they describe.
//!
//! A line is a title (`spider kpat:spider4:1`), a row of column numbers, cards with or without a label
//! before them, or one or more sections. A section is a name and its content (`cells -- 4C   home -- 2D`).
//! Text above and below the board is skipped.

use super::label::{Label, Mark, label, numbers};
use super::parts::{Cards, Kind, Row, Sheet};
use super::plain::{Marks, PlainLine};
use super::sections::{Line, no_card, section};
use super::title::title;
use super::words::{Word, is_card, joined, tokens, words};
use super::{lists, plain};
use patsat_base::{FormatError, quoted};
use std::borrow::Cow;

/// The first words of a verdict, which ends the board in a report of `solve`.
const VERDICTS: [&str; 4] = ["Solved", "Unwinnable", "Unknown: ", "No plan "];

/// Splits a board into its parts.
pub(super) fn sheet(text: &str) -> Result<Sheet, FormatError> {
    if let Some(lines) = lists::as_lines(text) {
        // The line numbers are not those of the file.
        return of_lines(&lines).map_err(|error| FormatError { line: None, ..error });
    }
    of_lines(text)
}

fn of_lines(text: &str) -> Result<Sheet, FormatError> {
    let mut sheet = Sheet::default();
    let small = text.contains("small letters or brackets: face down");
    let (marks, hashes) = (Marks::of(text), plain::hashes_are_cards(text));
    let (mut above, mut below) = (None, None);
    for (number, line) in (1..).zip(text.lines()) {
        if VERDICTS.iter().any(|verdict| line.starts_with(verdict)) {
            break;
        }
        if is_rule(line) && line.contains("|") && sheet.rows.len() == 1 && !sheet.rows[0].has_cards() {
            // The head of a table may be empty.
            sheet.rows.pop();
        }
        if is_comment(line, hashes) || is_rule(line) || line.trim().starts_with("(small letters") {
            continue;
        }
        let line = without_comment(line, hashes);
        let plain = PlainLine::of(&line, marks);
        let rows = sheet.rows.len();
        match sheet.line(&plain, &line, number, small) {
            Ok(()) => {
                let cards = sheet.rows[rows..].iter().any(Row::has_cards);
                if let Some(error) = below.take_if(|_| cards) {
                    return Err(error);
                }
                if below.is_some() {
                    // Dashes in the text below are no columns.
                    sheet.rows.truncate(rows);
                }
            }
            Err(error) if sheet.has_no_rows() && is_text(&plain.text, small, sheet.is_empty()) => {
                above = above.or(Some(error.at(number)));
            }
            Err(error) if !sheet.has_no_rows() && is_text(&plain.text, small, false) => {
                below = below.or(Some(error.at(number)));
            }
            Err(error) => return Err(error.at(number)),
        }
    }
    match above.or(below) {
        Some(error) if sheet.is_empty() => Err(error),
        _ => Ok(sheet),
    }
}

/// Whether a line is a comment: it begins with `#` or `/`, and `#` is no face-down card.
fn is_comment(line: &str, hashes: bool) -> bool {
    let line = line.trim();
    line.starts_with('/') || (line.starts_with('#') && !(hashes && plain::all_tokens(line)))
}

/// A line without the comment behind its cards.
fn without_comment(line: &str, hashes: bool) -> Cow<'_, str> {
    let begin = line.match_indices(['#', '/']).find(|&(at, mark)| {
        let after = &line[at + 1..];
        let begins = if mark == "/" {
            after.starts_with('/')
        } else {
            // `#169` is a number, `##` a card.
            let number = after.starts_with(|c: char| c.is_ascii_digit());
            !number && (!hashes || !plain::all_tokens(&line[at..]))
        };
        begins && line[..at].ends_with(char::is_whitespace)
    });
    match begin {
        Some((at, _)) if !line[..at].trim().is_empty() => Cow::Borrowed(line[..at].trim_end()),
        _ => Cow::Borrowed(line),
    }
}

/// Whether a line is drawn, as `-----` or `|---|:--:|`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains(['-', '=', '_', '\u{2500}'])
        && line.chars().all(|c| "-=_+:| \u{2500}\u{253c}\u{2502}\u{251c}\u{2524}".contains(c))
        && line
            .split(['|', '+', ' ', '\u{253c}', '\u{2502}'])
            .any(|part| part.trim_matches(':').chars().count() > 2)
        || line.starts_with('|') && line.chars().all(|c| "-:| ".contains(c)) && line.contains(":-")
}

/// Whether a line is text: most of its words are no cards, and one of them is a word of a language or a sign. Where
/// nothing of the board was read, a line without any card is text too.
fn is_text(line: &str, small: bool, first: bool) -> bool {
    let words = words(line);
    // A colon alone begins a column.
    if words.first().is_some_and(|first| first.text == ":") {
        return false;
    }
    let listed =
        words.first().is_some_and(|first| section(first.text).is_some()) && line.contains([':', '=']);
    let cards = words.iter().filter(|&&word| is_card(word)).count();
    let prose = |word: &Word<'_>| {
        let letters = word.text.split(|c: char| !c.is_alphabetic()).any(|part| part.chars().count() > 2);
        tokens(*word, small).is_none() && (letters || !word.text.contains(char::is_alphanumeric))
    };
    // Short words that begin like cards are misspelt cards.
    let misspelt = words.iter().all(|word| word.text.len() < 4)
        && words.iter().any(|word| word.text.starts_with(|c: char| "0123456789AJQKTajqkt".contains(c)));
    let heading =
        first && cards == 0 && !misspelt && words.first().is_some_and(|first| section(first.text).is_none());
    heading || (!listed && 2 * cards <= words.len() && words.iter().any(prose))
}

impl Sheet {
    fn line(
        &mut self,
        plain: &PlainLine<'_>,
        whole: &str,
        number: usize,
        small: bool,
    ) -> Result<(), FormatError> {
        let all = words(&plain.text);
        let Some(&first) = all.first() else {
            self.rows.push(Row { line: number, kind: Kind::Blank });
            return Ok(());
        };
        if self.is_empty()
            && let Some(title) = title(whole)
        {
            // Of several lines that name the game the one with a number says most.
            if self.title.as_ref().is_none_or(|(_, before)| before.id.is_none() && before.number.is_none()) {
                self.title = Some((number, title));
            }
            return Ok(());
        }
        if let Some((numbers, indexed)) = numbers(&all) {
            let fields = plain.fields.is_some();
            self.indexed = indexed && fields;
            if indexed == self.indexed {
                self.rows.push(Row { line: number, kind: Kind::Numbers { numbers, fields } });
                return Ok(());
            }
        }
        if section(first.text).is_some() {
            let source = |start: usize, end: usize| plain.source_of(start, end).to_owned();
            let line = Line { number, small, source: &source, whole };
            if whole.contains([':', '=']) {
                return self.sections(&plain.text, &line);
            }
            // A sentence that begins like a section changes nothing.
            let mut trial = self.clone();
            trial.sections(&plain.text, &line)?;
            *self = trial;
            return Ok(());
        }
        self.cards(plain, number, small)
    }

    fn cards(&mut self, plain: &PlainLine<'_>, number: usize, small: bool) -> Result<(), FormatError> {
        let Label { number: label, mark, heading, rest } = label(&plain.text);
        let mut all = joined(&rest);
        // A field with the number of the line says nothing of rows and columns.
        let digits = |word: &Word<'_>| word.text.bytes().all(|b| b.is_ascii_digit());
        let counted = plain.fields.is_some() && all.len() > 1 && digits(&all[0]);
        let index = mark == Mark::None && !all.is_empty() && (self.indexed || counted);
        if index {
            all.remove(0);
        }
        let mut cards = Vec::new();
        for word in &all {
            let found = tokens(*word, small).ok_or_else(|| no_card(plain.source_of(word.start, word.end)))?;
            cards.extend(found);
        }
        if !cards.is_empty() || (mark == Mark::Column && !heading) {
            let fields = plain.fields.is_some_and(|fields| fields == cards.len() + usize::from(index));
            let cards = Cards { label: label.filter(|&n| n > 0), mark, tokens: cards, fields };
            self.rows.push(Row { line: number, kind: Kind::Cards(cards) });
        }
        Ok(())
    }
}

/// An unknown game of the title, as an error.
pub(super) fn unknown_game(line: usize, name: &str, known: &str) -> FormatError {
    FormatError::unexpected(format!("the game {}", quoted(name)), format!("one of {known}"))
        .at(line)
        .with_help("--rules FILE reads the rules of another game")
}
