//! Cells and columns: never more in use than there are.
//!
//! Counted, they need no names: stays are intervals of the order, and intervals of which no
//! more than `n` overlap at any moment can share `n` rooms (interval graphs are perfect). It is
//! enough to look at the moments at which a stay begins. Named, each stay has a room, and two
//! stays in one room do not overlap; then plans that differ by names are told apart.

use super::facts::Facts;
use super::order::{Draft, Order};
use super::places::{Places, Rest, apart};
use crate::constraints::{Count, at_most_one};
use crate::options::{AtMostOne, Cardinality};
use crate::task::Spot;
use rustsat::types::Lit;

/// Rooms of one sort: how many there are, which rests may be in one, and which cards are in one at the start.
struct Rooms<'a> {
    rooms: usize,
    guests: Vec<(&'a Rest, Lit)>,
    first: Vec<usize>,
}

/// Counts the rooms in use at each moment when one is taken.
pub(super) fn counted(
    draft: &mut Draft<'_>,
    order: &mut Order,
    facts: &Facts,
    places: &Places,
    form: Cardinality,
) {
    for Rooms { rooms, guests, first } in both(facts, places) {
        for &(rest, taken) in &guests {
            let mut others: Vec<Lit> = Vec::new();
            for &(other, other_taken) in guests.iter().filter(|(other, _)| other.card != rest.card) {
                let both = [taken, other_taken];
                let begun = order.used(&both, other.begin, rest.begin);
                let left = order.used(&both, other.end, rest.begin);
                if begun != !draft.truth && left != draft.truth {
                    let there = draft.formula.new_lit();
                    draft.imply(&[other_taken, begun, !left], &[there]);
                    others.push(there);
                }
            }
            for &card in first.iter().filter(|&&card| card != rest.card) {
                let left = order.used(&[taken], order.leaves(card, 0), rest.begin);
                if left != draft.truth {
                    others.push(!left);
                }
            }
            // Constants may be among the native ones; they are rare and propagate at once.
            let count = Count::new(draft.formula, form, &others, rooms);
            if let Some(full) = count.at_least(rooms) {
                draft.imply(&[taken], &[!full]);
            }
        }
    }
}

/// Gives each stay a room of its own. Returns the names of the new variables.
pub(super) fn named(
    draft: &mut Draft<'_>,
    order: &mut Order,
    facts: &Facts,
    places: &Places,
    form: AtMostOne,
) -> Vec<(Lit, String)> {
    let mut names = Vec::new();
    for (Rooms { rooms, guests, first }, sort) in both(facts, places).into_iter().zip(["cell", "column"]) {
        let mut stays: Vec<Vec<Lit>> = Vec::new();
        for &(rest, taken) in &guests {
            let own: Vec<Lit> = (0..rooms).map(|_| draft.formula.new_lit()).collect();
            draft.imply(&[taken], &own);
            at_most_one(draft.formula, form, &own);
            for (room, &lit) in own.iter().enumerate() {
                draft.imply(&[lit], &[taken]);
                names.push((lit, format!("{sort}({},{},{room})", rest.card, rest.number)));
                if let Some(&card) = first.get(room)
                    && card != rest.card
                {
                    let left = order.used(&[lit], order.leaves(card, 0), rest.begin);
                    draft.imply(&[lit], &[left]);
                }
            }
            for (&(other, _), others) in guests.iter().zip(&stays) {
                for (&lit, &other_lit) in own.iter().zip(others) {
                    apart(draft, order, &[lit, other_lit], (rest, other));
                }
            }
            stays.push(own);
        }
    }
    names
}

fn both<'a>(facts: &Facts, places: &'a Places) -> [Rooms<'a>; 2] {
    let who = |at_start: fn(&Spot) -> bool| {
        (0..facts.cards()).filter(move |&card| at_start(&facts.native[card])).collect()
    };
    let guests = |place: fn(&Rest) -> Option<Lit>| {
        places.rests.iter().filter_map(|rest| place(rest).map(|lit| (rest, lit))).collect()
    };
    let cells = Rooms {
        rooms: facts.cells,
        guests: guests(|rest| rest.cell),
        first: who(|native| *native == Spot::Cell),
    };
    let columns = Rooms {
        rooms: facts.columns,
        guests: guests(|rest| rest.column),
        first: who(|native| matches!(native, Spot::Base(_))),
    };
    [cells, columns]
}
