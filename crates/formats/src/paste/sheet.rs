//! The lines of a board: which places each speaks of.
//!
//! A line is a title (`spider kpat:spider4:1`), a row of column numbers, cards with or without a label
//! before them, or one or more sections, each a name and what follows (`cells -- 4C   home -- 2D`).
//! What stands above the first of them is a heading and is passed over, if none of its words is a card.

use super::plain::plain;
use super::words::{Said, Token, Word, tokens, words};
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_text::{FormatError, quoted};

/// What a section speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    Cells,
    Home,
    Runs,
    Reserve,
    Stock,
    /// A stock whose next card is named first.
    Talon,
    Waste,
    Redeals,
}

/// The names of sections, in small letters.
const SECTIONS: &[(&str, Section)] = &[
    ("cells", Section::Cells),
    ("cell", Section::Cells),
    ("freecells", Section::Cells),
    ("freecell", Section::Cells),
    ("free", Section::Cells),
    ("fc", Section::Cells),
    ("home", Section::Home),
    ("homecells", Section::Home),
    ("foundations", Section::Home),
    ("foundation", Section::Home),
    ("founds", Section::Home),
    ("found", Section::Home),
    ("decks", Section::Home),
    ("deck", Section::Home),
    ("complete", Section::Runs),
    ("runs", Section::Runs),
    ("reserve", Section::Reserve),
    ("stock", Section::Stock),
    ("talon", Section::Talon),
    ("waste", Section::Waste),
    ("discard", Section::Waste),
    ("redeals", Section::Redeals),
];
/// What a label may call a column, in small letters.
const COLUMN: [&str; 8] = ["column", "col", "stack", "tableau", "tableaux", "pile", "cascade", "t"];
/// What ends a board in a report of `solve`.
const VERDICTS: [&str; 4] = ["Solved", "Unwinnable", "Unknown: ", "No plan "];

/// A line of columns.
pub(super) struct Row {
    /// Its number in the file.
    pub(super) line: usize,
    pub(super) kind: Kind,
}

/// What a line of columns is.
pub(super) enum Kind {
    /// The numbers of columns, each with where it ends.
    Numbers(Vec<(usize, usize)>),
    /// Cards, with the number of a label before them; `colon` if a label or a colon makes it a column.
    Cards { label: Option<usize>, colon: bool, tokens: Vec<Token> },
    /// An empty line.
    Blank,
}

/// Cards of which a number may be told beside.
#[derive(Default)]
pub(super) struct Pack {
    /// The line that last spoke of it; 0 if none has.
    pub(super) line: usize,
    /// How many cards it says there are.
    pub(super) told: Option<usize>,
    /// Those it names, the deepest first.
    pub(super) cards: Vec<Token>,
}

/// A board taken apart.
#[derive(Default)]
pub(super) struct Sheet {
    /// Name of the game, with its line.
    pub(super) game: Option<(usize, String)>,
    pub(super) id: Option<DealId>,
    pub(super) cells: Option<(usize, Vec<Token>)>,
    /// How many cells there are, where only the taken ones are named.
    pub(super) cells_in_all: Option<usize>,
    pub(super) home: Option<(usize, Vec<String>)>,
    /// Complete runs that have left, and the suits named of them.
    pub(super) runs: Option<(usize, Vec<String>)>,
    pub(super) reserve: Pack,
    pub(super) stock: Pack,
    pub(super) waste: Pack,
    pub(super) redeals_left: Option<usize>,
    pub(super) rows: Vec<Row>,
}

fn no_card(word: &str) -> FormatError {
    FormatError::unexpected(quoted(word), "a card such as TH or 10H")
}

