//! A position in which twins have names of their own, moved along with a table.

use super::names::{Copy, Twins};
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Table};
use std::collections::VecDeque;

/// Which copy of a card lies where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    table: Table,
    pub(super) columns: Vec<Vec<Copy>>,
    /// The rows yet to be dealt, each in the order of the columns.
    pub(super) rows: VecDeque<Vec<Copy>>,
    /// Rows dealt so far.
    pub(super) dealt: usize,
    pub(super) home: Vec<Copy>,
}

impl Walk {
    pub(super) fn new(instance: &Instance) -> Walk {
        let (table, mut twins) = (instance.table(), Twins::default());
        let columns: Vec<Vec<Copy>> = (table.columns().iter())
            .map(|pile| pile.cards.iter().map(|&card| twins.next(card)).collect())
            .collect();
        let stock: Vec<Copy> = table.deal().stock.iter().rev().map(|&card| twins.next(card)).collect();
        let rows = stock.chunks(columns.len().max(1)).map(<[Copy]>::to_vec).collect();
        let mut home = Vec::new();
        for (place, &height) in table.foundations().iter().enumerate() {
            let suit = table.rules().deck.suit_of_foundation(place);
            home.extend(table.rules().on_foundation(suit, height).map(|card| twins.next(card)));
        }
        Walk { table, columns, rows, dealt: 0, home }
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// Whether `upper` continues the group of `lower`: the same suit and the rank below.
    pub(super) fn continues(&self, lower: Copy, upper: Copy) -> bool {
        self.table.rules().in_sequence(lower.card, upper.card)
    }

    /// How many cards of a pile are its top group.
    pub(super) fn group(&self, column: usize) -> usize {
        let cards = &self.columns[column];
        let joined = cards.windows(2).rev().take_while(|pair| self.continues(pair[0], pair[1])).count();
        joined + usize::from(!cards.is_empty())
    }

    /// Makes a move; false if it is not legal.
    pub(super) fn apply(&mut self, action: Move) -> bool {
        if self.table.apply(action).is_err() {
            return false;
        }
        match action {
            Move::Cards { from: Place::Column(from), to: Place::Column(to), count } => {
                let cards = &mut self.columns[usize::from(from)];
                let moved = cards.split_off(cards.len() - count as usize);
                self.columns[usize::from(to)].extend(moved);
            }
            Move::DealRow => {
                let row = self.rows.pop_front().unwrap_or_default();
                self.columns.iter_mut().zip(row).for_each(|(column, card)| column.push(card));
                self.dealt += 1;
            }
            Move::Collect { column } => {
                let cards = &mut self.columns[usize::from(column)];
                let start = cards.len() - self.table.rules().deck.ranks as usize;
                self.home.extend(cards.drain(start..));
            }
            _ => {}
        }
        true
    }
}
