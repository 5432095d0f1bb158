//! Of plans that differ by names of columns, or by the order of two steps that have nothing to do with each
//! other, one is kept: where runs are collected, and cards lie nowhere but in columns and the stock.
//!
//! 1. After the last row, a card that goes to an empty column goes to the first: columns may then be renamed.
//! 2. No card leads two moves running, where no card lies face down: it could have gone to its second place at once.
//! 3. Two steps running that share no column come in the order of what they move: runs that are collected, by the
//!    number of their deepest card, before cards that move, by number.
//!
//! *Some shortest plan has all three.* Of the shortest ones take one whose list of what is moved is the least in
//! lexicographic order, and name columns by 1, which changes neither. It has 2, as leaving out the first
//! of two such moves makes it shorter: the place it goes to was there before, unless it is the one
//! that the card came from, and then both can go. It has 3: exchanged, two such steps are allowed and lead to the same position
//! up to names of columns, and make the list less. That steps stay allowed when one of them is a row is not
//! said, so rows keep their place.
//!
//! `from(k)` and `to(k)`: the column that a step takes cards from, and puts them to. Exactly one of each; the column
//! of the card that moves is known before and after. (A card in a cell or a reserve has none, and could not
//! move: where there are such places nothing of this is written.)

use super::{Actions, Scene};
use crate::constraints::exactly_one;
use crate::formula::Formula;
use crate::task::{Goal, Home, Spot};
use rustsat::types::Lit;

/// The columns of a step, and what it moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    /// By column.
    from: Vec<Lit>,
    to: Vec<Lit>,
    /// Entry `n`: what is moved has number `n` or more in the order of rule 3; heads of runs first.
    late: Vec<Lit>,
}

impl Footprint {
    fn touches(&self, column: usize) -> [Lit; 2] {
        [self.from[column], self.to[column]]
    }
}

impl Scene<'_> {
    /// Writes what the step touches, and that it comes in order, where plans are distinguished by that;
    /// `dealt`: the last row has been dealt before it.
    pub(super) fn write_order(
        &self,
        formula: &mut Formula,
        previous: Option<&Actions>,
        dealt: Option<Lit>,
    ) -> Option<Footprint> {
        let collected = matches!(self.task.home, Home::Collected(_)) && self.task.goal == Goal::Win;
        let columns_alone = self.task.cells == 0 && self.task.start.reserve.is_empty();
        if !collected || !columns_alone || !self.piles.named || !self.options.symmetry {
            return None;
        }
        let moved: Vec<Lit> = self.actions.collects.iter().chain(&self.actions.moves).copied().collect();
        let mut fresh = |n: usize| (0..n).map(|_| formula.new_lit()).collect::<Vec<Lit>>();
        let columns = self.task.columns as usize;
        let footprint = Footprint { from: fresh(columns), to: fresh(columns), late: fresh(moved.len()) };
        self.write_footprint(formula, &footprint);
        self.write_first_empty(formula, dealt);
        for (n, &lit) in moved.iter().enumerate() {
            formula.add(&[!lit, footprint.late[n]]);
            if let Some(less) = n.checked_sub(1) {
                formula.add(&[!footprint.late[n], footprint.late[less]]);
            }
        }
        if let Some((previous, before)) = previous.and_then(|p| Some((p, p.footprint.as_ref()?))) {
            let shares = formula.new_lit();
            let mut some = vec![!shares];
            for column in 0..columns {
                let both = formula.new_lit();
                for touched in [before, &footprint] {
                    formula.imply(&[both], &touched.touches(column));
                }
                some.push(both);
            }
            formula.add(&some);
            for (n, &lit) in moved.iter().enumerate() {
                if let Some(&later) = before.late.get(n + 1) {
                    formula.add(&[!lit, !later, shares]);
                }
            }
            for card in self.piles.cards().filter(|_| self.piles.face_down.is_empty()) {
                formula.add(&[!self.moves(card), !previous.moves[card.index()]]);
            }
        }
        Some(footprint)
    }

    fn write_footprint(&self, formula: &mut Formula, Footprint { from, to, .. }: &Footprint) {
        let form = self.options.at_most_one;
        exactly_one(formula, form, from);
        exactly_one(formula, form, to);
        for card in self.piles.cards() {
            let moves = self.moves(card);
            for column in 0..from.len() {
                for (lit, layer) in [(from[column], self.before), (to[column], self.after)] {
                    if let Some(there) = layer.column(card, column) {
                        formula.add(&[!moves, !lit, there]);
                    }
                }
                // A run goes to no column; it is said to go to the one that it came from.
                if let (Some(head), Some(there)) = (self.before.head(card), self.before.column(card, column))
                {
                    formula.add(&[!head, !from[column], there]);
                    formula.add(&[!head, !to[column], there]);
                }
            }
        }
    }

    fn write_first_empty(&self, formula: &mut Formula, dealt: Option<Lit>) {
        let Some(dealt) = dealt else { return };
        let taken: Vec<Lit> =
            (1..self.task.columns).map(|column| self.before.taken(formula, self.piles, column - 1)).collect();
        for card in self.piles.cards() {
            for column in 1..self.task.columns {
                let Some(base) = self.after.find(self.piles, card, Spot::Base(column)) else { continue };
                for &taken in &taken[..column as usize] {
                    formula.add(&[!dealt, !self.moves(card), !base, taken]);
                }
            }
        }
    }
}