/// Takes a board apart.
pub(super) fn sheet(text: &str) -> Result<Sheet, FormatError> {
    let mut sheet = Sheet::default();
    let small = text.contains("small letters or brackets: face down");
    let mut heading = None;
    for (number, line) in (1..).zip(text.lines()) {
        if VERDICTS.iter().any(|verdict| line.starts_with(verdict)) {
            break;
        }
        let line = plain(line);
        let content = line.trim();
        let rule = content.len() > 2 && content.chars().all(|c| "-=_+: ".contains(c) && c != ' ');
        if content.starts_with(['#', '/']) || content.starts_with("(small letters") || rule {
            continue;
        }
        match sheet.line(&line, number, small) {
            Ok(()) => {}
            Err(error) if sheet.is_empty() && is_heading(&line, small) => {
                heading = heading.or(Some(error.at(number)));
            }
            Err(error) => return Err(error.at(number)),
        }
    }
    match heading {
        Some(error) if sheet.is_empty() => Err(error),
        _ => Ok(sheet),
    }
}

/// Whether a line above the board is none of its lines: it names no section and no card.
fn is_heading(line: &str, small: bool) -> bool {
    let words = words(line);
    words.first().is_some_and(|first| section(first.text).is_none())
        && !words.iter().any(|&word| tokens(word, small).is_some())
}

impl Sheet {
    /// Whether nothing was said yet.
    fn is_empty(&self) -> bool {
        let packs = [&self.reserve, &self.stock, &self.waste].iter().all(|pack| pack.line == 0);
        let said = self.cells.is_some() || self.home.is_some() || self.runs.is_some();
        packs && !said && self.rows.iter().all(|row| matches!(row.kind, Kind::Blank))
    }

    fn line(&mut self, line: &str, number: usize, small: bool) -> Result<(), FormatError> {
        let all = words(line);
        let Some(&first) = all.first() else {
            self.rows.push(Row { line: number, kind: Kind::Blank });
            return Ok(());
        };
        if self.is_empty() && self.title(&all, number) {
            return Ok(());
        }
        if let Some(numbers) = numbers(&all) {
            self.rows.push(Row { line: number, kind: Kind::Numbers(numbers) });
            return Ok(());
        }
        if section(first.text).is_some() {
            // Cards may follow a colon at once.
            let apart = line.replace(':', ": ");
            return self.sections(&words(&apart), number, small);
        }
        let (label, colon, rest) = label(line);
        let mut cards = Vec::new();
        for word in words(&rest) {
            cards.extend(tokens(word, small).ok_or_else(|| no_card(word.text))?);
        }
        if !cards.is_empty() || (colon && label.is_none_or(|n| n > 0)) {
            let kind = Kind::Cards { label: label.filter(|&n| n > 0), colon, tokens: cards };
            self.rows.push(Row { line: number, kind });
        }
        Ok(())
    }

