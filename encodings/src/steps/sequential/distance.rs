//! What is still to be done fits into the steps that are left, where runs are collected.
//!
//! `h(X)`: rows not yet dealt, runs not yet collected, and cards that lie neither on their neighbour in the run nor
//! home, the deepest of runs apart. A card of the stock counts as such a one only if every neighbour it could
//! land on comes with its own row or a later one.
//!
//! A step lowers `h` by one at most. A move changes what one card lies on, a row dealt is one row less and
//! puts no card on its neighbour that was counted, and a collected run is one run less, none of
//! whose cards were counted. `h` is 0 when the game is won, so at time `t` of a plan of `T` steps it is at most
//! `T - t`: implied, but no unit propagation finds it.

use super::line::{Line, World};
use crate::constraints::Count;
use crate::formula::Formula;
use crate::task::{CardId, Goal, Home, Spot};
use rustsat::types::Lit;

impl Line {
    /// Writes it of all times, as long as the goal is to be reached in so many steps.
    pub(super) fn write_distance(&self, formula: &mut Formula, world: &World, goal: Lit, bound: usize) {
        if !matches!(world.task.home, Home::Collected(_)) || world.task.goal != Goal::Win {
            return;
        }
        for time in 0..bound {
            let open = self.open(formula, world, time);
            let left = bound - time;
            let count = Count::new(formula, world.options.cardinality, &open, left + 1);
            if let Some(more) = count.at_least(left + 1) {
                formula.add(&[!goal, !more]);
            }
        }
    }

    /// Literals of what is still to be done, each true if it is.
    fn open(&self, formula: &mut Formula, world: &World, time: usize) -> Vec<Lit> {
        let layer = &self.layers[time];
        let mut open: Vec<Lit> = self.stocks[time].dealt.iter().map(|&dealt| !dealt).collect();
        for card in world.piles.cards() {
            let Some((run, place)) = world.piles.run[card.index()] else { continue };
            let Some(below) = place.checked_sub(1) else {
                open.push(!layer.home(card));
                continue;
            };
            let Some(runs) = world.task.home.runs() else { continue };
            let neighbours = &world.piles.cards_of[runs[run][below].index()];
            let lies = |spot| layer.find(&world.piles, card, spot);
            let mut done = vec![layer.home(card)];
            done.extend(neighbours.iter().filter_map(|&other| lies(Spot::On(other))));
            done.extend(lies(Spot::Stock).filter(|_| may_land(world, card, neighbours)));
            let is_open = formula.new_lit();
            done.push(is_open);
            formula.add(&done);
            open.push(is_open);
        }
        open
    }
}

/// Whether some neighbour is there when the row of a card is dealt.
fn may_land(world: &World, card: CardId, neighbours: &[CardId]) -> bool {
    let row = world.piles.row_of(card);
    neighbours.iter().any(|&other| world.piles.row_of(other) < row)
}
