//! For every move out of a pattern, the few patterns that the positions after it match.

use super::engine::Engine;
use super::search::{Effort, Found};
use super::space::Space;
use super::{DeadPatterns, Verified, Way, after, ways};
use crate::state::Instance;
use crate::state::patterns::{CardNo, Cards, Pattern, Patterns, Spot};

/// Why a way out does not leave the patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WayAnswer {
    /// No position that matches the pattern allows the move.
    Impossible,
    /// Every position that it leads to matches one of these patterns, and each of them is needed.
    Into(Vec<usize>),
}

/// A way out of a pattern, and the reason why it does not leave the patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The move.
    pub way: Way,
    /// Why it does not leave the patterns.
    pub answer: WayAnswer,
}

/// Returns every way out of pattern number `which`, and the patterns that it leads into.
#[must_use]
pub fn explain(instance: &Instance, shown: &Verified<DeadPatterns>, which: usize) -> Vec<Explained> {
    let cards = Cards::of(instance);
    let (Ok(space), Some(pattern)) = (Space::new(&cards), shown.patterns.0.get(which)) else {
        return Vec::new();
    };
    let how = Effort::default();
    let refuted = |numbers: &[usize], way: &Way| {
        let some = Patterns(numbers.iter().map(|&n| shown.patterns.0[n].clone()).collect());
        match Engine::new(&space, &some) {
            Ok(mut engine) => {
                engine.used.fill(false);
                let is_so = |spots: &[Spot]| way.leads_to(&cards, &space, pattern, spots);
                let found =
                    after(&mut engine, how, |engine| way.assume(&cards, engine, pattern), &is_so, &|| false);
                let used = numbers.iter().zip(&engine.used).filter(|(_, used)| **used);
                matches!(found, Found::Nothing { .. }).then(|| used.map(|(&n, _)| n).collect::<Vec<usize>>())
            }
            Err(_) => Some(numbers.to_vec()),
        }
    };
    let all: Vec<usize> = (0..shown.patterns.0.len()).collect();
    let answer = |way: &Way| {
        if refuted(&[], way).is_some() {
            return WayAnswer::Impossible;
        }
        let used = refuted(&all, way).filter(|used| refuted(used, way).is_some());
        let mut needed = used.unwrap_or_else(|| all.clone());
        // Often a single pattern suffices.
        if let Some(&one) = needed.iter().find(|&&n| refuted(&[n], way).is_some()) {
            return WayAnswer::Into(vec![one]);
        }
        for n in needed.clone() {
            let without: Vec<usize> = needed.iter().copied().filter(|&m| m != n).collect();
            if refuted(&without, way).is_some() {
                needed = without;
            }
        }
        WayAnswer::Into(needed)
    };
    let ways = ways::ways(&cards, &space, pattern).unwrap_or_default();
    ways.into_iter().map(|way| Explained { answer: answer(&way), way }).collect()
}

/// The facts about other cards that a pattern implies, in every sane position that matches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implied {
    /// For each card its place, if only one is possible.
    pub spots: Vec<Option<Spot>>,
    /// For each card whether propagation leaves it possible that it is home.
    pub may_be_home: Vec<bool>,
}

/// Returns the facts that a pattern implies; `None` if no sane position matches it.
#[must_use]
pub fn implied(instance: &Instance, pattern: &Pattern) -> Option<Implied> {
    let cards = Cards::of(instance);
    let space = Space::new(&cards).ok()?;
    let mut engine = Engine::new(&space, &Patterns::default()).ok()?;
    pattern.facts().iter().try_for_each(|fact| engine.put_at(fact.card, fact.spot)).ok()?;
    engine.propagate().ok()?;
    let known = engine.fixed.iter().take(space.cards());
    let spots = known.map(|value| value.map(|value| space.spots[value as usize])).collect();
    let home = |card| space.value(card, Spot::Home).is_some_and(|value| engine.is_left(value));
    Some(Implied { spots, may_be_home: cards.all().map(home).collect() })
}

/// Returns whether some sane position that matches a pattern has no card on this one.
///
/// Returns `None` if the search gives up or the game is not supported.
#[must_use]
pub fn may_be_free(instance: &Instance, pattern: &Pattern, card: CardNo) -> Option<bool> {
    let cards = Cards::of(instance);
    let space = Space::new(&cards).ok()?;
    let mut engine = Engine::new(&space, &Patterns::default()).ok()?;
    let lies_bare = |engine: &mut Engine<'_>| {
        pattern.facts().iter().try_for_each(|fact| engine.put_at(fact.card, fact.spot))?;
        engine.bare(card.0)?;
        engine.propagate()
    };
    let is_sane = |spots: &[Spot]| ways::lie_as_dealt_there(&space, spots);
    match after(&mut engine, Effort::default(), lies_bare, &is_sane, &|| false) {
        Found::Nothing { .. } => Some(false),
        Found::Position(_) => Some(true),
        Found::GaveUp | Found::Stopped | Found::NotLearnt => None,
    }
}
