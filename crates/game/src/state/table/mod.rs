//! The plain state, and the only definition of a legal move.
//!
//! A `Table` holds its cards in vectors and checks a move by one question to the rules after the other. The code is
//! slow but easy to read: every other state and every formula of the project is tested against it.

mod back;
mod check;
mod moves;
mod settle;
mod spaces;

pub(super) use spaces::spare_columns;
pub use spaces::supermove_capacity;

use super::MoveError;
use crate::cards::{Card, Deal, Pile};
use crate::rules::{Move, Place, Redeals, Rules, Stock};
use std::sync::Arc;

/// A position of any game.
#[derive(PartialEq, Eq, Debug)]
pub struct Table {
    rules: Arc<Rules>,
    deal: Deal,
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table { rules: Arc::clone(&self.rules), deal: self.deal.clone() }
    }

    fn clone_from(&mut self, source: &Table) {
        let Table { rules, deal } = source;
        self.rules.clone_from(rules);
        self.deal.clone_from(deal);
    }
}

impl Table {
    /// A position of a game. Complete runs leave and face-down tops are turned, as after a move.
    pub(super) fn of(rules: Arc<Rules>, deal: Deal) -> Table {
        let mut table = Table { rules, deal };
        for column in 0..table.deal.columns.len() {
            table.settle(column);
        }
        table
    }

    /// The same position under other rules, which must have the same places.
    #[must_use]
    pub fn with_rules(&self, rules: Arc<Rules>) -> Table {
        Table { rules, deal: self.deal.clone() }
    }

    /// Another position of the same game: the same cards in other places.
    ///
    /// Complete runs leave and face-down tops are turned, as after a move.
    #[must_use]
    pub fn with_deal(&self, deal: Deal) -> Table {
        Table::of(Arc::clone(&self.rules), deal)
    }

    /// Takes the cards off, so that their memory can be reused.
    pub(super) fn take_deal(&mut self) -> Deal {
        std::mem::take(&mut self.deal)
    }

    /// The rules played.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Which card lies where.
    #[must_use]
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The columns, left to right.
    #[must_use]
    pub fn columns(&self) -> &[Pile] {
        &self.deal.columns
    }

    /// The cells, left to right.
    #[must_use]
    pub fn cells(&self) -> &[Option<Card>] {
        &self.deal.cells
    }

    /// Heights of the foundations; number `suit * copies + copy`.
    #[must_use]
    pub fn foundations(&self) -> &[u32] {
        &self.deal.foundations
    }

    /// The game is won when every card is home.
    #[must_use]
    pub fn is_won(&self) -> bool {
        match self.rules.home.is_hole() {
            true => self.deal.hole.len() == self.rules.deck.len(),
            false => self.deal.foundations.iter().all(|&height| height == self.rules.deck.ranks),
        }
    }

    /// The playable card of a place; on a foundation only where the rules allow worrying back.
    #[must_use]
    pub fn top(&self, place: Place) -> Option<Card> {
        match place {
            Place::Column(n) => self.deal.columns.get(usize::from(n))?.cards.last().copied(),
            Place::Cell(n) => *self.deal.cells.get(usize::from(n))?,
            Place::Reserve(0) if self.rules.layout.stacked => self.deal.reserve.last().copied(),
            Place::Reserve(_) if self.rules.layout.stacked => None,
            Place::Reserve(n) => self.deal.reserve.get(usize::from(n)).copied(),
            Place::Waste => self.deal.waste.last().copied(),
            Place::Stock => self.deal.stock.last().copied(),
            Place::Hole => self.deal.hole.last().copied(),
            Place::Foundation(n) => {
                let height = *self.deal.foundations.get(usize::from(n))?;
                let suit = self.rules.deck.suit_of_foundation(n.into());
                self.rules.worrying_back.then(|| self.rules.last_home(suit, height)).flatten()
            }
        }
    }

    /// Makes a move.
    ///
    /// Afterwards a face-down card that came to the top is turned. Where the rules require it, a complete run leaves
    /// and an empty column is filled.
    ///
    /// # Errors
    /// The rule that the move breaks; the table is then unchanged.
    pub fn apply(&mut self, action: Move) -> Result<(), MoveError> {
        self.check(action)?;
        match action {
            Move::Cards { from, to, count } => {
                match (from, to) {
                    (Place::Column(from), Place::Column(to)) => {
                        self.carry(from.into(), to.into(), count as usize);
                    }
                    _ => {
                        let card = self.take(from);
                        self.put(to, card);
                    }
                }
                for place in [from, to] {
                    if let Place::Column(n) = place {
                        self.settle(n.into());
                    }
                }
            }
            Move::Draw => {
                let Stock::Waste { draw, .. } = self.rules.stock else {
                    let drawn = self.deal.stock.pop();
                    self.deal.hole.extend(drawn);
                    return Ok(());
                };
                let left = self.deal.stock.len().saturating_sub(draw.into());
                self.deal.waste.extend(self.deal.stock.drain(left..).rev());
            }
            Move::Redeal => {
                self.deal.stock = std::mem::take(&mut self.deal.waste);
                self.deal.stock.reverse();
                self.deal.redeals_used += usize::from(self.rules.stock.redeals() != Redeals::Unlimited);
            }
            Move::DealRow => {
                for column in 0..self.deal.columns.len() {
                    let card = self.deal.stock.pop();
                    self.deal.columns[column].cards.extend(card);
                }
                for column in 0..self.deal.columns.len() {
                    self.settle(column);
                }
            }
            Move::Collect { column } => {
                self.take_run(column.into());
                self.settle(column.into());
            }
        }
        Ok(())
    }

    /// Moves the cards on top of a column onto another one.
    fn carry(&mut self, from: usize, to: usize, count: usize) {
        let Ok([from, to]) = self.deal.columns.get_disjoint_mut([from, to]) else { return };
        to.cards.extend(from.cards.drain(from.cards.len() - count..));
        give_back(&mut from.cards);
    }

    fn take(&mut self, from: Place) -> Option<Card> {
        match from {
            Place::Column(n) => {
                let cards = &mut self.deal.columns[usize::from(n)].cards;
                let card = cards.pop();
                give_back(cards);
                card
            }
            Place::Cell(n) => self.deal.cells[usize::from(n)].take(),
            Place::Reserve(_) if self.rules.layout.stacked => self.deal.reserve.pop(),
            Place::Reserve(n) => Some(self.deal.reserve.remove(n.into())),
            Place::Hole => None,
            Place::Waste => self.deal.waste.pop(),
            Place::Stock => self.deal.stock.pop(),
            Place::Foundation(n) => {
                let card = self.top(from);
                self.deal.foundations[usize::from(n)] -= 1;
                card
            }
        }
    }

    fn put(&mut self, to: Place, card: Option<Card>) {
        match to {
            Place::Column(n) => self.deal.columns[usize::from(n)].cards.extend(card),
            Place::Cell(n) => self.deal.cells[usize::from(n)] = card,
            Place::Foundation(n) => self.deal.foundations[usize::from(n)] += 1,
            Place::Hole => self.deal.hole.extend(card),
            Place::Reserve(_) | Place::Waste | Place::Stock => {}
        }
    }
}

/// Releases spare memory. Otherwise a long run that moves from column to column would leave its capacity in each.
fn give_back(cards: &mut Vec<Card>) {
    if cards.capacity() > 4 * cards.len() + 256 {
        cards.shrink_to_fit();
    }
}
