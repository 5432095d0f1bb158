//! The obvious state, and the only definition of a legal move.
//!
//! A `Table` holds its cards in vectors and checks a move by asking the rules one
//! question after the other. It is slow and meant to be read: every other state and
//! every formula of the project is held against it.

mod back;
mod moves;
mod spaces;

pub(super) use spaces::spare_columns;
pub use spaces::supermove_capacity;

use super::Illegal;
use crate::cards::{Card, Deal, Pile};
use crate::rules::{Group, Home, Move, Place, Redeals, Rules, Stock};
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

    /// Takes the cards off, for their memory.
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
        self.deal.foundations.iter().all(|&height| height == self.rules.deck.ranks)
    }

    /// The playable card of a place; on a foundation only where the rules allow worrying back.
    #[must_use]
    pub fn top(&self, place: Place) -> Option<Card> {
        match place {
            Place::Column(n) => self.deal.columns.get(usize::from(n))?.cards.last().copied(),
            Place::Cell(n) => *self.deal.cells.get(usize::from(n))?,
            Place::Reserve(n) => self.deal.reserve.get(usize::from(n)).copied(),
            Place::Waste => self.deal.waste.last().copied(),
            Place::Stock => self.deal.stock.last().copied(),
            Place::Foundation(n) => {
                let height = *self.deal.foundations.get(usize::from(n))?;
                let suit = self.rules.deck.suit_of_foundation(n.into());
                self.rules.worrying_back.then(|| self.rules.last_home(suit, height)).flatten()
            }
        }
    }

    /// Checks a move.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, action: Move) -> Result<(), Illegal> {
        match action {
            Move::Cards { from, to, count } => self.check_cards(from, to, count),
            Move::Draw => match self.rules.stock {
                Stock::Waste { .. } if self.deal.stock.is_empty() => Err(Illegal::StockEmpty),
                Stock::Waste { .. } => Ok(()),
                _ => Err(Illegal::NoSuchStock),
            },
            Move::Redeal => match self.rules.stock {
                Stock::Waste { .. } if !self.deal.stock.is_empty() => Err(Illegal::StockNotEmpty),
                Stock::Waste { .. } if self.deal.waste.is_empty() => Err(Illegal::Empty(Place::Waste)),
                Stock::Waste { redeals, .. } if !redeals.allowed_after(self.deal.redeals_used) => {
                    Err(Illegal::NoRedeal)
                }
                Stock::Waste { .. } => Ok(()),
                _ => Err(Illegal::NoSuchStock),
            },
            Move::DealRow => self.check_row(),
            Move::Collect { column } => self.check_run(column),
        }
    }

    fn check_run(&self, column: u16) -> Result<(), Illegal> {
        let place = Place::Column(column);
        match self.rules.home {
            Home::Foundations | Home::Runs => Err(Illegal::NoCollecting),
            Home::RunsByMove if !self.exists(place) => Err(Illegal::NoSuchPlace(place)),
            Home::RunsByMove if !self.ends_complete(column.into()) => Err(Illegal::NoRun(place)),
            Home::RunsByMove => Ok(()),
        }
    }

    fn check_row(&self) -> Result<(), Illegal> {
        let Stock::Rows { onto_empty } = self.rules.stock else { return Err(Illegal::NoSuchStock) };
        if self.deal.stock.is_empty() {
            return Err(Illegal::StockEmpty);
        }
        match self.deal.columns.iter().position(|pile| pile.cards.is_empty()) {
            Some(column) if !onto_empty => Err(Illegal::DealOntoEmpty(column + 1)),
            _ => Ok(()),
        }
    }

    fn check_cards(&self, from: Place, to: Place, count: u32) -> Result<(), Illegal> {
        for place in [from, to] {
            if !self.exists(place) {
                return Err(Illegal::NoSuchPlace(place));
            }
        }
        if from == to {
            return Err(Illegal::SamePlace(from));
        }
        let card = self.base_of_group(from, to, count)?;
        self.check_landing(card, to)
    }

    /// Whether a card, and what lies on it, may be put on a place that is there.
    fn check_landing(&self, card: Card, to: Place) -> Result<(), Illegal> {
        match to {
            Place::Column(n) => match self.deal.columns[usize::from(n)].cards.last() {
                Some(&onto) if self.rules.fits(card, onto) => Ok(()),
                Some(&onto) => Err(Illegal::DoesNotFit { card, onto }),
                None if self.rules.may_fill_column(card) => Ok(()),
                None => Err(Illegal::EmptyColumn(card)),
            },
            Place::Cell(n) => match self.deal.cells[usize::from(n)] {
                Some(card) => Err(Illegal::Taken { place: to, card }),
                None => Ok(()),
            },
            Place::Foundation(_) if self.rules.home == Home::Runs => Err(Illegal::OnlyRunsLeave),
            Place::Foundation(_) if self.rules.home == Home::RunsByMove => Err(Illegal::OnlyRunsCollected),
            Place::Foundation(n) => {
                let height = self.deal.foundations[usize::from(n)];
                let suit = self.rules.deck.suit_of_foundation(n.into());
                if self.rules.next_home(suit, height) == Some(card) {
                    Ok(())
                } else {
                    Err(Illegal::NotNext { card, place: to, height, suit: suit + 1 })
                }
            }
            Place::Reserve(_) | Place::Waste | Place::Stock => Err(Illegal::LeaveOnly(to)),
        }
    }

    /// The deepest card of the group to move, if its cards move as one.
    fn base_of_group(&self, from: Place, to: Place, count: u32) -> Result<Card, Illegal> {
        if let Place::Foundation(_) = from {
            if !self.rules.worrying_back {
                return Err(Illegal::StaysHome(from));
            }
            if let Place::Foundation(_) = to {
                return Err(Illegal::HomeToHome);
            }
        }
        if from == Place::Stock && !matches!(self.rules.stock, Stock::Waste { playable: true, .. }) {
            return Err(Illegal::NoSuchStock);
        }
        let top = self.top(from).ok_or(Illegal::Empty(from))?;
        if count == 0 {
            return Err(Illegal::NoCards);
        }
        if count == 1 {
            return Ok(top);
        }
        let (Place::Column(source), Place::Column(target)) = (from, to) else {
            return Err(Illegal::OneAtATime);
        };
        if self.rules.group == Group::Single {
            return Err(Illegal::OneAtATime);
        }
        let pile = &self.deal.columns[usize::from(source)];
        let found = pile.cards.len() - pile.face_down;
        if found < count as usize {
            return Err(Illegal::TooFew { place: from, found, count });
        }
        let group = &pile.cards[pile.cards.len() - count as usize..];
        if let Some(pair) = group.windows(2).find(|pair| !self.rules.moves_with(pair[0], pair[1])) {
            return Err(Illegal::NotARun { lower: pair[0], upper: pair[1] });
        }
        if self.rules.group == Group::BySpaces {
            let capacity = supermove_capacity(self, target);
            if u64::from(count) > capacity {
                return Err(Illegal::Capacity { count, capacity });
            }
        }
        Ok(group[0])
    }

    fn exists(&self, place: Place) -> bool {
        match place {
            Place::Column(n) => usize::from(n) < self.deal.columns.len(),
            Place::Cell(n) => usize::from(n) < self.deal.cells.len(),
            Place::Reserve(n) => usize::from(n) < self.deal.reserve.len(),
            Place::Foundation(n) => usize::from(n) < self.deal.foundations.len(),
            Place::Waste | Place::Stock => matches!(self.rules.stock, Stock::Waste { .. }),
        }
    }

    /// Makes a move.
    ///
    /// Afterwards a face-down card that came to the top is turned, and where the rules
    /// say so a complete run leaves.
    ///
    /// # Errors
    /// The rule that the move breaks; the table is then unchanged.
    pub fn apply(&mut self, action: Move) -> Result<(), Illegal> {
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
                let Stock::Waste { draw, .. } = self.rules.stock else { return Ok(()) };
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
            Place::Reserve(n) => Some(self.deal.reserve.remove(n.into())),
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
            Place::Reserve(_) | Place::Waste | Place::Stock => {}
        }
    }

    /// Turns a face-down top card, and lets complete runs leave where they do so by themselves.
    fn settle(&mut self, column: usize) {
        loop {
            let pile = &mut self.deal.columns[column];
            if pile.face_down >= pile.cards.len() {
                pile.face_down = pile.cards.len().saturating_sub(1);
            }
            if self.rules.home != Home::Runs || !self.ends_complete(column) {
                return;
            }
            self.take_run(column);
        }
    }

    /// Whether a column ends, face up, with all ranks of one suit.
    fn ends_complete(&self, column: usize) -> bool {
        let (pile, ranks) = (&self.deal.columns[column], self.rules.deck.ranks as usize);
        let face_up = &pile.cards[pile.face_down.min(pile.cards.len())..];
        let Some(start) = face_up.len().checked_sub(ranks) else { return false };
        let (run, suit) = (&face_up[start..], face_up[start].suit);
        run.iter().zip(self.rules.run_ranks()).all(|(card, rank)| *card == Card { rank, suit })
    }

    /// Takes the complete run at the end of a column home.
    fn take_run(&mut self, column: usize) {
        let (cards, ranks) = (&mut self.deal.columns[column].cards, self.rules.deck.ranks);
        let start = cards.len() - ranks as usize;
        let own = self.rules.deck.foundations_of(cards[start].suit.0);
        cards.truncate(start);
        if let Some(height) = self.deal.foundations[own].iter_mut().find(|height| **height == 0) {
            *height = ranks;
        }
    }
}

/// A long run that goes from column to column would leave its room in each.
fn give_back(cards: &mut Vec<Card>) {
    if cards.capacity() > 4 * cards.len() + 256 {
        cards.shrink_to_fit();
    }
}
