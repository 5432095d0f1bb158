//! A position whose cards are objects: moved along with a [`Table`], which says what is legal.

use super::{CardNo, Spot};
use crate::cards::{Card, Pile};
use crate::rules::{EmptyColumn, Group, Move, Place, Redeals, Stock};
use crate::state::{MoveError, Table};

/// A table, and which card of the deal lies where on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrackedTable {
    pub(super) table: Table,
    pub(super) columns: Vec<Vec<CardNo>>,
    pub(super) cells: Vec<Option<CardNo>>,
    pub(super) reserve: Vec<CardNo>,
    pub(super) stock: Vec<CardNo>,
    pub(super) waste: Vec<CardNo>,
    pub(super) cards: usize,
    /// Whether columns differ, as rows were yet to be dealt at the start.
    pub(super) named: bool,
    /// How many redeals there were, if some were left at the start.
    pub(super) redeals: Option<u16>,
}

impl TrackedTable {
    /// The cards of a start; `sorted` are those in play by kind.
    pub(super) fn new(table: &Table, sorted: &[Card]) -> TrackedTable {
        let deck = table.rules().deck;
        let mut next = vec![0u32; deck.kinds()];
        for (n, &card) in sorted.iter().enumerate().rev() {
            next[deck.index(card)] = n as u32;
        }
        let mut number = |card: &Card| {
            let next = &mut next[deck.index(*card)];
            *next += 1;
            CardNo(*next - 1)
        };
        let deal = table.deal();
        let columns =
            deal.columns.iter().map(|pile: &Pile| pile.cards.iter().map(&mut number).collect()).collect();
        let cells = deal.cells.iter().map(|cell| cell.as_ref().map(&mut number)).collect();
        let reserve = deal.reserve.iter().map(&mut number).collect();
        let mut stock: Vec<CardNo> = deal.stock.iter().rev().map(&mut number).collect();
        stock.reverse();
        let waste = deal.waste.iter().map(&mut number).collect();
        TrackedTable {
            table: table.clone(),
            columns,
            cells,
            reserve,
            stock,
            waste,
            cards: sorted.len(),
            named: !table.columns_are_alike(),
            redeals: match table.rules().stock.redeals() {
                Redeals::Number(most) if usize::from(most) > deal.redeals_used => Some(most),
                _ => None,
            },
        }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The columns, deepest card first.
    #[must_use]
    pub fn columns(&self) -> &[Vec<CardNo>] {
        &self.columns
    }

    /// The cells.
    #[must_use]
    pub fn cells(&self) -> &[Option<CardNo>] {
        &self.cells
    }

    /// The reserve.
    #[must_use]
    pub fn reserve(&self) -> &[CardNo] {
        &self.reserve
    }

    /// The stock, the next card last.
    #[must_use]
    pub fn stock(&self) -> &[CardNo] {
        &self.stock
    }

    /// The waste, the playable card last.
    #[must_use]
    pub fn waste(&self) -> &[CardNo] {
        &self.waste
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The rule that the move breaks; nothing is then changed.
    pub fn apply(&mut self, action: Move) -> Result<(), MoveError> {
        self.table.apply(action)?;
        match action {
            Move::Cards { from, to, count } => {
                let cards = self.take(from, count as usize);
                self.put(to, cards);
            }
            Move::Draw => {
                let drawn = self.stock.drain(self.table.deal().stock.len()..).rev();
                if self.table.rules().stock != Stock::Hole {
                    self.waste.extend(drawn);
                }
            }
            Move::Redeal => {
                self.stock = std::mem::take(&mut self.waste);
                self.stock.reverse();
            }
            Move::DealRow => {
                for column in &mut self.columns {
                    column.extend(self.stock.pop());
                }
            }
            // The run has left the table.
            Move::Collect { .. } => {}
        }
        leave(&mut self.columns, &self.table);
        self.fill();
        Ok(())
    }

    /// Fills the columns that the table has filled.
    fn fill(&mut self) {
        for (column, pile) in self.columns.iter_mut().zip(self.table.columns()) {
            if column.is_empty() && !pile.cards.is_empty() {
                column.extend(match self.table.rules().empty_column {
                    EmptyColumn::WasteThenStock => self.waste.pop().or_else(|| self.stock.pop()),
                    _ => self.reserve.pop(),
                });
            }
        }
    }

    fn take(&mut self, from: Place, count: usize) -> Vec<CardNo> {
        match from {
            Place::Column(n) => {
                let cards = &mut self.columns[usize::from(n)];
                cards.split_off(cards.len() - count)
            }
            Place::Cell(n) => self.cells[usize::from(n)].take().into_iter().collect(),
            Place::Reserve(_) if self.table.rules().layout.stacked => {
                self.reserve.pop().into_iter().collect()
            }
            Place::Reserve(n) => vec![self.reserve.remove(n.into())],
            Place::Waste => self.waste.pop().into_iter().collect(),
            Place::Stock => self.stock.pop().into_iter().collect(),
            Place::Foundation(_) | Place::Hole => Vec::new(),
        }
    }

    fn put(&mut self, to: Place, cards: Vec<CardNo>) {
        match to {
            Place::Column(n) => self.columns[usize::from(n)].extend(cards),
            Place::Cell(n) => self.cells[usize::from(n)] = cards.into_iter().next(),
            // Home is wherever no other place has the card.
            _ => {}
        }
    }

    /// Where every card lies, by number.
    ///
    /// This is where a link between two cards is said to be a hidden one: prover and checkers ask here.
    #[must_use]
    pub fn spots(&self) -> Vec<Spot> {
        let mut spots = vec![Spot::Home; self.cards];
        let (rules, deal) = (self.table.rules(), self.table.deal());
        let together = rules.home.of_runs() || !matches!(rules.group, Group::Single | Group::BySpaces);
        for ((n, column), pile) in (0..).zip(&self.columns).zip(&deal.columns) {
            let mut spot = if self.named { Spot::BottomOf(n) } else { Spot::Bottom };
            for (depth, &card) in column.iter().enumerate() {
                spots[card.index()] = spot;
                let hidden = together && depth < pile.face_down;
                spot = if hidden { Spot::OnHidden(card) } else { Spot::On(card) };
            }
        }
        let left =
            self.redeals.map(|all| all.saturating_sub(u16::try_from(deal.redeals_used).unwrap_or(u16::MAX)));
        let beside = (self.cells.iter().flatten().map(|&card| (card, Spot::Cell)))
            .chain(self.reserve.iter().map(|&card| (card, Spot::Reserve)))
            .chain(self.stock.iter().map(|&card| (card, left.map_or(Spot::Stock, Spot::StockLeft))))
            .chain(self.waste.iter().map(|&card| (card, left.map_or(Spot::Waste, Spot::WasteLeft))));
        beside.for_each(|(card, spot)| spots[card.index()] = spot);
        spots
    }
}

/// Complete runs have left the table.
pub(super) fn leave(columns: &mut [Vec<CardNo>], table: &Table) {
    for (column, pile) in columns.iter_mut().zip(table.columns()) {
        column.truncate(pile.cards.len());
    }
}
