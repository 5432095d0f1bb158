//! Propagation of sums: upper bounds on used cells and columns, from lower bounds on their parts.

use super::super::space::Part;
use super::super::space::Value;
use super::{Engine, Note, Step};

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

    /// Returns a lower bound on a part.
    fn least(&self, part: Part) -> usize {
        match part {
            Part::Place(value) => {
                usize::from(self.fixed[self.space.card_of[value as usize] as usize] == Some(value))
            }
            Part::Sum(sum) => self.space.amounts(sum).take_while(|&value| !self.left[value as usize]).count(),
        }
    }

    /// Returns the reason of that lower bound.
    fn why_least(&self, part: Part) -> Vec<Note> {
        match part {
            Part::Place(value) if self.least(part) > 0 => {
                vec![Note::Losses(self.space.card_of[value as usize])]
            }
            Part::Place(_) => Vec::new(),
            Part::Sum(sum) => {
                let lost = self.space.amounts(sum).take_while(|&value| !self.left[value as usize]);
                lost.map(Note::Loss).collect()
            }
        }
    }

    /// Propagates a sum: it is at least the total of its parts, and a part is at most the sum without the other part.
    fn add_up(&mut self, sum: u32) -> Step {
        let space = self.space;
        let (parts, amounts) = (&space.sums[sum as usize].parts, space.amounts(sum));
        let least: usize = parts.iter().map(|&part| self.least(part)).sum();
        if amounts.clone().take(least).any(|value| self.left[value as usize]) {
            let by: Vec<Note> = parts.iter().flat_map(|&part| self.why_least(part)).collect();
            self.reason = self.note(by);
            if least >= amounts.len() {
                return self.conflict(self.reason);
            }
            amounts.clone().take(least).try_for_each(|value| self.lose(value))?;
        }
        let more: Vec<Value> =
            amounts.clone().rev().take_while(|&value| !self.left[value as usize]).collect();
        let Some(most) = (amounts.len() - more.len()).checked_sub(1) else { return Ok(()) };
        for (n, &part) in parts.iter().enumerate() {
            let other = parts.iter().copied().enumerate().find(|&(m, _)| m != n).map(|(_, other)| other);
            let may = most.saturating_sub(other.map_or(0, |other| self.least(other)));
            let beyond = match part {
                Part::Place(value) => value + may.min(1) as Value..value + 1,
                Part::Sum(sum) => {
                    let all = space.amounts(sum);
                    (all.start + may as Value + 1).min(all.end)..all.end
                }
            };
            if beyond.clone().any(|value| self.left[value as usize]) {
                let by = other.map_or_else(Vec::new, |other| self.why_least(other));
                self.reason = self.note(more.iter().copied().map(Note::Loss).chain(by));
                beyond.into_iter().try_for_each(|value| self.lose(value))?;
            }
        }
        Ok(())
    }
}
