//! A position at one time.

use super::DealtPairs;
use super::facts::{Facts, Origin};
use crate::steps::clause_writer::ClauseWriter;
use crate::task::CardId;
use rustsat::types::Lit;

/// What lies dealt on a card: at the start, and of rows; each with the condition that it is there.
pub(super) type Covers<'a> = (Option<(CardId, Lit)>, &'a [(CardId, Lit)]);

/// The literals of a position; of each card exactly one of `native`, `base`, `on` and `off` is
/// true, of a card of the stock none.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// How many rows are dealt.
    pub(super) dealt: usize,
    /// It lies where it was dealt, neither built nor deepest.
    pub(super) native: Vec<Lit>,
    /// It is the deepest of a column.
    pub(super) base: Vec<Lit>,
    /// It was built on the parent of this number.
    pub(super) on: Vec<Vec<Lit>>,
    /// It is home.
    pub(super) off: Vec<Lit>,
    /// On it lies its run to the end, and nothing else.
    pub(super) complete: Vec<Lit>,
    /// It leaves now, with its run.
    pub(super) leaves: Vec<Lit>,
    /// It is the deepest of this column, where columns have names.
    pub(super) in_column: Option<Vec<Vec<Lit>>>,
}

impl Layer {
    /// The start, all of it known but for runs that leave.
    pub(super) fn first(writer: &mut ClauseWriter<'_>, facts: &Facts) -> Layer {
        let known = |is: bool| if is { writer.yes() } else { writer.no() };
        let origins = || facts.origins.iter();
        let column = |origin: &Origin| match *origin {
            Origin::Base(n) => (0..facts.columns).map(|k| known(k == n)).collect(),
            _ => vec![writer.no(); facts.columns],
        };
        let on = |(origin, parents): (&Origin, &Vec<CardId>)| {
            (0..parents.len()).map(|n| known(*origin == Origin::Built(n))).collect()
        };
        let mut layer = Layer {
            dealt: 0,
            native: origins().map(|origin| known(matches!(origin, Origin::Dealt(_)))).collect(),
            base: origins().map(|origin| known(matches!(origin, Origin::Base(_)))).collect(),
            on: origins().zip(&facts.parents).map(on).collect(),
            off: vec![writer.no(); facts.parents.len()],
            complete: Vec::new(),
            leaves: Vec::new(),
            in_column: (!facts.rows.is_empty()).then(|| origins().map(column).collect()),
        };
        layer.write_runs(writer, facts);
        layer
    }

    /// Writes a position after `before`, with `dealt` rows dealt.
    pub(super) fn next(
        writer: &mut ClauseWriter<'_>,
        facts: &Facts,
        before: &Layer,
        dealt: usize,
        named: bool,
    ) -> Layer {
        let mut layer = Layer {
            dealt,
            native: Vec::new(),
            base: Vec::new(),
            on: Vec::new(),
            off: Vec::new(),
            complete: Vec::new(),
            leaves: Vec::new(),
            in_column: None,
        };
        for card in facts.cards() {
            let n = card.index();
            let comes = !facts.in_play(card, before.dealt);
            let here = facts.in_play(card, dealt);
            let native = here && (comes || !writer.is_no(before.native[n]));
            let base = if comes { facts.onto_empty } else { !writer.is_no(before.base[n]) };
            layer.native.push(writer.new_if(native));
            layer.base.push(writer.new_if(here && (base || facts.may_fill[n])));
            let on = |&parent: &CardId| writer.new_if(here && facts.in_play(parent, dealt));
            layer.on.push(facts.parents[n].iter().map(on).collect());
            layer.off.push(writer.new_if(here && !comes));
        }
        if named {
            layer.in_column = Some(layer.name_columns(writer, facts));
        }
        for card in facts.cards() {
            layer.write_places(writer, facts, card);
        }
        layer.write_runs(writer, facts);
        layer
    }

    /// Literals of the bases of each column.
    fn name_columns(&self, writer: &mut ClauseWriter<'_>, facts: &Facts) -> Vec<Vec<Lit>> {
        let mut named = Vec::with_capacity(self.base.len());
        for card in facts.cards() {
            let base = self.base[card.index()];
            let own = match facts.origins[card.index()] {
                _ if facts.may_fill[card.index()] => None,
                Origin::Base(n) | Origin::Row(_, n) => Some(n),
                _ => None,
            };
            let is = |k: usize| !writer.is_no(base) && own.is_none_or(|own| own == k);
            let open: Vec<bool> = (0..facts.columns).map(is).collect();
            let columns: Vec<Lit> = open.into_iter().map(|open| writer.new_if(open)).collect();
            writer.imply(&[base], &columns);
            columns.iter().for_each(|&column| writer.imply(&[column], &[base]));
            writer.at_most_one(&columns);
            named.push(columns);
        }
        named
    }

