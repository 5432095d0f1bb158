//! Cells and columns: never more in use than there are.

use super::facts::Facts;
use super::order::{Draft, Order};
use super::places::{Places, Rest};
use crate::constraints::Count;
use crate::options::Cardinality;
use crate::task::Native;
use rustsat::types::Lit;

/// Rooms of one sort: so many of them, who may rest in one, and who is there at the start.
struct Rooms<'a> {
    rooms: usize,
    guests: Vec<(&'a Rest, Lit)>,
    first: Vec<usize>,
}

/// Counts the rooms in use at each moment when one is taken. They need no names: intervals of
/// which no more than `n` overlap at a time can share `n` rooms.
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

fn both<'a>(facts: &Facts, places: &'a Places) -> [Rooms<'a>; 2] {
    let who = |at_start: fn(&Native) -> bool| {
        (0..facts.cards()).filter(move |&card| at_start(&facts.native[card])).collect()
    };
    let guests = |place: fn(&Rest) -> Option<Lit>| {
        places.rests.iter().filter_map(|rest| place(rest).map(|lit| (rest, lit))).collect()
    };
    let cells = Rooms {
        rooms: facts.cells,
        guests: guests(|rest| rest.cell),
        first: who(|native| *native == Native::Cell),
    };
    let columns = Rooms {
        rooms: facts.columns,
        guests: guests(|rest| rest.column),
        first: who(|native| matches!(native, Native::Base(_))),
    };
    [cells, columns]
}
