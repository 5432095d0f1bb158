//! What changes in a step.

use super::facts::{Build, Facts, State};
use super::layer::Layer;
use crate::constraints::{Count, at_most_as_many};
use crate::formula::Formula;
use crate::options::Options;
use crate::task::CardId;
use rustsat::types::Lit;

/// A step between two positions.
pub(super) struct Scene<'a> {
    pub(super) facts: &'a Facts,
    pub(super) options: &'a Options,
    pub(super) before: &'a Layer,
    pub(super) after: &'a Layer,
}

impl Scene<'_> {
    /// Writes the step, but for the stock.
    pub(super) fn write(&self, formula: &mut Formula) {
        let there: Vec<Option<Lit>> = self.facts.cards().map(|card| self.write_card(formula, card)).collect();
        for build in &self.facts.builds {
            self.write_arrivals(formula, build, &there);
            self.write_bared(formula, build);
        }
        let mut taken: Vec<Lit> = self.facts.kings.iter().filter_map(|card| there[card.index()]).collect();
        taken.extend(self.before.all(State::Dealt, &self.facts.bottoms));
        let columns = self.facts.columns;
        Count::new(formula, self.options.cardinality, &taken, columns + 1).at_most(formula, columns);
    }

    /// The change of one card. Returns a literal that it was put into a column, before or in this step.
    fn write_card(&self, formula: &mut Formula, card: CardId) -> Option<Lit> {
        let old = |card, state| self.before.find(card, state);
        let new = |card, state| self.after.find(card, state);
        for state in [State::Dealt, State::Listed] {
            if let (Some(old), Some(new)) = (old(card, state), new(card, state)) {
                formula.add(&[!new, old]);
            }
        }
        if let (Some(was), Some(is)) = (old(card, State::Home), new(card, State::Home)) {
            let back = if self.facts.worrying_back { new(card, State::Up) } else { None };
            let clause: Vec<Lit> = [!was, is].into_iter().chain(back).collect();
            formula.add(&clause);
            self.write_twins(formula, card);
        }
        self.write_dealt(formula, card);
        let (was, is) = (old(card, State::Up)?, new(card, State::Up)?);
        let there = formula.new_lit();
        formula.add(&[!was, there]);
        formula.add(&[!is, there]);
        formula.add(&[!there, was, is]);
        Some(there)
    }

    /// A card leaves the column where it was dealt after those above it.
    fn write_dealt(&self, formula: &mut Formula, card: CardId) {
        let Some(was) = self.before.find(card, State::Dealt) else { return };
        if let (Some(up), Some(own)) = (self.after.find(card, State::Up), self.before.own(card)) {
            formula.add(&[!was, !up, own]);
        }
        let (Some(above), Some(home)) = (self.facts.above[card.index()], self.after.find(card, State::Home))
        else {
            return;
        };
        if self.facts.key(above) < self.facts.key(card) {
            return;
        }
        if let (Some(lay), Some(too)) =
            (self.before.find(above, State::Dealt), self.after.find(above, State::Home))
        {
            formula.add(&[!was, !home, !lay, !too]);
        }
    }

    /// Of one kind no card comes back while another goes home.
    fn write_twins(&self, formula: &mut Formula, card: CardId) {
        let kind = self.facts.homes.iter().find(|homes| homes.cards.contains(&card));
        let twins = kind.map_or(&[][..], |homes| &homes.cards);
        for &twin in twins.iter().filter(|&&twin| twin != card && self.facts.worrying_back) {
            let lits = [
                self.before.find(card, State::Home),
                self.after.find(card, State::Home).map(|lit| !lit),
                self.before.find(twin, State::Home).map(|lit| !lit),
                self.after.find(twin, State::Home),
            ];
            let clause: Vec<Lit> = lits.into_iter().flatten().map(|lit| !lit).collect();
            formula.add(&clause);
        }
    }

    /// Those that were put on a card, or are put there now, have one each that was face up before or is put there too.
    fn write_arrivals(&self, formula: &mut Formula, build: &Build, there: &[Option<Lit>]) {
        let face_up = |&card: &CardId| match (there[card.index()], self.before.own(card)) {
            (Some(there), Some(own)) => {
                let either = formula.new_lit();
                formula.add(&[!either, there, own]);
                Some(either)
            }
            (there, own) => there.or(own),
        };
        let parents: Vec<Lit> = build.parents.iter().filter_map(face_up).collect();
        let children: Vec<Lit> = build.children.iter().filter_map(|card| there[card.index()]).collect();
        at_most_as_many(formula, self.options.cardinality, &children, &parents, 0);
    }

    /// Those that lie on a card afterwards have one each that did not come to light only when others went home.
    fn write_bared(&self, formula: &mut Formula, build: &Build) {
        let stays = |&card: &CardId| {
            let up = self.after.find(card, State::Up);
            let (Some(own), Some(dealt)) = (self.before.own(card), self.after.find(card, State::Dealt))
            else {
                return up;
            };
            let stays = formula.new_lit();
            for still in [own, dealt] {
                let clause: Vec<Lit> = [!stays, still].into_iter().chain(up).collect();
                formula.add(&clause);
            }
            Some(stays)
        };
        let parents: Vec<Lit> = build.parents.iter().filter_map(stays).collect();
        let children = self.after.all(State::Up, &build.children);
        at_most_as_many(formula, self.options.cardinality, &children, &parents, 0);
    }
}
