//! Lists the legal moves of a table, by the checks of [`Table::check`] on every candidate.

use super::Table;
use crate::cards::Card;
use crate::rules::{Group, Home, Move, Place, Stock};

impl Table {
    /// Returns all legal moves, up to symmetry.
    ///
    /// Of several empty cells, of several empty columns (where columns are alike) and of several foundations of one
    /// suit and height, only the first is a target. A move that only renames places (from cell to cell, a whole column
    /// to an empty one) is left out.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        let targets = self.targets();
        for from in self.sources() {
            let longest = if self.rules.group == Group::Single { 1 } else { self.run_length(from) };
            for count in 1..=longest as u32 {
                let Some(card) = self.deepest(from, count) else { continue };
                // The check of the landing comes first because it is cheap and excludes most candidates.
                let to_columns = !self.must_fill_first(from);
                let lands = |to: Place| {
                    let open = to_columns || !matches!(to, Place::Column(_));
                    to != from && open && self.check_landing(card, to).is_ok()
                };
                for to in targets.iter().copied().filter(|&to| lands(to)) {
                    if self.base_of_group(from, to, count).is_ok() && !self.only_renames(from, to, count) {
                        found.push(Move::Cards { from, to, count });
                    }
                }
            }
        }
        let runs = (0..self.deal.columns.len() as u16).map(|column| Move::Collect { column });
        let others = [Move::Draw, Move::Redeal, Move::DealRow].into_iter().chain(runs);
        found.extend(others.filter(|&action| self.check(action).is_ok()));
        found
    }

    /// Returns the legal moves except supermoves, which are shorthand for several.
    #[must_use]
    pub fn single_moves(&self) -> Vec<Move> {
        let mut moves = self.moves();
        if self.rules.group == Group::BySpaces {
            moves.retain(|m| !matches!(m, Move::Cards { count: 2.., .. }));
        }
        moves
    }

    fn only_renames(&self, from: Place, to: Place, count: u32) -> bool {
        match (from, to) {
            (Place::Cell(_), Place::Cell(_)) => true,
            (Place::Column(from), Place::Column(to)) => {
                let size = |n: u16| self.deal.columns[usize::from(n)].cards.len();
                size(to) == 0 && size(from) == count as usize && self.columns_are_alike()
            }
            _ => false,
        }
    }

    /// Returns the number of cards at the top of a place that move as one group, whether or not there
    /// is room for it to move.
    #[must_use]
    pub fn run_length(&self, place: Place) -> usize {
        let Place::Column(n) = place else { return usize::from(self.top(place).is_some()) };
        let Some(pile) = self.deal.columns.get(usize::from(n)) else { return 0 };
        let cards = &pile.cards[pile.face_down.min(pile.cards.len())..];
        let joined = cards.windows(2).rev().take_while(|pair| self.rules.moves_with(pair[0], pair[1]));
        joined.count() + usize::from(!cards.is_empty())
    }

    /// Returns the deepest of the top `count` cards of a place.
    fn deepest(&self, from: Place, count: u32) -> Option<Card> {
        let Place::Column(n) = from else { return self.top(from) };
        let cards = &self.deal.columns.get(usize::from(n))?.cards;
        cards.get(cards.len().checked_sub(count as usize)?).copied()
    }

    fn sources(&self) -> impl Iterator<Item = Place> {
        let count = |n: usize| 0..n as u16;
        let reserve = if self.rules.layout.stacked { 1 } else { self.deal.reserve.len() };
        (count(self.deal.columns.len()).map(Place::Column))
            .chain(count(self.deal.cells.len()).map(Place::Cell))
            .chain(count(reserve).map(Place::Reserve))
            .chain([Place::Waste, Place::Stock])
            .chain(self.different_foundations().map(Place::Foundation))
            .filter(|&place| self.exists(place) && self.top(place).is_some())
    }

    fn targets(&self) -> Vec<Place> {
        let mut targets: Vec<Place> = Vec::new();
        let alike = self.columns_are_alike();
        let mut empty_seen = false;
        for (n, pile) in self.deal.columns.iter().enumerate() {
            if !(pile.cards.is_empty() && empty_seen && alike) {
                targets.push(Place::Column(n as u16));
            }
            empty_seen |= pile.cards.is_empty();
        }
        let free = self.deal.cells.iter().position(Option::is_none);
        targets.extend(free.map(|n| Place::Cell(n as u16)));
        if self.rules.home.is_hole() {
            targets.push(Place::Hole);
        }
        if self.rules.home == Home::Foundations {
            targets.extend(self.different_foundations().map(Place::Foundation));
        }
        targets
    }

    /// Returns the foundations, only the first of several with the same suit and height.
    fn different_foundations(&self) -> impl Iterator<Item = u16> {
        let (deck, heights) = (self.rules.deck, &self.deal.foundations);
        let first = move |&n: &usize| {
            let own = deck.foundations_of(deck.suit_of_foundation(n));
            !heights[own.start..n].contains(&heights[n])
        };
        (0..heights.len()).filter(first).map(|n| n as u16)
    }

    /// Returns whether columns are interchangeable: they are not while rows are still to be dealt.
    #[must_use]
    pub fn columns_are_alike(&self) -> bool {
        !matches!(self.rules.stock, Stock::Rows { .. }) || self.deal.stock.is_empty()
    }
}
