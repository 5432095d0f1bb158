//! A position at one time.

use super::shape::Shape;
use crate::steps::pen::Pen;
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
    pub(super) fn first(pen: &Pen<'_>, shape: &Shape) -> Layer {
        let known = |is: bool| if is { pen.yes() } else { pen.no() };
        let built = |card: CardId| shape.built[card.index()];
        let on = |card: CardId| {
            (0..shape.parents[card.index()].len()).map(|n| known(built(card) == Some(n))).collect()
        };
        Layer {
            drawn: (0..shape.chain.len()).map(|n| known(n < shape.drawn)).collect(),
            left: shape.cards().map(|card| known(built(card).is_some())).collect(),
            home: vec![pen.no(); shape.parents.len()],
            on: shape.cards().map(on).collect(),
            base: vec![pen.no(); shape.parents.len()],
        }
    }

    /// A position with as many cards drawn as `drawn` says.
    pub(super) fn next(pen: &mut Pen<'_>, shape: &Shape, drawn: Vec<Lit>) -> Layer {
        let mut layer = Layer { drawn, left: vec![], home: vec![], on: vec![], base: vec![] };
        for card in shape.cards() {
            let n = card.index();
            let out = |layer: &Layer, card: CardId| {
                shape.place[card.index()].is_none_or(|place| !pen.is_no(layer.drawn[place]))
            };
            let here = out(&layer, card);
            let open: Vec<bool> = shape.parents[n].iter().map(|&on| here && out(&layer, on)).collect();
            layer.left.push(match shape.built[n] {
                Some(_) => pen.yes(),
                None => pen.new_if(here),
            });
            layer.home.push(pen.new_if(here));
            layer.on.push(open.into_iter().map(|open| pen.new_if(open)).collect());
            layer.base.push(pen.new_if(here && shape.may_fill[n]));
        }
        for card in shape.cards() {
            layer.write_place(pen, shape, card);
        }
        layer
    }

    fn write_place(&self, pen: &mut Pen<'_>, shape: &Shape, card: CardId) {
        let n = card.index();
        let (left, home) = (self.left[n], self.home[n]);
        let mut places = self.on[n].clone();
        places.push(self.base[n]);
        let mut somewhere = places.clone();
        somewhere.push(home);
        pen.imply(&[left], &somewhere);
        pen.at_most_one(&somewhere);
        somewhere.iter().for_each(|&place| pen.imply(&[place], &[left]));
        if let Some(place) = shape.place[n] {
            pen.imply(&[left], &[self.drawn[place]]);
        }
        // (Who lies as if built has left in name only, and may still be covered.)
        if let Some(cover) = shape.cover[n].filter(|_| shape.built[n].is_none()) {
            pen.imply(&[left], &[self.left[cover.index()]]);
        }
        for (&on, parent) in self.on[n].iter().zip(&shape.parents[n]) {
            let parent = parent.index();
            pen.never(&[on, self.home[parent]]);
            if shape.place[parent].is_some() {
                pen.imply(&[on], &[self.left[parent]]);
            }
            if let Some(cover) = shape.cover[parent] {
                pen.imply(&[on], &[self.left[cover.index()]]);
            }
        }
        let above: Vec<Lit> = shape.children[n].iter().map(|&(c, p)| self.on[c.index()][p]).collect();
        pen.at_most_one(&above);
    }
}
