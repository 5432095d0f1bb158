//! Room, where cells and the bottoms of emptied columns are one location, `loose`.
//!
//! A loose card with a card on it stands in a column; one without may be anywhere. So places
//! are counted, and columns only for those that need one:
//!
//! - `w(c)`, "c takes a place": loose at `X1`; loose at `X0` and going home; loose at `X0` with
//!   a card on it; loose at `X0` and going onto a card that is loose at `X0` or moves.
//! - `col(c)` at a time, "c stands in a column": follows from being loose with a card on it, and
//!   may be claimed by any loose card ahead of that.
//! - `h(c)`, "c takes a column": `col` at `X0` or at `X1`.
//! - one more place if a card that stays loose has `col` at `X1` and not at `X0`.
//!
//! With `freed` the number of columns without their dealt cards at `X0`:
//! `sum w + that place <= cells + freed` and `sum h <= freed`, freed counted up to `rebuilt`.
//!
//! *Why that suffices.* With one spare place any loose card that needs a column can get one. If
//! the spare place is a column, it moves there. If it is a cell, all freed columns are taken, at
//! most `freed - 1` of them by other cards that need one, so one holds a card that does not,
//! and that goes into the cell. A card that arrives has a spare place by the count, a card that
//! stays has one by the last line. Such moves are made when a model is put into order and are
//! no part of the formula.
//!
//! Cards that may not fill a column are loose in a cell only: they carry nothing, and at most
//! `cells` of them take a place. Where one arrives and the spare place is a column, some cell
//! holds a card that may fill it.
//!
//! *Every plan of single moves has a model:* `col` says where each loose card stands. Were it the same as carrying a card, a
//! loose card could not get its first card while every place is taken, even if it happened to stand in a column.

use super::Scene;
use crate::constraints::Count;
use crate::fluents::{Layer, Location, Places};
use crate::formula::Formula;
use crate::task::CardId;
use rustsat::types::Lit;

impl Scene<'_> {
    /// Axiom 4 for [`crate::fluents::View::Loose`].
    pub(crate) fn write_room_loose(&self, formula: &mut Formula) {
        let (mut taking, mut in_cells, mut in_columns) = (Vec::new(), Vec::new(), Vec::new());
        let first_card = formula.new_lit();
        for card in self.places.cards() {
            let Some(takes) = self.takes_place(formula, card) else { continue };
            taking.push(takes);
            if !self.places.fills[card.index()] {
                in_cells.push(takes);
            } else if let Some(needs) = self.needs_column(formula, card, first_card) {
                in_columns.push(needs);
            }
        }
        taking.push(first_card);
        let cells = self.places.cells;
        let (rebuilt, freed) = self.freed(formula);
        let form = self.options.cardinality;
        let taken = Count::new(formula, form, &taking, cells + rebuilt + 1);
        let needed = Count::new(formula, form, &in_columns, rebuilt + 1);
        for n in 1..=rebuilt {
            for more in [taken.at_least(cells + n), needed.at_least(n)].into_iter().flatten() {
                self.need_freed(formula, &freed, more, n);
            }
        }
        taken.at_most(formula, cells + rebuilt);
        needed.at_most(formula, rebuilt);
        Count::new(formula, form, &in_cells, cells + 1).at_most(formula, cells);
    }

    fn takes_place(&self, formula: &mut Formula, card: CardId) -> Option<Lit> {
        let was = self.before.find(self.places, card, Location::Loose)?;
        let is = self.after.find(self.places, card, Location::Loose)?;
        let takes = formula.new_lit();
        formula.add(&[!is, takes]);
        formula.add(&[!was, !self.after.home(card), takes]);
        for (_, upper) in self.before.uppers(self.places, card) {
            formula.add(&[!was, !upper, takes]);
        }
        for (below, onto) in self.builds(card) {
            formula.add(&[!was, !onto, !self.motion.of(below), takes]);
            if let Some(loose) = self.before.find(self.places, below, Location::Loose) {
                formula.add(&[!was, !onto, !loose, takes]);
            }
        }
        Some(takes)
    }

    /// `None` for a card that nothing may lie on.
    fn needs_column(&self, formula: &mut Formula, card: CardId, more: Lit) -> Option<Lit> {
        let [Some(before), Some(after)] = self.claims.map(|claims| claims[card.index()]) else { return None };
        let was = self.before.find(self.places, card, Location::Loose)?;
        let needs = formula.new_lit();
        formula.add(&[!before, needs]);
        formula.add(&[!after, needs]);
        // A card that is not loose before gets its place from the count; one with the claim `after` is loose then.
        formula.add(&[!was, before, !after, more]);
        Some(needs)
    }
}

/// The literals `col` of one time, one a card that may be loose in a column and carry a card.
pub(super) fn claims(formula: &mut Formula, places: &Places, layer: &Layer) -> Vec<Option<Lit>> {
    let mut claim = |card: CardId| {
        let loose = layer.find(places, card, Location::Loose)?;
        let built = places.upper[card.index()].iter().filter(|(_, at)| *at != Location::Native);
        let uppers: Vec<Lit> = built.filter_map(|&(upper, at)| layer.find(places, upper, at)).collect();
        if !places.fills[card.index()] || uppers.is_empty() {
            return None;
        }
        let claim = formula.new_lit();
        formula.add(&[!claim, loose]);
        uppers.iter().for_each(|&upper| formula.add(&[!loose, !upper, claim]));
        Some(claim)
    };
    places.cards().map(&mut claim).collect()
}