    /// Takes a line for a title if it is one: a known game, or anything with the name of a deal.
    fn title(&mut self, words: &[Word<'_>], number: usize) -> bool {
        let deal = |word: &Word<'_>| word.text.parse::<DealId>().ok();
        match words {
            [game] if Rules::preset(game.text).is_ok() => {}
            [_, id] if deal(id).is_some() => self.id = deal(id),
            _ => return false,
        }
        self.game = Some((number, words[0].text.to_owned()));
        true
    }

    /// Reads sections, one after the other on a line.
    fn sections(&mut self, all: &[Word<'_>], line: usize, small: bool) -> Result<(), FormatError> {
        let two_words =
            |n: usize| n > 0 && ["home", "free"].iter().any(|w| all[n - 1].text.eq_ignore_ascii_case(w));
        let starts = (0..all.len()).filter(|&n| section(all[n].text).is_some() && !two_words(n));
        let mut starts = starts.chain([all.len()]);
        let mut from = starts.next().unwrap_or(0);
        for to in starts {
            let kind = section(all[from].text).unwrap_or(Section::Cells);
            self.section(kind, &all[from + 1..to], line, small)?;
            from = to;
        }
        Ok(())
    }

    fn section(
        &mut self,
        kind: Section,
        rest: &[Word<'_>],
        line: usize,
        small: bool,
    ) -> Result<(), FormatError> {
        let bare = |word: &Word<'_>| word.text.trim_matches(['(', ')', ':', '=']).to_ascii_lowercase();
        let texts = || rest.iter().map(bare).filter(|word| !word.is_empty() && word != "none");
        let pack = match kind {
            Section::Home => {
                let cards = texts().filter(|word| word != "cells");
                self.home = Some((line, cards.collect()));
                return Ok(());
            }
            Section::Runs => {
                // `complete runs 2 of 8` are two sections here, the first of them empty.
                self.runs.get_or_insert((line, Vec::new())).1.extend(texts());
                return Ok(());
            }
            Section::Redeals => {
                self.redeals_left = texts().find_map(|word| word.parse().ok());
                return Ok(());
            }
            Section::Cells => &mut Pack::default(),
            Section::Reserve => &mut self.reserve,
            Section::Stock | Section::Talon => &mut self.stock,
            Section::Waste => &mut self.waste,
        };
        let mut cards = Vec::new();
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            match bare(word).as_str() {
                // The card that lies on top is one of those that are listed or counted.
                "next" | "top" => {
                    words.next();
                }
                "" | "card" | "cards" | "row" | "rows" | "cells" | "taken" | "none" => {}
                "of" => self.cells_in_all = words.next().and_then(|word| bare(word).parse().ok()),
                count if count.bytes().all(|b| b.is_ascii_digit()) => {
                    pack.told = pack.told.or(count.parse().ok());
                }
                _ => {
                    let text = word.text.trim_start_matches(':');
                    cards.extend(tokens(Word { text, ..*word }, small).ok_or_else(|| no_card(text))?);
                }
            }
        }
        pack.line = line;
        if kind == Section::Talon {
            cards.reverse();
        }
        match kind {
            Section::Cells => {
                self.cells.get_or_insert((line, Vec::new())).1.extend(cards);
            }
            _ => pack.cards.extend(cards.into_iter().filter(|token| token.said != Said::Empty)),
        }
        Ok(())
    }
}

/// The section that a word opens.
fn section(word: &str) -> Option<Section> {
    let name = word.split([':', '=']).next().unwrap_or_default().to_ascii_lowercase();
    SECTIONS.iter().find(|(known, _)| *known == name).map(|&(_, section)| section)
}

/// The numbers of columns, if these words are such: one more each.
fn numbers(words: &[Word<'_>]) -> Option<Vec<(usize, usize)>> {
    let number = |word: &Word<'_>| {
        let digits = word.text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| word.text.parse().ok()).flatten().map(|n: usize| (n, word.end))
    };
    let found: Vec<(usize, usize)> = words.iter().map(number).collect::<Option<_>>()?;
    let rising = found.windows(2).all(|pair| pair[0].0.checked_add(1) == Some(pair[1].0));
    (rising && found[0].0 > 0).then_some(found)
}

/// The label before the cards of a line: its number, whether it makes the line a column, and the line
/// with blanks in its place.
fn label(line: &str) -> (Option<usize>, bool, String) {
    let blank = |length: usize| " ".repeat(line[..length].chars().count()) + &line[length..];
    let number = |text: &str| {
        let lower = text.trim().to_ascii_lowercase();
        let digits = lower.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let name = &lower[..lower.len() - digits.len()];
        let digits = digits.trim().trim_start_matches('#').trim();
        let named = name.is_empty() || COLUMN.contains(&name);
        match digits.parse::<usize>() {
            Ok(n) if named => Some(Some(n)),
            _ if named && digits.is_empty() => Some(None),
            _ => None,
        }
    };
    if let Some((before, _)) = line.split_once(':')
        && let Some(label) = number(before)
    {
        // A name alone is a heading over the columns.
        let heading = label.is_none() && !before.trim().is_empty();
        return (if heading { Some(0) } else { label }, true, blank(before.len() + 1));
    }
    let found = words(line);
    let (first, second) = (found[0], found.get(1));
    let end = |word: &Word<'_>| line.char_indices().nth(word.end).map_or(line.len(), |(at, _)| at);
    if let Some(stem) = first.text.strip_suffix(['.', ')'])
        && let Some(Some(n)) = number(stem)
    {
        return (Some(n), true, blank(end(&first)));
    }
    if let Some(second) = second
        && COLUMN.contains(&first.text.to_ascii_lowercase().as_str())
        && let Some(Some(n)) = number(second.text)
    {
        return (Some(n), true, blank(end(second)));
    }
    (None, false, line.to_owned())
}
