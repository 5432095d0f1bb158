//! The moves of a step, in an order given by labels.

use super::layer::Layer;
use super::shape::{Homes, Shape};
use super::waste::write_waste;
use crate::constraints::Count;
use crate::options::Options;
use crate::steps::pen::Pen;
use crate::task::CardId;
use itertools::Itertools;
use rustsat::types::Lit;
use std::ops::Range;

/// The literals of a step, with labels `0..labels`.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// The card moves by itself.
    pub(super) moves: Vec<Lit>,
    /// Entry `s`: its label, if it moves or rides, is `s` or less. The last is always true.
    pub(super) by: Vec<Vec<Lit>>,
    /// Entry `k`: it rides, the `k + 1`-th card on one that moves.
    pub(super) rides: Vec<Vec<Lit>>,
    /// It rides at all.
    rider: Vec<Lit>,
    /// It moves or rides. Orders are said of this, not of each way to go, which saves a fifth of the clauses.
    goes: Vec<Lit>,
    /// Entry `s`: it is home after the moves of label `s`.
    home: Vec<Vec<Lit>>,
}

/// What the axioms of one step speak of.
pub(super) struct Scene<'a> {
    pub(super) shape: &'a Shape,
    pub(super) options: &'a Options,
    pub(super) before: &'a Layer,
    pub(super) after: &'a Layer,
}

