//! Conclusions about the column of a card, in games with rows that are yet to be dealt.
//!
//! A card of a row that lies where no move can have put it has not been moved since it was dealt. So it lies in its
//! own column, and on cards that were in play before its row: no card beneath it has been moved since then either.
//! The cards that may lie in a column are found from its bottom upwards. A card that must lie there lies on one of
//! them.

use super::super::space::Value;
use super::{Because, Engine, Note, Step};

impl Engine<'_> {
    /// Concludes the column of a card of a row if only the row can have put it in any of its places.
    pub(super) fn dealt_by_row(&mut self, card: u32) -> Step {
        let space = self.space;
        let Some(column) = space.column_of[card as usize] else { return Ok(()) };
        if self.column[card as usize] == Some(column) || !self.is_by_row(card) {
            return Ok(());
        }
        self.reason = self.losses(card);
        self.lies_in(card, column)
    }

    fn is_by_row(&self, card: u32) -> bool {
        self.space.values(card).all(|value| !self.left[value as usize] || self.space.by_row[value as usize])
    }

    /// Removes the places of a card with a known column on cards that cannot lie in that column.
    pub(super) fn on_its_column(&mut self) -> Step {
        let space = self.space;
        for card in 0..space.cards() as u32 {
            let Some(column) = self.column[card as usize] else { continue };
            let row = space.row_of[card as usize].filter(|_| self.is_by_row(card));
            let (there, by) = self.may_lie_in(column, row);
            for value in space.values(card) {
                let below = space.spots[value as usize].below();
                if below.is_some_and(|below| !there[below.index()]) {
                    let lost = self.losses(card);
                    let known = self.both(self.column_by[card as usize], lost);
                    self.reason = self.both(by, known);
                    self.lose(value)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the cards that may lie in a column, and the reason why others may not.
    ///
    /// With a row, only cards that may lie beneath a card of that row are returned.
    fn may_lie_in(&mut self, column: u16, row: Option<u32>) -> (Vec<bool>, Because) {
        let space = self.space;
        let (mut there, mut by) = (vec![false; space.cards()], Vec::new());
        let mut next: Vec<u32> = Vec::new();
        let mut look = |values: &[Value], next: &mut Vec<u32>| {
            for &value in values {
                let card = space.card_of[value as usize];
                if !self.left[value as usize] {
                    by.push(Note::Loss(value));
                } else if self.column[card as usize].is_some_and(|other| other != column) {
                    by.push(Note::Also(self.column_by[card as usize]));
                } else if row.is_none_or(|row| space.row_of[card as usize].is_none_or(|other| other < row))
                    && !std::mem::replace(&mut there[card as usize], true)
                {
                    next.push(card);
                }
            }
        };
        look(&space.bottoms[usize::from(column)], &mut next);
        while let Some(below) = next.pop() {
            look(&space.onto[below as usize], &mut next);
        }
        let by = self.note(by);
        (there, by)
    }
}
