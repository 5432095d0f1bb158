//! FreeCell with 52 cards in a flat board, moves listed as the column lists them.

use crate::classic::Scored;
use patsat_game::cards::{Card, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, Group, Home, Move, Place, RankStep, Stock};
use patsat_game::state::{Position, Table};

pub(super) const COLUMNS: usize = 8;
pub(super) const CELLS: usize = 4;
/// Eight cards dealt, and a run from queen to ace on a king.
const LONGEST: usize = 20;
/// Ends a column in a key; no card has this code.
pub(super) const END: u8 = 255;
/// Bytes of a key: cells, foundations, 52 cards and the ends of eight columns at most.
pub(super) const KEY: usize = CELLS + 4 + 52 + COLUMNS;

/// A card as the column codes it: `4 * (rank - 1) + suit + 1`; 0 is no card.
type Code = u8;

fn suit(card: Code) -> usize {
    usize::from((card - 1) % 4)
}

fn rank(card: Code) -> u8 {
    (card - 1) / 4 + 1
}

/// Whether `card` may be put on `onto`: one lower, of the other colour.
fn fits(card: Code, onto: Code) -> bool {
    let black = |card: Code| matches!(suit(card), 0 | 3);
    black(card) != black(onto) && rank(card) + 1 == rank(onto)
}

/// A column of the tableau.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pile {
    cards: [Code; LONGEST],
    len: u8,
}

impl Pile {
    fn cards(&self) -> &[Code] {
        &self.cards[..usize::from(self.len)]
    }

    fn top(&self) -> Option<Code> {
        self.cards().last().copied()
    }

    fn push(&mut self, card: Code) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<Code> {
        let card = self.top()?;
        self.len -= 1;
        self.cards[usize::from(self.len)] = 0;
        Some(card)
    }
}

/// A position of FreeCell (one deck, 8 columns, 4 cells) with the column's list of moves.
///
/// Unlike other positions it lists supermoves, and some moves twice over in effect; see
/// the module's text. All of them are legal on [`Table`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnBoard {
    columns: [Pile; COLUMNS],
    cells: [Code; CELLS],
    foundations: [u8; 4],
}

impl ColumnBoard {
    /// The same position, if the table plays FreeCell by the column's rules and no column
    /// holds more than eight cards.
    #[must_use]
    pub fn of(table: &Table) -> Option<ColumnBoard> {
        let rules = table.rules();
        let plain = rules.deck == DeckSpec::STANDARD
            && (usize::from(rules.columns), usize::from(rules.cells)) == (COLUMNS, CELLS)
            && (rules.build, rules.step) == (Build::AlternateColour, RankStep::One)
            && (rules.group, rules.empty_column) == (Group::BySpaces, EmptyColumn::Any)
            && (rules.home, rules.stock) == (Home::Foundations, Stock::None)
            && !rules.worrying_back;
        let short = table.columns().iter().all(|pile| pile.cards.len() <= 8);
        if !plain || !short || !table.deal().reserve.is_empty() {
            return None;
        }
        let code = |card: Card| DeckSpec::STANDARD.index(card) as Code + 1;
        let mut board =
            ColumnBoard { columns: [Pile::default(); COLUMNS], cells: [0; CELLS], foundations: [0; 4] };
        for (column, pile) in board.columns.iter_mut().zip(table.columns()) {
            pile.cards.iter().for_each(|&card| column.push(code(card)));
        }
        for (cell, card) in board.cells.iter_mut().zip(table.cells()) {
            *cell = card.map_or(0, code);
        }
        for (height, &there) in board.foundations.iter_mut().zip(table.foundations()) {
            *height = there as u8;
        }
        Some(board)
    }

    /// The deepest card of a column, 0 if it is empty.
    pub(super) fn deepest(&self, column: usize) -> Code {
        self.columns[column].cards[0]
    }

    /// Number of cards in a column.
    pub(super) fn height(&self, column: usize) -> usize {
        self.columns[column].len.into()
    }

    /// Empty cells and columns.
    fn vacant(&self) -> usize {
        let cells = self.cells.iter().filter(|&&card| card == 0).count();
        cells + self.columns.iter().filter(|pile| pile.len == 0).count()
    }

    /// The cards in cells with their cells, lowest code first.
    fn cards_in_cells(&self) -> Vec<(Code, u16)> {
        let mut cards: Vec<(Code, u16)> = self.cells.iter().copied().zip(0..).filter(|c| c.0 > 0).collect();
        cards.sort_unstable();
        cards
    }

    fn goes_home(&self, card: Code) -> bool {
        self.foundations[suit(card)] + 1 == rank(card)
    }