impl Scene<'_> {
    /// Writes a step.
    pub(super) fn write(&self, pen: &mut Pen<'_>) -> Moves {
        let moves = self.declare(pen);
        for card in self.shape.cards() {
            self.write_change(pen, &moves, card);
            self.write_uncovering(pen, &moves, card);
            self.write_arrivals(pen, &moves, card);
        }
        self.write_homes(pen, &moves);
        write_waste(pen, self.shape, self.before, self.after, &moves);
        self.write_columns(pen, &moves);
        moves
    }

    fn declare(&self, pen: &mut Pen<'_>) -> Moves {
        let labels = self.options.labels.max(1) as usize;
        let (rider, goes) = (vec![], vec![]);
        let mut moves = Moves { moves: vec![], by: vec![], rides: vec![], rider, goes, home: vec![] };
        for card in self.shape.cards() {
            let n = card.index();
            let here = !pen.is_no(self.after.left[n]);
            moves.moves.push(pen.new_if(here));
            let mut by: Vec<Lit> = (1..labels).map(|_| pen.new_if(here)).collect();
            by.windows(2).for_each(|pair| pen.imply(&[pair[0]], &[pair[1]]));
            by.push(pen.yes());
            moves.by.push(by);
            let carried = self.before.on[n].iter().zip(&self.shape.rides[n]);
            let carried = carried.filter(|&(&on, &rides)| rides && !pen.is_no(on)).count() > 0;
            let rides: Vec<Lit> = (0..self.options.ride).map(|_| pen.new_if(carried)).collect();
            let rider = either(pen, &rides);
            moves.goes.push(either(pen, &[moves.moves[n], rider]));
            moves.rider.push(rider);
            moves.rides.push(rides);
            let mut home: Vec<Lit> = (1..labels).map(|_| pen.new_if(here)).collect();
            home.push(self.after.home[n]);
            home.windows(2).for_each(|pair| pen.imply(&[pair[0]], &[pair[1]]));
            pen.imply(&[self.before.home[n]], &[home[0]]);
            moves.home.push(home);
        }
        moves
    }

    /// Writes `condition -> x before y`, in labels; in the same one if `tied`.
    fn order(&self, pen: &mut Pen<'_>, moves: &Moves, condition: &[Lit], x: CardId, y: CardId, tied: bool) {
        let first = &moves.by[x.index()];
        for (s, &second) in moves.by[y.index()].iter().enumerate() {
            let earlier = if tied { Some(s) } else { s.checked_sub(1) };
            let mut when = condition.to_vec();
            when.push(second);
            pen.imply(&when, &[earlier.map_or(pen.no(), |s| first[s])]);
        }
    }

    /// Who moves is who lies in another place afterwards; who rides does not.
    fn write_change(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let (before, after, mover) = (self.before, self.after, moves.moves[n]);
        let mut new = Vec::new();
        let places = before.on[n].iter().zip(&after.on[n]);
        let places = places.chain([(&before.base[n], &after.base[n]), (&before.home[n], &after.home[n])]);
        for (&old, &now) in places {
            pen.imply(&[now], &[old, mover]);
            pen.never(&[mover, old, now]);
            new.push(now);
        }
        pen.imply(&[mover], &new);
        pen.imply(&[before.left[n]], &[after.left[n]]);
        pen.imply(&[before.home[n]], &[after.home[n]]);
        pen.never(&[mover, before.home[n]]);
        if self.shape.bottom[n] {
            // From one column to another changes nothing.
            pen.clause(&[before.left[n], !after.base[n]]);
        }
        for &rides in &moves.rides[n] {
            pen.never(&[rides, mover]);
        }
        // Nobody waits for who has gone home, or goes earlier than is said.
        for (&by, &home) in moves.by[n].iter().zip(&moves.home[n]) {
            let goes = [!after.home[n], before.home[n]];
            pen.clause(&[goes[0], goes[1], !by, home]);
            pen.clause(&[goes[0], goes[1], by, !home]);
        }
    }

    /// Who leaves has nothing on it, but for who rides.
    fn write_uncovering(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        if let Some(cover) = self.shape.cover[n] {
            let covered = !self.before.left[cover.index()];
            pen.imply(&[moves.goes[n]], &[self.after.left[cover.index()]]);
            self.order(pen, moves, &[moves.goes[n], covered], cover, card, false);
        }
        for &(upper, parent) in &self.shape.children[n] {
            let on = self.before.on[upper.index()][parent];
            if pen.is_no(on) {
                continue;
            }
            let its = moves.moves[upper.index()];
            let may_ride = self.shape.rides[upper.index()][parent];
            let rides = &moves.rides[upper.index()];
            let mut displaced = moves.moves[n];
            for level in 0..=rides.len() {
                let rider = rides.get(level).copied().filter(|_| may_ride).unwrap_or(pen.no());
                pen.imply(&[on, displaced], &[its, rider]);
                displaced = moves.rides[n].get(level).copied().unwrap_or(pen.no());
            }
            self.order(pen, moves, &[on, moves.goes[n]], upper, card, true);
            // Who rides has the label of what carries it.
            self.order(pen, moves, &[on, moves.goes[n], moves.rider[upper.index()]], card, upper, true);
        }
    }

    /// Who comes finds its target where it will stay, and bare.
    fn write_arrivals(&self, pen: &mut Pen<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        for (parent, &below) in self.shape.parents[n].iter().enumerate() {
            let (on, was) = (self.after.on[n][parent], self.before.on[n][parent]);
            if pen.is_no(on) {
                continue;
            }
            let arrives = [on, !was];
            let with = |more: &[Lit]| [&arrives[..], more].concat();
            self.order(pen, moves, &with(&[moves.goes[below.index()]]), below, card, false);
            if let Some(cover) = self.shape.cover[below.index()] {
                let now = !self.before.left[cover.index()];
                self.order(pen, moves, &with(&[now]), cover, card, false);
            }
            for &(other, place) in self.shape.children[below.index()].iter().filter(|(c, _)| *c != card) {
                let there = self.before.on[other.index()][place];
                self.order(pen, moves, &with(&[there]), other, card, false);
            }
        }
    }

    /// After each label not more cards of a kind are home than of the kind before it.
    fn write_homes(&self, pen: &mut Pen<'_>, moves: &Moves) {
        for Homes { cards, before } in &self.shape.homes {
            let Some((before, slack)) = *before else { continue };
            let befores = &self.shape.homes[before.index()].cards;
            for s in 0..moves.by.first().map_or(0, Vec::len) {
                let home = |card: &&CardId| moves.home[card.index()][s];
                for more in 1..=cards.len().saturating_sub(slack) {
                    // slack + more of this kind need as many as `more` of the kind before.
                    for chosen in cards.iter().combinations(slack + more) {
                        for missing in befores.iter().combinations((befores.len() + 1).saturating_sub(more)) {
                            let condition: Vec<Lit> = chosen.iter().map(home).collect();
                            let then: Vec<Lit> = missing.iter().map(home).collect();
                            pen.imply(&condition, &then);
                        }
                    }
                }
            }
        }
    }

    /// The labels are cut into as many parts as columns are counted in a step.
    fn write_columns(&self, pen: &mut Pen<'_>, moves: &Moves) {
        let labels = self.options.labels.max(1);
        let parts = self.options.refill.clamp(1, labels);
        let cut = |part: u32| (part * labels / parts) as usize;
        (0..parts).for_each(|part| self.write_columns_of(pen, moves, cut(part)..cut(part + 1)));
    }

    /// In moves of these labels not more columns are used than there are, and who rides waits in
    /// those that are not. A card uses one if it was or will be the deepest of it, unless it goes
    /// with a smaller label or comes with a larger one.
    fn write_columns_of(&self, pen: &mut Pen<'_>, moves: &Moves, labels: Range<usize>) {
        let last = labels.end - 1;
        let mut uses = Vec::new();
        for card in self.shape.cards() {
            let n = card.index();
            let by = &moves.by[n];
            let gone = labels.start.checked_sub(1).map_or(pen.no(), |before| by[before]);
            if self.shape.bottom[n] && !pen.is_yes(self.before.left[n]) {
                uses.push(self.stays(pen, !self.before.left[n], moves.moves[n], gone));
            }
            let (old, new) = (self.before.base[n], self.after.base[n]);
            if pen.is_no(old) && pen.is_no(new) {
                continue;
            }
            let uses_one = pen.new_lit();
            pen.imply(&[old], &[uses_one, gone]);
            if !pen.is_no(gone) {
                pen.imply(&[old], &[uses_one, moves.moves[n]]);
            }
            pen.imply(&[new, by[last]], &[uses_one]);
            uses.push(uses_one);
        }
        let columns = self.shape.columns;
        let count = Count::new(pen.formula, self.options.cardinality, &uses, columns + 1);
        count.at_most(pen.formula, columns);
        if self.shape.freely {
            return;
        }
        for level in 0..self.options.ride as usize {
            // More than this many used ones leave too few to wait in.
            let full = match columns.checked_sub(level) {
                None | Some(0) => Some(pen.yes()),
                Some(n) => count.at_least(n),
            };
            let Some(full) = full else { continue };
            for card in self.shape.cards() {
                let by = &moves.by[card.index()];
                let earlier = labels.start.checked_sub(1).map_or(pen.no(), |before| by[before]);
                pen.imply(&[moves.rides[card.index()][level], full, by[last]], &[earlier]);
            }
        }
    }

    /// A literal that holds where something is so and the move of its card does not end it in time.
    /// (Who is deepest does not ride; that it does may be said all the same.)
    fn stays(&self, pen: &mut Pen<'_>, is: Lit, moves: Lit, gone: Lit) -> Lit {
        if pen.is_no(gone) {
            return is;
        }
        let stays = pen.new_lit();
        pen.imply(&[is], &[stays, gone]);
        pen.imply(&[is], &[stays, moves]);
        stays
    }
}

/// A literal that is true iff one of these is.
fn either(pen: &mut Pen<'_>, of: &[Lit]) -> Lit {
    let open: Vec<Lit> = of.iter().copied().filter(|&lit| !pen.is_no(lit)).collect();
    match open[..] {
        [] => pen.no(),
        [only] => only,
        _ => {
            let either = pen.new_lit();
            pen.imply(&[either], &open);
            open.iter().for_each(|&lit| pen.imply(&[lit], &[either]));
            either
        }
    }
}
