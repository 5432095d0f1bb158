//! A step of moves, in an order given by labels.

use super::facts::Facts;
use super::layer::Layer;
use super::{DealtPairs, Scene};
use crate::constraints::{Count, at_most_one};
use crate::options::{AtMostOne, Options};
use crate::steps::clause_writer::ClauseWriter;
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
        writer: &mut ClauseWriter<'_>,
        facts: &Facts,
        options: &Options,
        before: &Layer,
        dealt: &DealtPairs,
    ) -> Moves {
        let labels = options.labels as usize;
        let no = writer.no();
        let mut moves =
            Moves { leads: vec![], left: vec![], ready: vec![], bared: vec![], gone: vec![], empty: vec![] };
        for card in facts.cards() {
            let n = card.index();
            let here = facts.in_play(card, before.dealt);
            let mut row = |open: bool| -> Vec<Lit> {
                if open { (0..labels).map(|_| writer.new_lit()).collect() } else { vec![no; labels] }
            };
            moves.left.push(row(here));
            moves.ready.push(row(here && !facts.children[n].is_empty()));
            moves.bared.push(row(here && !dealt.on[n].is_empty()));
            moves.gone.push(row(here && dealt.comes[n]));
            moves.leads.push(writer.new_if(here));
        }
        if before.in_column.is_some() {
            moves.empty = (0..facts.columns).map(|_| writer.new_lit()).collect();
        }
        moves
    }
}

