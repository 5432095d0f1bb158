//! A position at one time.

use super::facts::Facts;
use crate::steps::clause_writer::ClauseWriter;
use crate::task::CardId;
use rustsat::types::Lit;

/// The literals of a position. Of a card that has left its first place and is not home exactly
/// one of `base` and `on` is true, else none.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Entry `i`: card `i` of waste and stock has been drawn.
    pub(super) drawn: Vec<Lit>,
    /// The card has left the place where it was dealt.
    pub(super) left: Vec<Lit>,
    /// It is home.
    pub(super) home: Vec<Lit>,
    /// It was built on the parent of this number.
    pub(super) on: Vec<Vec<Lit>>,
    /// It is the deepest of a column that was emptied, or was empty.
    pub(super) base: Vec<Lit>,
}

impl Layer {
    /// The start, all of it known.
    pub(super) fn first(writer: &ClauseWriter<'_>, facts: &Facts) -> Layer {
        let known = |is: bool| if is { writer.yes() } else { writer.no() };
        let built = |card: CardId| facts.built[card.index()];
        let on = |card: CardId| {
            (0..facts.parents[card.index()].len()).map(|n| known(built(card) == Some(n))).collect()
        };
        Layer {
            drawn: (0..facts.chain.len()).map(|n| known(n < facts.drawn)).collect(),
            left: facts.cards().map(|card| known(built(card).is_some())).collect(),
            home: vec![writer.no(); facts.parents.len()],
            on: facts.cards().map(on).collect(),
            base: vec![writer.no(); facts.parents.len()],
        }
    }

    /// A position with as many cards drawn as `drawn` says.
    pub(super) fn next(writer: &mut ClauseWriter<'_>, facts: &Facts, drawn: Vec<Lit>) -> Layer {
        let mut layer = Layer { drawn, left: vec![], home: vec![], on: vec![], base: vec![] };
        for card in facts.cards() {
            let n = card.index();
            let out = |layer: &Layer, card: CardId| {
                facts.place[card.index()].is_none_or(|place| !writer.is_no(layer.drawn[place]))
            };
            let here = out(&layer, card);
            let open: Vec<bool> = facts.parents[n].iter().map(|&on| here && out(&layer, on)).collect();
            layer.left.push(match facts.built[n] {
                Some(_) => writer.yes(),
                None => writer.new_if(here),
            });
            layer.home.push(writer.new_if(here));
            layer.on.push(open.into_iter().map(|open| writer.new_if(open)).collect());
            layer.base.push(writer.new_if(here && facts.may_fill[n]));
        }
        for card in facts.cards() {
            layer.write_place(writer, facts, card);
        }
        layer
    }

    fn write_place(&self, writer: &mut ClauseWriter<'_>, facts: &Facts, card: CardId) {
        let n = card.index();
        let (left, home) = (self.left[n], self.home[n]);
        let mut places = self.on[n].clone();
        places.push(self.base[n]);
        let mut somewhere = places.clone();
        somewhere.push(home);
        writer.imply(&[left], &somewhere);
        writer.at_most_one(&somewhere);
        somewhere.iter().for_each(|&place| writer.imply(&[place], &[left]));
        if let Some(place) = facts.place[n] {
            writer.imply(&[left], &[self.drawn[place]]);
        }
        // (A card that lies from the start as if built counts as having left, though cards may still cover it.)
        if let Some(cover) = facts.cover[n].filter(|_| facts.built[n].is_none()) {
            writer.imply(&[left], &[self.left[cover.index()]]);
        }
        for (&on, parent) in self.on[n].iter().zip(&facts.parents[n]) {
            let parent = parent.index();
            writer.never(&[on, self.home[parent]]);
            if facts.place[parent].is_some() {
                writer.imply(&[on], &[self.left[parent]]);
            }
            if let Some(cover) = facts.cover[parent] {
                writer.imply(&[on], &[self.left[cover.index()]]);
            }
        }
        let above: Vec<Lit> = facts.children[n].iter().map(|&(c, p)| self.on[c.index()][p]).collect();
        writer.at_most_one(&above);
    }
}
