//! Names of cards, piles and deals in a task.
//!
//! Our own names are those of the competition: `card-d0-s3-v12` is rank 13 of the fourth suit, of the
//! first deck; `pile-0`, `deal-0`. Our positions do not distinguish equal cards, but a task does. The first of
//! equal cards belongs to the first deck, in the order columns (deepest card first), stock (the next card
//! first), home. The instance keeps the names of a file in that order.

use patsat_game::cards::Card;
use patsat_game::state::{Instance, Names};
use std::collections::BTreeMap;

/// A card of a task: one of several twins, by its number among them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Copy {
    pub(super) card: Card,
    pub(super) number: usize,
}

/// The names that a task or plan for an instance uses.
pub(super) struct Namer<'a> {
    own: Option<&'a Names>,
}

impl<'a> Namer<'a> {
    pub(super) fn new(instance: &'a Instance) -> Namer<'a> {
        Namer { own: instance.names.as_deref() }
    }

    pub(super) fn card(&self, Copy { card, number }: Copy) -> String {
        let own = self.own.and_then(|names| names.copies.get(&card)?.get(number));
        own.cloned().unwrap_or_else(|| format!("card-d{number}-s{}-v{}", card.suit.0, card.rank.0 - 1))
    }

    pub(super) fn pile(&self, column: usize) -> String {
        let own = self.own.and_then(|names| names.columns.get(column));
        own.cloned().unwrap_or_else(|| format!("pile-{column}"))
    }

    /// The name of a row yet to be dealt, or of the end after the last.
    pub(super) fn row(&self, row: usize) -> String {
        let own = self.own.and_then(|names| names.rows.get(row));
        own.cloned().unwrap_or_else(|| format!("deal-{row}"))
    }
}

/// Numbers equal cards in the order in which they are requested.
#[derive(Default)]
pub(super) struct Twins(BTreeMap<Card, usize>);

impl Twins {
    pub(super) fn next(&mut self, card: Card) -> Copy {
        let next = self.0.entry(card).or_default();
        *next += 1;
        Copy { card, number: *next - 1 }
    }
}