    /// Moves from column to column, the fourth part of the list.
    fn between_columns(&self, moves: &mut Vec<Move>) {
        let vacant = self.vacant();
        for from in 0..COLUMNS {
            let cards = self.columns[from].cards();
            for count in 1..=cards.len() {
                let base = cards[cards.len() - count];
                if count > 1 && !fits(cards[cards.len() - count + 1], base) {
                    break;
                }
                let mut empty_listed = false;
                for to in (0..COLUMNS).filter(|&to| to != from) {
                    let onto = self.columns[to].top();
                    let room = if onto.is_some() { vacant + 1 } else { vacant };
                    let listed = match onto {
                        Some(onto) => fits(base, onto),
                        None => count < cards.len() && !std::mem::replace(&mut empty_listed, true),
                    };
                    if listed && (count == 1 || count <= room) {
                        let (from, to) = (Place::Column(from as u16), Place::Column(to as u16));
                        moves.push(Move::Cards { from, to, count: count as u32 });
                    }
                }
            }
        }
    }

    fn take(&mut self, from: Place) -> Code {
        match from {
            Place::Column(n) => self.columns[usize::from(n)].pop().unwrap_or(0),
            Place::Cell(n) => std::mem::take(&mut self.cells[usize::from(n)]),
            _ => 0,
        }
    }

    /// The key with the columns listed in this order, the cells sorted.
    pub(super) fn key_in_order(&self, order: &[u8; COLUMNS]) -> [u8; KEY] {
        let mut key = [0; KEY];
        key[..CELLS].copy_from_slice(&self.cells);
        key[..CELLS].sort_unstable();
        key[CELLS..CELLS + 4].copy_from_slice(&self.foundations);
        let mut at = CELLS + 4;
        for &column in order {
            let cards = self.columns[usize::from(column)].cards();
            key[at..at + cards.len()].copy_from_slice(cards);
            at += cards.len();
            key[at] = END;
            at += 1;
        }
        key
    }
}

impl Position for ColumnBoard {
    type Key = [u8; KEY];

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        let home = |card: Code| Place::Foundation(suit(card) as u16);
        let in_cells = self.cards_in_cells();
        for &(card, cell) in in_cells.iter().rev().filter(|c| self.goes_home(c.0)) {
            moves.push(Move::one(Place::Cell(cell), home(card)));
        }
        for (n, pile) in (0..).zip(&self.columns) {
            if let Some(card) = pile.top().filter(|&card| self.goes_home(card)) {
                moves.push(Move::one(Place::Column(n), home(card)));
            }
        }
        for (n, pile) in (0..).zip(&self.columns) {
            let fitting = in_cells.iter().filter(|c| pile.top().is_none_or(|onto| fits(c.0, onto)));
            moves.extend(fitting.map(|&(_, cell)| Move::one(Place::Cell(cell), Place::Column(n))));
        }
        self.between_columns(moves);
        if let Some(cell) = self.cells.iter().position(|&card| card == 0) {
            let filled = (0..).zip(&self.columns).filter(|(_, pile)| pile.len > 0);
            moves.extend(filled.map(|(n, _)| Move::one(Place::Column(n), Place::Cell(cell as u16))));
        }
    }

    fn make(&mut self, action: Move) {
        let Move::Cards { from, to, count } = action else { return };
        let mut moved: [Code; LONGEST] = [0; LONGEST];
        let moved = &mut moved[..count as usize];
        moved.iter_mut().for_each(|card| *card = self.take(from));
        for &card in moved.iter().rev() {
            match to {
                Place::Column(n) => self.columns[usize::from(n)].push(card),
                Place::Cell(n) => self.cells[usize::from(n)] = card,
                Place::Foundation(n) => self.foundations[usize::from(n)] += 1,
                _ => {}
            }
        }
    }

    fn is_won(&self) -> bool {
        self.foundations == [13; 4]
    }

    fn key(&self) -> Self::Key {
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        order.sort_unstable_by_key(|&column| self.deepest(column.into()));
        self.key_in_order(&order)
    }
}

impl Scored for ColumnBoard {
    /// As [`crate::heuristic::heineman`].
    fn score(&self) -> u32 {
        let buried: usize = (self.columns.iter())
            .map(|pile| {
                let deepest_first = pile.cards().iter().rev().enumerate();
                deepest_first
                    .filter(|(_, card)| self.goes_home(**card))
                    .map(|(above, _)| above)
                    .sum::<usize>()
            })
            .sum();
        let doubled = if self.vacant() == 0 { 2 * buried } else { buried };
        let home: u32 = self.foundations.iter().map(|&height| u32::from(height)).sum();
        doubled as u32 + 52 - home
    }
}
