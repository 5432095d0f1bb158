//! Steps of several moves that some order makes possible.
//!
//! A step is any set of moves, one a card, followed by any number of moves home: enough that
//! one order of them is legal (Rintanen, Heljanko, Niemelä 2006, "exists-step"). The order is
//! not part of the formula, it follows from the kind of move, so a step costs no more than
//! one with a single move. With `X0` and `X1` the positions before and after it:
//!
//! 1. *The target is bare:* a card that comes onto `d` in this step finds nothing on `d` at `X0`.
//! 2. *Peel:* if `b` lies on `c` at `X0` and `c` moves, so does `b`.
//! 3. *Homes come last:* if `b` lies on `c` at `X0` and `c` moves elsewhere than home, `b` does not go home.
//!    If both go home, `b` goes first: `key(b) < key(c)`. The key of a card is the number of kinds that go
//!    home before it, then its number.
//! 4. *Room:* cells and emptied columns suffice at every moment. How this is counted depends on
//!    the view: [`apart`], [`loose`].
//! 5. *Safe* (an option): a card goes home if nothing lies on it, all cards of the kind before
//!    its own are home, and all cards that may lie on it are. No card can need it: in any plan
//!    from there, let it go home first and leave out its later moves. A step in which it would
//!    have left a cell for a card may then lack room, so this keeps winnability, not the horizon.
//!
//! *Every model has a plan* (`order` finds it). By 1 a target is the bare top of its column. If it moves
//! itself, it waits for nothing above it, only for a target of its own, which ranks higher. A wait for the
//! cards above leads up in one column and never into a wait for a target. Hence there is no circle, and any
//! order that respects the waits is legal as far as cards lie on cards.
//!
//! *Every plan has a model* where the horizon allows: a step with one move is a step. Except for
//! `rebuilt`: a plan that needs more emptied columns at once has none.

pub mod apart;
mod features;
pub mod loose;
mod options;
mod order;
mod unrolling;

pub use unrolling::{start_apart, start_loose};

use crate::fluents::{Layer, Location, Places};
use crate::formula::Formula;
use crate::options::Options;
use crate::steps::Motion;
use crate::task::{CardId, Task};
use rustsat::types::Lit;

/// The positions of one step, with task and options, from which its axioms are written.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) task: &'a Task,
    pub(crate) places: &'a Places,
    pub(crate) options: &'a Options,
    pub(crate) before: &'a Layer,
    pub(crate) after: &'a Layer,
    pub(crate) motion: &'a Motion,
    /// Where cells and columns are one: the claims on columns before and after.
    pub(crate) claims: [&'a [Option<Lit>]; 2],
}

impl Scene<'_> {
    /// Axioms 1 to 3 and 5.
    pub(crate) fn write(&self, formula: &mut Formula) {
        for card in self.places.cards() {
            self.write_targets(formula, card);
            self.write_peel(formula, card);
            if self.options.safe {
                self.write_safe(formula, card);
            }
        }
    }

    fn write_targets(&self, formula: &mut Formula, below: CardId) {
        for (new, arrived) in self.after.uppers(self.places, below) {
            if self.places.upper[below.index()].contains(&(new, Location::Native)) {
                continue;
            }
            for (old, was) in self.before.uppers(self.places, below) {
                if old != new {
                    formula.add(&[!arrived, !was]);
                }
            }
        }
    }

    fn write_peel(&self, formula: &mut Formula, below: CardId) {
        let (moves, home) = (self.motion.of(below), self.after.home(below));
        let key = |card: CardId| (self.places.depth[card.index()], card);
        for &(upper, at) in &self.places.upper[below.index()] {
            let Some(was) = self.before.find(self.places, upper, at) else { continue };
            formula.imply(&[was, moves], &[self.motion.of(upper)]);
            if key(upper) < key(below) {
                formula.add(&[!was, !moves, home, !self.after.home(upper)]);
            } else {
                formula.add(&[!was, !moves, !self.after.home(upper)]);
            }
        }
    }

    fn write_safe(&self, formula: &mut Formula, card: CardId) {
        let mut condition: Vec<_> = (self.places.predecessors(self.task, card).iter())
            .chain(&self.places.builders(card).collect::<Vec<_>>())
            .map(|&other| self.before.home(other))
            .collect();
        // All cards that may be built on it are home, but one that was dealt on it may still lie there.
        condition.extend(
            (self.places.upper[card.index()].iter().filter(|(_, at)| *at == Location::Native))
                .filter_map(|&(upper, at)| self.before.find(self.places, upper, at))
                .map(|lit| !lit),
        );
        formula.imply(&condition, &[self.after.home(card)]);
    }
}
