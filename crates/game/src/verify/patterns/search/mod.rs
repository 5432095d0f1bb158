//! Case analysis: is there a sane position that matches no pattern?
//!
//! The next choice is about a card that nearly matching patterns name: it is put in a place that they give it. Once
//! every pattern is excluded, the remaining cards are placed one by one, to obtain a complete position. If a case
//! fails, the search learns a nogood from the conflict, and the other case follows from it. The order of cases is
//! fixed, so the answer and the work are the same on every machine.

mod learnt;
mod plain;

use super::engine::{Engine, FactNo};
use super::space::Value;
use crate::state::patterns::Spot;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// There is no position; the search took this number of cases.
    Nothing { cases: u64 },
    /// A position, as the spot of every card.
    Position(Vec<Spot>),
    /// The limit of cases was reached.
    GaveUp,
    /// The caller stopped the search.
    Stopped,
    /// A learnt nogood does not follow ([`Backtracking::Tried`]).
    NotLearnt,
}

/// The treatment of a case that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backtracking {
    /// A nogood is derived from the reasons that the engine recorded, and stored. The search goes back as far as
    /// something new follows from it.
    #[default]
    Learning,
    /// Nothing is learnt, and only the last choice is taken back. The recorded reasons are not used and need not be
    /// trusted. This takes longer, often too long.
    Plain,
    /// Like `Learning`, with a test of every nogood: it must follow by the engine's conclusions alone from facts and
    /// earlier nogoods. For tests of the engine; it takes much longer.
    Tried,
}

/// The method and the limit of the search for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The backtracking of the search.
    pub backtracking: Backtracking,
    /// The limit of cases for one move.
    pub most_cases: u64,
    /// The limit of cases for all moves together.
    pub most_in_all: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::from(Backtracking::default())
    }
}

impl Effort {
    fn tries_all(self) -> bool {
        self.backtracking == Backtracking::Tried
    }
}

impl From<Backtracking> for Effort {
    /// Sets a limit of cases that takes about half a minute, and a few hundred MiB for learnt nogoods.
    fn from(backtracking: Backtracking) -> Effort {
        let most_cases = match backtracking {
            Backtracking::Plain => 50_000_000,
            Backtracking::Learning | Backtracking::Tried => 1_000_000,
        };
        Effort { backtracking, most_cases, most_in_all: u64::MAX }
    }
}

/// The number of cases between two queries whether the caller stops the search: some milliseconds.
const STOP_EVERY: u64 = 256;

/// Searches for a position that is consistent with the engine and satisfies `is_so`, until `stop` returns true.
///
/// The engine must have drawn every conclusion. Its state is restored.
pub(super) fn find(
    engine: &mut Engine<'_>,
    effort: Effort,
    is_so: &dyn Fn(&[Spot]) -> bool,
    stop: &dyn Fn() -> bool,
) -> Found {
    let bottom = engine.mark();
    let found = match effort.backtracking {
        Backtracking::Plain => plain::find(engine, effort, is_so, stop),
        Backtracking::Learning | Backtracking::Tried => learning(engine, effort, is_so, stop),
    };
    engine.back_to(0);
    engine.undo(bottom);
    engine.forget();
    found
}

fn learning(
    engine: &mut Engine<'_>,
    effort: Effort,
    is_so: &dyn Fn(&[Spot]) -> bool,
    stop: &dyn Fn() -> bool,
) -> Found {
    let mut weights = vec![0u64; engine.space.cards()];
    let mut cases = 0;
    loop {
        let mut refused = false;
        match next_choice(engine, &mut weights) {
            Some(_) if cases == effort.most_cases => return Found::GaveUp,
            Some(_) if cases % STOP_EVERY == STOP_EVERY - 1 && stop() => return Found::Stopped,
            Some(fact) => {
                cases += 1;
                if engine.choose(fact, true).is_ok() {
                    continue;
                }
            }
            None => {
                let position = position(engine);
                if is_so(&position) {
                    return Found::Position(position);
                }
                engine.refuse();
                refused = true;
            }
        }
        loop {
            let Some(nogood) = engine.learn() else { return Found::Nothing { cases } };
            if effort.tries_all() && !learnt::follows(engine, &nogood, is_so) {
                return Found::NotLearnt;
            }
            engine.back_to(nogood.choices);
            // The nogood of a refused position excludes only that position, and there may be very many of them, so it
            // is not stored. `Tried` stores it, because later nogoods may follow from it.
            let once = std::mem::take(&mut refused) && !effort.tries_all();
            let taken = if once { engine.follow(&nogood) } else { engine.take(&nogood) };
            if taken.is_ok() {
                break;
            }
        }
    }
}

/// Returns the fact to assume next; `None` if every card has its place.
fn next_choice(engine: &Engine<'_>, weights: &mut [u64]) -> Option<FactNo> {
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
        return place(engine);
    }
    let open = |fact: &FactNo| engine.card_of(*fact) as usize == card && !engine.holds(*fact);
    let near = engine.patterns.iter().enumerate().filter(|&(n, _)| engine.misses[n] == 0);
    near.flat_map(|(_, pattern)| pattern.iter().copied().filter(open)).min()
}

/// Returns a place of the card with the fewest places, for the case that no pattern can match any more.
fn place(engine: &Engine<'_>) -> Option<Value> {
    let open = (0..engine.space.cards() as u32).filter(|&card| engine.fixed[card as usize].is_none());
    let card = open.min_by_key(|&card| engine.size(card))?;
    let dealt = engine.space.dealt[card as usize];
    let values = engine.space.values(card).filter(|&value| engine.is_left(value));
    values.min_by_key(|&value| match engine.space.spots[value as usize] {
        _ if value == dealt => 0,
        Spot::Home => 1,
        Spot::On(_) => 2,
        _ => 3,
    })
}

fn position(engine: &Engine<'_>) -> Vec<Spot> {
    let place = |value: &Option<Value>| value.map_or(Spot::Home, |value| engine.space.spots[value as usize]);
    engine.fixed.iter().take(engine.space.cards()).map(place).collect()
}
