//! What every sane position satisfies: the clauses of one layer of literals.
//!
//! A position is sane if nothing visible in it rules out that it can be reached. Every card lies in one
//! place. At most one card lies on each card, and none on a card outside the columns. There are no more cells
//! and columns than the game has. Cards are home in order, and the stock is drawn in order. A card lies where
//! it may not stand only if it was dealt there; then neither it nor a card beneath it has moved. No move
//! leads out of the sane positions, so a proof that starts in one need not consider others.
//!
//! [`super::columns`] writes where rows have dealt cards.

use super::columns::{self, Columns};
pub(super) use super::literals::Layer;
use super::spots::{Spot, Spots};
use patsat_encodings::constraints::{Count, at_most_as_many, at_most_one, exactly_one};
use patsat_encodings::formula::Formula;
use patsat_encodings::options::{AtMostOne, Cardinality};
use patsat_encodings::task::{CardId, Home, Stock};
use rustsat::types::Lit;

/// The encoding of counts.
pub(super) const COUNTS: Cardinality = Cardinality::Totalizer;

fn one_of(literals: usize) -> AtMostOne {
    if literals <= 12 { AtMostOne::Pairwise } else { AtMostOne::Product }
}

impl Layer {
    /// Writes that the position is sane, with the requested counts only. Also writes in which columns cards
    /// lie, if rows are dealt.
    pub(super) fn write(self, formula: &mut Formula, spots: &Spots, counts: &[Spot]) -> Columns {
        for card in spots.cards() {
            let own: Vec<Lit> = spots.of(card).map(|fact| self.lit(fact)).collect();
            exactly_one(formula, one_of(own.len()), &own);
            let uppers: Vec<Lit> = spots.uppers[card.index()].iter().map(|&fact| self.lit(fact)).collect();
            at_most_one(formula, one_of(uppers.len()), &uppers);
            for fact in spots.of(card) {
                if !spots.facts[fact as usize].1.in_a_column() {
                    uppers.iter().for_each(|&upper| formula.add(&[!upper, !self.lit(fact)]));
                }
            }
            for &below in &spots.beneath[card.index()] {
                let (dealt, below) = (spots.start[card.index()], spots.start[below.index()]);
                formula.add(&[!self.lit(dealt), self.lit(below)]);
            }
        }
        for (wide, narrow) in (spots.narrow()..).zip(&spots.covers) {
            let any: Vec<Lit> = narrow.iter().map(|&fact| self.lit(fact)).collect();
            any.iter().for_each(|&lit| formula.add(&[!lit, self.lit(wide)]));
            formula.imply(&[self.lit(wide)], &any);
        }
        if !spots.rows.is_empty() {
            for column in 0..spots.task.columns as u16 {
                let bottoms = spots.cards().filter_map(|card| spots.find(card, Spot::BottomOf(column)));
                let bottoms: Vec<Lit> = bottoms.map(|fact| self.lit(fact)).collect();
                at_most_one(formula, one_of(bottoms.len()), &bottoms);
            }
        }
        let counted = |place: &&Spot| **place != Spot::Bottom || spots.rows.is_empty();
        for &place in counts.iter().filter(counted) {
            let most = if place == Spot::Cell { spots.task.cells } else { spots.task.columns };
            let all = spots.cards().filter_map(|card| spots.find(card, place));
            let all: Vec<Lit> = all.map(|fact| self.lit(fact)).collect();
            Count::new(formula, COUNTS, &all, most as usize + 1).at_most(formula, most as usize);
        }
        self.write_home(formula, spots);
        self.write_stock(formula, spots);
        columns::write(formula, spots, self)
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
            Home::Runs(runs) | Home::Collected(runs) => {
                for run in runs {
                    let next = run.iter().skip(1).chain(run.first());
                    for (kind, other) in run.iter().zip(next).filter(|(kind, other)| kind != other) {
                        at_most_as_many(formula, COUNTS, &homes(kind.index()), &homes(other.index()), 0);
                    }
                }
            }
        }
    }

    /// Rows are dealt whole and in order.
    fn write_rows(self, formula: &mut Formula, spots: &Spots) {
        let stocked = |&card: &CardId| spots.find(card, Spot::Stock).map(|fact| self.lit(fact));
        let rows: Vec<Vec<Lit>> =
            spots.rows.iter().map(|row| row.iter().filter_map(stocked).collect()).collect();
        for row in &rows {
            for pair in row.windows(2) {
                formula.add(&[!pair[0], pair[1]]);
                formula.add(&[!pair[1], pair[0]]);
            }
        }
        for pair in rows.windows(2) {
            formula.add(&[!pair[0][0], pair[1][0]]);
        }
    }

    /// The number of redeals left is the same for all cards, and the order of stock and waste is kept.
    fn write_turns(self, formula: &mut Formula, spots: &Spots) {
        let lefts: Vec<Lit> = (0..=spots.redeals).map(|_| formula.new_lit()).collect();
        at_most_one(formula, one_of(lefts.len()), &lefts);
        for (n, &card) in spots.chain.iter().enumerate() {
            for fact in spots.of(card) {
                if let Spot::StockLeft(left) | Spot::WasteLeft(left) = spots.facts[fact as usize].1 {
                    formula.add(&[!self.lit(fact), lefts[usize::from(left)]]);
                }
            }
            let Some(stock) = spots.in_stock(card) else { continue };
            for waste in spots.chain[n + 1..].iter().filter_map(|&later| spots.on_waste(later)) {
                formula.add(&[!self.lit(stock), !self.lit(waste)]);
            }
        }
    }

    fn write_stock(self, formula: &mut Formula, spots: &Spots) {
        self.write_rows(formula, spots);
        if spots.redeals > 0 {
            self.write_turns(formula, spots);
            return;
        }
        let Stock::Waste { order, .. } = &spots.task.stock else { return };
        for pair in order.windows(2) {
            if let (Some(next), Some(later)) =
                (spots.find(pair[0], Spot::Stock), spots.find(pair[1], Spot::Stock))
            {
                formula.add(&[!self.lit(next), self.lit(later)]);
            }
        }
    }
}
