//! Complete runs that leave, by force or by a move.
//!
//! For each card a literal that says it leaves; those of a run follow one from another, and the
//! deepest stands for the move. Where a complete run lies open at the end of a column and leaves by
//! force, one leaves: nothing else may be done first.

use super::JointMoves;
use crate::layer::Layer;
use crate::spots::{Spot, Spots};
use patsat_encodings::formula::Formula;
use patsat_encodings::task::{CardId, KindId};
use rustsat::types::Lit;

pub(super) fn write(
    formula: &mut Formula,
    spots: &Spots,
    [before, after]: [Layer; 2],
    others: &mut JointMoves,
) {
    let leaves: Vec<Lit> = spots.cards().map(|_| formula.new_lit()).collect();
    let mut first = Vec::new();
    for card in spots.cards() {
        let leaves = leaves[card.index()];
        others.causes[card.index()].push(leaves);
        formula.add(&[!leaves, after.lit(spots.home(card))]);
        for fact in spots.of(card).filter(|&fact| !spots.facts[fact as usize].1.in_a_column()) {
            formula.add(&[!leaves, !before.lit(fact)]);
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
                    let on = on_kind(spots, card, run[n - 1]);
                    let then: Vec<Lit> = on.iter().map(|&(fact, _)| before.lit(fact)).collect();
                    formula.imply(&[leaves_here], &then);
                    for (fact, below) in on {
                        formula.add(&[!leaves_here, !before.lit(fact), leaves[below.index()]]);
                    }
                }
                write_above(formula, spots, before, &leaves, card, run.get(n + 1));
            }
        }
    }
    // Where runs are collected, a complete run may stay for any number of moves.
    if !spots.collected {
        spots.runs().iter().for_each(|run| write_forced(formula, spots, before, run, &first));
    }
    others.actions.extend(first);
}

/// The facts that a card lies face up on one of a kind.
fn on_kind(spots: &Spots, card: CardId, kind: KindId) -> Vec<(u32, CardId)> {
    let lower = &spots.cards_of[kind.index()];
    lower.iter().filter_map(|&below| Some((spots.find(card, Spot::On(below))?, below))).collect()
}

/// What lies on a card that leaves does so as well: unless it is the last, there is such a card.
fn write_above(
    formula: &mut Formula,
    spots: &Spots,
    before: Layer,
    leaves: &[Lit],
    card: CardId,
    next: Option<&KindId>,
) {
    let leaves_here = leaves[card.index()];
    let continues = |fact: u32| {
        let (upper, place) = spots.facts[fact as usize];
        matches!(place, Spot::On(_)) && Some(&spots.task.cards[upper.index()]) == next
    };
    let mut then = Vec::new();
    for &fact in &spots.uppers[card.index()] {
        if continues(fact) {
            formula.add(&[!leaves_here, !before.lit(fact), leaves[spots.card(fact).index()]]);
            then.push(before.lit(fact));
        } else {
            formula.add(&[!leaves_here, !before.lit(fact)]);
        }
    }
    if next.is_some() {
        formula.imply(&[leaves_here], &then);
    }
}

/// A run that is complete from its first card to the last, on which nothing lies, leaves.
fn write_forced(formula: &mut Formula, spots: &Spots, before: Layer, run: &[KindId], some: &[Lit]) {
    // Whether the run lies there from its first card to this one.
    let mut whole: Vec<(CardId, Lit)> = Vec::new();
    for (n, kind) in run.iter().enumerate() {
        let mut longer = Vec::new();
        for &card in &spots.cards_of[kind.index()] {
            let here = formula.new_lit();
            longer.push((card, here));
            if n == 0 {
                for fact in spots.of(card).filter(|&fact| spots.facts[fact as usize].1.in_a_column()) {
                    formula.add(&[!before.lit(fact), here]);
                }
            } else {
                for (fact, below) in on_kind(spots, card, run[n - 1]) {
                    let shorter = whole.iter().find(|(card, _)| *card == below);
                    if let Some(&(_, shorter)) = shorter {
                        formula.add(&[!shorter, !before.lit(fact), here]);
                    }
                }
            }
        }
        whole = longer;
    }
    for (card, here) in whole {
        // Not while something lies on it; and one is enough, of this kind of run or another.
        let mut clause = vec![!here];
        clause.extend(spots.uppers[card.index()].iter().map(|&fact| before.lit(fact)));
        clause.extend(some);
        formula.add(&clause);
    }
}
