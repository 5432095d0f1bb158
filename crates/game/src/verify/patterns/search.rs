//! Case by case: is there a sane position that matches no pattern?
//!
//! The next card to be asked about is one that nearly matching patterns name: it is put in a place that they give it.
//! Once every pattern is excluded the cards that are left are placed one by one, for only then is it a position.
//! Where a case fails, what it fails by is learnt, and the other case follows from it. The order of cases is fixed,
//! so the answer and the work are the same on every machine.

mod learnt;
mod plain;

use super::engine::{Engine, FactNo};
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
    /// What was learnt does not follow ([`Backtracking::Tried`]).
    NotLearnt,
}

/// What a case that fails is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backtracking {
    /// What it teaches, as the engine has noted the reasons of its conclusions, is kept, and choices are taken back as
    /// far as something new follows from it.
    #[default]
    Learning,
    /// Nothing is learnt, and the last choice alone is taken back. What the engine notes of reasons then plays no part,
    /// and need not be trusted; it takes longer, often too long.
    Plain,
    /// As `Learning`, and all that is learnt is tried: it must follow by the engine's conclusions alone from what was
    /// known and learnt before. For tests of the engine; it takes much longer.
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
        Effort::from(Backtracking::default())
    }
}

impl Effort {
    fn tries_all(self) -> bool {
        self.backtracking == Backtracking::Tried
    }
}

impl From<Backtracking> for Effort {
    /// As many cases as take half a minute or so, and a few hundred MiB where something is learnt.
    fn from(backtracking: Backtracking) -> Effort {
        let most_cases = match backtracking {
            Backtracking::Plain => 50_000_000,
            Backtracking::Learning | Backtracking::Tried => 1_000_000,
        };
        Effort { backtracking, most_cases }
    }
}

/// Looks for a position that fits what the engine knows, and of which this is true.
///
/// The engine must have drawn every conclusion; it is left as it was.
pub(super) fn find(engine: &mut Engine<'_>, effort: Effort, is_so: &dyn Fn(&[Spot]) -> bool) -> Found {
    let bottom = engine.mark();
    let found = match effort.backtracking {
        Backtracking::Plain => plain::find(engine, effort, is_so),
        Backtracking::Learning | Backtracking::Tried => learning(engine, effort, is_so),
    };
    engine.back_to(0);
    engine.undo(bottom);
    engine.forget();
    found
}

fn learning(engine: &mut Engine<'_>, effort: Effort, is_so: &dyn Fn(&[Spot]) -> bool) -> Found {
    let mut weights = vec![0u64; engine.space.cards()];
    let mut cases = 0;
    loop {
        let mut refused = false;
        match next_choice(engine, &mut weights) {
            Some(_) if cases == effort.most_cases => return Found::GaveUp,
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
            // That a single position is refused excludes nothing else, and there may be very many of them. What is
            // learnt from it later follows from it, so it is kept where that is tried.
            let once = std::mem::take(&mut refused) && !effort.tries_all();
            let taken = if once { engine.follow(&nogood) } else { engine.take(&nogood) };
            if taken.is_ok() {
                break;
            }
        }
    }
}

/// The fact that is supposed next; `None` if every card has its place.
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

/// No pattern can match any more: a place of the card that has the fewest.
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
