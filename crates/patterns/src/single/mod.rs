//! One move: the definition that a set of patterns is held against.
//!
//! Both positions are sane and exactly one card changes its place. The clauses here say that it was
//! playable; that its target was free needs none, as the position after would not be sane otherwise.
//! Where a run moves as one, its deepest card is the one that changes its place: the others
//! still lie on what they lay on. A complete run that leaves by force is a move of its own here,
//! and while one lies there no other move is made. A redeal and a row are one move each: all cards
//! on the waste, and all cards of the row, change their places in it. Which column a card of a row
//! comes to lie in is that of the card beneath it, followed down to its bottom.
//!
//! A card that lies face down has a card on it, and no run goes through it.

mod rows;
mod runs;

use super::columns::Columns;
use super::layer::Layer;
use super::spots::{Spot, Spots};
use patsat_encodings::constraints::exactly_one;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::AtMostOne;
use patsat_encodings::task::{Group, Stock};
use rustsat::types::Lit;

/// Writes that one move leads from the first position, whose columns these are, to the second.
pub(super) fn write(
    formula: &mut Formula,
    spots: &Spots,
    layers: [Layer; 2],
    changed: &[Lit],
    columns: &Columns,
) {
    let mut others = JointMoves { actions: Vec::new(), causes: vec![Vec::new(); changed.len()] };
    if spots.task.home.runs().is_some() {
        runs::write(formula, spots, layers, &mut others);
    }
    rows::write(formula, spots, layers, columns, &mut others);
    write_redeal(formula, spots, layers, &mut others);
    let moved = others.moved(formula, spots, layers, changed);
    write_playable(formula, spots, layers, &moved);
    write_stock(formula, spots, layers, &moved);
    others.actions.extend(&moved);
    exactly_one(formula, AtMostOne::Product, &others.actions);
}

/// Moves in which several cards change their places.
struct JointMoves {
    /// A literal for each such move.
    actions: Vec<Lit>,
    /// For each card the literals that imply that it takes part in such a move.
    causes: Vec<Vec<Lit>>,
}

impl JointMoves {
    /// For each card the literal that it is the one that moves.
    fn moved(&self, formula: &mut Formula, spots: &Spots, layers: [Layer; 2], changed: &[Lit]) -> Vec<Lit> {
        if self.actions.is_empty() {
            return changed.to_vec();
        }
        let [before, after] = layers;
        let moved: Vec<Lit> = spots.cards().map(|_| formula.new_lit()).collect();
        for card in spots.cards() {
            let (moved, changed) = (moved[card.index()], changed[card.index()]);
            let causes = &self.causes[card.index()];
            formula.add(&[!moved, changed]);
            for &cause in causes {
                formula.add(&[!cause, changed]);
                formula.add(&[!moved, !cause]);
            }
            let mut clause = vec![!changed, moved];
            clause.extend(causes);
            formula.add(&clause);
            if spots.task.home.runs().is_some() {
                formula.add(&[!moved, !after.lit(spots.home(card))]);
            }
            if spots.row_of[card.index()].is_some()
                && let Some(stock) = spots.find(card, Spot::Stock)
            {
                formula.add(&[!moved, !before.lit(stock)]);
            }
            if spots.redeals > 0
                && let (Some(stock), Some(waste)) = (spots.in_stock(card), spots.on_waste(card))
            {
                formula.add(&[!moved, !before.lit(waste), !after.lit(stock)]);
            }
        }
        moved
    }
}

/// The waste is turned back: the stock is empty, the waste is not.
fn write_redeal(formula: &mut Formula, spots: &Spots, [before, after]: [Layer; 2], others: &mut JointMoves) {
    if spots.redeals == 0 {
        return;
    }
    let turned = formula.new_lit();
    others.actions.push(turned);
    let mut wastes = vec![!turned];
    for &card in &spots.chain {
        let Some(waste) = spots.on_waste(card) else { continue };
        if let Some(stock) = spots.in_stock(card) {
            formula.add(&[!turned, !before.lit(stock)]);
        }
        wastes.push(before.lit(waste));
        let own = formula.new_lit();
        others.causes[card.index()].push(own);
        formula.add(&[!own, turned]);
        formula.add(&[!own, before.lit(waste)]);
        formula.add(&[!turned, !before.lit(waste), own]);
        for fact in spots.of(card) {
            let Spot::WasteLeft(left) = spots.facts[fact as usize].1 else { continue };
            let to = left.checked_sub(1).and_then(|left| spots.find(card, Spot::StockLeft(left)));
            let mut clause = vec![!own, !before.lit(fact)];
            clause.extend(to.map(|to| after.lit(to)));
            formula.add(&clause);
        }
    }
    formula.add(&wastes);
}

/// A card that moves is bare, or the cards on it move with it.
fn write_playable(formula: &mut Formula, spots: &Spots, [before, _]: [Layer; 2], moved: &[Lit]) {
    if !matches!(spots.task.group, Group::Freely(_)) {
        for card in spots.cards() {
            for &upper in &spots.uppers[card.index()] {
                formula.add(&[!moved[card.index()], !before.lit(upper)]);
            }
        }
        return;
    }
    // Whether a card and what lies on it are free to move.
    let free: Vec<Lit> = spots.cards().map(|_| formula.new_lit()).collect();
    for card in spots.cards() {
        formula.add(&[!moved[card.index()], free[card.index()]]);
        for &fact in &spots.uppers[card.index()] {
            let upper = spots.card(fact);
            if matches!(spots.facts[fact as usize].1, Spot::On(_)) && spots.moves_with(upper, card) {
                formula.add(&[!free[card.index()], !before.lit(fact), free[upper.index()]]);
            } else {
                formula.add(&[!free[card.index()], !before.lit(fact)]);
            }
        }
    }
}

fn write_stock(formula: &mut Formula, spots: &Spots, [before, after]: [Layer; 2], moved: &[Lit]) {
    let Stock::Waste { playable, .. } = spots.task.stock else { return };
    for (depth, &card) in spots.chain.iter().enumerate() {
        let Some(waste) = spots.on_waste(card) else { continue };
        if let Some(stock) = spots.in_stock(card) {
            if !playable {
                // Drawn first, and played later.
                formula.add(&[!before.lit(stock), after.lit(stock), after.lit(waste)]);
            }
            // Without redeals, the order of the stock already implies this.
            let earlier = spots.chain[..depth].iter().filter(|_| spots.redeals > 0);
            for earlier in earlier.filter_map(|&earlier| spots.in_stock(earlier)) {
                formula.add(&[!moved[card.index()], !before.lit(stock), !before.lit(earlier)]);
            }
        }
        for &later in &spots.chain[depth + 1..] {
            if let Some(above) = spots.on_waste(later) {
                formula.add(&[!moved[card.index()], !before.lit(waste), !before.lit(above)]);
            }
        }
    }
}