impl Scene<'_> {
    /// Writes the axioms of a step of moves.
    pub(super) fn write_moves(&self, writer: &mut ClauseWriter<'_>, moves: &Moves) {
        for card in self.facts.cards().filter(|&card| self.facts.in_play(card, self.before.dealt)) {
            self.write_mover(writer, moves, card);
            self.write_rides(writer, moves, card);
            self.write_covers(writer, moves, card);
            self.write_arrivals(writer, moves, card);
            self.write_frame(writer, moves, card);
        }
        match (&self.before.in_column, &self.after.in_column) {
            (Some(before), Some(after)) => self.write_named(writer, moves, before, after),
            _ => self.write_counted(writer),
        }
    }

    /// A card that leads is displaced, and a displaced card that lies on none must lead.
    fn write_mover(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let left = &moves.left[n];
        left.windows(2).for_each(|pair| writer.imply(&[pair[0]], &[pair[1]]));
        let Some(&ever) = left.last() else { return };
        writer.imply(&[moves.leads[n]], &[ever]);
        writer.never(&[ever, self.before.off[n]]);
        writer.never(&[ever, self.before.leaves[n]]);
        for place in [self.before.native[n], self.before.base[n]] {
            writer.imply(&[place, ever], &[moves.leads[n]]);
        }
    }

    /// A card that is displaced without leading is carried, with the label of the card it lies on.
    fn write_rides(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        for (parent, below) in self.facts.parents[n].iter().enumerate() {
            let on = self.before.on[n][parent];
            let Some(&ever) = moves.left[n].last() else { return };
            if !self.facts.rides[n][parent] {
                writer.imply(&[on, ever], &[moves.leads[n]]);
                continue;
            }
            for (&left, &its) in moves.left[n].iter().zip(&moves.left[below.index()]) {
                writer.imply(&[on, left], &[moves.leads[n], its]);
            }
        }
    }

    /// A card moves only after the cards on it have moved, and nothing is built on it while it carries a card.
    fn write_covers(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let labels = moves.left[n].len();
        let no = writer.no();
        let before = |of: &[Lit], s: usize| s.checked_sub(1).map_or(no, |less| of[less]);
        for &(upper, parent) in &self.facts.children[n] {
            let on = self.before.on[upper.index()][parent];
            let goes = self.before.goes(writer, self.facts, upper);
            let its = &moves.left[upper.index()];
            for s in 0..labels {
                writer.imply(&[on, moves.left[n][s]], &[its[s], goes]);
                writer.imply(&[on, moves.ready[n][s]], &[before(its, s), goes]);
            }
        }
        let (first, dealt) = self.before.natives(self.facts, self.dealt, card);
        if let Some((cover, native)) = first {
            let goes = self.before.goes(writer, self.facts, cover);
            for s in 0..labels {
                let its = before(&moves.left[cover.index()], s);
                writer.imply(&[native, moves.left[n][s]], &[its, goes]);
                writer.imply(&[native, moves.ready[n][s]], &[its, goes]);
            }
            if self.facts.buried[n] {
                // Its run leaves when the cover does, so none of it moves in this step.
                writer.imply(&[native, moves.left[n][labels - 1]], &[goes]);
            }
        }
        for s in 0..labels {
            if !dealt.is_empty() {
                writer.imply(&[moves.left[n][s]], &[moves.bared[n][s]]);
                writer.imply(&[moves.ready[n][s]], &[moves.bared[n][s]]);
            }
            for &(cover, there) in dealt {
                writer.imply(&[there, moves.bared[n][s]], &[moves.gone[cover.index()][s]]);
            }
            if self.dealt.comes[n] {
                let goes = self.before.goes(writer, self.facts, card);
                let its = before(&moves.left[n], s);
                writer.imply(&[moves.gone[n][s], self.before.native[n]], &[its, goes]);
            }
            // What is built on does not move afterwards.
            let its = before(&moves.left[n], s);
            writer.imply(&[moves.ready[n][s], moves.left[n][labels - 1]], &[its]);
        }
    }

    /// A card arrives only on a target that is ready: bare and at rest.
    fn write_arrivals(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        for (parent, below) in self.facts.parents[n].iter().enumerate() {
            let on = self.after.on[n][parent];
            for (&left, &ready) in moves.left[n].iter().zip(&moves.ready[below.index()]) {
                writer.imply(&[on, moves.leads[n], left], &[ready]);
            }
        }
    }

    /// Only leading cards, and runs that leave, change their place.
    fn write_frame(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let leads = moves.leads[n];
        for (&old, &new) in self.before.on[n].iter().zip(&self.after.on[n]) {
            writer.imply(&[new], &[old, leads]);
            writer.never(&[leads, old, new]);
        }
        writer.imply(&[self.after.native[n]], &[self.before.native[n]]);
        writer.never(&[leads, self.after.native[n]]);
        self.write_off(writer, card);
        let (old, new) = (self.before.base[n], self.after.base[n]);
        writer.imply(&[new], &[old, leads]);
        if !self.facts.may_fill[n] {
            writer.never(&[leads, new]);
        } else if self.after.in_column.is_none() {
            // From column to column changes nothing where they have no names.
            writer.never(&[leads, old, new]);
        }
    }

    /// A card is home exactly if it leaves now or was home before.
    pub(super) fn write_off(&self, writer: &mut ClauseWriter<'_>, card: CardId) {
        let n = card.index();
        let (old, leaves, new) = (self.before.off[n], self.before.leaves[n], self.after.off[n]);
        writer.imply(&[old], &[new]);
        writer.imply(&[leaves], &[new]);
        writer.imply(&[new], &[old, leaves]);
    }

    /// Columns with names: a card comes only to a column that is empty before the step.
    fn write_named(
        &self,
        writer: &mut ClauseWriter<'_>,
        moves: &Moves,
        before: &[Vec<Lit>],
        after: &[Vec<Lit>],
    ) {
        for column in 0..self.facts.columns {
            let mut arrivals = Vec::new();
            for card in self.facts.cards() {
                let n = card.index();
                let (old, new, leads) = (before[n][column], after[n][column], moves.leads[n]);
                let goes = self.before.goes(writer, self.facts, card);
                writer.imply(&[moves.empty[column], old], &[goes]);
                writer.imply(&[new], &[old, leads]);
                writer.never(&[leads, old, new]);
                if writer.is_no(new) {
                    continue;
                }
                writer.imply(&[new, leads], &[moves.empty[column]]);
                arrivals.push(new);
            }
            self.write_at_most_one(writer, &arrivals);
        }
    }

    /// At most one of many: of every pair only where they are few.
    pub(super) fn write_at_most_one(&self, writer: &mut ClauseWriter<'_>, literals: &[Lit]) {
        let form = match self.options.at_most_one {
            AtMostOne::Pairwise if literals.len() > 12 => AtMostOne::Product,
            form => form,
        };
        at_most_one(writer.formula, form, literals);
    }

    /// Columns without names: cards that are deepest in one before or after the step are at most as many
    /// as columns.
    fn write_counted(&self, writer: &mut ClauseWriter<'_>) {
        let mut uses = Vec::new();
        for card in self.facts.cards() {
            let n = card.index();
            let (old, new) = (self.before.base[n], self.after.base[n]);
            if writer.is_no(old) && writer.is_no(new) {
                continue;
            }
            let uses_one = writer.new_lit();
            let goes = self.before.goes(writer, self.facts, card);
            writer.imply(&[old], &[uses_one, goes]);
            writer.imply(&[new], &[uses_one]);
            uses.push(uses_one);
        }
        if uses.len() > self.facts.columns {
            let count = Count::new(writer.formula, self.options.cardinality, &uses, self.facts.columns + 1);
            count.at_most(writer.formula, self.facts.columns);
        }
    }
}
