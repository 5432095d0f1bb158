//! Case by case: is there a sane position that matches no pattern?
//!
//! The next card to be asked about is one that nearly matching patterns name: it is put in each of
//! the places that they give it, and then in none of them. Once every pattern is excluded the
//! cards that are left are placed one by one, for only then is it a position. The order of cases
//! is fixed, so the answer and the work are the same on every machine.

mod reasons;

use super::engine::{Choices, Conflict, Engine, FactNo, Mark, NOBODY};
use super::space::Value;
use crate::state::patterns::Spot;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// There is none, after so many cases.
    Nothing { cases: u64 },
    /// This one: where every card lies.
    Position(Vec<Spot>),
    /// There were too many cases.
    GaveUp,
    /// What was noted of reasons is wrong ([`Backtracking::Tried`]).
    NoReason,
}

/// How far the search goes back where a case fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backtracking {
    /// To the last choice that the failure rests on, as the engine has noted it.
    #[default]
    Jumping,
    /// To the last choice. What the engine notes of reasons then plays no part, and need not be
    /// trusted; it takes longer.
    Plain,
    /// As `Jumping`, and each note is tried: the choices that a failure is said to rest on are made once more without
    /// the others, and must fail. For tests of the engine; it takes much longer.
    Tried,
}

/// How each move is looked at, and how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How far the search goes back.
    pub backtracking: Backtracking,
    /// Cases looked at for one move before the check gives up.
    pub most_cases: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { backtracking: Backtracking::default(), most_cases: 50_000_000 }
    }
}

impl Effort {
    fn tries_reasons(self) -> bool {
        self.backtracking == Backtracking::Tried
    }
}

impl From<Backtracking> for Effort {
    fn from(backtracking: Backtracking) -> Effort {
        Effort { backtracking, ..Effort::default() }
    }
}

#[derive(Clone, Debug)]
enum Case {
    In(FactNo),
    InNone(Vec<FactNo>),
}

/// A card that is asked about.
struct Open {
    mark: Mark,
    /// The case that is being looked at.
    case: Option<Case>,
    cases: std::vec::IntoIter<Case>,
    /// The earlier choices because of which the cases so far have failed, and because of which there are
    /// no other cases.
    failed_by: Choices,
}

/// Looks for a position that fits what the engine knows, and of which this is true.
///
/// Where a case fails whatever the last choices were, these are taken back at once (conflict
/// directed backjumping, Prosser 1993): the engine knows which choices a conflict rests on.
///
/// The engine must have drawn every conclusion; it is left as it was.
pub(super) fn find(engine: &mut Engine<'_>, effort: Effort, is_so: &dyn Fn(&[Spot]) -> bool) -> Found {
    let bottom = engine.mark();
    let mut weights = vec![0u64; engine.space.cards()];
    let mut open: Vec<Open> = Vec::new();
    let mut count = 0;
    let found = loop {
        match next_cases(engine, &mut weights) {
            None => {
                let position = position(engine);
                if is_so(&position) {
                    break Found::Position(position);
                }
                give_up(&mut open, Choices::MAX);
            }
            Some((cases, failed_by)) => {
                if effort.tries_reasons()
                    && failed_by != NOBODY
                    && !reasons::lose_alone(engine, bottom, &open, &cases, failed_by)
                {
                    break Found::NoReason;
                }
                open.push(Open { mark: engine.mark(), case: None, cases: cases.into_iter(), failed_by });
            }
        }
        match advance(engine, effort, bottom, &mut open, &mut count) {
            Advance::On => {}
            Advance::End => break Found::Nothing { cases: count },
            Advance::GaveUp => break Found::GaveUp,
            Advance::NoReason => break Found::NoReason,
        }
    };
    engine.undo(bottom);
    found
}

enum Advance {
    /// There is a next case.
    On,
    /// There is none left.
    End,
    /// There is one, but so many have been looked at already.
    GaveUp,
    /// A failure does not rest on the choices that it is said to rest on.
    NoReason,
}

