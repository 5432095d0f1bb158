//! Propagation of sums: upper bounds on used cells and columns, from lower bounds on their parts.

use super::super::space::Part;
use super::super::space::Value;
use super::{Engine, Note, Step};
use std::ops::Range;

impl Engine<'_> {
    /// Propagates that a card lies in this place, if a sum counts it.
    pub(super) fn one_more(&mut self, value: Value) -> Step {
        self.space.sum_of[value as usize].map_or(Ok(()), |sum| self.add_up(sum))
    }

    /// Propagates a change of this sum.
    pub(super) fn known(&mut self, sum: u32) -> Step {
        self.add_up(sum)?;
        self.space.sums[sum as usize].above.map_or(Ok(()), |above| self.add_up(above))
    }

    /// Assumes an upper bound on a sum.
    pub(super) fn no_more(&mut self, sum: u32, most: i64) -> Step {
        let amounts = self.space.amounts(sum);
        let more = (0..).zip(amounts).filter(|&(amount, _)| amount > most);
        more.map(|(_, value)| value).try_for_each(|value| self.lose(value))
    }

    /// Returns the sum that a value is an amount of.
    fn sum(&self, value: Value) -> Option<usize> {
        (self.space.card_of[value as usize] as usize).checked_sub(self.space.cards())
    }

    /// Removes lost values from the ends of a sum, after this one was lost.
    pub(super) fn narrow(&mut self, value: Value) {
        let Some(sum) = self.sum(value) else { return };
        let amounts = &mut self.amounts[sum];
        while amounts.start < amounts.end && !self.left[amounts.start as usize] {
            amounts.start += 1;
        }
        while amounts.start < amounts.end && !self.left[amounts.end as usize - 1] {
            amounts.end -= 1;
        }
    }

    /// Adds a value to its sum, after its loss was undone.
    pub(super) fn widen(&mut self, value: Value) {
        let Some(sum) = self.sum(value) else { return };
        let amounts = &mut self.amounts[sum];
        *amounts = if amounts.start < amounts.end {
            amounts.start.min(value)..amounts.end.max(value + 1)
        } else {
            value..value + 1
        };
    }

    /// Returns the lost amounts below all others.
    fn below(&self, sum: u32) -> Range<Value> {
        self.space.amounts(sum).start..self.amounts[sum as usize].start
    }

    /// Returns a lower bound on a part.
    fn least(&self, part: Part) -> usize {
        match part {
            Part::Place(value) => {
                usize::from(self.fixed[self.space.card_of[value as usize] as usize] == Some(value))
            }
            Part::Sum(sum) => self.below(sum).len(),
        }
    }

    /// Returns the reason of that lower bound.
    fn why_least(&self, part: Part) -> Vec<Note> {
        match part {
            Part::Place(value) if self.least(part) > 0 => {
                vec![Note::Losses(self.space.card_of[value as usize])]
            }
            Part::Place(_) => Vec::new(),
            Part::Sum(sum) => self.below(sum).map(Note::Loss).collect(),
        }
    }

    /// Propagates a sum: it is at least the total of its parts, and a part is at most the sum without the other part.
    fn add_up(&mut self, sum: u32) -> Step {
        let space = self.space;
        let (parts, amounts) = (&space.sums[sum as usize].parts, space.amounts(sum));
        let least: usize = parts.iter().map(|&part| self.least(part)).sum();
        if least > self.below(sum).len() {
            let by: Vec<Note> = parts.iter().flat_map(|&part| self.why_least(part)).collect();
            self.reason = self.note(by);
            if least >= amounts.len() {
                return self.conflict(self.reason);
            }
            amounts.clone().take(least).try_for_each(|value| self.lose(value))?;
        }
        let end = self.amounts[sum as usize].end;
        let Some(most) = (end - amounts.start).checked_sub(1) else { return Ok(()) };
        for (n, &part) in parts.iter().enumerate() {
            let other = parts.iter().copied().enumerate().find(|&(m, _)| m != n).map(|(_, other)| other);
            let may = most.saturating_sub(other.map_or(0, |other| self.least(other) as Value));
            let beyond = match part {
                Part::Place(value) => value + may.min(1)..value + 1,
                Part::Sum(sum) => {
                    let first = space.amounts(sum).start + may + 1;
                    first..self.amounts[sum as usize].end.max(first)
                }
            };
            if beyond.clone().any(|value| self.left[value as usize]) {
                let by = other.map_or_else(Vec::new, |other| self.why_least(other));
                let more = (end..amounts.end).rev().map(Note::Loss);
                self.reason = self.note(more.chain(by));
                beyond.into_iter().try_for_each(|value| self.lose(value))?;
            }
        }
        Ok(())
    }
}
