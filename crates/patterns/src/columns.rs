//! In which column cards lie, where rows are yet to be dealt, and what a position says of cards that a row has dealt.
//!
//! A card of a row that lies where no move can have put it has not been moved since it was dealt: it lies in its own
//! column, and everything beneath it was in play before its row. (So no cards lie on one another in a ring: one of
//! them would lie on a card of a rank no higher, which only a row does, and be beneath itself.)

use super::literals::Layer;
use super::spots::{Spot, Spots};
use patsat_encodings::constraints::at_most_one;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::AtMostOne;
use patsat_encodings::task::CardId;
use rustsat::types::Lit;

/// For each card and column a literal that holds if the card lies in that column.
pub(super) type Columns = Vec<Vec<Lit>>;

/// Says that cards lie where rows have dealt them; nothing and no columns where there are no rows.
pub(super) fn write(formula: &mut Formula, spots: &Spots, layer: Layer) -> Columns {
    if spots.rows.is_empty() {
        return Vec::new();
    }
    let columns = columns(formula, spots, layer);
    // Whether a card lies beneath one that the row has dealt and no move can have put there.
    let beneath: Vec<Vec<Lit>> =
        spots.cards().map(|_| spots.rows.iter().map(|_| formula.new_lit()).collect()).collect();
    for (n, row) in spots.rows.iter().enumerate() {
        for (column, &card) in row.iter().enumerate() {
            for (fact, below) in dealt_onto(spots, card) {
                formula.add(&[!layer.lit(fact), beneath[below.index()][n]]);
                formula.add(&[!layer.lit(fact), columns[below.index()][column]]);
            }
        }
        for card in spots.cards() {
            let beneath_it = beneath[card.index()][n];
            if spots.row_of[card.index()].is_some_and(|own| own >= n) {
                formula.add(&[!beneath_it]);
            }
            for fact in spots.of(card) {
                if let Spot::On(below) | Spot::OnHidden(below) = spots.facts[fact as usize].1 {
                    formula.add(&[!beneath_it, !layer.lit(fact), beneath[below.index()][n]]);
                }
            }
        }
    }
    columns
}

/// The facts of a card of a row that only the row can have made true, and the card beneath.
fn dealt_onto(spots: &Spots, card: CardId) -> impl Iterator<Item = (u32, CardId)> + '_ {
    let only = spots.of(card).filter(|&fact| spots.leave_only[fact as usize]);
    only.filter_map(|fact| spots.facts[fact as usize].1.below().map(|below| (fact, below)))
}

/// Each literal follows from where the card lies, and from it what the card lies on.
fn columns(formula: &mut Formula, spots: &Spots, layer: Layer) -> Columns {
    let columns: Columns =
        spots.cards().map(|_| (0..spots.task.columns as u16).map(|_| formula.new_lit()).collect()).collect();
    for card in spots.cards() {
        let own = &columns[card.index()];
        at_most_one(formula, AtMostOne::Pairwise, own);
        for fact in spots.of(card) {
            let lies = layer.lit(fact);
            match spots.facts[fact as usize].1 {
                Spot::BottomOf(column) => formula.add(&[!lies, own[usize::from(column)]]),
                Spot::On(below) | Spot::OnHidden(below) => {
                    for (&lower, &upper) in columns[below.index()].iter().zip(own) {
                        formula.add(&[!lies, !lower, upper]);
                        formula.add(&[!lies, lower, !upper]);
                    }
                }
                _ => own.iter().for_each(|&column| formula.add(&[!lies, !column])),
            }
        }
    }
    columns
}
