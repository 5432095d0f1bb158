//! What does not change in a game of runs: its size, its rows, its rules for dealing.

use super::{MAX_CARDS, MAX_COLUMNS, MAX_RANKS, MAX_SUITS, RunBoard, code};
use crate::NotPackable;
use patsat_game::rules::{Feature, Features, Home, Stock};
use patsat_game::state::{Instance, Table};

fn refused(what: &'static str) -> NotPackable {
    NotPackable { games: "run games", what }
}

const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::AnySuit,
    Feature::SuitRuns,
    Feature::RunsLeave,
    Feature::RunsByMove,
    Feature::Rows,
    Feature::RowsOntoEmpty,
]);

/// A game whose complete runs leave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunGame {
    /// Ranks of a complete run.
    pub ranks: u8,
    /// Number of columns.
    pub columns: usize,
    /// The rows to be dealt, next one first; entry `c` goes onto column `c`, zeros nowhere.
    pub rows: Vec<[u8; MAX_COLUMNS]>,
    /// Whether a row may be dealt while a column is empty.
    pub onto_empty: bool,
    /// Whether complete runs leave by a move of their own, and only then.
    pub by_move: bool,
    pub(super) start: RunBoard,
}

impl RunGame {
    /// The game of an instance.
    ///
    /// # Errors
    /// If its rules are others, or it is too large.
    pub fn new(instance: &Instance) -> Result<RunGame, NotPackable> {
        let rules = &instance.rules;
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return Err(refused(feature.text()));
        }
        let fits = [
            (rules.features().has(Feature::SuitRuns), "games that do not move runs of one suit"),
            (instance.deal.reserve.is_empty(), "a reserve"),
            (usize::from(rules.columns) <= MAX_COLUMNS, "more than 16 columns"),
            (rules.deck.ranks <= MAX_RANKS, "more than 31 ranks"),
            (crate::all_in_play(instance), "cards in a stock or waste that they do not have"),
        ];
        if let Some((_, what)) = fits.iter().find(|(fits, _)| !fits) {
            return Err(refused(what));
        }
        let table = instance.table();
        let deal = table.deal();
        if deal.cards_in_play().count() > MAX_CARDS {
            return Err(refused("more than 160 cards"));
        }
        if deal.cards_in_play().any(|card| card.suit.0 >= MAX_SUITS) {
            return Err(refused("more than 4 suits"));
        }
        let columns = usize::from(rules.columns);
        let mut rows = Vec::new();
        let mut stock = deal.stock.iter().rev().peekable();
        while stock.peek().is_some() {
            let mut row = [0; MAX_COLUMNS];
            row.iter_mut().take(columns).zip(&mut stock).for_each(|(place, &card)| *place = code(card));
            rows.push(row);
        }
        let start = RunBoard::new(table.columns());
        let onto_empty = matches!(rules.stock, Stock::Rows { onto_empty: true });
        let by_move = rules.home == Home::RunsByMove;
        Ok(RunGame { ranks: rules.deck.ranks as u8, columns, rows, onto_empty, by_move, start })
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> RunBoard {
        self.start.clone()
    }

    /// The position of a table of this game.
    #[must_use]
    pub fn board_of(&self, table: &Table) -> RunBoard {
        let mut board = RunBoard::new(table.columns());
        board.rows_dealt = (self.rows.len() - table.deal().stock.len().div_ceil(self.columns)) as u8;
        board.runs_home =
            ((self.cards() - table.deal().cards_in_play().count()) / usize::from(self.ranks)) as u8;
        board
    }

    /// Cards on the table at the start and in rows.
    #[must_use]
    pub fn cards(&self) -> usize {
        let rows = self.rows.iter().flatten().filter(|&&card| card != 0).count();
        (0..self.columns).map(|column| self.start.column(column).len()).sum::<usize>() + rows
    }

    /// Whether no row can ever be dealt, though one is left, as the columns hold too few cards: such a game is lost.
    ///
    /// Proof. A win has dealt all rows. Where no row may be dealt while a column is empty, the next one needs a card
    /// in each column. Until then no card comes to the columns: moves take cards from one to another, and runs
    /// leave.
    #[inline]
    #[must_use]
    pub fn lacks_cards(&self, board: &RunBoard) -> bool {
        !self.onto_empty && !self.columns_are_alike(board) && board.cards(self) < self.columns
    }

    /// Whether exchanging two columns changes nothing: no row is left to be dealt.
    #[inline]
    #[must_use]
    pub fn columns_are_alike(&self, board: &RunBoard) -> bool {
        usize::from(board.rows_dealt) == self.rows.len()
    }
}
