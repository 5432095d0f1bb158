//! Stock and waste as one list, of which a step plays one card.
//!
//! The cards of stock and waste keep one order (waste from below, then stock from above), and a card that is played
//! leaves all remaining cards before it on the waste. So the card played last says where the waste ends: `wasted(n)`,
//! the waste reaches beyond the `n`-th card. With `i` the number of remaining cards before a card, `w` the number on the
//! waste and draws of `d`:
//!
//! * *without turning the waste* the top of the waste can be had, of the stock each card with `i = w - 1 (mod d)`, and the
//!   last one;
//! * *after turning it* each card with `i = d - 1 (mod d)`, and the last one.
//!
//! Turning it twice before a play gains nothing. Both numbers are kept modulo `d`, one literal a residue. Where draws
//! are of one card and redeals without limit every card can be had at any time, and nothing of this is written.

use super::facts::{Facts, State};
use super::layer::Layer;
use super::moves::Scene;
use crate::constraints::at_most_one;
use crate::formula::Formula;
use rustsat::types::Lit;

/// What the list needs from time to time.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// Entry `n`: the waste reaches beyond the `n`-th card.
    wasted: Vec<Lit>,
    /// Entry `n`: the waste was turned more than `n` times. As long as the limit, where there is one.
    turned: Vec<Lit>,
}

impl List {
    /// At the start.
    pub(super) fn first(formula: &mut Formula, facts: &Facts) -> List {
        if facts.listed_are_free() {
            return List::default();
        }
        let list = List::new(formula, facts);
        for (n, &lit) in list.wasted.iter().enumerate() {
            formula.add(&[if n < facts.drawn { lit } else { !lit }]);
        }
        list.turned.iter().for_each(|&lit| formula.add(&[!lit]));
        list
    }

    fn new(formula: &mut Formula, facts: &Facts) -> List {
        // More redeals than cards are of no use.
        let most = facts.redeals.map_or(0, |most| (most as usize).min(facts.chain.len()));
        let mut fresh = |n: usize| (0..n).map(|_| formula.new_lit()).collect::<Vec<Lit>>();
        List { wasted: fresh(facts.chain.len()), turned: fresh(most) }
    }
}

