//! Positions against the goal of their task.

use super::Position;
use crate::task::{CardId, End, Goal, Spot, Stock};

impl Position<'_> {
    /// The position, as a goal. A stock with a waste is not part of it.
    #[must_use]
    pub fn end(&self) -> End {
        let task = self.task();
        let kinds = |cards: &[CardId]| cards.iter().map(|card| task.cards[card.index()]).collect();
        let all = match &task.stock {
            Stock::Rows { rows, .. } => rows.len(),
            _ => 0,
        };
        End {
            columns: self.columns().iter().map(|column| kinds(column)).collect(),
            face_down: self.face_down().iter().map(|&n| n as u32).collect(),
            cells: kinds(self.cells()),
            reserve: kinds(self.reserve()),
            rows: (all - self.rows_left().len()) as u32,
        }
    }

    /// Whether the task's goal is reached.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        match &self.task().goal {
            Goal::Win => self.is_won(),
            Goal::End(end) => {
                let alike = self.columns_are_alike();
                self.end().canonical(alike) == end.canonical(alike)
            }
            Goal::Left(cards) => cards.iter().all(|&card| {
                let below = self.task().dealt_on(card);
                below.is_none_or(|below| self.spot(card) != Spot::On(below))
            }),
            Goal::Open(dealt) => match &self.task().stock {
                Stock::None => true,
                Stock::Rows { rows, .. } => rows.len() - self.rows_left().len() == *dealt as usize,
                Stock::Waste { order, .. } => order.len() - self.stock().len() == *dealt as usize,
            },
        }
    }
}
