//! Patterns as facts by number, and as values that files and checkers know.

use super::reach::Facts;
use super::spots::{Place, Spots};
use crate::state::patterns::{CardNo, Fact, Pattern, Patterns, Spot};
use patsat_encodings::task::CardId;

fn spot(place: Place) -> Spot {
    match place {
        Place::On(below) => Spot::On(CardNo(below.0)),
        Place::Bottom => Spot::Bottom,
        Place::Cell => Spot::Cell,
        Place::Reserve => Spot::Reserve,
        Place::Stock => Spot::Stock,
        Place::Waste => Spot::Waste,
        Place::Home => Spot::Home,
    }
}

fn place(spot: Spot) -> Place {
    match spot {
        Spot::On(below) => Place::On(CardId(below.0)),
        Spot::Bottom => Place::Bottom,
        Spot::Cell => Place::Cell,
        Spot::Reserve => Place::Reserve,
        Spot::Stock => Place::Stock,
        Spot::Waste => Place::Waste,
        Spot::Home => Place::Home,
    }
}

/// Patterns as values, those of fewest facts first.
pub(super) fn patterns(spots: &Spots, all: &[Facts]) -> Patterns {
    let fact = |&fact: &u32| {
        let (card, place) = spots.facts[fact as usize];
        Fact { card: CardNo(card.0), spot: spot(place) }
    };
    // What contradicts itself matches nothing and is not missed.
    let mut patterns: Vec<Pattern> =
        all.iter().filter_map(|facts| Pattern::new(facts.iter().map(fact).collect()).ok()).collect();
    patterns.sort_by_key(|pattern| (pattern.facts().len(), pattern.clone()));
    Patterns(patterns)
}

/// The facts of a pattern by number; none if a card lies where it never can.
pub(super) fn facts(spots: &Spots, pattern: &Pattern) -> Option<Facts> {
    let number = |fact: &Fact| {
        (fact.card.index() < spots.start.len())
            .then(|| spots.find(CardId(fact.card.0), place(fact.spot)))
            .flatten()
    };
    let mut facts: Vec<u32> = pattern.facts().iter().map(number).collect::<Option<_>>()?;
    facts.sort_unstable();
    Some(facts.into())
}
