//! A step of moves, in an order given by labels.

use super::layer::Layer;
use super::shape::Shape;
use super::{Dealt, Scene};
use crate::constraints::{Count, at_most_one};
use crate::options::{AtMostOne, Options};
use crate::steps::pen::Pen;
use crate::task::CardId;
use rustsat::types::Lit;

/// The literals of a step of moves, with labels `0..labels`.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// The card is the deepest of those that move.
    pub(super) leads: Vec<Lit>,
    /// Entry `s`: the card is displaced with label `s` or less.
    pub(super) left: Vec<Vec<Lit>>,
    /// Entry `s`: before label `s`, what lay on the card has left it, and it has itself come to rest.
    ready: Vec<Vec<Lit>>,
    /// Entry `s`: before label `s`, what a row dealt on the card has left it.
    bared: Vec<Vec<Lit>>,
    /// Entry `s`, for cards of rows: before label `s` it does not lie where it was dealt.
    gone: Vec<Vec<Lit>>,
    /// Column `k` is empty before the first move.
    pub(super) empty: Vec<Lit>,
}

impl Moves {
    /// New literals for the cards in play.
    pub(super) fn new(
        pen: &mut Pen<'_>,
        shape: &Shape,
        options: &Options,
        before: &Layer,
        dealt: &Dealt,
    ) -> Moves {
        let labels = options.labels as usize;
        let no = pen.no();
        let mut moves =
            Moves { leads: vec![], left: vec![], ready: vec![], bared: vec![], gone: vec![], empty: vec![] };
        for card in shape.cards() {
            let n = card.index();
            let here = shape.in_play(card, before.dealt);
            let mut row = |open: bool| -> Vec<Lit> {
                if open { (0..labels).map(|_| pen.new_lit()).collect() } else { vec![no; labels] }
            };
            moves.left.push(row(here));
            moves.ready.push(row(here && !shape.children[n].is_empty()));
            moves.bared.push(row(here && !dealt.on[n].is_empty()));
            moves.gone.push(row(here && dealt.comes[n]));
            moves.leads.push(pen.new_if(here));
        }
        if before.in_column.is_some() {
            moves.empty = (0..shape.columns).map(|_| pen.new_lit()).collect();
        }
        moves
    }
}

