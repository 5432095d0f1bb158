//! Supermoves (an option): a card that moves may take with it what stands on it.
//!
//! `car(b)`, "b is carried": it lies on the same card before and after the step, and that card
//! or one below it moves. Of the axioms in [`super`], peel becomes: if `b` lies on `c` as a legal
//! build and `c` moves or is carried, `b` moves or is carried; a card on a carried one does not
//! go home. A carried card takes a place while it is carried, for that is how it gets over: it
//! is put aside, and back. So a run of `n` cards needs `n - 1` places, which is what a supermove
//! through cells needs; the doubling by empty columns is left to several steps. Who comes from a
//! place onto a carried card takes it for the step as well.
//!
//! *Every model still has a plan:* a carried card waits for nothing but its carrier, and who
//! comes onto it waits for that carrier too, which stands lower in the same column.

use super::Scene;
use crate::fluents::{Location, Places};
use crate::formula::Formula;
use crate::task::CardId;
use rustsat::types::Lit;

/// A literal for each card that can be carried; none at all without the option.
pub(super) fn literals(formula: &mut Formula, places: &Places, supermoves: bool) -> Vec<Option<Lit>> {
    let can = |card: CardId| {
        let of = &places.of[card.index()];
        of.iter().any(|at| matches!(at, Location::On(_)))
            && of.iter().any(|at| matches!(at, Location::Cell | Location::Loose))
    };
    places.cards().map(|card| (supermoves && can(card)).then(|| formula.new_lit())).collect()
}

impl Scene<'_> {
    /// The literal "this card is carried".
    pub(super) fn carried(&self, card: CardId) -> Option<Lit> {
        self.carried[card.index()]
    }

    /// The card that can carry `upper` along from where it lies at `at`, so that `upper` needs no move of its own.
    pub(super) fn follows(&self, upper: CardId, at: Location) -> Option<Lit> {
        if matches!(at, Location::On(_)) { self.carried(upper) } else { None }
    }

    /// What holds of carried cards.
    pub(super) fn write_carried(&self, formula: &mut Formula) {
        for card in self.places.cards() {
            let Some(carried) = self.carried(card) else { continue };
            formula.add(&[!carried, !self.motion.of(card)]);
            for &(upper, at) in &self.places.upper[card.index()] {
                let Some(was) = self.before.find(self.places, upper, at) else { continue };
                let mut goes = vec![self.motion.of(upper)];
                goes.extend(self.follows(upper, at));
                formula.imply(&[carried, was], &goes);
                formula.add(&[!carried, !was, !self.after.home(upper)]);
            }
        }
    }
}