impl Scene<'_> {
    /// Writes what the step plays from the list.
    pub(super) fn write_list(&self, formula: &mut Formula, list: &List) -> List {
        let facts = self.facts;
        if facts.listed_are_free() || facts.chain.is_empty() {
            return List::default();
        }
        let next = List::new(formula, facts);
        let plays: Vec<Lit> = (0..facts.chain.len()).map(|_| formula.new_lit()).collect();
        at_most_one(formula, self.options.at_most_one, &plays);
        let turns = formula.new_lit();
        for (n, &plays) in plays.iter().enumerate() {
            let (Some(was), Some(is)) = (listed(self.before, facts, n), listed(self.after, facts, n)) else {
                continue;
            };
            formula.add(&[!was, is, plays]);
            formula.add(&[!plays, was]);
            formula.add(&[!plays, !is]);
            for (m, &wasted) in next.wasted.iter().enumerate() {
                formula.add(&[!plays, if m < n { wasted } else { !wasted }]);
            }
        }
        for (&was, &is) in list.wasted.iter().zip(&next.wasted) {
            for (from, to) in [(was, is), (!was, !is)] {
                let clause: Vec<Lit> = [!from, to].into_iter().chain(plays.iter().copied()).collect();
                formula.add(&clause);
            }
        }
        self.write_turns(formula, turns, (list, &next));
        self.write_reach(formula, &plays, turns, list);
        next
    }

    /// How often the waste was turned.
    fn write_turns(&self, formula: &mut Formula, turns: Lit, (list, next): (&List, &List)) {
        if self.facts.redeals.is_none() {
            return;
        }
        for (n, (&was, &is)) in list.turned.iter().zip(&next.turned).enumerate() {
            formula.add(&[!was, is]);
            let condition = n.checked_sub(1).map(|less| list.turned[less]);
            let condition: Vec<Lit> = condition.into_iter().chain([turns]).collect();
            formula.imply(&condition, &[is]);
        }
        match list.turned.last() {
            Some(&all) => formula.add(&[!turns, !all]),
            None => formula.add(&[!turns]),
        }
    }

    /// What is played can be had.
    fn write_reach(&self, formula: &mut Formula, plays: &[Lit], turns: Lit, list: &List) {
        let (facts, draw) = (self.facts, self.facts.draw.min(self.facts.chain.len()));
        let remains: Vec<Lit> = (0..plays.len()).filter_map(|n| listed(self.before, facts, n)).collect();
        // Entry `n`: how many of the first `n` cards remain, modulo the draw.
        let mut before: Vec<Vec<Lit>> = Vec::with_capacity(plays.len() + 1);
        if draw > 1 {
            before.push((0..draw).map(|_| formula.new_lit()).collect());
            for (residue, &lit) in before[0].iter().enumerate() {
                formula.add(&[if residue == 0 { lit } else { !lit }]);
            }
            for &here in &remains {
                let counted = residues(formula, &before[before.len() - 1], here);
                before.push(counted);
            }
        }
        let waste = self.write_waste_size(formula, &before, list);
        for (n, &plays) in plays.iter().enumerate() {
            let last = formula.new_lit();
            remains[n + 1..].iter().for_each(|&later| formula.add(&[!last, !later]));
            if draw == 1 {
                // Turned, every card can be had; else those of the stock, and the top of the waste.
                self.write_top(formula, (plays, turns), n, &remains, list);
                continue;
            }
            formula.add(&[!plays, !turns, before[n][draw - 1], last]);
            // A card of the stock.
            let in_stock = list.wasted[n];
            for (residue, &size) in waste.iter().enumerate() {
                let same = before[n][(residue + draw - 1) % draw];
                formula.add(&[!plays, turns, in_stock, !size, same, last]);
            }
            self.write_top(formula, (plays, turns), n, &remains, list);
        }
    }

    /// A card of the waste is its top.
    fn write_top(
        &self,
        formula: &mut Formula,
        (plays, turns): (Lit, Lit),
        n: usize,
        remains: &[Lit],
        list: &List,
    ) {
        for (m, &later) in remains.iter().enumerate().skip(n + 1) {
            formula.add(&[!plays, turns, !list.wasted[n], !later, !list.wasted[m]]);
        }
    }

    /// How many cards lie on the waste, modulo the draw.
    fn write_waste_size(&self, formula: &mut Formula, before: &[Vec<Lit>], list: &List) -> Vec<Lit> {
        let Some(first) = before.first() else { return Vec::new() };
        let size: Vec<Lit> = first.iter().map(|_| formula.new_lit()).collect();
        for (n, counted) in before.iter().enumerate() {
            // The waste reaches beyond the card before and not beyond this one.
            let beyond = n.checked_sub(1).map(|less| list.wasted[less]);
            let not_beyond = list.wasted.get(n).map(|&lit| !lit);
            for (&counted, &size) in counted.iter().zip(&size) {
                let condition: Vec<Lit> = beyond.into_iter().chain(not_beyond).chain([counted]).collect();
                formula.imply(&condition, &[size]);
            }
        }
        at_most_one(formula, self.options.at_most_one, &size);
        size
    }
}

/// The literal that the `n`-th card of the list remains in it.
fn listed(layer: &Layer, facts: &Facts, n: usize) -> Option<Lit> {
    layer.find(facts.chain[n], State::Listed)
}

/// A residue with one literal more.
fn residues(formula: &mut Formula, before: &[Lit], next: Lit) -> Vec<Lit> {
    let after: Vec<Lit> = before.iter().map(|_| formula.new_lit()).collect();
    for (n, &was) in before.iter().enumerate() {
        formula.add(&[!was, next, after[n]]);
        formula.add(&[!was, !next, after[(n + 1) % before.len()]]);
    }
    for n in 0..after.len() {
        after[n + 1..].iter().for_each(|&other| formula.add(&[!after[n], !other]));
    }
    after
}
