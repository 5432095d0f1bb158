//! A row of the stock, dealt between two steps of moves.

use super::Scene;
use super::layer::Layer;
use super::shape::{Origin, Shape};
use crate::steps::pen::Pen;
use crate::task::CardId;
use rustsat::types::Lit;

/// Which cards of rows lie on which others that they could not be built on. What a row did is
/// never undone, so these are of no time.
#[derive(Clone, Debug)]
pub(super) struct Dealt {
    /// For each card, who may lie dealt on it, with the literal that says so as long as it has
    /// not left.
    pub(super) on: Vec<Vec<(CardId, Lit)>>,
    /// Whether the card has come with a row.
    pub(super) comes: Vec<bool>,
    /// Pairs of cards dealt to one column, the later one first, and the literal that the earlier
    /// one had not left yet when the other came.
    pub(super) chains: Vec<(CardId, CardId, Lit)>,
}

impl Dealt {
    pub(super) fn new(cards: usize) -> Dealt {
        Dealt { on: vec![Vec::new(); cards], comes: vec![false; cards], chains: Vec::new() }
    }
}

impl Scene<'_> {
    /// Writes that row number `before.dealt` is dealt, after complete runs have left; what it
    /// adds to the dealt cards.
    pub(super) fn write_row(&self, pen: &mut Pen<'_>) -> Dealt {
        let row = self.before.dealt;
        let mut dealt = self.dealt.clone();
        let cards = || self.shape.cards().filter(|&card| self.shape.in_play(card, row));
        cards().for_each(|card| self.write_rest(pen, card));
        let columns = write_columns(pen, self.shape, self.before);
        let tops: Vec<Lit> = self.shape.cards().map(|card| self.write_top(pen, card)).collect();
        let empty: Vec<Lit> = (0..self.shape.columns).map(|column| self.write_empty(pen, column)).collect();
        for (column, &card) in self.shape.rows[row].iter().enumerate() {
            let n = card.index();
            dealt.comes[n] = true;
            let mut places = Vec::new();
            let lands = |pen: &mut Pen<'_>, place: Lit, below: CardId| {
                pen.imply(&[place], &[tops[below.index()]]);
                pen.imply(&[place], &[columns[below.index()][column]]);
            };
            for (&on, &below) in self.after.on[n].iter().zip(&self.shape.parents[n]) {
                if self.shape.in_play(below, row) {
                    lands(pen, on, below);
                } else {
                    pen.never(&[on]);
                }
            }
            for below in cards().filter(|below| !self.shape.parents[n].contains(below)) {
                let place = pen.new_lit();
                lands(pen, place, below);
                pen.imply(&[place], &[self.after.native[n]]);
                dealt.on[below.index()].push((card, place));
                places.push(place);
            }
            pen.imply(&[self.after.native[n]], &places);
            pen.imply(&[self.after.base[n]], &[empty[column]]);
            if let Some(named) = &self.after.in_column {
                pen.imply(&[self.after.base[n]], &[named[n][column]]);
            }
            for earlier in cards() {
                let same = match self.shape.origins[earlier.index()] {
                    Origin::Dealt(other) | Origin::Row(_, other) => other == column,
                    Origin::Base(_) | Origin::Built(_) => false,
                };
                if same {
                    dealt.chains.push((card, earlier, self.before.native[earlier.index()]));
                }
            }
        }
        if !self.shape.onto_empty {
            empty.iter().for_each(|&empty| pen.never(&[empty]));
        }
        dealt
    }

    /// Who was in play stays where it was, or goes home.
    fn write_rest(&self, pen: &mut Pen<'_>, card: CardId) {
        let n = card.index();
        for (&old, &new) in self.before.on[n].iter().zip(&self.after.on[n]) {
            pen.imply(&[new], &[old]);
        }
        pen.imply(&[self.after.native[n]], &[self.before.native[n]]);
        pen.imply(&[self.after.base[n]], &[self.before.base[n]]);
        if let (Some(before), Some(after)) = (&self.before.in_column, &self.after.in_column) {
            before[n].iter().zip(&after[n]).for_each(|(&old, &new)| pen.imply(&[new], &[old]));
        }
        self.write_off(pen, card);
    }

    /// A literal that implies that a card is the last of its column.
    fn write_top(&self, pen: &mut Pen<'_>, card: CardId) -> Lit {
        let n = card.index();
        if !self.shape.in_play(card, self.before.dealt) {
            return pen.no();
        }
        let top = pen.new_lit();
        pen.never(&[top, self.before.off[n]]);
        pen.never(&[top, self.before.leaves[n]]);
        for &(upper, parent) in &self.shape.children[n] {
            let goes = self.before.goes(pen, self.shape, upper);
            pen.imply(&[top, self.before.on[upper.index()][parent]], &[goes]);
        }
        let (first, dealt) = self.before.natives(self.shape, self.dealt, card);
        if let Some((cover, native)) = first {
            let goes = self.before.goes(pen, self.shape, cover);
            pen.imply(&[top, native], &[goes]);
        }
        for &(cover, there) in dealt {
            let goes = self.before.goes(pen, self.shape, cover);
            pen.imply(&[top, there, self.before.native[cover.index()]], &[goes]);
        }
        top
    }

    /// The literal "this column is empty".
    fn write_empty(&self, pen: &mut Pen<'_>, column: usize) -> Lit {
        let empty = pen.new_lit();
        let mut some = vec![empty];
        for card in self.shape.cards() {
            let Some(named) = &self.before.in_column else { continue };
            let base = named[card.index()][column];
            let goes = self.before.goes(pen, self.shape, card);
            pen.imply(&[empty, base], &[goes]);
            if pen.is_no(goes) {
                some.push(base);
            } else if !pen.is_no(base) {
                let stays = pen.new_lit();
                pen.imply(&[stays], &[base]);
                pen.never(&[stays, goes]);
                some.push(stays);
            }
        }
        pen.clause(&some);
        empty
    }
}

/// Literals of the column in which each card lies: true of no other.
fn write_columns(pen: &mut Pen<'_>, shape: &Shape, layer: &Layer) -> Vec<Vec<Lit>> {
    let row = |pen: &mut Pen<'_>, card: CardId| -> Vec<Lit> {
        (0..shape.columns).map(|_| pen.new_if(shape.in_play(card, layer.dealt))).collect()
    };
    let columns: Vec<Vec<Lit>> = shape.cards().map(|card| row(pen, card)).collect();
    for card in shape.cards().filter(|&card| shape.in_play(card, layer.dealt)) {
        let n = card.index();
        for column in 0..shape.columns {
            let here = columns[n][column];
            if let Origin::Dealt(own) | Origin::Row(_, own) = shape.origins[n] {
                if own == column {
                    pen.imply(&[layer.native[n]], &[here]);
                } else {
                    pen.never(&[layer.native[n], here]);
                }
            }
            if let Some(named) = &layer.in_column {
                pen.imply(&[named[n][column]], &[here]);
                pen.imply(&[layer.base[n], here], &[named[n][column]]);
            }
            for (&on, below) in layer.on[n].iter().zip(&shape.parents[n]) {
                let below = columns[below.index()][column];
                pen.imply(&[on, below], &[here]);
                pen.imply(&[on, here], &[below]);
            }
        }
    }
    columns
}
