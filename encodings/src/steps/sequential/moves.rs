//! Which card moves from where to where in one step.

use super::{Actions, Scene};
use crate::constraints::at_most_one;
use crate::formula::Formula;
use crate::task::{CardId, Group, Home, Spot, Stock};
use rustsat::types::Lit;

impl Scene<'_> {
    /// Axioms 1 to 4, 6 and 7.
    pub(super) fn write(&self, formula: &mut Formula, previous: Option<&Actions>) {
        self.write_one_action(formula, previous);
        for card in self.piles.cards() {
            self.write_frame(formula, card);
            self.write_source(formula, card);
            self.write_targets(formula, card);
        }
        let Home::After(_) = self.task.home else { return };
        for card in self.piles.cards() {
            formula.add(&[!self.moves(card), self.after.home(card), self.actions.aside]);
        }
        for turned in [self.actions.redeal, self.actions.draw].into_iter().flatten() {
            formula.add(&[!turned, self.actions.aside]);
        }
        self.actions.deals.iter().for_each(|&deal| formula.add(&[!deal, self.actions.aside]));
        if self.task.stock != Stock::None {
            return;
        }
        if self.options.safe && !self.task.worrying_back {
            self.write_safe(formula);
        }
    }

    pub(super) fn moves(&self, card: CardId) -> Lit {
        self.actions.moves[card.index()]
    }

    fn write_one_action(&self, formula: &mut Formula, previous: Option<&Actions>) {
        let Actions { moves, deals, redeal, draw, collects, busy, .. } = self.actions;
        let all: Vec<Lit> =
            moves.iter().chain(deals).chain(collects).copied().chain(*redeal).chain(*draw).collect();
        at_most_one(formula, self.options.at_most_one, &all);
        all.iter().for_each(|&one| formula.add(&[!one, *busy]));
        formula.imply(&[*busy], &all);
        if let Some(previous) = previous {
            formula.add(&[!*busy, previous.busy]);
        }
    }

    fn write_frame(&self, formula: &mut Formula, card: CardId) {
        let moves = self.moves(card);
        let leaves = self.before.leaves(card);
        let lies = self.piles.of[card.index()].iter();
        for ((lie, &from), &to) in lies.zip(self.before.of(card)).zip(self.after.of(card)) {
            if lie.spot == Spot::Home && !self.task.worrying_back {
                formula.add(&[!from, to]);
                formula.add(&[!from, !moves]);
                if let Some(leaves) = leaves {
                    formula.add(&[!leaves, to]);
                    formula.add(&[!leaves, !moves]);
                }
                continue;
            }
            let taken = match lie.spot {
                Spot::Stock => self.actions.taken[card.index()].or(self.actions.draw),
                Spot::Waste => self.actions.redeal,
                _ => None,
            };
            let clause: Vec<Lit> = [!from, to, moves].into_iter().chain(leaves).chain(taken).collect();
            formula.add(&clause);
            formula.add(&[!from, !to, !moves]);
        }
    }

    /// What moves is free to.
    fn write_source(&self, formula: &mut Formula, card: CardId) {
        let moves = self.moves(card);
        self.before.movable(card).for_each(|free| formula.add(&[!moves, free]));
        let at = |card, spot| self.before.find(self.piles, card, spot);
        let chain = &self.piles.chain;
        let Some(place) = chain.iter().position(|&c| c == card) else {
            // A card of a row not yet dealt.
            if let Some(stock) = at(card, Spot::Stock) {
                formula.add(&[!moves, !stock]);
            }
            return;
        };
        if let Some(stock) = at(card, Spot::Stock) {
            for earlier in chain[..place].iter().filter_map(|&c| at(c, Spot::Stock)) {
                formula.add(&[!moves, !stock, !earlier]);
            }
            // Where several are drawn, none moves to the waste.
            if let (Stock::Waste { playable: false, .. }, Some(waste)) =
                (&self.task.stock, self.after.find(self.piles, card, Spot::Waste))
            {
                formula.add(&[!moves, !stock, waste]);
            }
        }
        if let Some(waste) = at(card, Spot::Waste) {
            for later in chain[place + 1..].iter().filter_map(|&c| at(c, Spot::Waste)) {
                formula.add(&[!moves, !waste, !later]);
            }
        }
    }

    /// Where it goes there is room.
    fn write_targets(&self, formula: &mut Formula, card: CardId) {
        let moves = self.moves(card);
        for (lie, &to) in self.piles.of[card.index()].iter().zip(self.after.of(card)) {
            if !lie.by_move {
                formula.add(&[!moves, !to]);
                continue;
            }
            let room = match lie.spot {
                Spot::On(below) => {
                    if self.task.group == Group::AnyFaceUp {
                        self.write_apart(formula, card, below, to);
                    }
                    Some(self.before.open(below))
                }
                Spot::Base(column) => self.before.empty(column),
                Spot::Cell | Spot::Home => Some(self.before.clear(card)),
                // Only drawn cards come onto the waste.
                Spot::Waste => {
                    let stock = self.before.find(self.piles, card, Spot::Stock);
                    formula.imply(&[moves, to], stock.as_slice());
                    None
                }
                Spot::Stock | Spot::Reserve => None,
            };
            if let Some(room) = room {
                formula.add(&[!moves, !to, room]);
            }
        }
    }

    /// The card that it goes on does not lie above it.
    fn write_apart(&self, formula: &mut Formula, card: CardId, below: CardId, to: Lit) {
        for column in 0..self.task.columns as usize {
            let there = |card| self.before.column(card, column);
            if let (Some(from), Some(same)) = (there(card), there(below)) {
                formula.add(&[!self.moves(card), !to, !from, !same]);
            }
        }
    }

    fn write_safe(&self, formula: &mut Formula) {
        let Home::After(after) = &self.task.home else { return };
        let safe = formula.new_lit();
        for card in self.piles.cards() {
            let kind = self.task.cards[card.index()];
            let before = after[kind.index()].into_iter().flat_map(|k| &self.piles.cards_of[k.index()]);
            let stands = |c: &CardId| self.task.may_stand(*c, card);
            let builders: Vec<CardId> = self.piles.cards().filter(stands).collect();
            let homes = before.chain(&builders).map(|&other| self.before.home(other));
            let condition: Vec<Lit> =
                homes.chain([self.before.clear(card), !self.before.home(card)]).collect();
            formula.imply(&condition, &[safe]);
            formula.add(&[!safe, !self.moves(card), self.after.home(card)]);
        }
    }
}
