//! What every sane position satisfies: the clauses of one layer of literals.
//!
//! Sane are positions that could be reached as far as a look at them tells: every card in one
//! place, one card on a card at most and none on a card that is not in a column, no more cells
//! and columns than there are, home in order, the stock drawn in order. A card lies where it may
//! not stand only if it was dealt there; it never moved then, and so did nothing beneath it. No
//! move leads out of the sane positions, so whoever starts in one need look at no other.

use super::spots::{Place, Spots};
use patsat_encodings::constraints::{Count, at_most_as_many, at_most_one, exactly_one};
use patsat_encodings::formula::Formula;
use patsat_encodings::options::{AtMostOne, Cardinality};
use patsat_encodings::task::{Home, Stock};
use rustsat::types::Lit;

/// How counts are written.
pub(super) const COUNTS: Cardinality = Cardinality::Totalizer;

fn one_of(literals: usize) -> AtMostOne {
    if literals <= 12 { AtMostOne::Pairwise } else { AtMostOne::Product }
}

/// The literals of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    first: u32,
}

impl Layer {
    /// New literals, one a fact.
    pub(super) fn new(formula: &mut Formula, spots: &Spots) -> Layer {
        let first = formula.size().variables;
        (0..spots.len()).for_each(|_| {
            formula.new_lit();
        });
        Layer { first }
    }

    /// The literal of a fact.
    pub(super) fn lit(self, fact: u32) -> Lit {
        Lit::positive(self.first + fact)
    }

    /// Says that the position is sane; of the counts those that are asked for.
    pub(super) fn write(self, formula: &mut Formula, spots: &Spots, counts: &[Place]) {
        for card in spots.cards() {
            let own: Vec<Lit> = spots.of(card).map(|fact| self.lit(fact)).collect();
            exactly_one(formula, one_of(own.len()), &own);
            let uppers: Vec<Lit> = spots.uppers[card.index()].iter().map(|&fact| self.lit(fact)).collect();
            at_most_one(formula, one_of(uppers.len()), &uppers);
            for fact in spots.of(card) {
                if !matches!(spots.facts[fact as usize].1, Place::On(_) | Place::Bottom) {
                    uppers.iter().for_each(|&upper| formula.add(&[!upper, !self.lit(fact)]));
                }
            }
            for &below in &spots.beneath[card.index()] {
                let (dealt, below) = (spots.start[card.index()], spots.start[below.index()]);
                formula.add(&[!self.lit(dealt), self.lit(below)]);
            }
        }
        for &place in counts {
            let most = if place == Place::Cell { spots.task.cells } else { spots.task.columns };
            let all = spots.cards().filter_map(|card| spots.find(card, place));
            let all: Vec<Lit> = all.map(|fact| self.lit(fact)).collect();
            Count::new(formula, COUNTS, &all, most as usize + 1).at_most(formula, most as usize);
        }
        self.write_home(formula, spots);
        self.write_stock(formula, spots);
    }

    fn write_home(self, formula: &mut Formula, spots: &Spots) {
        let homes = |kind: usize| -> Vec<Lit> {
            spots.cards_of[kind].iter().map(|&card| self.lit(spots.home(card))).collect()
        };
        let kinds = &spots.task.kinds;
        match &spots.task.home {
            Home::After(before) => {
                for (kind, before) in before.iter().enumerate() {
                    let Some(before) = before else { continue };
                    let lead = kinds[before.index()].home_at_start as usize;
                    let lead = lead.saturating_sub(kinds[kind].home_at_start as usize);
                    at_most_as_many(formula, COUNTS, &homes(kind), &homes(before.index()), lead);
                }
            }
            Home::Runs(runs) => {
                for run in runs {
                    let next = run.iter().skip(1).chain(run.first());
                    for (kind, other) in run.iter().zip(next).filter(|(kind, other)| kind != other) {
                        at_most_as_many(formula, COUNTS, &homes(kind.index()), &homes(other.index()), 0);
                    }
                }
            }
        }
    }

    fn write_stock(self, formula: &mut Formula, spots: &Spots) {
        let Stock::Waste { order, .. } = &spots.task.stock else { return };
        for pair in order.windows(2) {
            if let (Some(next), Some(later)) =
                (spots.find(pair[0], Place::Stock), spots.find(pair[1], Place::Stock))
            {
                formula.add(&[!self.lit(next), self.lit(later)]);
            }
        }
    }
}
