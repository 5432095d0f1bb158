//! Complete runs that leave, at one time: by force, or because a step collects them.
//!
//! A run stands at the end of its column, below nothing but runs that leave as well:
//!
//! * `rest(c)`, `c` the last of its run: nothing stays on `c`. `rest(c)` else: some next card `b`
//!   of the run lies on `c` and `rest(b)`.
//! * `head(c)`, `c` the deepest of its run: `rest(c)`, `c` in a column and face up.
//! * `leaves(c)`: `head(c)`, or `c` lies on the card before it in the run, which leaves.
//!
//! All three are equivalences, so the formula has no choice but to let them go. They refer
//! only to cards above, or to cards below of the same run, so there is no circle.
//!
//! Where runs are collected, `head(c)` is an action of the step that follows, and only implies that it could be.

use super::{Piles, PilesLayer};
use crate::formula::Formula;
use crate::task::{CardId, Home, Spot, Task};
use rustsat::types::Lit;

impl PilesLayer {
    pub(super) fn write_runs(&mut self, formula: &mut Formula, task: &Task, piles: &Piles) {
        let Some(runs) = task.home.runs() else { return };
        self.leaves = piles.cards().map(|_| formula.new_lit()).collect();
        let head = |card: CardId| piles.run[card.index()].is_some_and(|(_, place)| place == 0);
        self.head = piles.cards().map(|card| head(card).then(|| self.leaves[card.index()])).collect();
        let mut rest = self.clear.clone();
        for card in piles.cards() {
            if let Some((run, place)) = piles.run[card.index()]
                && place + 1 < runs[run].len()
            {
                rest[card.index()] = formula.new_lit();
            }
        }
        for card in piles.cards() {
            let Some((run, place)) = piles.run[card.index()] else { continue };
            if let Some(next) = runs[run].get(place + 1) {
                let ons = piles.cards_of[next.index()]
                    .iter()
                    .filter_map(|&b| Some((self.find(piles, b, Spot::On(card))?, rest[b.index()])));
                some_pair(formula, rest[card.index()], ons.collect());
            }
            let leaves = self.leaves[card.index()];
            if let Some(before) = place.checked_sub(1) {
                let ons = piles.cards_of[runs[run][before].index()].iter().filter_map(|&below| {
                    Some((self.find(piles, card, Spot::On(below))?, self.leaves[below.index()]))
                });
                some_pair(formula, leaves, ons.collect());
            } else {
                let lies = piles.of[card.index()].iter().zip(&self.at[card.index()]);
                let outside = lies.filter(|(lie, _)| !lie.in_column()).map(|(_, &at)| !at);
                let all: Vec<Lit> =
                    outside.chain([rest[card.index()]]).chain(self.up[card.index()]).collect();
                all.iter().for_each(|&lit| formula.add(&[!leaves, lit]));
                if matches!(task.home, Home::Runs(_)) {
                    formula.imply(&all, &[leaves]);
                }
            }
        }
    }
}

/// Writes `lit <-> some pair is true`.
fn some_pair(formula: &mut Formula, lit: Lit, pairs: Vec<(Lit, Lit)>) {
    let mut clause = vec![!lit];
    for (a, b) in pairs {
        let both = formula.new_lit();
        formula.add(&[!both, a]);
        formula.add(&[!both, b]);
        formula.add(&[!a, !b, both, lit]);
        formula.add(&[!both, lit]);
        clause.push(both);
    }
    formula.add(&clause);
}
