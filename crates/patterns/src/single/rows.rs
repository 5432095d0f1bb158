//! A row is dealt: a card to each column, onto the last card there or as its bottom.
//!
//! The column of a card before the row is that of the card beneath it. What is asked is that a card of
//! a row does not lie in another column than its own: as a position is sane, it lies in some.

use super::JointMoves;
use crate::columns::Columns;
use crate::layer::Layer;
use crate::spots::{Spot, Spots};
use patsat_encodings::formula::Formula;
use patsat_encodings::task::Stock;
use rustsat::types::Lit;

pub(super) fn write(
    formula: &mut Formula,
    spots: &Spots,
    [before, after]: [Layer; 2],
    columns: &Columns,
    others: &mut JointMoves,
) {
    if spots.rows.is_empty() {
        return;
    }
    let onto_empty = matches!(spots.task.stock, Stock::Rows { onto_empty: true, .. });
    let mut previous = None;
    for row in &spots.rows {
        let dealt = formula.new_lit();
        others.actions.push(dealt);
        if let Some(previous) = previous {
            formula.add(&[!dealt, !before.lit(previous)]);
        }
        previous = spots.find(row[0], Spot::Stock);
        for (column, &card) in row.iter().enumerate() {
            let Some(stock) = spots.find(card, Spot::Stock) else { continue };
            others.causes[card.index()].push(dealt);
            formula.add(&[!dealt, before.lit(stock)]);
            for fact in spots.of(card) {
                match spots.facts[fact as usize].1 {
                    Spot::On(below) => {
                        if let Some(stock) = spots.find(below, Spot::Stock) {
                            formula.add(&[!dealt, !after.lit(fact), !before.lit(stock)]);
                        }
                        for (_, &other) in
                            columns[below.index()].iter().enumerate().filter(|(n, _)| *n != column)
                        {
                            formula.add(&[!dealt, !after.lit(fact), !other]);
                        }
                    }
                    Spot::BottomOf(bottom) if usize::from(bottom) == column => {}
                    _ => formula.add(&[!dealt, !after.lit(fact)]),
                }
            }
        }
        for column in (0..spots.task.columns as u16).filter(|_| !onto_empty) {
            let bottoms = spots.cards().filter_map(|card| spots.find(card, Spot::BottomOf(column)));
            let bottoms: Vec<Lit> = bottoms.map(|fact| before.lit(fact)).collect();
            formula.imply(&[dealt], &bottoms);
        }
    }
}
