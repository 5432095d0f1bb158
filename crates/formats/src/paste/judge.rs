//! The checks of columns against the rules of the game and the rest of the board.

use super::grid::Column;
use super::homes;
use super::parts::{Sheet, is_empty};
use crate::hints::Hints;
use patsat_base::{FormatError, counted};
use patsat_game::cards::DealId;
use patsat_game::rules::{FaceUp, Rules, Sizes};
use patsat_game::state::Instance;

/// The rules of the game and what the board says beside its columns.
pub(super) struct Judge<'a> {
    pub(super) rules: &'a Rules,
    sheet: &'a Sheet,
    /// Whether the caller gave the number of columns, so that those without a line are empty.
    pub(super) given: bool,
    /// Whether columns are listed top card first.
    pub(super) flip: bool,
    /// What is wrong with the cards of the board, however they lie.
    deck: Option<FormatError>,
    /// The lengths of the columns of a fresh deal; empty where the layout gives none.
    pub(super) dealt: Vec<usize>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        sheet: &'a Sheet,
        hints: &Hints,
        deck: Option<FormatError>,
    ) -> Judge<'a> {
        // Of any deal, for all have the same lengths.
        let dealt = Instance::from_id(rules.clone(), DealId::Random { game: None, seed: 0 });
        let dealt = dealt.map(|game| game.deal.columns.iter().map(|pile| pile.cards.len()).collect());
        let dealt = dealt.unwrap_or_default();
        Judge { rules, sheet, given: hints.columns.is_some(), flip: hints.flip, deck, dealt }
    }

    /// The error, unless the cards are wrong in any reading: then that comes first.
    pub(super) fn or_deck(&self, error: FormatError) -> FormatError {
        self.deck.clone().unwrap_or(error)
    }

    /// The number of columns, and where it comes from.
    pub(super) fn number(&self) -> String {
        match self.given {
            true => self.wanted().to_string(),
            false => format!("{} as in {}", self.wanted(), self.rules.name),
        }
    }

    /// How many columns the game has.
    pub(super) fn wanted(&self) -> usize {
        self.rules.columns.into()
    }

    /// Whether the game deals cards face down.
    pub(super) fn hides(&self) -> bool {
        self.rules.layout.face_up != FaceUp::All
    }

    /// Whether these are the columns of a fresh deal, by their lengths and what lies beside them.
    pub(super) fn fresh(&self, columns: &[Column]) -> bool {
        let (sheet, layout) = (self.sheet, &self.rules.layout);
        let taken = sheet.cells.iter().flat_map(|(_, cells)| cells).filter(|token| !is_empty(token)).count();
        let home = sheet.home.as_ref().is_none_or(|(_, words)| {
            let most = u32::from(layout.aces_home);
            homes::heights(words, self.rules)
                .is_ok_and(|heights| heights.iter().all(|&height| height <= most))
        });
        let runs = sheet.runs.iter().flat_map(|(_, words)| words).find_map(|word| word.parse().ok());
        // Cards that were turned to the waste change no column.
        let gone = !home || runs.unwrap_or(0) > 0;
        let beside = taken == usize::from(layout.cells)
            && (sheet.reserve.line == 0 || sheet.reserve.cards.len() == usize::from(layout.reserve));
        let mut found: Vec<usize> = columns.iter().map(|(_, cards)| cards.len()).collect();
        let mut dealt = self.dealt.clone();
        if layout.sizes == Sizes::All {
            // Of a smaller deck, too.
            let (all, n) = (found.iter().sum::<usize>(), self.wanted().max(1));
            dealt = (0..n).map(|column| all / n + usize::from(column < all % n)).collect();
        }
        found.resize(found.len().max(dealt.len()), 0);
        found.sort_unstable();
        dealt.sort_unstable();
        !gone && beside && found == dealt
    }
    /// What is wrong with a board of another number of lines.
    pub(super) fn wrong_number(&self, lines: usize) -> FormatError {
        let expected = format!(
            "{} (a column each), or rows of {} cards with -- for an empty place",
            self.number(),
            self.wanted()
        );
        FormatError::unexpected(format!("{} of cards", counted(lines, "line")), expected)
            .with_help(format!("--columns {lines} reads a board of this size"))
    }
}
