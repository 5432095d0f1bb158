//! The numbers of cards in cells and at the bottoms of columns, as trees of sums.
//!
//! A sum has two parts, each a smaller sum or a single place: a tree over all such places (that of a totalizer,
//! Bailleux and Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003). Sums are numbered
//! after the cards, and their amounts are values like the places of a card. So a nogood can state "no more than three
//! of these ten". Without sums, the search would learn a separate nogood for each set of cards that is too large.

use super::{Space, Value};

/// A part of a sum.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Part {
    /// 1 if the card has this value, otherwise 0.
    Place(Value),
    /// The amount of another sum.
    Sum(u32),
}

/// A sum of one or two parts. Its values are 0, 1 and so on.
#[derive(Clone, Debug)]
pub(in super::super) struct Sum {
    pub(in super::super) parts: Vec<Part>,
    /// The sum that it is a part of.
    pub(in super::super) above: Option<u32>,
}

impl Space {
    /// Creates the sums over these places, of which at most `most` are taken.
    ///
    /// Returns the sum of all places; `None` if there are no places.
    pub(super) fn sum_up(&mut self, places: &[Value], most: i64) -> Option<u32> {
        let mut row: Vec<(Part, i64)> = places.iter().map(|&value| (Part::Place(value), 1)).collect();
        let mut last = None;
        while row.len() > 1 || last.is_none() && !row.is_empty() {
            let pairs: Vec<Vec<(Part, i64)>> = row.chunks(2).map(<[_]>::to_vec).collect();
            row = Vec::new();
            for pair in pairs {
                // A sum without a partner moves up unchanged; only a lone first place becomes a sum of its own.
                if let [one] = pair[..]
                    && last.is_some()
                {
                    row.push(one);
                    continue;
                }
                let size = pair.iter().map(|&(_, size)| size).sum();
                let parts = pair.into_iter().map(|(part, _)| part).collect();
                let sum = self.sum_of_parts(parts, most.min(size));
                row.push((Part::Sum(sum), size));
                last = Some(sum);
            }
        }
        last
    }

    fn sum_of_parts(&mut self, parts: Vec<Part>, most: i64) -> u32 {
        let sum = self.sums.len() as u32;
        for &part in &parts {
            match part {
                Part::Place(value) => self.sum_of[value as usize] = Some(sum),
                Part::Sum(part) => self.sums[part as usize].above = Some(sum),
            }
        }
        self.sums.push(Sum { parts, above: None });
        let number = (self.first.len() - 1) as u32;
        (0..=most).for_each(|_| self.card_of.push(number));
        self.first.push(self.card_of.len() as Value);
        sum
    }

    /// Returns the values of a sum: of 0, of 1 and so on.
    pub(in super::super) fn amounts(&self, sum: u32) -> std::ops::Range<Value> {
        self.values(self.cards() as u32 + sum)
    }
}
