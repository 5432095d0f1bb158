//! A row of the stock, dealt between two steps of moves.

use super::Scene;
use super::facts::{Facts, Origin};
use super::layer::Layer;
use crate::steps::clause_writer::ClauseWriter;
use crate::task::CardId;
use rustsat::types::Lit;

/// Which cards of rows lie on which others that they could not be built on. The effect of a row is never
/// undone, so these literals are of no time.
#[derive(Clone, Debug)]
pub(super) struct DealtPairs {
    /// For each card, the cards that may lie dealt on it, each with a literal. The literal states that it
    /// lies there, as long as it has not left.
    pub(super) on: Vec<Vec<(CardId, Lit)>>,
    /// Whether the card has come with a row.
    pub(super) comes: Vec<bool>,
    /// Pairs of cards dealt to one column, the later one first, and the literal that the earlier
    /// one had not left yet when the other came.
    pub(super) chains: Vec<(CardId, CardId, Lit)>,
}

impl DealtPairs {
    pub(super) fn new(cards: usize) -> DealtPairs {
        DealtPairs { on: vec![Vec::new(); cards], comes: vec![false; cards], chains: Vec::new() }
    }
}

impl Scene<'_> {
    /// Writes that row number `before.dealt` is dealt, after complete runs have left; returns the dealt cards
    /// with those that it adds.
    pub(super) fn write_row(&self, writer: &mut ClauseWriter<'_>) -> DealtPairs {
        let row = self.before.dealt;
        let mut dealt = self.dealt.clone();
        let cards = || self.facts.cards().filter(|&card| self.facts.in_play(card, row));
        cards().for_each(|card| self.write_rest(writer, card));
        let columns = write_columns(writer, self.facts, self.before);
        let tops: Vec<Lit> = self.facts.cards().map(|card| self.write_top(writer, card)).collect();
        let empty: Vec<Lit> =
            (0..self.facts.columns).map(|column| self.write_empty(writer, column)).collect();
        for (column, &card) in self.facts.rows[row].iter().enumerate() {
            let n = card.index();
            dealt.comes[n] = true;
            let mut places = Vec::new();
            let lands = |writer: &mut ClauseWriter<'_>, place: Lit, below: CardId| {
                writer.imply(&[place], &[tops[below.index()]]);
                writer.imply(&[place], &[columns[below.index()][column]]);
            };
            for (&on, &below) in self.after.on[n].iter().zip(&self.facts.parents[n]) {
                if self.facts.in_play(below, row) {
                    lands(writer, on, below);
                } else {
                    writer.never(&[on]);
                }
            }
            for below in cards().filter(|below| !self.facts.parents[n].contains(below)) {
                let place = writer.new_lit();
                lands(writer, place, below);
                writer.imply(&[place], &[self.after.native[n]]);
                dealt.on[below.index()].push((card, place));
                places.push(place);
            }
            writer.imply(&[self.after.native[n]], &places);
            writer.imply(&[self.after.base[n]], &[empty[column]]);
            if let Some(named) = &self.after.in_column {
                writer.imply(&[self.after.base[n]], &[named[n][column]]);
            }
            for earlier in cards() {
                let same = match self.facts.origins[earlier.index()] {
                    Origin::Dealt(other) | Origin::Row(_, other) => other == column,
                    Origin::Base(_) | Origin::Built(_) => false,
                };
                if same {
                    dealt.chains.push((card, earlier, self.before.native[earlier.index()]));
                }
            }
        }
        if !self.facts.onto_empty {
            empty.iter().for_each(|&empty| writer.never(&[empty]));
        }
        dealt
    }

    /// A card that was in play before the row stays where it was, or goes home.
    fn write_rest(&self, writer: &mut ClauseWriter<'_>, card: CardId) {
        let n = card.index();
        for (&old, &new) in self.before.on[n].iter().zip(&self.after.on[n]) {
            writer.imply(&[new], &[old]);
        }
        writer.imply(&[self.after.native[n]], &[self.before.native[n]]);
        writer.imply(&[self.after.base[n]], &[self.before.base[n]]);
        if let (Some(before), Some(after)) = (&self.before.in_column, &self.after.in_column) {
            before[n].iter().zip(&after[n]).for_each(|(&old, &new)| writer.imply(&[new], &[old]));
        }
        self.write_off(writer, card);
    }

    /// A literal that implies that a card is the last of its column.
    fn write_top(&self, writer: &mut ClauseWriter<'_>, card: CardId) -> Lit {
        let n = card.index();
        if !self.facts.in_play(card, self.before.dealt) {
            return writer.no();
        }
        let top = writer.new_lit();
        writer.never(&[top, self.before.off[n]]);
        writer.never(&[top, self.before.leaves[n]]);
        for &(upper, parent) in &self.facts.children[n] {
            let goes = self.before.goes(writer, self.facts, upper);
            writer.imply(&[top, self.before.on[upper.index()][parent]], &[goes]);
        }
        let (first, dealt) = self.before.natives(self.facts, self.dealt, card);
        if let Some((cover, native)) = first {
            let goes = self.before.goes(writer, self.facts, cover);
            writer.imply(&[top, native], &[goes]);
        }
        for &(cover, there) in dealt {
            let goes = self.before.goes(writer, self.facts, cover);
            writer.imply(&[top, there, self.before.native[cover.index()]], &[goes]);
        }
        top
    }

    /// The literal "this column is empty".
    fn write_empty(&self, writer: &mut ClauseWriter<'_>, column: usize) -> Lit {
        let empty = writer.new_lit();
        let mut some = vec![empty];
        for card in self.facts.cards() {
            let Some(named) = &self.before.in_column else { continue };
            let base = named[card.index()][column];
            let goes = self.before.goes(writer, self.facts, card);
            writer.imply(&[empty, base], &[goes]);
            if writer.is_no(goes) {
                some.push(base);
            } else if !writer.is_no(base) {
                let stays = writer.new_lit();
                writer.imply(&[stays], &[base]);
                writer.never(&[stays, goes]);
                some.push(stays);
            }
        }
        writer.clause(&some);
        empty
    }
}

/// Literals of the column in which each card lies: true of no other.
fn write_columns(writer: &mut ClauseWriter<'_>, facts: &Facts, layer: &Layer) -> Vec<Vec<Lit>> {
    let row = |writer: &mut ClauseWriter<'_>, card: CardId| -> Vec<Lit> {
        (0..facts.columns).map(|_| writer.new_if(facts.in_play(card, layer.dealt))).collect()
    };
    let columns: Vec<Vec<Lit>> = facts.cards().map(|card| row(writer, card)).collect();
    for card in facts.cards().filter(|&card| facts.in_play(card, layer.dealt)) {
        let n = card.index();
        for column in 0..facts.columns {
            let here = columns[n][column];
            if let Origin::Dealt(own) | Origin::Row(_, own) = facts.origins[n] {
                if own == column {
                    writer.imply(&[layer.native[n]], &[here]);
                } else {
                    writer.never(&[layer.native[n], here]);
                }
            }
            if let Some(named) = &layer.in_column {
                writer.imply(&[named[n][column]], &[here]);
                writer.imply(&[layer.base[n], here], &[named[n][column]]);
            }
            for (&on, below) in layer.on[n].iter().zip(&facts.parents[n]) {
                let below = columns[below.index()][column];
                writer.imply(&[on, below], &[here]);
                writer.imply(&[on, here], &[below]);
            }
        }
    }
    columns
}
