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
use crate::rules::{EmptyColumn, Group, Home, Move, Place, Redeals, Rules, Stock};
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

    /// Checks a move.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, action: Move) -> Result<(), Illegal> {
        match action {
            Move::Cards { from, to, count } => self.check_cards(from, to, count),
            Move::Draw => match self.rules.stock {
                Stock::Waste { .. } | Stock::Hole if self.deal.stock.is_empty() => Err(Illegal::StockEmpty),
                Stock::Waste { .. } | Stock::Hole => Ok(()),
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
            Home::Foundations | Home::Runs | Home::WholeColumns | Home::Hole | Home::HoleAroundCorner => {
                Err(Illegal::NoCollecting)
            }
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
        if let Place::Column(_) = to
            && self.must_fill_first(from)
        {
            return Err(Illegal::FillFirst);
        }
        self.check_landing(card, to)
    }

    /// Whether there is an empty column that the waste has to fill before other cards go to columns.
    fn must_fill_first(&self, from: Place) -> bool {
        self.rules.empty_column == EmptyColumn::ReserveThenWaste
            && from != Place::Waste
            && self.deal.columns.iter().any(|pile| pile.cards.is_empty())
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
            Place::Hole => match self.deal.hole.last() {
                Some(&onto) if !self.rules.goes_into_hole(card, onto) => {
                    Err(Illegal::HoleRank { card, onto })
                }
                _ => Ok(()),
            },
            Place::Foundation(_) if matches!(self.rules.home, Home::Runs | Home::WholeColumns) => {
                Err(Illegal::OnlyRunsLeave)
            }
            Place::Foundation(_) if self.rules.home.is_hole() => Err(Illegal::OnlyIntoHole),
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
        if from == Place::Hole {
            return Err(Illegal::StaysHome(from));
        }
        let top = self.top(from).ok_or(Illegal::Empty(from))?;
        if count == 0 {
            return Err(Illegal::NoCards);
        }
        let (Place::Column(source), Place::Column(target)) = (from, to) else {
            return if count == 1 { Ok(top) } else { Err(Illegal::OneAtATime) };
        };
        self.check_part(source, count)?;
        if count == 1 {
            return Ok(top);
        }
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

    /// Whether so many cards may be parted from what lies beneath them, on their way to another column.
    fn check_part(&self, column: u16, count: u32) -> Result<(), Illegal> {
        let pile = &self.deal.columns[usize::from(column)];
        let Some(beneath) = pile.cards.len().checked_sub(count as usize + 1) else { return Ok(()) };
        match self.rules.group {
            Group::WholeColumn => {
                Err(Illegal::WholeColumn { place: Place::Column(column), size: pile.cards.len() })
            }
            Group::PartForHome => {
                let (lower, upper) = (pile.cards[beneath], pile.cards[beneath + 1]);
                let is_part = beneath >= pile.face_down && self.rules.moves_with(lower, upper);
                let own = self.rules.deck.foundations_of(lower.suit.0);
                let heights = &self.deal.foundations[own];
                let goes_home =
                    heights.iter().any(|&height| self.rules.next_home(lower.suit.0, height) == Some(lower));
                if is_part && !goes_home { Err(Illegal::PartOfRun(lower)) } else { Ok(()) }
            }
            Group::Single | Group::BySpaces | Group::SuitRun | Group::BuiltRun | Group::AnyFaceUp => Ok(()),
        }
    }

    fn exists(&self, place: Place) -> bool {
        match place {
            Place::Column(n) => usize::from(n) < self.deal.columns.len(),
            Place::Cell(n) => usize::from(n) < self.deal.cells.len(),
            Place::Reserve(n) if self.rules.layout.stacked => n == 0 && !self.deal.reserve.is_empty(),
            Place::Reserve(n) => usize::from(n) < self.deal.reserve.len(),
            Place::Foundation(n) => usize::from(n) < self.deal.foundations.len(),
            Place::Waste | Place::Stock => matches!(self.rules.stock, Stock::Waste { .. }),
            Place::Hole => self.rules.home.is_hole(),
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

    /// Turns a face-down top card, lets complete runs leave where they do so by themselves, and fills an empty column
    /// where the rules do.
    fn settle(&mut self, column: usize) {
        loop {
            let pile = &mut self.deal.columns[column];
            if pile.face_down >= pile.cards.len() {
                pile.face_down = pile.cards.len().saturating_sub(1);
            }
            let leaves = match self.rules.home {
                Home::Runs => true,
                Home::WholeColumns => pile.cards.len() == self.rules.deck.ranks as usize,
                Home::Foundations | Home::RunsByMove | Home::Hole | Home::HoleAroundCorner => false,
            };
            if leaves && self.ends_complete(column) {
                self.take_run(column);
            } else if self.deal.columns[column].cards.is_empty()
                && let Some(card) = self.take_filling()
            {
                self.deal.columns[column].cards.push(card);
            } else {
                return;
            }
        }
    }

    /// Takes the card that fills an empty column by itself.
    fn take_filling(&mut self) -> Option<Card> {
        match self.rules.empty_column {
            EmptyColumn::Any | EmptyColumn::TopRank | EmptyColumn::Nothing => None,
            EmptyColumn::ReserveThenAny | EmptyColumn::ReserveThenWaste => self.deal.reserve.pop(),
            EmptyColumn::WasteThenStock => self.deal.waste.pop().or_else(|| self.deal.stock.pop()),
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
