//! Why a move is not allowed in a position, as literals that cannot lie.
//!
//! In the encoding, literals such as "a card could be put here" are implied in one direction:
//! a solver may deny them for nothing. Here the denial is what is claimed, so each literal
//! implies that the fault is there. With `c` a card, `b` the one it goes on, all at one time:
//!
//! * `stuck(c)`: `c` is home, in the stock, leaves now, lies face down, or a card `u` stays on it
//!   that does not move with it or is stuck itself. (Cards on cards form no circle.)
//! * `shut(b)`: `b` is in no column, leaves now, or something stays on it.
//! * `taken(n)`: a card stays at the bottom of column `n`; where columns have no names, of all.
//! * a row: it has been dealt, or the one before it has not; with strict dealing, a column is empty.
//!
//! A card that lies where it would go does not move either. Every move that the axioms of a step
//! forbid has such a fault, and none that they allow.

use crate::constraints::AtLeast;
use crate::fluents::PilesLayer;
use crate::formula::Formula;
use crate::steps::sequential::{Action, Line, World};
use crate::task::{CardId, Spot, Stock};
use rustsat::types::Lit;

/// The faults at one time of a line.
#[derive(Debug)]
pub(super) struct Violations<'a> {
    world: &'a World,
    layer: &'a PilesLayer,
    dealt: &'a [Lit],
    stuck: Vec<Lit>,
    shut: Vec<Lit>,
    /// By column, or one for all; `None` if there always is an empty one.
    taken: Vec<Option<Lit>>,
    /// A column is empty, where that forbids a row.
    empty: Option<Lit>,
}

impl<'a> Violations<'a> {
    /// Writes the faults of all moves at one time.
    pub(super) fn new(
        formula: &mut Formula,
        world: &'a World,
        line: &'a Line,
        time: usize,
    ) -> Violations<'a> {
        let cards = world.piles.of.len();
        let mut fresh = || -> Vec<Lit> { (0..cards).map(|_| formula.new_lit()).collect() };
        let (stuck, shut) = (fresh(), fresh());
        let mut found = Violations {
            world,
            layer: &line.layers[time],
            dealt: &line.stocks[time].dealt,
            stuck,
            shut,
            taken: Vec::new(),
            empty: None,
        };
        for card in world.piles.cards() {
            found.write_stuck(formula, card);
            found.write_shut(formula, card);
        }
        found.write_columns(formula);
        found
    }

    /// The faults of a move: it is not allowed if and only if one of them can be true.
    pub(super) fn of(&self, action: Action) -> Vec<Lit> {
        match action {
            Action::Move { card, lie } => {
                let target = match self.world.lie(card, lie).spot {
                    Spot::On(below) => Some(self.shut[below.index()]),
                    Spot::Base(column) => self.taken.get(column as usize).copied().flatten(),
                    _ => None,
                };
                let there = self.layer.of(card)[lie];
                [self.stuck[card.index()], there].into_iter().chain(target).collect()
            }
            Action::Deal(row) => {
                let before = row.checked_sub(1).map(|above| !self.dealt[above]);
                [self.dealt[row]].into_iter().chain(before).chain(self.empty).collect()
            }
            // (No question knows runs that are collected.)
            Action::Redeal | Action::Draw | Action::Collect(_) => Vec::new(),
        }
    }

    fn at(&self, card: CardId, spot: Spot) -> Option<Lit> {
        self.layer.find(&self.world.piles, card, spot)
    }

    fn write_stuck(&self, formula: &mut Formula, card: CardId) {
        let mut reasons = vec![self.layer.home(card)];
        reasons.extend(self.at(card, Spot::Stock));
        reasons.extend(self.layer.leaves(card));
        reasons.extend(self.layer.up(card).map(|up| !up));
        for &(upper, n) in &self.world.piles.upper[card.index()] {
            let reason = formula.new_lit();
            formula.add(&[!reason, self.layer.of(upper)[n]]);
            if let Some(head) = self.layer.head(upper) {
                formula.add(&[!reason, !head]);
            }
            if self.world.task.moves_with(upper, card) {
                formula.add(&[!reason, self.stuck[upper.index()]]);
            }
            reasons.push(reason);
        }
        formula.imply(&[self.stuck[card.index()]], &reasons);
    }

    fn write_shut(&self, formula: &mut Formula, card: CardId) {
        let lies = self.world.piles.of[card.index()].iter().zip(self.layer.of(card));
        let outside = lies.filter(|(lie, _)| !lie.in_column()).map(|(_, &at)| at);
        let reasons: Vec<Lit> =
            outside.chain(self.layer.leaves(card)).chain([!self.layer.clear(card)]).collect();
        formula.imply(&[self.shut[card.index()]], &reasons);
    }

    fn write_columns(&mut self, formula: &mut Formula) {
        let World { task, piles, options, .. } = self.world;
        let names = if piles.named { task.columns } else { 1 };
        let mut empty = Vec::new();
        for column in 0..names {
            let bottoms: Vec<(Lit, Option<Lit>)> = piles
                .cards()
                .filter_map(|card| Some((self.at(card, Spot::Base(column))?, self.layer.leaves(card))))
                .collect();
            let stays: Vec<Lit> =
                bottoms.iter().map(|&(at, leaves)| both(formula, at, leaves.map(|l| !l))).collect();
            let least = if piles.named { 1 } else { task.columns as usize };
            let full = AtLeast::new(formula, options.cardinality, &stays, least.min(stays.len()));
            self.taken.push(full.claim(least));
            let free = formula.new_lit();
            for (at, leaves) in bottoms {
                formula.imply(&[free, at], leaves.as_slice());
            }
            empty.push(free);
        }
        if matches!(task.stock, Stock::Rows { onto_empty: false, .. }) && piles.named {
            let some = formula.new_lit();
            formula.imply(&[some], &empty);
            self.empty = Some(some);
        }
    }
}

/// A literal that implies both.
fn both(formula: &mut Formula, a: Lit, b: Option<Lit>) -> Lit {
    let Some(b) = b else { return a };
    let both = formula.new_lit();
    formula.add(&[!both, a]);
    formula.add(&[!both, b]);
    both
}
