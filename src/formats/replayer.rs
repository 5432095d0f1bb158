//! Moves of a text, understood by playing them.
//!
//! The plan formats that people write leave out what the board tells: how many cards move,
//! to which of two equal foundations. So their readers play along on a [`Table`]. Whether a
//! plan is any good is not their matter: an illegal move is taken down as it is written, and
//! from there on nothing is played, so that [`crate::verify`] can say what is wrong with it.

use crate::rules::{Home, Move, Place};
use crate::state::{Illegal, Instance, Plan, Table};

/// A plan under construction, and the board it has led to.
pub(super) struct Replayer {
    table: Table,
    moves: Vec<Move>,
    legal: bool,
    /// Complete runs that have left, less those that the text has mentioned.
    runs_unmentioned: usize,
}

impl Replayer {
    pub(super) fn new(instance: &Instance) -> Replayer {
        Replayer { table: instance.table(), moves: Vec::new(), legal: true, runs_unmentioned: 0 }
    }

    /// Takes down a move, and plays it as long as all before were legal.
    pub(super) fn push(&mut self, action: Move) {
        self.moves.push(action);
        if self.legal {
            let before = self.cards_home();
            self.legal = self.table.apply(action).is_ok();
            if self.table.rules().home == Home::Runs {
                let ranks = usize::from(self.table.rules().deck.ranks);
                self.runs_unmentioned += (self.cards_home() - before) / ranks;
            }
        }
    }

    fn cards_home(&self) -> usize {
        self.table.foundations().iter().map(|&height| usize::from(height)).sum()
    }

    /// Takes down that a complete run leaves, which our rules do by themselves; false if none has.
    pub(super) fn mention_run(&mut self) -> bool {
        let any = self.runs_unmentioned > 0;
        self.runs_unmentioned -= usize::from(any);
        any
    }

    /// The foundation that "home" means for the top card of a place: the first that takes it,
    /// or else one of its suit.
    pub(super) fn home(&self, from: Place) -> Place {
        let rules = self.table.rules();
        let Some(card) = self.table.top(from) else { return Place::Foundation(0) };
        let first = card.suit.0 * rules.deck.copies;
        let all = (first..first + rules.deck.copies).map(Place::Foundation);
        all.clone()
            .find(|&to| self.table.check(Move::one(from, to)).is_ok())
            .unwrap_or(Place::Foundation(first))
    }

    /// How many cards may move between these columns, in rising order.
    pub(super) fn counts(&self, from: Place, to: Place) -> Vec<u16> {
        let mut counts = Vec::new();
        for count in 1..=u16::MAX {
            match self.table.check(Move::Cards { from, to, count }) {
                Ok(()) => counts.push(count),
                // More cards of the same run may fit where fewer do not.
                Err(Illegal::DoesNotFit { .. } | Illegal::EmptyColumn(_)) => {}
                Err(_) => break,
            }
        }
        counts
    }

    pub(super) fn is_empty_column(&self, place: Place) -> bool {
        matches!(place, Place::Column(_)) && self.table.top(place).is_none()
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn legal(&self) -> bool {
        self.legal
    }

    pub(super) fn into_plan(self) -> Plan {
        Plan { moves: self.moves }
    }
}