/// Goes to the next case that does not contradict itself.
fn advance(
    engine: &mut Engine<'_>,
    effort: Effort,
    bottom: Mark,
    open: &mut Vec<Open>,
    count: &mut u64,
) -> Advance {
    let plain = effort.backtracking == Backtracking::Plain;
    let rests_on = |known: Choices| if plain { Choices::MAX } else { known };
    while let Some(depth) = open.len().checked_sub(1) {
        let top = &mut open[depth];
        engine.undo(top.mark);
        top.case = top.cases.next();
        let Some(case) = &top.case else {
            let failed_by = rests_on(top.failed_by);
            open.pop();
            give_up(open, failed_by);
            continue;
        };
        if *count == effort.most_cases {
            return Advance::GaveUp;
        }
        *count += 1;
        if apply(engine, case, depth).is_ok() {
            return Advance::On;
        }
        let blamed = engine.blame();
        if effort.tries_reasons() && !reasons::fail_alone(engine, bottom, open, blamed) {
            return Advance::NoReason;
        }
        give_up(open, rests_on(blamed));
    }
    Advance::End
}

/// Makes a choice, and draws every conclusion.
fn apply(engine: &mut Engine<'_>, case: &Case, depth: usize) -> Result<(), Conflict> {
    engine.choose(bit(depth));
    match case {
        Case::In(fact) => engine.put_fact(*fact)?,
        Case::InNone(facts) => facts.iter().try_for_each(|&fact| engine.lose_fact(fact))?,
    }
    engine.propagate()
}

/// The present cases fail by these choices: back to the last of them.
fn give_up(open: &mut Vec<Open>, failed_by: Choices) {
    while let Some(depth) = open.len().checked_sub(1) {
        // The deepest choices share a bit: there it is one step back at a time.
        if depth >= LAST || failed_by & bit(depth) != 0 {
            break;
        }
        open.pop();
    }
    let depth = open.len().saturating_sub(1);
    if let Some(top) = open.last_mut() {
        top.failed_by |= failed_by & !bit(depth);
    }
}

/// The last choice with a bit of its own shares it with all after it.
const LAST: usize = 127;

fn bit(depth: usize) -> Choices {
    1 << depth.min(LAST)
}

/// The cases of the next card, and the choices that leave no others; `None` if every card has its
/// place.
fn next_cases(engine: &Engine<'_>, weights: &mut [u64]) -> Option<(Vec<Case>, Choices)> {
    weights.fill(0);
    for (n, pattern) in engine.patterns.iter().enumerate().filter(|&(n, _)| engine.misses[n] == 0) {
        let open = (pattern.len() as u32 - engine.hits[n]).min(16);
        for &fact in pattern.iter().filter(|&&fact| !engine.holds(fact)) {
            weights[engine.card_of(fact) as usize] += 1 << (2 * (16 - open));
        }
    }
    for (card, weight) in weights.iter_mut().enumerate().filter(|(_, weight)| **weight > 0) {
        *weight = 1 + *weight / u64::from(engine.size(card as u32).max(1));
    }
    let most = weights.iter().enumerate().max_by_key(|&(card, &weight)| (weight, usize::MAX - card));
    let (card, &weight) = most?;
    if weight == 0 {
        return places(engine);
    }
    let mut named: Vec<FactNo> = Vec::new();
    for (_, pattern) in engine.patterns.iter().enumerate().filter(|&(n, _)| engine.misses[n] == 0) {
        let open = |fact: &&FactNo| engine.card_of(**fact) as usize == card && !engine.holds(**fact);
        named.extend(pattern.iter().filter(open));
    }
    named.sort_unstable();
    named.dedup();
    let mut cases: Vec<Case> = named.iter().map(|&fact| Case::In(fact)).collect();
    let in_one = |value: Value| named.iter().any(|&fact| engine.is_of(value, fact));
    if engine.space.values(card as u32).any(|value| engine.is_left(value) && !in_one(value)) {
        cases.push(Case::InNone(named));
        return Some((cases, NOBODY));
    }
    Some((cases, engine.losses(card as u32)))
}

/// No pattern can match any more: the places of the card that has the fewest.
fn places(engine: &Engine<'_>) -> Option<(Vec<Case>, Choices)> {
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
    Some((values.into_iter().map(Case::In).collect(), engine.losses(card)))
}

fn position(engine: &Engine<'_>) -> Vec<Spot> {
    let place = |value: &Option<Value>| value.map_or(Spot::Home, |value| engine.space.spots[value as usize]);
    engine.fixed.iter().map(place).collect()
}
