//! The moves of a step, in an order given by labels.

use super::facts::{Facts, Homes};
use super::layer::Layer;
use super::waste::write_waste;
use crate::constraints::Count;
use crate::options::Options;
use crate::steps::clause_writer::ClauseWriter;
use crate::task::CardId;
use itertools::Itertools;
use rustsat::types::Lit;

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
    /// It moves or rides. Orders refer to this, not to each way to go, which saves a fifth of the clauses.
    goes: Vec<Lit>,
    /// Entry `s`: it is home after the moves of label `s`.
    home: Vec<Vec<Lit>>,
}

/// The positions of one step, with facts and options, from which its axioms are written.
pub(super) struct Scene<'a> {
    pub(super) facts: &'a Facts,
    pub(super) options: &'a Options,
    pub(super) before: &'a Layer,
    pub(super) after: &'a Layer,
}

impl Scene<'_> {
    /// Writes a step.
    pub(super) fn write(&self, writer: &mut ClauseWriter<'_>) -> Moves {
        let moves = self.declare(writer);
        for card in self.facts.cards() {
            self.write_change(writer, &moves, card);
            self.write_uncovering(writer, &moves, card);
            self.write_arrivals(writer, &moves, card);
        }
        self.write_homes(writer, &moves);
        write_waste(writer, self.facts, self.before, self.after, &moves.by);
        self.write_columns(writer, &moves);
        moves
    }

    fn declare(&self, writer: &mut ClauseWriter<'_>) -> Moves {
        let labels = self.options.labels.max(1) as usize;
        let (rider, goes) = (vec![], vec![]);
        let mut moves = Moves { moves: vec![], by: vec![], rides: vec![], rider, goes, home: vec![] };
        for card in self.facts.cards() {
            let n = card.index();
            let here = !writer.is_no(self.after.left[n]);
            moves.moves.push(writer.new_if(here));
            let mut by: Vec<Lit> = (1..labels).map(|_| writer.new_if(here)).collect();
            by.windows(2).for_each(|pair| writer.imply(&[pair[0]], &[pair[1]]));
            by.push(writer.yes());
            moves.by.push(by);
            let carried = self.before.on[n].iter().zip(&self.facts.rides[n]);
            let carried = carried.filter(|&(&on, &rides)| rides && !writer.is_no(on)).count() > 0;
            let rides: Vec<Lit> = (0..self.options.draws.ride).map(|_| writer.new_if(carried)).collect();
            let rider = either(writer, &rides);
            moves.goes.push(either(writer, &[moves.moves[n], rider]));
            moves.rider.push(rider);
            moves.rides.push(rides);
            let mut home: Vec<Lit> = (1..labels).map(|_| writer.new_if(here)).collect();
            home.push(self.after.home[n]);
            home.windows(2).for_each(|pair| writer.imply(&[pair[0]], &[pair[1]]));
            writer.imply(&[self.before.home[n]], &[home[0]]);
            moves.home.push(home);
        }
        moves
    }

    /// Writes `condition -> x before y`, in labels; in the same one if `tied`.
    fn order(
        &self,
        writer: &mut ClauseWriter<'_>,
        moves: &Moves,
        condition: &[Lit],
        x: CardId,
        y: CardId,
        tied: bool,
    ) {
        let first = &moves.by[x.index()];
        for (s, &second) in moves.by[y.index()].iter().enumerate() {
            let earlier = if tied { Some(s) } else { s.checked_sub(1) };
            let mut when = condition.to_vec();
            when.push(second);
            writer.imply(&when, &[earlier.map_or(writer.no(), |s| first[s])]);
        }
    }

    /// A card moves exactly if its place after the step differs from that before it; a rider keeps its place.
    fn write_change(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        let (before, after, mover) = (self.before, self.after, moves.moves[n]);
        let mut new = Vec::new();
        let places = before.on[n].iter().zip(&after.on[n]);
        let places = places.chain([(&before.base[n], &after.base[n]), (&before.home[n], &after.home[n])]);
        for (&old, &now) in places {
            writer.imply(&[now], &[old, mover]);
            writer.never(&[mover, old, now]);
            new.push(now);
        }
        writer.imply(&[mover], &new);
        writer.imply(&[before.left[n]], &[after.left[n]]);
        writer.imply(&[before.home[n]], &[after.home[n]]);
        writer.never(&[mover, before.home[n]]);
        if self.facts.bottom[n] {
            // From one column to another changes nothing.
            writer.clause(&[before.left[n], !after.base[n]]);
        }
        for &rides in &moves.rides[n] {
            writer.never(&[rides, mover]);
        }
        // The label of a move home is the first after which the card counts as home.
        for (&by, &home) in moves.by[n].iter().zip(&moves.home[n]) {
            let goes = [!after.home[n], before.home[n]];
            writer.clause(&[goes[0], goes[1], !by, home]);
            writer.clause(&[goes[0], goes[1], by, !home]);
        }
    }

    /// When a card leaves, every card that lay on it has left before, except those that ride on it.
    fn write_uncovering(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        if let Some(cover) = self.facts.cover[n] {
            let covered = !self.before.left[cover.index()];
            writer.imply(&[moves.goes[n]], &[self.after.left[cover.index()]]);
            self.order(writer, moves, &[moves.goes[n], covered], cover, card, false);
        }
        for &(upper, parent) in &self.facts.children[n] {
            let on = self.before.on[upper.index()][parent];
            if writer.is_no(on) {
                continue;
            }
            let its = moves.moves[upper.index()];
            let may_ride = self.facts.rides[upper.index()][parent];
            let rides = &moves.rides[upper.index()];
            let mut displaced = moves.moves[n];
            for level in 0..=rides.len() {
                let rider = rides.get(level).copied().filter(|_| may_ride).unwrap_or(writer.no());
                writer.imply(&[on, displaced], &[its, rider]);
                displaced = moves.rides[n].get(level).copied().unwrap_or(writer.no());
            }
            self.order(writer, moves, &[on, moves.goes[n]], upper, card, true);
            // A rider has the label of the card that carries it.
            self.order(writer, moves, &[on, moves.goes[n], moves.rider[upper.index()]], card, upper, true);
        }
    }

    /// A card arrives only after its target has made its own move, and when nothing lies on the target.
    fn write_arrivals(&self, writer: &mut ClauseWriter<'_>, moves: &Moves, card: CardId) {
        let n = card.index();
        for (parent, &below) in self.facts.parents[n].iter().enumerate() {
            let (on, was) = (self.after.on[n][parent], self.before.on[n][parent]);
            if writer.is_no(on) {
                continue;
            }
            let arrives = [on, !was];
            let with = |more: &[Lit]| [&arrives[..], more].concat();
            self.order(writer, moves, &with(&[moves.goes[below.index()]]), below, card, false);
            if let Some(cover) = self.facts.cover[below.index()] {
                let now = !self.before.left[cover.index()];
                self.order(writer, moves, &with(&[now]), cover, card, false);
            }
            for &(other, place) in self.facts.children[below.index()].iter().filter(|(c, _)| *c != card) {
                let there = self.before.on[other.index()][place];
                self.order(writer, moves, &with(&[there]), other, card, false);
            }
        }
    }

    /// After each label not more cards of a kind are home than of the kind before it.
    fn write_homes(&self, writer: &mut ClauseWriter<'_>, moves: &Moves) {
        for Homes { cards, before } in &self.facts.homes {
            let Some((before, slack)) = *before else { continue };
            let befores = &self.facts.homes[before.index()].cards;
            for s in 0..moves.by.first().map_or(0, Vec::len) {
                let home = |card: &&CardId| moves.home[card.index()][s];
                for more in 1..=cards.len().saturating_sub(slack) {
                    // slack + more of this kind need as many as `more` of the kind before.
                    for chosen in cards.iter().combinations(slack + more) {
                        for missing in befores.iter().combinations((befores.len() + 1).saturating_sub(more)) {
                            let condition: Vec<Lit> = chosen.iter().map(home).collect();
                            let then: Vec<Lit> = missing.iter().map(home).collect();
                            writer.imply(&condition, &then);
                        }
                    }
                }
            }
        }
    }

    /// Not more columns are used in the step than there are, and riders wait in those that are not.
    /// A column is used by a card that was or will be the deepest of it.
    fn write_columns(&self, writer: &mut ClauseWriter<'_>, moves: &Moves) {
        let mut uses = Vec::new();
        for card in self.facts.cards() {
            let n = card.index();
            if self.facts.bottom[n] && !writer.is_yes(self.before.left[n]) {
                uses.push(!self.before.left[n]);
            }
            let (old, new) = (self.before.base[n], self.after.base[n]);
            if writer.is_no(old) && writer.is_no(new) {
                continue;
            }
            let uses_one = writer.new_lit();
            writer.imply(&[old], &[uses_one]);
            writer.imply(&[new], &[uses_one]);
            uses.push(uses_one);
        }
        let columns = self.facts.columns;
        let count = Count::new(writer.formula, self.options.cardinality, &uses, columns + 1);
        count.at_most(writer.formula, columns);
        if self.facts.freely {
            return;
        }
        for level in 0..self.options.draws.ride as usize {
            // More than this many used ones leave too few to wait in.
            let full = match columns.checked_sub(level) {
                None | Some(0) => Some(writer.yes()),
                Some(n) => count.at_least(n),
            };
            let Some(full) = full else { continue };
            for card in self.facts.cards() {
                writer.never(&[moves.rides[card.index()][level], full]);
            }
        }
    }
}

/// A literal that is true iff one of these is.
fn either(writer: &mut ClauseWriter<'_>, of: &[Lit]) -> Lit {
    let open: Vec<Lit> = of.iter().copied().filter(|&lit| !writer.is_no(lit)).collect();
    match open[..] {
        [] => writer.no(),
        [only] => only,
        _ => {
            let either = writer.new_lit();
            writer.imply(&[either], &open);
            open.iter().for_each(|&lit| writer.imply(&[lit], &[either]));
            either
        }
    }
}
