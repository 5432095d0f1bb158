//! For every move out of a pattern, the few patterns that the positions after it match.

use super::engine::Engine;
use super::search::{Effort, Found};
use super::space::Space;
use super::ways::Bunch;
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

/// Returns for each of these patterns every way out of it, and the patterns that it leads into.
///
/// A number without a pattern has no ways, and no pattern has any in a game that the check does not support.
#[must_use]
pub fn explain(
    instance: &Instance,
    shown: &Verified<DeadPatterns>,
    numbers: impl IntoIterator<Item = usize>,
) -> Vec<Vec<Explained>> {
    let cards = Cards::of(instance);
    let space = Space::new(&cards).ok();
    let engine = space.as_ref().and_then(|space| Engine::ignoring(space, &shown.patterns).ok());
    let mut explainer = engine.map(|engine| Explainer { cards: &cards, patterns: &shown.patterns, engine });
    let mut ways = |n| explainer.as_mut().map(|explainer| explainer.ways(n)).unwrap_or_default();
    numbers.into_iter().map(&mut ways).collect()
}

/// One engine for all questions: between two of them it ignores all patterns.
struct Explainer<'a> {
    cards: &'a Cards,
    patterns: &'a Patterns,
    engine: Engine<'a>,
}

impl Explainer<'_> {
    fn ways(&mut self, number: usize) -> Vec<Explained> {
        let Some(pattern) = self.patterns.0.get(number) else { return Vec::new() };
        let ways = ways::ways(self.cards, self.engine.space, pattern).unwrap_or_default();
        // Most moves are impossible because their card is not free. One search shows that for all its targets.
        let mut is_blocked = |bunch: &Bunch| matches!(self.after(pattern, bunch, &[]), Found::Nothing { .. });
        let blocked: Vec<Bunch> = Bunch::all(ways.clone()).into_iter().filter(&mut is_blocked).collect();
        let mut answer = |way: &Way| match blocked.iter().any(|bunch| bunch.ways.contains(way)) {
            true => WayAnswer::Impossible,
            false => self.answer(pattern, way),
        };
        ways.into_iter().map(|way| Explained { answer: answer(&way), way }).collect()
    }

    fn answer(&mut self, pattern: &Pattern, way: &Way) -> WayAnswer {
        let bunch = Bunch { ways: vec![way.clone()] };
        let all: Vec<usize> = (0..self.patterns.0.len()).collect();
        // For each position found, the patterns that it matches.
        let mut matched: Vec<Vec<usize>> = Vec::new();
        // The patterns that a proof used, if these are enough.
        let mut enough = |numbers: &[usize]| {
            // A position that was found matches none of them.
            if matched.iter().any(|some| !some.iter().any(|n| numbers.contains(n))) {
                return None;
            }
            match self.after(pattern, &bunch, numbers) {
                Found::Nothing { .. } => {
                    Some(numbers.iter().copied().filter(|&n| self.engine.used[n]).collect::<Vec<usize>>())
                }
                Found::Position(spots) => {
                    let matches = |n: &usize| self.patterns.0[*n].matches(&spots);
                    matched.push(all.iter().copied().filter(matches).collect());
                    None
                }
                Found::GaveUp | Found::Stopped | Found::NotLearnt => None,
            }
        };
        if enough(&[]).is_some() {
            return WayAnswer::Impossible;
        }
        // Often a single pattern suffices.
        if let Some(one) = all.iter().position(|&n| enough(&[n]).is_some()) {
            return WayAnswer::Into(vec![one]);
        }
        let Some(mut needed) = enough(&all) else { return WayAnswer::Into(all) };
        for &n in &all {
            let without: Vec<usize> = needed.iter().copied().filter(|&m| m != n).collect();
            if without.len() < needed.len()
                && let Some(fewer) = enough(&without)
            {
                needed = fewer;
            }
        }
        WayAnswer::Into(needed)
    }

    /// Searches for a position after one of these moves out of a pattern that matches none of the patterns with these
    /// numbers. Then `used` of the engine has the patterns that conclusions used.
    fn after(&mut self, pattern: &Pattern, bunch: &Bunch, numbers: &[usize]) -> Found {
        let (cards, engine) = (self.cards, &mut self.engine);
        let space = engine.space;
        engine.used.fill(false);
        let assume = |engine: &mut Engine<'_>| {
            engine.avoid_all(numbers)?;
            bunch.assume(cards, engine, pattern)
        };
        let is_so = |spots: &[Spot]| bunch.that_leads_to(spots).leads_to(cards, space, pattern, spots);
        engine.mind(numbers);
        let found = after(engine, Effort::default(), assume, &is_so, &|| false);
        engine.ignore(numbers);
        found
    }
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