    fn write_places(&self, writer: &mut ClauseWriter<'_>, facts: &Facts, card: CardId) {
        let n = card.index();
        if !facts.in_play(card, self.dealt) {
            return;
        }
        let mut places = vec![self.native[n], self.base[n], self.off[n]];
        places.extend(&self.on[n]);
        writer.exactly_one(&places);
        for (&on, parent) in self.on[n].iter().zip(&facts.parents[n]) {
            writer.never(&[on, self.off[parent.index()]]);
        }
        let above: Vec<Lit> = facts.children[n].iter().map(|&(c, p)| self.on[c.index()][p]).collect();
        writer.at_most_one(&above);
    }

    /// Which runs are complete and leave.
    fn write_runs(&mut self, writer: &mut ClauseWriter<'_>, facts: &Facts) {
        for card in facts.cards() {
            // Nothing lies on the end of a run, except where it was dealt under another card.
            // Where runs wait to be collected, a row may cover them: see `write_covered`.
            let bare = facts.tails[card.index()] && !facts.buried[card.index()] && !facts.collected;
            let complete =
                if bare && facts.in_play(card, self.dealt) { writer.yes() } else { writer.new_lit() };
            self.complete.push(complete);
        }
        for card in facts.cards() {
            let complete = self.complete[card.index()];
            if !facts.in_play(card, self.dealt) {
                writer.never(&[complete]);
            } else if !facts.tails[card.index()] {
                let mut some = Vec::new();
                for &(upper, parent) in &facts.children[card.index()] {
                    if facts.joins[upper.index()][parent] {
                        let (on, its) = (self.on[upper.index()][parent], self.complete[upper.index()]);
                        writer.imply(&[on, its], &[complete]);
                        writer.imply(&[on, complete], &[its]);
                        some.push(on);
                    }
                }
                writer.imply(&[complete], &some);
            } else if let Some(cover) = facts.covers[card.index()].filter(|_| facts.buried[card.index()]) {
                // Bare as soon as the cover is gone, or goes as the head of a complete run.
                let (native, head) = (self.native[cover.index()], facts.heads[cover.index()]);
                let goes = if head { self.complete[cover.index()] } else { writer.no() };
                writer.clause(&[native, complete]);
                writer.imply(&[goes], &[complete]);
                writer.imply(&[complete, native], &[goes]);
            }
        }
        for card in facts.cards() {
            let open = facts.in_play(card, self.dealt);
            let leaves = writer.new_if(open);
            self.leaves.push(leaves);
        }
        for card in facts.cards().filter(|&card| facts.in_play(card, self.dealt)) {
            let (n, leaves) = (card.index(), self.leaves[card.index()]);
            if facts.heads[n] {
                writer.imply(&[leaves], &[self.complete[n]]);
                writer.never(&[leaves, self.off[n]]);
                if !facts.collected {
                    writer.imply(&[self.complete[n]], &[leaves, self.off[n]]);
                }
                continue;
            }
            let mut some = Vec::new();
            for (parent, below) in facts.parents[n].iter().enumerate() {
                if facts.joins[n][parent] {
                    let (on, with) = (self.on[n][parent], self.leaves[below.index()]);
                    writer.imply(&[on, with], &[leaves]);
                    writer.imply(&[on, leaves], &[with]);
                    some.push(on);
                }
            }
            writer.imply(&[leaves], &some);
        }
    }

    /// Where runs are collected: one on which a card lies dealt is not.
    pub(super) fn write_covered(&self, writer: &mut ClauseWriter<'_>, facts: &Facts, dealt: &DealtPairs) {
        let open = |card: &CardId| facts.tails[card.index()] && facts.in_play(*card, self.dealt);
        for card in facts.cards().filter(|card| facts.collected && open(card)) {
            let complete = self.complete[card.index()];
            let (first, rows) = self.natives(facts, dealt, card);
            first.iter().for_each(|&(_, native)| writer.never(&[complete, native]));
            for &(cover, there) in rows {
                writer.never(&[complete, there, self.native[cover.index()]]);
            }
        }
    }

    /// The literal "this head of a run leaves now"; no for others, whose run leaves only with
    /// what they lie on.
    pub(super) fn goes(&self, writer: &ClauseWriter<'_>, facts: &Facts, card: CardId) -> Lit {
        if facts.heads[card.index()] { self.leaves[card.index()] } else { writer.no() }
    }

    /// What lies dealt on a card, as far as it may be there: who, and the condition.
    pub(super) fn natives<'a>(&'a self, facts: &Facts, dealt: &'a DealtPairs, card: CardId) -> Covers<'a> {
        let first = facts.covers[card.index()].map(|cover| (cover, self.native[cover.index()]));
        (first, &dealt.on[card.index()])
    }
}
