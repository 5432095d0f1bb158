//! The clauses of a time, of the start, of a step and of the end.

use super::deal::Deal;
use super::facts::{Fact, Lie, Quantity, Writer};
use crate::task::CardId;
use rustsat::types::Lit;

pub(super) fn time(deal: &Deal, to: &mut Writer<'_>, t: usize) {
    for &card in &deal.cards {
        let all: Vec<Fact> = deal.spots(card).iter().map(|&s| Fact::Lies(t, card, s)).collect();
        to.imply(&[], &all);
        to.pairwise(&all);
    }
    for &on in &deal.cards {
        let all: Vec<Fact> = deal.above(on).iter().map(|&card| Fact::Lies(t, card, Lie::On(on))).collect();
        to.pairwise(&all);
    }
    for &card in &deal.cards {
        for &spot in deal.spots(card) {
            if let Lie::On(below) = spot {
                to.imply(&[Fact::Lies(t, card, spot), Fact::Lies(t, below, Lie::Cell)], &[]);
                to.imply(&[Fact::Lies(t, card, spot), Fact::Lies(t, below, Lie::Home)], &[]);
            }
        }
        for before in deal.before(card) {
            to.imply(&[Fact::Lies(t, card, Lie::Home)], &[Fact::Lies(t, before, Lie::Home)]);
        }
    }
    let lie = |spot| deal.cards.iter().map(move |&card| Fact::Lies(t, card, spot)).collect::<Vec<_>>();
    to.at_most(None, Quantity::Cells(t), deal.task.cells as usize, &lie(Lie::Cell));
    to.at_most(None, Quantity::Bottoms(t), deal.task.columns as usize, &lie(Lie::Bottom));
}

pub(super) fn first(deal: &Deal, to: &mut Writer<'_>) {
    for &card in &deal.cards {
        for &spot in deal.spots(card) {
            to.add(&[(Fact::Lies(0, card, spot), spot == deal.start(card))]);
        }
    }
}

pub(super) fn step(deal: &Deal, to: &mut Writer<'_>, t: usize) {
    let movers: Vec<Fact> = deal.cards.iter().map(|&card| Fact::Moves(t, card)).collect();
    to.at_most(None, Quantity::Movers(t), 1, &movers);
    let busy = |t| Fact::Count(Quantity::Movers(t), deal.cards.len().saturating_sub(1), 0);
    if let Some(earlier) = t.checked_sub(1) {
        to.imply(&[busy(t)], &[busy(earlier)]);
    }
    for &card in &deal.cards {
        let (spots, start) = (deal.spots(card), deal.start(card));
        let moves = Fact::Moves(t, card);
        for &s in spots {
            to.imply(&[Fact::Lies(t, card, s)], &[Fact::Lies(t + 1, card, s), moves]);
        }
        to.imply(&[moves, Fact::Lies(t, card, Lie::Home)], &[]);
        for &above in deal.above(card) {
            to.imply(&[moves, Fact::Lies(t, above, Lie::On(card))], &[]);
        }
        for &s in spots.iter().filter(|&&s| !deal.may_be_put(card, s)) {
            to.imply(&[moves, Fact::Lies(t + 1, card, s)], &[]);
        }
        for &s in spots.iter().filter(|&&s| s != start && s != Lie::Home) {
            to.imply(&[Fact::Lies(t + 1, card, s)], &[Fact::Aside(card)]);
        }
    }
}

fn waiting(deal: &Deal, to: &mut Writer<'_>, goal: Fact) {
    let waits = deal.waits();
    let waits = |one: CardId, other: CardId| waits[one.index()].contains(&other);
    let (must, others): (Vec<CardId>, Vec<CardId>) = deal.cards.iter().partition(|&&card| waits(card, card));
    for card in must {
        to.imply(&[goal], &[Fact::Aside(card)]);
    }
    for (n, &one) in others.iter().enumerate() {
        for &other in others[n + 1..].iter().filter(|&&other| waits(one, other) && waits(other, one)) {
            to.imply(&[goal], &[Fact::Aside(one), Fact::Aside(other)]);
        }
    }
}

pub(super) fn last(deal: &Deal, to: &mut Writer<'_>, bound: usize) -> Lit {
    let goal = Fact::Goal(bound);
    match bound.checked_sub(deal.cards.len()) {
        None => to.imply(&[goal], &[]),
        Some(most) => {
            waiting(deal, to, goal);
            let asides: Vec<Fact> = deal.cards.iter().map(|&card| Fact::Aside(card)).collect();
            to.at_most(Some(goal), Quantity::Asides, most, &asides);
        }
    }
    for &card in &deal.cards {
        to.imply(&[goal], &[Fact::Lies(bound, card, Lie::Home)]);
    }
    to.lit(goal)
}
