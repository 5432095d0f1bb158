//! Whether a move is legal, one question after the other.

use super::{Table, supermove_capacity};
use crate::cards::Card;
use crate::rules::{EmptyColumn, Group, Home, Move, Place, Stock};
use crate::state::MoveError;

impl Table {
    /// Checks a move.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, action: Move) -> Result<(), MoveError> {
        match action {
            Move::Cards { from, to, count } => self.check_cards(from, to, count),
            Move::Draw => match self.rules.stock {
                Stock::Waste { .. } | Stock::Hole if self.deal.stock.is_empty() => Err(MoveError::StockEmpty),
                Stock::Waste { .. } | Stock::Hole => Ok(()),
                _ => Err(MoveError::NoSuchStock),
            },
            Move::Redeal => match self.rules.stock {
                Stock::Waste { .. } if !self.deal.stock.is_empty() => Err(MoveError::StockNotEmpty),
                Stock::Waste { .. } if self.deal.waste.is_empty() => Err(MoveError::Empty(Place::Waste)),
                Stock::Waste { redeals, .. } if !redeals.allowed_after(self.deal.redeals_used) => {
                    Err(MoveError::NoRedeal)
                }
                Stock::Waste { .. } => Ok(()),
                _ => Err(MoveError::NoSuchStock),
            },
            Move::DealRow => self.check_row(),
            Move::Collect { column } => self.check_run(column),
        }
    }

    fn check_run(&self, column: u16) -> Result<(), MoveError> {
        let place = Place::Column(column);
        match self.rules.home {
            Home::Foundations | Home::Runs | Home::WholeColumns | Home::Hole | Home::HoleAroundCorner => {
                Err(MoveError::NoCollecting)
            }
            Home::RunsByMove if !self.exists(place) => Err(MoveError::NoSuchPlace(place)),
            Home::RunsByMove if !self.ends_complete(column.into()) => Err(MoveError::NoRun(place)),
            Home::RunsByMove => Ok(()),
        }
    }

    fn check_row(&self) -> Result<(), MoveError> {
        let Stock::Rows { onto_empty } = self.rules.stock else { return Err(MoveError::NoSuchStock) };
        if self.deal.stock.is_empty() {
            return Err(MoveError::StockEmpty);
        }
        match self.deal.columns.iter().position(|pile| pile.cards.is_empty()) {
            Some(column) if !onto_empty => Err(MoveError::DealOntoEmpty(column + 1)),
            _ => Ok(()),
        }
    }

    fn check_cards(&self, from: Place, to: Place, count: u32) -> Result<(), MoveError> {
        for place in [from, to] {
            if !self.exists(place) {
                return Err(MoveError::NoSuchPlace(place));
            }
        }
        if from == to {
            return Err(MoveError::SamePlace(from));
        }
        let card = self.base_of_group(from, to, count)?;
        if let Place::Column(_) = to
            && self.must_fill_first(from)
        {
            return Err(MoveError::FillFirst);
        }
        self.check_landing(card, to)
    }

    /// Whether there is an empty column that the waste has to fill before other cards go to columns.
    pub(super) fn must_fill_first(&self, from: Place) -> bool {
        self.rules.empty_column == EmptyColumn::ReserveThenWaste
            && from != Place::Waste
            && self.deal.columns.iter().any(|pile| pile.cards.is_empty())
    }

    /// Whether a card, and what lies on it, may be put on a place that is there.
    pub(super) fn check_landing(&self, card: Card, to: Place) -> Result<(), MoveError> {
        match to {
            Place::Column(n) => match self.deal.columns[usize::from(n)].cards.last() {
                Some(&onto) if self.rules.fits(card, onto) => Ok(()),
                Some(&onto) => Err(MoveError::DoesNotFit { card, onto }),
                None if self.rules.may_fill_column(card) => Ok(()),
                None => Err(MoveError::EmptyColumn(card)),
            },
            Place::Cell(n) => match self.deal.cells[usize::from(n)] {
                Some(card) => Err(MoveError::Taken { place: to, card }),
                None => Ok(()),
            },
            Place::Hole => match self.deal.hole.last() {
                Some(&onto) if !self.rules.goes_into_hole(card, onto) => {
                    Err(MoveError::HoleRank { card, onto })
                }
                _ => Ok(()),
            },
            Place::Foundation(_) if matches!(self.rules.home, Home::Runs | Home::WholeColumns) => {
                Err(MoveError::OnlyRunsLeave)
            }
            Place::Foundation(_) if self.rules.home.is_hole() => Err(MoveError::OnlyIntoHole),
            Place::Foundation(_) if self.rules.home == Home::RunsByMove => Err(MoveError::OnlyRunsCollected),
            Place::Foundation(n) => {
                let height = self.deal.foundations[usize::from(n)];
                let suit = self.rules.deck.suit_of_foundation(n.into());
                if self.rules.next_home(suit, height) == Some(card) {
                    Ok(())
                } else {
                    Err(MoveError::NotNext { card, place: to, height, suit: suit + 1 })
                }
            }
            Place::Reserve(_) | Place::Waste | Place::Stock => Err(MoveError::LeaveOnly(to)),
        }
    }

    /// The deepest card of the group to move, if its cards move as one.
    pub(super) fn base_of_group(&self, from: Place, to: Place, count: u32) -> Result<Card, MoveError> {
        if let Place::Foundation(_) = from {
            if !self.rules.worrying_back {
                return Err(MoveError::StaysHome(from));
            }
            if let Place::Foundation(_) = to {
                return Err(MoveError::HomeToHome);
            }
        }
        if from == Place::Stock && !matches!(self.rules.stock, Stock::Waste { playable: true, .. }) {
            return Err(MoveError::NoSuchStock);
        }
        if from == Place::Hole {
            return Err(MoveError::StaysHome(from));
        }
        let top = self.top(from).ok_or(MoveError::Empty(from))?;
        if count == 0 {
            return Err(MoveError::NoCards);
        }
        let (Place::Column(source), Place::Column(target)) = (from, to) else {
            return if count == 1 { Ok(top) } else { Err(MoveError::OneAtATime) };
        };
        self.check_part(source, count)?;
        if count == 1 {
            return Ok(top);
        }
        if self.rules.group == Group::Single {
            return Err(MoveError::OneAtATime);
        }
        let pile = &self.deal.columns[usize::from(source)];
        let found = pile.cards.len() - pile.face_down;
        if found < count as usize {
            return Err(MoveError::TooFew { place: from, found, count });
        }
        let group = &pile.cards[pile.cards.len() - count as usize..];
        if let Some(pair) = group.windows(2).find(|pair| !self.rules.moves_with(pair[0], pair[1])) {
            return Err(MoveError::NotARun { lower: pair[0], upper: pair[1] });
        }
        if self.rules.group == Group::BySpaces {
            let capacity = supermove_capacity(self, target);
            if u64::from(count) > capacity {
                return Err(MoveError::Capacity { count, capacity });
            }
        }
        Ok(group[0])
    }

    /// Checks that the top `count` cards of a column may be parted from those beneath, for another column.
    fn check_part(&self, column: u16, count: u32) -> Result<(), MoveError> {
        let pile = &self.deal.columns[usize::from(column)];
        let Some(beneath) = pile.cards.len().checked_sub(count as usize + 1) else { return Ok(()) };
        match self.rules.group {
            Group::WholeColumn => {
                Err(MoveError::WholeColumn { place: Place::Column(column), size: pile.cards.len() })
            }
            Group::PartForHome => {
                let (lower, upper) = (pile.cards[beneath], pile.cards[beneath + 1]);
                let is_part = beneath >= pile.face_down && self.rules.moves_with(lower, upper);
                let own = self.rules.deck.foundations_of(lower.suit.0);
                let heights = &self.deal.foundations[own];
                let goes_home =
                    heights.iter().any(|&height| self.rules.next_home(lower.suit.0, height) == Some(lower));
                if is_part && !goes_home { Err(MoveError::PartOfRun(lower)) } else { Ok(()) }
            }
            Group::Single | Group::BySpaces | Group::SuitRun | Group::BuiltRun | Group::AnyFaceUp => Ok(()),
        }
    }

    pub(super) fn exists(&self, place: Place) -> bool {
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
}
