//! The parts of a board, as its text describes them.

use super::label::{Head, Mark};
use super::title::Title;
use super::words::{Content, Token};
use patsat_game::cards::Card;

/// A line of columns.
#[derive(Clone)]
pub(super) struct Row {
    /// Its number in the file.
    pub(super) line: usize,
    pub(super) kind: Kind,
}

impl Row {
    /// Whether it is more than an empty line or empty places.
    pub(super) fn has_cards(&self) -> bool {
        match &self.kind {
            Kind::Numbers { .. } => true,
            Kind::Cards(cards) => cards.tokens.iter().any(|token| !is_empty(token)),
            Kind::Blank => false,
        }
    }
}

/// What a line of columns is.
#[derive(Clone)]
pub(super) enum Kind {
    /// The numbers of columns; `fields` if they stand in the fields of a table.
    Numbers { numbers: Vec<Head>, fields: bool },
    /// Cards.
    Cards(Cards),
    /// An empty line.
    Blank,
}

/// A line of cards.
#[derive(Clone)]
pub(super) struct Cards {
    /// The number of the label before them.
    pub(super) label: Option<usize>,
    /// What the label says the line is.
    pub(super) mark: Mark,
    pub(super) tokens: Vec<Token>,
    /// Whether each stands in a field of a table.
    pub(super) fields: bool,
}

/// Cards, and their number if the board states it.
#[derive(Clone, Default)]
pub(super) struct Pack {
    /// The last line that describes the pack; 0 if no line does.
    pub(super) line: usize,
    /// The stated number of cards.
    pub(super) stated: Option<usize>,
    /// The listed cards, the deepest first.
    pub(super) cards: Vec<Token>,
}

/// The text of a foundation.
#[derive(Clone)]
pub(super) struct Slot {
    /// In small letters.
    pub(super) text: String,
    /// As the file has it.
    pub(super) source: String,
}

/// A board taken apart.
#[derive(Clone, Default)]
pub(super) struct Sheet {
    /// The title, with its line.
    pub(super) title: Option<(usize, Title)>,
    pub(super) cells: Option<(usize, Vec<Token>)>,
    /// Whether the cells were listed without their empty ones, as people do.
    pub(super) cells_listed: bool,
    /// The number of cells, if only the occupied ones are listed.
    pub(super) cells_in_all: Option<usize>,
    pub(super) home: Option<(usize, Vec<Slot>)>,
    /// Complete runs that have left, and the suits named of them.
    pub(super) runs: Option<(usize, Vec<String>)>,
    pub(super) reserve: Pack,
    pub(super) stock: Pack,
    pub(super) waste: Pack,
    /// The cards of the hole, or its top one.
    pub(super) hole: Pack,
    /// A card of the rank that foundations begin with.
    pub(super) base: Option<(usize, Card)>,
    /// The line with the number of redeals, and how many are left; `None` for any number.
    pub(super) redeals: Option<(usize, Option<usize>)>,
    pub(super) rows: Vec<Row>,
    /// Whether the rows of the table begin with a field for their numbers.
    pub(super) indexed: bool,
}

impl Sheet {
    /// Whether no line was read yet.
    pub(super) fn is_empty(&self) -> bool {
        let packs = [&self.reserve, &self.stock, &self.waste, &self.hole].iter().all(|pack| pack.line == 0);
        let others = self.cells.is_some() || self.home.is_some() || self.runs.is_some();
        packs && !others && self.has_no_rows()
    }

    /// Whether no line of columns was read.
    pub(super) fn has_no_rows(&self) -> bool {
        self.rows.iter().all(|row| matches!(row.kind, Kind::Blank))
    }
}

/// The lines of cards.
pub(super) fn cards(rows: &[Row]) -> impl Iterator<Item = (usize, &Cards)> {
    rows.iter().filter_map(|row| match &row.kind {
        Kind::Cards(cards) => Some((row.line, cards)),
        _ => None,
    })
}

/// Whether a place is without a card.
pub(super) fn is_empty(token: &Token) -> bool {
    token.content == Content::Empty
}
