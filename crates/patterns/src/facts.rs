//! A pattern as the numbers of its facts: the form in which the search for patterns handles them,
//! and how it is made from a [`Pattern`] of the game and turned back into one.

use super::spots::{Spot, Spots};
use patsat_encodings::task::CardId;
use patsat_game::state::patterns::{Fact, Pattern, Patterns};
use rand_chacha::rand_core::Rng;

/// A pattern by the numbers of its facts, in order.
pub type Facts = Box<[u32]>;

/// A pattern with further facts.
pub(super) fn with(facts: &[u32], more: &[u32]) -> Facts {
    let mut all = [facts, more].concat();
    all.sort_unstable();
    all.dedup();
    all.into()
}

/// Whether all facts of the first are in the second; both in order.
pub(super) fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|fact| rest.any(|other| other == fact))
}

/// The order in which facts are dropped: those of cards that have moved first, and those of cards
/// still where they were dealt last; at random among equals.
pub(super) fn shuffled(spots: &Spots, facts: &[u32], rng: &mut impl Rng) -> Vec<u32> {
    let mut keyed: Vec<(bool, u32, u32)> = (facts.iter())
        .map(|&fact| {
            let (card, spot) = spots.facts[fact as usize];
            let unmoved = spot != Spot::Home && spots.start[card.index()] == fact;
            (unmoved, rng.next_u32(), fact)
        })
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(.., fact)| fact).collect()
}

/// The number of a fact; none if the card never lies there.
fn number(spots: &Spots, fact: &Fact) -> Option<u32> {
    if fact.card.index() >= spots.start.len() {
        return None;
    }
    let covered = |&narrow: &u32| fact.spot.covers(spots.fact(narrow).spot);
    let narrow: Vec<u32> = spots.of(CardId(fact.card.0)).filter(covered).collect();
    match narrow[..] {
        [] => None,
        [one] => Some(one),
        _ => (spots.narrow()..spots.len() as u32).find(|&wide| spots.covered(wide) == Some(&narrow)),
    }
}

/// The numbers of a pattern's facts; none if a card lies where it never can.
pub(super) fn from_pattern(spots: &Spots, pattern: &Pattern) -> Option<Facts> {
    let mut facts: Vec<u32> =
        pattern.facts().iter().map(|fact| number(spots, fact)).collect::<Option<_>>()?;
    facts.sort_unstable();
    Some(facts.into())
}

/// Patterns of the game, those of fewest facts first.
pub(super) fn to_patterns(spots: &Spots, all: &[Facts]) -> Patterns {
    let pattern = |facts: &Facts| Pattern::new(facts.iter().map(|&fact| spots.fact(fact)).collect());
    // A pattern that contradicts itself matches no position, so nothing is lost without it.
    let mut patterns: Vec<Pattern> = all.iter().filter_map(|facts| pattern(facts).ok()).collect();
    patterns.sort_by_key(|pattern| (pattern.facts().len(), pattern.clone()));
    Patterns(patterns)
}
