//! A position at one time.

use super::Dealt;
use super::shape::{Origin, Shape};
use crate::steps::pen::Pen;
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
    pub(super) fn first(pen: &mut Pen<'_>, shape: &Shape) -> Layer {
        let known = |is: bool| if is { pen.yes() } else { pen.no() };
        let origins = || shape.origins.iter();
        let column = |origin: &Origin| match *origin {
            Origin::Base(n) => (0..shape.columns).map(|k| known(k == n)).collect(),
            _ => vec![pen.no(); shape.columns],
        };
        let on = |(origin, parents): (&Origin, &Vec<CardId>)| {
            (0..parents.len()).map(|n| known(*origin == Origin::Built(n))).collect()
        };
        let mut layer = Layer {
            dealt: 0,
            native: origins().map(|origin| known(matches!(origin, Origin::Dealt(_)))).collect(),
            base: origins().map(|origin| known(matches!(origin, Origin::Base(_)))).collect(),
            on: origins().zip(&shape.parents).map(on).collect(),
            off: vec![pen.no(); shape.parents.len()],
            complete: Vec::new(),
            leaves: Vec::new(),
            in_column: (!shape.rows.is_empty()).then(|| origins().map(column).collect()),
        };
        layer.write_runs(pen, shape);
        layer
    }

    /// A position after `before`, with so many rows dealt.
    pub(super) fn next(pen: &mut Pen<'_>, shape: &Shape, before: &Layer, dealt: usize, named: bool) -> Layer {
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
        for card in shape.cards() {
            let n = card.index();
            let comes = !shape.in_play(card, before.dealt);
            let here = shape.in_play(card, dealt);
            let native = here && (comes || !pen.is_no(before.native[n]));
            let base = if comes { shape.onto_empty } else { !pen.is_no(before.base[n]) };
            layer.native.push(pen.new_if(native));
            layer.base.push(pen.new_if(here && (base || shape.may_fill[n])));
            let on = |&parent: &CardId| pen.new_if(here && shape.in_play(parent, dealt));
            layer.on.push(shape.parents[n].iter().map(on).collect());
            layer.off.push(pen.new_if(here && !comes));
        }
        if named {
            layer.in_column = Some(layer.name_columns(pen, shape));
        }
        for card in shape.cards() {
            layer.write_places(pen, shape, card);
        }
        layer.write_runs(pen, shape);
        layer
    }

    /// Literals of the bases of each column.
    fn name_columns(&self, pen: &mut Pen<'_>, shape: &Shape) -> Vec<Vec<Lit>> {
        let mut named = Vec::with_capacity(self.base.len());
        for card in shape.cards() {
            let base = self.base[card.index()];
            let own = match shape.origins[card.index()] {
                _ if shape.may_fill[card.index()] => None,
                Origin::Base(n) | Origin::Row(_, n) => Some(n),
                _ => None,
            };
            let is = |k: usize| !pen.is_no(base) && own.is_none_or(|own| own == k);
            let open: Vec<bool> = (0..shape.columns).map(is).collect();
            let columns: Vec<Lit> = open.into_iter().map(|open| pen.new_if(open)).collect();
            pen.imply(&[base], &columns);
            columns.iter().for_each(|&column| pen.imply(&[column], &[base]));
            pen.at_most_one(&columns);
            named.push(columns);
        }
        named
    }

    fn write_places(&self, pen: &mut Pen<'_>, shape: &Shape, card: CardId) {
        let n = card.index();
        if !shape.in_play(card, self.dealt) {
            return;
        }
        let mut places = vec![self.native[n], self.base[n], self.off[n]];
        places.extend(&self.on[n]);
        pen.exactly_one(&places);
        for (&on, parent) in self.on[n].iter().zip(&shape.parents[n]) {
            pen.never(&[on, self.off[parent.index()]]);
        }
        let above: Vec<Lit> = shape.children[n].iter().map(|&(c, p)| self.on[c.index()][p]).collect();
        pen.at_most_one(&above);
    }

    /// Which runs are complete and leave.
    fn write_runs(&mut self, pen: &mut Pen<'_>, shape: &Shape) {
        for card in shape.cards() {
            // What nobody may stand on lies bare, but where it was dealt under another.
            let bare = shape.tails[card.index()] && !shape.buried[card.index()];
            let complete = if bare && shape.in_play(card, self.dealt) { pen.yes() } else { pen.new_lit() };
            self.complete.push(complete);
        }
        for card in shape.cards() {
            let complete = self.complete[card.index()];
            if !shape.in_play(card, self.dealt) {
                pen.never(&[complete]);
            } else if !shape.tails[card.index()] {
                let mut some = Vec::new();
                for &(upper, parent) in &shape.children[card.index()] {
                    if shape.joins[upper.index()][parent] {
                        let (on, its) = (self.on[upper.index()][parent], self.complete[upper.index()]);
                        pen.imply(&[on, its], &[complete]);
                        pen.imply(&[on, complete], &[its]);
                        some.push(on);
                    }
                }
                pen.imply(&[complete], &some);
            } else if let Some(cover) = shape.covers[card.index()].filter(|_| shape.buried[card.index()]) {
                // Bare as soon as the cover is gone, or goes as the head of a complete run.
                let (native, head) = (self.native[cover.index()], shape.heads[cover.index()]);
                let goes = if head { self.complete[cover.index()] } else { pen.no() };
                pen.clause(&[native, complete]);
                pen.imply(&[goes], &[complete]);
                pen.imply(&[complete, native], &[goes]);
            }
        }
        for card in shape.cards() {
            let open = shape.in_play(card, self.dealt);
            let leaves = pen.new_if(open);
            self.leaves.push(leaves);
        }
        for card in shape.cards().filter(|&card| shape.in_play(card, self.dealt)) {
            let (n, leaves) = (card.index(), self.leaves[card.index()]);
            if shape.heads[n] {
                pen.imply(&[leaves], &[self.complete[n]]);
                pen.never(&[leaves, self.off[n]]);
                pen.imply(&[self.complete[n]], &[leaves, self.off[n]]);
                continue;
            }
            let mut some = Vec::new();
            for (parent, below) in shape.parents[n].iter().enumerate() {
                if shape.joins[n][parent] {
                    let (on, with) = (self.on[n][parent], self.leaves[below.index()]);
                    pen.imply(&[on, with], &[leaves]);
                    pen.imply(&[on, leaves], &[with]);
                    some.push(on);
                }
            }
            pen.imply(&[leaves], &some);
        }
    }

    /// The literal "this head of a run leaves now"; no for others, whose run leaves only with
    /// what they lie on.
    pub(super) fn goes(&self, pen: &Pen<'_>, shape: &Shape, card: CardId) -> Lit {
        if shape.heads[card.index()] { self.leaves[card.index()] } else { pen.no() }
    }

    /// What lies dealt on a card, as far as it may be there: who, and the condition.
    pub(super) fn natives<'a>(&'a self, shape: &Shape, dealt: &'a Dealt, card: CardId) -> Covers<'a> {
        let first = shape.covers[card.index()].map(|cover| (cover, self.native[cover.index()]));
        (first, &dealt.on[card.index()])
    }
}
