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
use crate::fluents::Piles;
use crate::formula::Formula;
use crate::task::{CardId, Goal, Home, Position, Spot, Task};
use rustsat::types::Lit;

/// How far a count reaches beyond what was asked, once it was too short.
const SPARE: usize = 8;

/// What is to be done from the start of a task to its win, where runs are collected: no plan has fewer steps.
#[must_use]
pub fn distance(task: &Task) -> Option<u32> {
    let Home::Collected(runs) = &task.home else { return None };
    let piles = Piles::new(task);
    let start = Position::new(task);
    let open = |card: &CardId| {
        let Some((run, place)) = piles.run[card.index()] else { return false };
        let spot = start.spot(*card);
        let Some(below) = place.checked_sub(1) else { return spot != Spot::Home };
        let neighbours = &piles.cards_of[runs[run][below].index()];
        match spot {
            Spot::Home => false,
            Spot::On(other) => !neighbours.contains(&other),
            Spot::Stock => !may_land(&piles, *card, neighbours),
            _ => true,
        }
    };
    Some((piles.rows.len() + piles.cards().filter(open).count()) as u32)
}

/// What is to be done at each time, counted.
#[derive(Debug, Default)]
pub(super) struct Distances {
    times: Vec<(Vec<Lit>, Count)>,
}

impl Distances {
    /// Writes the bound of all times, as long as the goal is to be reached in that number of steps.
    pub(super) fn write(
        &mut self,
        formula: &mut Formula,
        (line, world): (&Line, &World),
        (goal, bound): (Lit, usize),
    ) {
        if !matches!(world.task.home, Home::Collected(_)) || world.task.goal != Goal::Win {
            return;
        }
        for time in 0..bound {
            let (left, form) = (bound - time, world.options.cardinality);
            if time == self.times.len() {
                let open = line.open(formula, world, time);
                let count = Count::new(formula, form, &open, left + 1);
                self.times.push((open, count));
            }
            let (open, count) = &mut self.times[time];
            if left < open.len() && count.at_least(left + 1).is_none() {
                // A longer plan may follow soon, so that a few more are counted.
                *count = Count::new(formula, form, open, left + 1 + SPARE);
            }
            if let Some(more) = count.at_least(left + 1) {
                formula.add(&[!goal, !more]);
            }
        }
    }
}

impl Line {
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
            done.extend(lies(Spot::Stock).filter(|_| may_land(&world.piles, card, neighbours)));
            let is_open = formula.new_lit();
            done.push(is_open);
            formula.add(&done);
            open.push(is_open);
        }
        open
    }
}

/// Whether some neighbour is there when the row of a card is dealt.
fn may_land(piles: &Piles, card: CardId, neighbours: &[CardId]) -> bool {
    let row = piles.row_of(card);
    neighbours.iter().any(|&other| piles.row_of(other) < row)
}
