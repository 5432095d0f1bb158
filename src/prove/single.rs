//! One move: the definition that a set of patterns is held against.
//!
//! Both positions are sane and exactly one card changes its place; that it was playable is said
//! here, that its target was is not, as the position after the move would not be sane otherwise.
//! Where a run moves as one, its deepest card is the one that changes its place: the others
//! still lie on what they lay on. A complete run that leaves by force is a move of its own
//! here, which may be made at any later time or never. So more can be done than the rules allow,
//! and what is closed under these moves is closed under the rules. A card that lies face down is
//! taken for open: it is covered as long as it does, and runs that hold it may only move the more.

use super::layer::Layer;
use super::spots::{Place, Spots};
use patsat_encodings::constraints::exactly_one;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::AtMostOne;
use patsat_encodings::task::{Group, Home, Stock};
use rustsat::types::Lit;

/// Writes that one move leads from the first position to the second.
pub(super) fn write(formula: &mut Formula, spots: &Spots, layers: [Layer; 2], changed: &[Lit]) {
    let (moved, mut actions) = if matches!(spots.task.home, Home::Runs(_)) {
        write_leaving(formula, spots, layers, changed)
    } else {
        (changed.to_vec(), Vec::new())
    };
    write_playable(formula, spots, layers, &moved);
    write_stock(formula, spots, layers, &moved);
    actions.extend(&moved);
    exactly_one(formula, AtMostOne::Product, &actions);
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
            if spots.moves_with(upper, card) {
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
        if let (Some(stock), Some(waste), false) =
            (spots.find(card, Place::Stock), spots.find(card, Place::Waste), playable)
        {
            // Drawn first, and played later.
            formula.add(&[!before.lit(stock), after.lit(stock), after.lit(waste)]);
        }
        let Some(waste) = spots.find(card, Place::Waste) else { continue };
        for &later in &spots.chain[depth + 1..] {
            if let Some(above) = spots.find(later, Place::Waste) {
                formula.add(&[!moved[card.index()], !before.lit(waste), !before.lit(above)]);
            }
        }
    }
}

/// Complete runs that leave: what moves otherwise, and the literals of the leavings.
fn write_leaving(
    formula: &mut Formula,
    spots: &Spots,
    [before, after]: [Layer; 2],
    changed: &[Lit],
) -> (Vec<Lit>, Vec<Lit>) {
    let moved: Vec<Lit> = spots.cards().map(|_| formula.new_lit()).collect();
    let leaves: Vec<Lit> = spots.cards().map(|_| formula.new_lit()).collect();
    let mut first = Vec::new();
    for card in spots.cards() {
        let (moved, leaves, changed) = (moved[card.index()], leaves[card.index()], changed[card.index()]);
        let home = spots.home(card);
        formula.add(&[!changed, moved, leaves]);
        formula.add(&[!moved, changed]);
        formula.add(&[!leaves, changed]);
        formula.add(&[!moved, !leaves]);
        formula.add(&[!leaves, after.lit(home)]);
        formula.add(&[!moved, !after.lit(home)]);
        for fact in spots.of(card) {
            if !matches!(spots.facts[fact as usize].1, Place::On(_) | Place::Bottom) {
                formula.add(&[!leaves, !before.lit(fact)]);
            }
        }
    }
    for run in spots.runs() {
        for (n, kind) in run.iter().enumerate() {
            for &card in &spots.cards_of[kind.index()] {
                let leaves_here = leaves[card.index()];
                if n == 0 {
                    first.push(leaves_here);
                } else {
                    // It lies on a card of the kind before it, which leaves too.
                    let lower = &spots.cards_of[run[n - 1].index()];
                    let on: Vec<u32> = lower.iter().filter_map(|&c| spots.find(card, Place::On(c))).collect();
                    let then: Vec<Lit> = on.iter().map(|&fact| before.lit(fact)).collect();
                    formula.imply(&[leaves_here], &then);
                    for fact in on {
                        if let Place::On(below) = spots.facts[fact as usize].1 {
                            formula.add(&[!leaves_here, !before.lit(fact), leaves[below.index()]]);
                        }
                    }
                }
                // And what is on it leaves as well: unless it is the last, some card.
                let uppers = &spots.uppers[card.index()];
                let next = run.get(n + 1);
                let follows: Vec<u32> = (uppers.iter().copied())
                    .filter(|&fact| Some(&spots.task.cards[spots.card(fact).index()]) == next)
                    .collect();
                for &fact in &follows {
                    formula.add(&[!leaves_here, !before.lit(fact), leaves[spots.card(fact).index()]]);
                }
                if next.is_some() {
                    let then: Vec<Lit> = follows.iter().map(|&fact| before.lit(fact)).collect();
                    formula.imply(&[leaves_here], &then);
                } else {
                    uppers.iter().for_each(|&fact| formula.add(&[!leaves_here, !before.lit(fact)]));
                }
            }
        }
    }
    (moved, first)
}