impl Scene<'_> {
    /// Writes the axioms of a step of moves.
    pub(super) fn write_moves(&self, pen: &mut Pen<'_>, moves: &Moves) {
        for card in self.shape.cards().filter(|&card| self.shape.in_play(card, self.before.dealt)) {
            self.write_mover(pen, moves, card);
            self.write_rides(pen, moves, card);
            self.write_covers(pen, moves, card);
            self.write_arrivals(pen, moves, card);
            self.write_frame(pen, moves, card);
        }
        match (&self.before.in_column, &self.after.in_column) {
            (Some(before), Some(after)) => self.write_named(pen, moves, before, after),
            _ => self.write_counted(pen),
        }
    }

    /// Who is displaced, and who leads.
    fn write_mover(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let left = &moves.left[n];
        left.windows(2).for_each(|pair| pen.imply(&[pair[0]], &[pair[1]]));
        let Some(&ever) = left.last() else { return };
        pen.imply(&[moves.leads[n]], &[ever]);
        pen.never(&[ever, self.before.off[n]]);
        pen.never(&[ever, self.before.leaves[n]]);
        for place in [self.before.native[n], self.before.base[n]] {
            pen.imply(&[place, ever], &[moves.leads[n]]);
        }
    }

    /// Who moves without leading is carried, with the label of what it lies on.
    fn write_rides(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        for (parent, below) in self.shape.parents[n].iter().enumerate() {
            let on = self.before.on[n][parent];
            let Some(&ever) = moves.left[n].last() else { return };
            if !self.shape.rides[n][parent] {
                pen.imply(&[on, ever], &[moves.leads[n]]);
                continue;
            }
            for (&left, &its) in moves.left[n].iter().zip(&moves.left[below.index()]) {
                pen.imply(&[on, left], &[moves.leads[n], its]);
            }
        }
    }

    /// Nobody leaves before who lies on it, or is built on while somebody does.
    fn write_covers(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let labels = moves.left[n].len();
        let no = pen.no();
        let before = |of: &[Lit], s: usize| s.checked_sub(1).map_or(no, |less| of[less]);
        for &(upper, parent) in &self.shape.children[n] {
            let on = self.before.on[upper.index()][parent];
            let goes = self.before.goes(pen, self.shape, upper);
            let its = &moves.left[upper.index()];
            for s in 0..labels {
                pen.imply(&[on, moves.left[n][s]], &[its[s], goes]);
                pen.imply(&[on, moves.ready[n][s]], &[before(its, s), goes]);
            }
        }
        let (first, dealt) = self.before.natives(self.shape, self.dealt, card);
        if let Some((cover, native)) = first {
            let goes = self.before.goes(pen, self.shape, cover);
            for s in 0..labels {
                let its = before(&moves.left[cover.index()], s);
                pen.imply(&[native, moves.left[n][s]], &[its, goes]);
                pen.imply(&[native, moves.ready[n][s]], &[its, goes]);
            }
            if self.shape.buried[n] {
                // Its run leaves when the cover does, so none of it moves in this step.
                pen.imply(&[native, moves.left[n][labels - 1]], &[goes]);
            }
        }
        for s in 0..labels {
            if !dealt.is_empty() {
                pen.imply(&[moves.left[n][s]], &[moves.bared[n][s]]);
                pen.imply(&[moves.ready[n][s]], &[moves.bared[n][s]]);
            }
            for &(cover, there) in dealt {
                pen.imply(&[there, moves.bared[n][s]], &[moves.gone[cover.index()][s]]);
            }
            if self.dealt.comes[n] {
                let goes = self.before.goes(pen, self.shape, card);
                let its = before(&moves.left[n], s);
                pen.imply(&[moves.gone[n][s], self.before.native[n]], &[its, goes]);
            }
            // What is built on does not move afterwards.
            let its = before(&moves.left[n], s);
            pen.imply(&[moves.ready[n][s], moves.left[n][labels - 1]], &[its]);
        }
    }

    /// Who comes finds its target ready.
    fn write_arrivals(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        for (parent, below) in self.shape.parents[n].iter().enumerate() {
            let on = self.after.on[n][parent];
            for (&left, &ready) in moves.left[n].iter().zip(&moves.ready[below.index()]) {
                pen.imply(&[on, moves.leads[n], left], &[ready]);
            }
        }
    }

    /// Nobody changes place but who leads, and runs that leave.
    fn write_frame(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let leads = moves.leads[n];
        for (&old, &new) in self.before.on[n].iter().zip(&self.after.on[n]) {
            pen.imply(&[new], &[old, leads]);
            pen.never(&[leads, old, new]);
        }
        pen.imply(&[self.after.native[n]], &[self.before.native[n]]);
        pen.never(&[leads, self.after.native[n]]);
        self.write_off(pen, card);
        let (old, new) = (self.before.base[n], self.after.base[n]);
        pen.imply(&[new], &[old, leads]);
        if !self.shape.may_fill[n] {
            pen.never(&[leads, new]);
        } else if self.after.in_column.is_none() {
            // From column to column changes nothing where they have no names.
            pen.never(&[leads, old, new]);
        }
    }

    /// Home is who leaves or has left.
    pub(super) fn write_off(&self, pen: &mut Pen<'_>, card: CardId) {
        let n = card.index();
        let (old, leaves, new) = (self.before.off[n], self.before.leaves[n], self.after.off[n]);
        pen.imply(&[old], &[new]);
        pen.imply(&[leaves], &[new]);
        pen.imply(&[new], &[old, leaves]);
    }

    /// Columns with names: who comes to one finds it empty from the beginning.
    fn write_named(&self, pen: &mut Pen<'_>, moves: &Moves, before: &[Vec<Lit>], after: &[Vec<Lit>]) {
        for column in 0..self.shape.columns {
            let mut arrivals = Vec::new();
            for card in self.shape.cards() {
                let n = card.index();
                let (old, new, leads) = (before[n][column], after[n][column], moves.leads[n]);
                let goes = self.before.goes(pen, self.shape, card);
                pen.imply(&[moves.empty[column], old], &[goes]);
                pen.imply(&[new], &[old, leads]);
                pen.never(&[leads, old, new]);
                if pen.is_no(new) {
                    continue;
                }
                pen.imply(&[new, leads], &[moves.empty[column]]);
                arrivals.push(new);
            }
            self.write_at_most_one(pen, &arrivals);
        }
    }

    /// At most one of many: of every pair only where they are few.
    pub(super) fn write_at_most_one(&self, pen: &mut Pen<'_>, literals: &[Lit]) {
        let form = match self.options.at_most_one {
            AtMostOne::Pairwise if literals.len() > 12 => AtMostOne::Product,
            form => form,
        };
        at_most_one(pen.formula, form, literals);
    }

    /// Columns without names: who was deepest in one and who will be are not more than columns.
    fn write_counted(&self, pen: &mut Pen<'_>) {
        let mut uses = Vec::new();
        for card in self.shape.cards() {
            let n = card.index();
            let (old, new) = (self.before.base[n], self.after.base[n]);
            if pen.is_no(old) && pen.is_no(new) {
                continue;
            }
            let uses_one = pen.new_lit();
            let goes = self.before.goes(pen, self.shape, card);
            pen.imply(&[old], &[uses_one, goes]);
            pen.imply(&[new], &[uses_one]);
            uses.push(uses_one);
        }
        if uses.len() > self.shape.columns {
            let count = Count::new(pen.formula, self.options.cardinality, &uses, self.shape.columns + 1);
            count.at_most(pen.formula, self.shape.columns);
        }
    }
}
