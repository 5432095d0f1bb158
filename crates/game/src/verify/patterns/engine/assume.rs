//! Assumptions of a search: the places of cards, the cards that move along, the cells and columns left.

use super::super::space::Value;
use super::{Engine, Event, Note, Step};
use crate::state::patterns::{CardNo, Spot};

impl Engine<'_> {
    /// Puts a card in a place.
    pub(in super::super) fn put(&mut self, value: Value) -> Step {
        let card = self.space.card_of[value as usize];
        if !self.left[value as usize] {
            let lost = self.loss(value);
            let by = self.both(self.reason, lost);
            return self.conflict(by);
        }
        self.space.values(card).filter(|&other| other != value).try_for_each(|other| self.lose(other))
    }

    /// Puts a card in one of these places.
    pub(super) fn put_in(&mut self, card: u32, values: &[Value]) -> Step {
        if !values.iter().any(|&value| self.left[value as usize]) {
            let lost = self.note(values.iter().map(|&value| Note::Loss(value)));
            let by = self.both(self.reason, lost);
            return self.conflict(by);
        }
        self.space.values(card).filter(|other| !values.contains(other)).try_for_each(|other| self.lose(other))
    }

    /// Puts a card at a spot of a pattern; a spot that the card never has is a conflict.
    pub(in super::super) fn put_at(&mut self, card: CardNo, spot: Spot) -> Step {
        let values: Vec<Value> = self.space.covered(card, spot).collect();
        self.put_in(card.0, &values)
    }

    /// Removes a spot of a card, if the card can have it at all.
    pub(in super::super) fn lose_at(&mut self, card: u32, spot: Spot) -> Step {
        let space = self.space;
        space.covered(CardNo(card), spot).try_for_each(|value| self.lose(value))
    }

    /// Assumes that no card lies on this one.
    pub(in super::super) fn bare(&mut self, card: u32) -> Step {
        self.space.onto[card as usize].iter().try_for_each(|&value| self.lose(value))
    }

    /// Assumes that the cards on this one move with it.
    pub(in super::super) fn carry(&mut self, card: u32) -> Step {
        self.carried[card as usize] = true;
        self.carried_by[card as usize] = self.reason;
        self.trail.push(Event::Carried(card));
        self.space.loose[card as usize].iter().try_for_each(|&value| self.lose(value))?;
        // Cards already known to lie on it are handled now, because no later event would do so.
        for &value in &self.space.onto[card as usize] {
            let above = self.space.card_of[value as usize];
            if self.fixed[above as usize] == Some(value) && !self.carried[above as usize] {
                let lost = self.losses(above);
                self.reason = self.both(self.reason, lost);
                self.carry(above)?;
            }
        }
        Ok(())
    }

    /// Assumes one cell fewer.
    pub(in super::super) fn fewer_cells(&mut self) -> Step {
        self.cells -= 1;
        self.trail.push(Event::Cells(1));
        self.space.in_cells.map_or(Ok(()), |sum| self.no_more(sum, self.cells))
    }

    /// Assumes one column fewer.
    pub(in super::super) fn fewer_columns(&mut self) -> Step {
        self.columns -= 1;
        self.trail.push(Event::Columns(1));
        self.space.in_columns.map_or(Ok(()), |sum| self.no_more(sum, self.columns))
    }

    /// Assumes that a card of this kind just went home: before that, too, no more cards of the next rank were home.
    pub(in super::super) fn went_home(&mut self, kind: u32) -> Step {
        for &pair in &self.space.pairs_of[kind as usize] {
            if self.space.pairs[pair as usize].first == kind {
                self.offset[pair as usize] += 1;
                self.trail.push(Event::Offset(pair));
                self.pair(pair)?;
            }
        }
        Ok(())
    }

    /// Assumes that a card lies in a column.
    pub(in super::super) fn in_a_column(&mut self, card: u32) -> Step {
        for value in self.space.values(card) {
            if !self.space.spots[value as usize].in_a_column() {
                self.lose(value)?;
            }
        }
        Ok(())
    }

    /// Assumes that all cards dealt beneath a card lie where they were dealt.
    pub(in super::super) fn as_dealt_beneath(&mut self, card: u32) -> Step {
        let mut at = card;
        while let Some(below) = self.space.below[at as usize] {
            self.put(self.space.dealt[below as usize])?;
            at = below;
        }
        Ok(())
    }
}
