//! Facts of patterns: one place of a card, or several places of which it has one.

use super::{Engine, FactNo, Step};
use crate::verify::patterns::space::Value;

impl Engine<'_> {
    /// Returns the values of a fact that is a set.
    fn values_of(&self, fact: FactNo) -> &[Value] {
        match (fact as usize).checked_sub(self.left.len()) {
            Some(wide) => &self.wides[wide].values,
            None => &[],
        }
    }

    /// Excludes a fact.
    pub(in super::super) fn lose_fact(&mut self, fact: FactNo) -> Step {
        let values = self.values_of(fact).to_vec();
        if values.is_empty() { self.lose(fact) } else { values.into_iter().try_for_each(|v| self.lose(v)) }
    }

    /// The card of a fact.
    pub(in super::super) fn card_of(&self, fact: FactNo) -> u32 {
        match (fact as usize).checked_sub(self.left.len()) {
            Some(wide) => self.wides[wide].card,
            None => self.space.card_of[fact as usize],
        }
    }

    /// Returns whether a fact is known to hold.
    pub(in super::super) fn holds(&self, fact: FactNo) -> bool {
        let card = self.card_of(fact) as usize;
        match (fact as usize).checked_sub(self.left.len()) {
            Some(wide) => self.wide_left[wide] == self.size[card],
            None => self.fixed[card] == Some(fact),
        }
    }

    /// Returns whether a value is one of a fact's.
    pub(in super::super) fn is_of(&self, value: Value, fact: FactNo) -> bool {
        value == fact || self.values_of(fact).contains(&value)
    }
}
