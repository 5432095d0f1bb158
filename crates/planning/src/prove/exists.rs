//! Steps of several moves, for games in which cards move one by one.
//!
//! The axioms are those of [`patsat_encodings::steps::exists`], view `apart`, where they are
//! proved: a target is bare before the step, a card above one that moves moves too, moves home
//! come last, and cells and emptied columns suffice at every moment. They are written anew, as
//! positions here have one literal a card and spot, the spot where it was dealt included: the
//! literals of a position must not depend on how it was reached. A step may be empty.

use super::layer::{COUNTS, Layer};
use super::spots::{Spot, Spots};
use patsat_encodings::constraints::Count;
use patsat_encodings::formula::Formula;
use patsat_encodings::task::{CardId, Group, Home, Stock, Task};
use rustsat::types::Lit;

/// Whether a game has such steps.
pub(super) fn knows(task: &Task) -> bool {
    task.stock == Stock::None
        && !matches!(task.group, Group::Freely(_))
        && matches!(task.home, Home::After(_))
}

/// Writes that one step leads from the first position to the second.
pub(super) fn write(formula: &mut Formula, spots: &Spots, layers: [Layer; 2], moved: &[Lit]) {
    let keys: Vec<(usize, CardId)> = spots.cards().map(|card| (depth(spots, card), card)).collect();
    for card in spots.cards() {
        write_targets(formula, spots, layers, card);
        write_peel(formula, spots, layers, moved, &keys, card);
    }
    write_cells(formula, spots, layers, moved);
    write_columns(formula, spots, layers);
}

/// How many kinds go home before that of a card.
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
    let (moves, home) = (moved[below.index()], after.lit(spots.home(below)));
    for &fact in &spots.uppers[below.index()] {
        let (upper, was) = (spots.card(fact), before.lit(fact));
        formula.add(&[!was, !moves, moved[upper.index()]]);
        let upper_home = after.lit(spots.home(upper));
        if keys[upper.index()] < keys[below.index()] {
            formula.add(&[!was, !moves, home, !upper_home]);
        } else {
            formula.add(&[!was, !moves, !upper_home]);
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
