//! Takes moves back, for callers that try several moves on one table.

use super::Table;
use crate::cards::Deal;
use crate::rules::{EmptyColumn, Move, Place};

impl Table {
    /// Takes back a move that was just made on a copy of `before`: afterwards the two are equal.
    ///
    /// It copies only the places that the move may have changed, which hold a fraction of all cards.
    ///
    /// # Panics
    /// If the two tables have different places.
    pub fn take_back(&mut self, action: Move, before: &Table) {
        match action {
            Move::Cards { from, to, .. } => {
                for place in [from, to] {
                    self.restore(place, &before.deal);
                }
                // A run that the move completed has left, or the column that it emptied was filled.
                self.deal.foundations.clone_from(&before.deal.foundations);
                if let EmptyColumn::ReserveThenAny
                | EmptyColumn::ReserveThenWaste
                | EmptyColumn::WasteThenStock = self.rules.empty_column
                {
                    for place in [Place::Reserve(0), Place::Waste, Place::Stock] {
                        self.restore(place, &before.deal);
                    }
                }
            }
            Move::Draw => {
                self.restore(Place::Stock, &before.deal);
                self.restore(Place::Waste, &before.deal);
                self.restore(Place::Hole, &before.deal);
            }
            Move::Redeal | Move::DealRow | Move::Collect { .. } => self.clone_from(before),
        }
        debug_assert_eq!(self, before);
    }

    fn restore(&mut self, place: Place, before: &Deal) {
        let deal = &mut self.deal;
        match place {
            Place::Column(n) => deal.columns[usize::from(n)].clone_from(&before.columns[usize::from(n)]),
            Place::Cell(n) => deal.cells[usize::from(n)] = before.cells[usize::from(n)],
            Place::Reserve(_) => deal.reserve.clone_from(&before.reserve),
            Place::Waste => deal.waste.clone_from(&before.waste),
            Place::Stock => deal.stock.clone_from(&before.stock),
            Place::Hole => deal.hole.clone_from(&before.hole),
            Place::Foundation(_) => {}
        }
    }
}
