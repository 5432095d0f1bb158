//! How many cards are in cells and at the bottoms of columns, as sums of sums.
//!
//! A sum has two parts, each a smaller sum or a single place: a tree over all such places (that of a totalizer,
//! Bailleux and Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003). A sum is numbered
//! after the cards, and what it may amount to are values like the places of a card. So a nogood can say "no more
//! than three of these ten"; otherwise it is learnt one set of cards after the other that ten columns are too few.

use super::{Space, Value};

/// A part of a sum.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Part {
    /// One if the card of this value has it.
    Place(Value),
    /// What another sum amounts to.
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
    /// Sums of all these places, of which no more than so many are taken: the last one is of all; none of no places.
    pub(super) fn sum_up(&mut self, places: &[Value], most: i64) -> Option<u32> {
        let mut row: Vec<(Part, i64)> = places.iter().map(|&value| (Part::Place(value), 1)).collect();
        let mut last = None;
        while row.len() > 1 || last.is_none() && !row.is_empty() {
            let pairs: Vec<Vec<(Part, i64)>> = row.chunks(2).map(<[_]>::to_vec).collect();
            row = Vec::new();
            for pair in pairs {
                // A single place is a sum of its own.
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

    /// The values of a sum: of 0, of 1 and so on.
    pub(in super::super) fn amounts(&self, sum: u32) -> std::ops::Range<Value> {
        self.values(self.cards() as u32 + sum)
    }
}
