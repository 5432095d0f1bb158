//! The position at one time.

use super::facts::{Facts, STATES, State};
use crate::constraints::{Count, at_most_as_many, exactly_one};
use crate::formula::Formula;
use crate::options::Options;
use crate::task::CardId;
use rustsat::types::Lit;

/// The literals of one time.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    at: Vec<[Option<Lit>; 4]>,
    /// By card: it is the deepest face-up card of the column where it was dealt.
    own: Vec<Option<Lit>>,
}

impl Layer {
    /// Writes a position.
    pub(super) fn new(formula: &mut Formula, facts: &Facts, options: &Options) -> Layer {
        let states = |may_be: &[bool; 4]| may_be.map(|may_be| may_be.then(|| formula.new_lit()));
        let mut layer =
            Layer { at: facts.may_be.iter().map(states).collect(), own: vec![None; facts.start.len()] };
        for card in facts.cards() {
            exactly_one(formula, options.at_most_one, &layer.of(card));
            layer.write_own(formula, facts, card);
        }
        for homes in &facts.homes {
            let home = |cards: &[CardId]| layer.all(State::Home, cards);
            at_most_as_many(
                formula,
                options.cardinality,
                &home(&homes.cards),
                &home(&homes.before),
                homes.lead,
            );
        }
        if options.invariants {
            layer.write_room(formula, facts, options);
        }
        layer
    }

    /// Says that everything is where it is at the start.
    pub(super) fn fix_start(&self, formula: &mut Formula, facts: &Facts) {
        for card in facts.cards() {
            self.find(card, facts.start[card.index()]).into_iter().for_each(|lit| formula.add(&[lit]));
        }
    }

    /// The literal "this card is there", if it may be.
    pub(super) fn find(&self, card: CardId, state: State) -> Option<Lit> {
        self.at[card.index()][state as usize]
    }

    /// The literals of a card.
    pub(super) fn of(&self, card: CardId) -> Vec<Lit> {
        self.at[card.index()].iter().copied().flatten().collect()
    }

    /// The literal "deepest face-up card of the column where it was dealt".
    pub(super) fn own(&self, card: CardId) -> Option<Lit> {
        self.own[card.index()]
    }

    /// The literals "this card is there" of those cards that may be.
    pub(super) fn all(&self, state: State, cards: &[CardId]) -> Vec<Lit> {
        cards.iter().filter_map(|&card| self.find(card, state)).collect()
    }

    /// Where a card is in a model.
    pub(super) fn read(&self, card: CardId, model: &dyn Fn(Lit) -> bool) -> Option<State> {
        let mut there = STATES.into_iter().filter(|&state| self.find(card, state).is_some_and(model));
        there.next().filter(|_| there.next().is_none())
    }

    /// What was dealt later leaves a column sooner.
    fn write_own(&mut self, formula: &mut Formula, facts: &Facts, card: CardId) {
        let Some(dealt) = self.find(card, State::Dealt) else { return };
        let above = facts.above[card.index()].and_then(|above| self.find(above, State::Dealt));
        let Some(above) = above else {
            self.own[card.index()] = Some(dealt);
            return;
        };
        formula.add(&[!above, dealt]);
        let own = formula.new_lit();
        formula.add(&[!own, dealt]);
        formula.add(&[!own, !above]);
        formula.add(&[!dealt, above, own]);
        self.own[card.index()] = Some(own);
    }

    /// Every card that was put on another lies on one, and every king that was put into a column has one. (Follows from
    /// the steps.)
    fn write_room(&self, formula: &mut Formula, facts: &Facts, options: &Options) {
        for build in &facts.builds {
            let face_up = |&card: &CardId| -> Option<Lit> {
                match (self.find(card, State::Up), self.own(card)) {
                    (Some(up), Some(own)) => {
                        let either = formula.new_lit();
                        formula.add(&[!either, up, own]);
                        Some(either)
                    }
                    (up, own) => up.or(own),
                }
            };
            let parents: Vec<Lit> = build.parents.iter().filter_map(face_up).collect();
            let children = self.all(State::Up, &build.children);
            at_most_as_many(formula, options.cardinality, &children, &parents, 0);
        }
        let mut taken = self.all(State::Up, &facts.kings);
        taken.extend(self.all(State::Dealt, &facts.bottoms));
        Count::new(formula, options.cardinality, &taken, facts.columns + 1).at_most(formula, facts.columns);
    }
}
