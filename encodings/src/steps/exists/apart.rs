//! Room, where cells and the bottoms of emptied columns are distinguished.
//!
//! `u(c)`, "c takes a cell in this step", is implied if `c` is in a cell at `X1`. It is also implied if `c`
//! is in a cell at `X0` and goes home, or onto a card that moves in this step. The axiom is `sum u <= cells`.
//! So a cell counts as free from the start only if its card goes to an empty column, or onto a card that
//! stays. These moves come first in the order, and none of them needs room that is not there at the start.
//!
//! `v(c)`, "c takes an emptied column", follows from `base` at `X0` or at `X1`.
//! `sum v <= min(rebuilt, columns without their dealt cards at X0)`.

use super::Scene;
use crate::constraints::{AtLeast, Count};
use crate::fluents::Location;
use crate::formula::Formula;
use crate::task::CardId;
use rustsat::types::Lit;

impl Scene<'_> {
    /// Axiom 4 for [`crate::fluents::View::Apart`].
    pub(crate) fn write_room_apart(&self, formula: &mut Formula) {
        let cells: Vec<Lit> = self.places.cards().filter_map(|card| self.takes_cell(formula, card)).collect();
        let most = self.places.cells;
        Count::new(formula, self.options.cardinality, &cells, most + 1).at_most(formula, most);
        let columns: Vec<Lit> =
            self.places.cards().filter_map(|card| self.takes_column(formula, card)).collect();
        let (rebuilt, freed) = self.freed(formula);
        let count = Count::new(formula, self.options.cardinality, &columns, rebuilt + 1);
        for n in 1..=rebuilt {
            if let Some(taken) = count.at_least(n) {
                self.need_freed(formula, &freed, taken, n);
            }
        }
        count.at_most(formula, rebuilt);
    }

    fn takes_cell(&self, formula: &mut Formula, card: CardId) -> Option<Lit> {
        let was = self.before.find(self.places, card, Location::Cell)?;
        let is = self.after.find(self.places, card, Location::Cell)?;
        let takes = formula.new_lit();
        formula.add(&[!is, takes]);
        formula.add(&[!was, !self.after.home(card), takes]);
        for (below, onto) in self.builds(card) {
            formula.add(&[!was, !onto, !self.motion.of(below), takes]);
        }
        Some(takes)
    }

    fn takes_column(&self, formula: &mut Formula, card: CardId) -> Option<Lit> {
        let was = self.before.find(self.places, card, Location::Base)?;
        let is = self.after.find(self.places, card, Location::Base)?;
        let takes = formula.new_lit();
        formula.add(&[!was, takes]);
        formula.add(&[!is, takes]);
        Some(takes)
    }

    /// The cards that `card` may lie on by the rules, each with the literal that it does at `X1`.
    pub(super) fn builds(&self, card: CardId) -> Vec<(CardId, Lit)> {
        let locations = self.places.of[card.index()].iter().zip(self.after.of(card));
        locations
            .filter_map(|(location, &lit)| match location {
                Location::On(below) => Some((*below, lit)),
                _ => None,
            })
            .collect()
    }

    /// Returns the maximum number of columns that may be rebuilt, and claims that N columns lost their dealt cards.
    pub(super) fn freed(&self, formula: &mut Formula) -> (usize, AtLeast) {
        let gone: Vec<Lit> = self.places.bottoms.iter().map(|&card| !self.before.of(card)[0]).collect();
        let rebuilt = self.options.rebuilt.map_or(usize::MAX, |n| n as usize).min(self.places.columns);
        let empty = self.places.columns - gone.len();
        let claims = rebuilt.saturating_sub(empty);
        (rebuilt, AtLeast::new(formula, self.options.cardinality, &gone, claims))
    }

    /// Writes that `taken` needs at least `n` columns without their dealt cards.
    pub(super) fn need_freed(&self, formula: &mut Formula, freed: &AtLeast, taken: Lit, n: usize) {
        let empty = self.places.columns - self.places.bottoms.len();
        if let Some(claim) = n.checked_sub(empty).and_then(|gone| freed.claim(gone)) {
            formula.add(&[!taken, claim]);
        }
    }
}
