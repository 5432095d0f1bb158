//! "This plan does not win from here": the plan's steps, fixed, from a position that is open.
//!
//! In each step the planned move happens or nothing does. The first in which nothing does has a
//! fault of the planned move ([`super::violations`]); after it nothing happens any more. At the
//! end the game is not won. So the branch has a model for exactly those positions from which the
//! plan, played as far as it goes, does not win: where all its moves are allowed none has a fault.

use super::violations::Violations;
use crate::formula::Formula;
use crate::steps::sequential::{Action, Line, World};
use rustsat::types::Lit;

/// Writes that the plan does not win from a time of a line.
pub(super) fn does_not_win(formula: &mut Formula, world: &World, line: &Line, time: usize, plan: &[Action]) {
    let mut branch = line.branch(time);
    for (n, &action) in plan.iter().enumerate() {
        branch.step(formula, world, n > 0);
        fix(formula, &branch, n, action);
        let faults = Violations::new(formula, world, &branch, n).of(action);
        let stopped = n.checked_sub(1).map(|before| !branch.actions[before].busy);
        let reasons: Vec<Lit> = [branch.actions[n].busy].into_iter().chain(stopped).chain(faults).collect();
        formula.add(&reasons);
    }
    let last = &branch.layers[plan.len()];
    let stays = world.piles.cards().map(|card| {
        let stays = formula.new_lit();
        formula.add(&[!stays, !last.home(card)]);
        if let Some(leaves) = last.leaves(card) {
            formula.add(&[!stays, !leaves]);
        }
        stays
    });
    let stays: Vec<Lit> = stays.collect();
    formula.add(&stays);
}

/// Nothing but this happens in a step.
fn fix(formula: &mut Formula, branch: &Line, n: usize, action: Action) {
    let actions = &branch.actions[n];
    for (card, &moves) in actions.moves.iter().enumerate() {
        match action {
            Action::Move { card: planned, lie } if planned.index() == card => {
                formula.add(&[!moves, branch.layers[n + 1].of(planned)[lie]]);
            }
            _ => formula.add(&[!moves]),
        }
    }
    for (row, &deal) in actions.deals.iter().enumerate() {
        if action != Action::Deal(row) {
            formula.add(&[!deal]);
        }
    }
}
