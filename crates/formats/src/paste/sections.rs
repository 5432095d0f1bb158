//! The named parts of a board beside the columns: cells, foundations, reserve, stock and waste.

use super::parts::{Pack, Sheet, Slot};
use super::words::{Content, Token, Word, joined, tokens, words};
use crate::fcsolve::padded_cells;
use patsat_base::{FormatError, quoted};

/// The part of the board that a section describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Section {
    Cells,
    Home,
    Runs,
    Reserve,
    Stock,
    /// A stock whose next card is named first.
    Talon,
    Waste,
    Redeals,
    Hole,
    /// The rank that foundations begin with.
    Base,
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
    ("homecell", Section::Home),
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
    ("hole", Section::Hole),
    ("base", Section::Base),
];

/// The section that a word opens.
pub(super) fn section(word: &str) -> Option<Section> {
    let name = word.split([':', '=']).next().unwrap_or_default().to_ascii_lowercase();
    SECTIONS.iter().find(|(known, _)| *known == name).map(|&(_, section)| section)
}

/// Whether this is the name of a section.
pub(super) fn is_section(name: &str) -> bool {
    section(name).is_some()
}

/// A word that is no card, as an error.
pub(super) fn no_card(word: &str) -> FormatError {
    FormatError::unexpected(quoted(word), "a card such as TH or 10H")
}

/// A line of sections.
pub(super) struct Line<'a> {
    /// Its number in the file.
    pub(super) number: usize,
    /// Whether small letters mean face down.
    pub(super) small: bool,
    /// What stands in the file from one character to another.
    pub(super) source: &'a dyn Fn(usize, usize) -> String,
    /// The line as the file has it.
    pub(super) whole: &'a str,
}

impl Line<'_> {
    fn no_card(&self, word: &Word<'_>) -> FormatError {
        no_card((self.source)(word.start, word.end).trim_start_matches([':', '=']))
    }
}

impl Sheet {
    /// Reads sections, one after the other on a line.
    pub(super) fn sections(&mut self, text: &str, line: &Line<'_>) -> Result<(), FormatError> {
        // Cards may follow a colon at once. The colon keeps its place, so that words keep theirs.
        let apart: String = text.chars().map(|c| if c == ':' || c == '=' { ' ' } else { c }).collect();
        let plain = words(&apart);
        let counted =
            plain.iter().any(|word| matches!(section(word.text), Some(Section::Runs | Section::Redeals)));
        let all = if counted { plain } else { joined(&apart) };
        let two_words =
            |n: usize| n > 0 && ["home", "free"].iter().any(|w| all[n - 1].text.eq_ignore_ascii_case(w));
        let starts: Vec<usize> =
            (0..all.len()).filter(|&n| section(all[n].text).is_some() && !two_words(n)).collect();
        if let Some((_, rest)) = line.whole.split_once(':')
            && let ([_], Some(Section::Cells)) = (&starts[..], section(all[0].text))
            && let Some(cells) = padded_cells(rest).filter(|cells| cells.contains(&None))
        {
            let token = |cell: Option<_>| cell.map_or(Content::Empty, Content::Card);
            let token = |cell| Token { content: token(cell), down: false, start: 0, end: 0 };
            self.cells = Some((line.number, cells.into_iter().map(token).collect()));
            return Ok(());
        }
        for (n, &from) in starts.iter().enumerate() {
            let to = starts.get(n + 1).copied().unwrap_or(all.len());
            let kind = section(all[from].text).unwrap_or(Section::Cells);
            self.section(kind, &all[from + 1..to], line)?;
        }
        Ok(())
    }

    fn section(&mut self, kind: Section, rest: &[Word<'_>], line: &Line<'_>) -> Result<(), FormatError> {
        let bare = |word: &Word<'_>| word.text.trim_matches(['(', ')']).to_ascii_lowercase();
        let listed_words = || {
            rest.iter()
                .map(bare)
                .filter(|word| !matches!(word.as_str(), "" | "cells" | "cell" | "all" | "are"))
        };
        // `Free cells: empty` is one word for all places, `empty empty 4C empty` one for each.
        let nothing = listed_words().collect::<Vec<_>>();
        let nothing = matches!(&nothing[..], [word] if word == "empty" || word == "none");
        let listed = line.whole.contains([':', '=']);
        let texts = || listed_words().filter(|word| !nothing && word != "none");
        let pack = match kind {
            Section::Home => {
                let slot =
                    |word: &Word<'_>| Slot { text: bare(word), source: (line.source)(word.start, word.end) };
                let slots = rest.iter().map(slot).filter(|slot| texts().any(|text| text == slot.text));
                self.home = Some((line.number, slots.collect()));
                return Ok(());
            }
            Section::Runs => {
                // `complete runs 2 of 8` are two sections here, the first of them empty.
                self.runs.get_or_insert((line.number, Vec::new())).1.extend(texts());
                return Ok(());
            }
            Section::Redeals => {
                let redeals = texts().find_map(|word| {
                    if word == "unlimited" { Some(None) } else { word.parse().ok().map(Some) }
                });
                self.redeals = redeals.map(|left| (line.number, left));
                return Ok(());
            }
            Section::Base => {
                let Some(word) = rest.first() else { return Ok(()) };
                let base = format!("{}C", bare(word)).to_ascii_uppercase().parse();
                let wrong = || {
                    FormatError::unexpected(
                        quoted(word.text),
                        "the rank that foundations begin with, such as 5 or K",
                    )
                };
                self.base = Some((line.number, base.map_err(|_| wrong().at(line.number))?));
                return Ok(());
            }
            Section::Cells => &mut Pack::default(),
            Section::Reserve => &mut self.reserve,
            Section::Stock | Section::Talon => &mut self.stock,
            Section::Waste => &mut self.waste,
            Section::Hole => &mut self.hole,
        };
        let mut cards = Vec::new();
        // Klondike-Solver's `Talon: WASTE ==> STOCK <==`, both with the upper card first; the signs of equality are gone.
        let arrow =
            |sign: &str| rest.iter().position(|word| word.text == sign).filter(|_| kind == Section::Talon);
        if let (Some(from), Some(to)) = (arrow(">"), arrow("<"))
            && from < to
        {
            let (waste, stock) = (&rest[..from], &rest[from + 1..to]);
            self.section(Section::Waste, waste, line)?;
            self.waste.cards.reverse();
            return self.section(Section::Talon, stock, line);
        }
        let mut words = rest.iter();
        while let Some(word) = words.next().filter(|_| !nothing) {
            match bare(word).as_str() {
                // The card that lies on top is one of those that are listed or counted.
                "next" | "top" => {
                    words.next();
                }
                "" | "card" | "cards" | "row" | "rows" | "cells" | "cell" | "taken" | "all" | "are" => {}
                "none" if kind != Section::Cells => {}
                "of" => self.cells_in_all = words.next().and_then(|word| bare(word).parse().ok()),
                count if count.bytes().all(|b| b.is_ascii_digit()) => {
                    pack.stated = pack.stated.or(count.parse().ok());
                }
                _ => cards.extend(tokens(*word, line.small).ok_or_else(|| line.no_card(word))?),
            }
        }
        pack.line = line.number;
        if kind == Section::Talon {
            cards.reverse();
        }
        match kind {
            Section::Cells => {
                self.cells_listed |= listed || rest.iter().any(|word| bare(word) == "empty");
                self.cells.get_or_insert((line.number, Vec::new())).1.extend(cards);
            }
            _ => pack.cards.extend(cards.into_iter().filter(|token| token.content != Content::Empty)),
        }
        Ok(())
    }
}
