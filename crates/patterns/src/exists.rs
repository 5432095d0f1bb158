//! Steps of several moves, for games in which cards move one by one.
//!
//! The axioms are those of [`patsat_encodings::steps::exists`], view `apart`, which also proves them. A
//! target is bare before the step. A card above one that moves moves too. Moves home come last. Cells and
//! emptied columns suffice at every moment. The axioms are written separately here because the literals
//! differ. A position has one literal for each card and spot, including the spot where the card was dealt:
//! its literals must not depend on how it was reached. A step may be empty.
//!
//! With a stock and a waste, a step is such a set of moves followed by any number of draws. Otherwise a stock
//! of sixty cards would need sixty layers. A card drawn in a step is not played in the same step. The next
//! card of the stock may be played without drawing it where the rules allow that. The waste is one more
//! column, onto which no card moves. A card above one that leaves the waste leaves it too, and the axioms of
//! moves home are those of a column.
//!
//! A card that leaves waste or stock is no target in that step, as cards may lie on it that wait for a target
//! of their own. So a target is a bare card of a column as before, and there is no circle of waits.

use super::layer::{COUNTS, Layer};
use super::spots::{Spot, Spots};
use patsat_encodings::constraints::Count;
use patsat_encodings::formula::Formula;
use patsat_encodings::task::{CardId, Group, Home, Stock, Task};
use rustsat::types::Lit;

/// Whether the encoding supports the steps of a game.
pub(super) fn knows(task: &Task) -> bool {
    let stock = match task.stock {
        Stock::None | Stock::Waste { redeals: Some(0), .. } => true,
        Stock::Waste { .. } | Stock::Rows { .. } => false,
    };
    stock && !matches!(task.group, Group::Freely(_)) && matches!(task.home, Home::After(_))
}

/// Writes that one step leads from the first position to the second.
pub(super) fn write(formula: &mut Formula, spots: &Spots, layers: [Layer; 2], moved: &[Lit]) {
    let keys: Vec<(usize, CardId)> = spots.cards().map(|card| (depth(spots, card), card)).collect();
    for card in spots.cards() {
        write_targets(formula, spots, layers, card);
        write_peel(formula, spots, layers, moved, &keys, card);
    }
    write_waste(formula, spots, layers, moved, &keys);
    write_cells(formula, spots, layers, moved);
    write_columns(formula, spots, layers);
}

/// Returns the number of kinds that go home before that of a card.
fn depth(spots: &Spots, card: CardId) -> usize {
    let Home::After(before) = &spots.task.home else { return 0 };
    let kind = spots.task.cards[card.index()];
    std::iter::successors(before[kind.index()], |kind| before[kind.index()]).count()
}

/// A card that comes to lie on another in the step found no card there before it.
fn write_targets(formula: &mut Formula, spots: &Spots, [before, after]: [Layer; 2], below: CardId) {
    let uppers = &spots.uppers[below.index()];
    for &new in uppers.iter().filter(|&&fact| !spots.leave_only[fact as usize]) {
        for &old in uppers.iter().filter(|&&old| old != new) {
            formula.add(&[!after.lit(new), !before.lit(old)]);
        }
    }
}

/// All cards above one that moves move too, and moves home come last.
fn write_peel(
    formula: &mut Formula,
    spots: &Spots,
    [before, after]: [Layer; 2],
    moved: &[Lit],
    keys: &[(usize, CardId)],
    below: CardId,
) {
    for &fact in &spots.uppers[below.index()] {
        let pair = [spots.card(fact), below];
        write_pair(formula, spots, after, moved, keys, pair, &[!before.lit(fact)]);
    }
}

/// Writes this for a card and one that lies above it, unless one of the literals is true.
fn write_pair(
    formula: &mut Formula,
    spots: &Spots,
    after: Layer,
    moved: &[Lit],
    keys: &[(usize, CardId)],
    [upper, below]: [CardId; 2],
    unless: &[Lit],
) {
    let moves = moved[below.index()];
    formula.add(&[unless, &[!moves, moved[upper.index()]]].concat());
    let [home, upper_home] = [below, upper].map(|card| after.lit(spots.home(card)));
    if keys[upper.index()] < keys[below.index()] {
        formula.add(&[unless, &[!moves, home, !upper_home]].concat());
    } else {
        formula.add(&[unless, &[!moves, !upper_home]].concat());
    }
}

/// Cards leave the waste from its end and do not move onto it; from the stock, cards come to the waste.
fn write_waste(
    formula: &mut Formula,
    spots: &Spots,
    [before, after]: [Layer; 2],
    moved: &[Lit],
    keys: &[(usize, CardId)],
) {
    let playable = matches!(spots.task.stock, Stock::Waste { playable: true, .. });
    let mut previous = None;
    for (depth, &card) in spots.chain.iter().enumerate() {
        let Some(waste) = spots.on_waste(card) else { continue };
        let stock = spots.in_stock(card);
        if let Some(stock) = stock {
            let mut clause = vec![!before.lit(stock), after.lit(stock), after.lit(waste)];
            // Except the first card of the stock, where it is in play.
            clause.extend(previous.filter(|_| playable).map(|fact| !before.lit(fact)));
            if !playable || previous.is_some() {
                formula.add(&clause);
            }
        }
        previous = stock;
        for &upper in &spots.uppers[card.index()] {
            formula.add(&[!after.lit(upper), !before.lit(waste)]);
            stock.iter().for_each(|&stock| formula.add(&[!after.lit(upper), !before.lit(stock)]));
        }
        for &later in &spots.chain[depth + 1..] {
            if let Some(above) = spots.on_waste(later) {
                let unless = [!before.lit(waste), !before.lit(above)];
                write_pair(formula, spots, after, moved, keys, [later, card], &unless);
            }
        }
    }
}

/// A card takes a cell if it is in one after the step, and if it was in one before and goes home
/// or onto a card that moves.
fn write_cells(formula: &mut Formula, spots: &Spots, [before, after]: [Layer; 2], moved: &[Lit]) {
    let mut taken = Vec::new();
    for card in spots.cards() {
        let Some(cell) = spots.find(card, Spot::Cell) else { continue };
        let takes = formula.new_lit();
        formula.add(&[!after.lit(cell), takes]);
        let was = before.lit(cell);
        formula.add(&[!was, !after.lit(spots.home(card)), takes]);
        for fact in spots.of(card).filter(|&fact| !spots.leave_only[fact as usize]) {
            if let Spot::On(below) = spots.facts[fact as usize].1 {
                formula.add(&[!was, !after.lit(fact), !moved[below.index()], takes]);
            }
        }
        taken.push(takes);
    }
    let most = spots.task.cells as usize;
    Count::new(formula, COUNTS, &taken, most + 1).at_most(formula, most);
}

/// A card takes a column if it is the bottom of one before or after the step.
fn write_columns(formula: &mut Formula, spots: &Spots, layers: [Layer; 2]) {
    let mut taken = Vec::new();
    for fact in spots.cards().filter_map(|card| spots.find(card, Spot::Bottom)) {
        let takes = formula.new_lit();
        layers.iter().for_each(|layer| formula.add(&[!layer.lit(fact), takes]));
        taken.push(takes);
    }
    let most = spots.task.columns as usize;
    Count::new(formula, COUNTS, &taken, most + 1).at_most(formula, most);
}
