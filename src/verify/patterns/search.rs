//! Case by case: is there a sane position that matches no pattern?
//!
//! The next card to be asked about is one that nearly matching patterns name: it is put in each of
//! the places that they give it, and then in none of them. Once every pattern is excluded the
//! cards that are left are placed one by one, for only then is it a position. The order of cases
//! is fixed, so the answer and the work are the same on every machine.

use super::engine::{Engine, Mark};
use super::space::Value;
use crate::state::patterns::Spot;

/// Cases looked at for one move before the check gives up.
const MOST_CASES: u64 = 2_000_000;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// There is none, after so many cases.
    Nothing { cases: u64 },
    /// This one: where every card lies.
    Position(Vec<Spot>),
    /// There were too many cases.
    GaveUp,
}

#[derive(Clone, Debug)]
enum Case {
    In(Value),
    InNone(Vec<Value>),
}

struct Open {
    mark: Mark,
    cases: std::vec::IntoIter<Case>,
}

/// Looks for a position that fits what the engine knows.
///
/// The engine must have drawn every conclusion; it is left as it was.
pub(super) fn find(engine: &mut Engine<'_>) -> Found {
    let bottom = engine.mark();
    let mut weights = vec![0u64; engine.space.cards()];
    let mut open: Vec<Open> = Vec::new();
    let mut count = 0;
    let found = loop {
        match next_cases(engine, &mut weights) {
            None => break Found::Position(position(engine)),
            Some(cases) => open.push(Open { mark: engine.mark(), cases: cases.into_iter() }),
        }
        if !advance(engine, &mut open, &mut count) {
            break Found::Nothing { cases: count };
        }
        if count > MOST_CASES {
            break Found::GaveUp;
        }
    };
    engine.undo(bottom);
    found
}

/// Goes to the next case that does not contradict itself; false if there is none left.
fn advance(engine: &mut Engine<'_>, open: &mut Vec<Open>, count: &mut u64) -> bool {
    while let Some(top) = open.last_mut() {
        engine.undo(top.mark);
        let Some(case) = top.cases.next() else {
            open.pop();
            continue;
        };
        *count += 1;
        let step = match &case {
            Case::In(value) => engine.put(*value),
            Case::InNone(values) => values.iter().try_for_each(|&value| engine.lose(value)),
        };
        if step.and_then(|()| engine.propagate()).is_ok() {
            return true;
        }
    }
    false
}

/// The cases of the next card; `None` if every card has its place.
fn next_cases(engine: &Engine<'_>, weights: &mut [u64]) -> Option<Vec<Case>> {
    weights.fill(0);
    for (n, pattern) in engine.patterns.iter().enumerate().filter(|&(n, _)| engine.misses[n] == 0) {
        let open = (pattern.len() as u32 - engine.hits[n]).min(16);
        for &value in pattern {
            let card = engine.space.card_of[value as usize] as usize;
            if engine.fixed[card].is_none() {
                weights[card] += 1 << (2 * (16 - open));
            }
        }
    }
    let (card, &weight) =
        weights.iter().enumerate().max_by_key(|&(card, &weight)| (weight, usize::MAX - card))?;
    if weight == 0 {
        return places(engine);
    }
    let mut named: Vec<Value> = Vec::new();
    for (_, pattern) in engine.patterns.iter().enumerate().filter(|&(n, _)| engine.misses[n] == 0) {
        named.extend(pattern.iter().filter(|&&value| engine.space.card_of[value as usize] as usize == card));
    }
    named.sort_unstable();
    named.dedup();
    let mut cases: Vec<Case> = named.iter().map(|&value| Case::In(value)).collect();
    if engine.size(card as u32) as usize > named.len() {
        cases.push(Case::InNone(named));
    }
    Some(cases)
}

/// No pattern can match any more: the places of the card that has the fewest.
fn places(engine: &Engine<'_>) -> Option<Vec<Case>> {
    let open = (0..engine.space.cards() as u32).filter(|&card| engine.fixed[card as usize].is_none());
    let card = open.min_by_key(|&card| engine.size(card))?;
    let mut values: Vec<Value> = engine.space.values(card).filter(|&value| engine.is_left(value)).collect();
    let dealt = engine.space.dealt[card as usize];
    values.sort_by_key(|&value| match engine.space.spots[value as usize] {
        _ if value == dealt => 0,
        Spot::Home => 1,
        Spot::On(_) => 2,
        _ => 3,
    });
    Some(values.into_iter().map(Case::In).collect())
}

fn position(engine: &Engine<'_>) -> Vec<Spot> {
    let place = |value: &Option<Value>| value.map_or(Spot::Home, |value| engine.space.spots[value as usize]);
    engine.fixed.iter().map(place).collect()
}
