//! Patterns as facts by number, and as values that files and checkers know.

use super::reach::Facts;
use super::spots::{Place, Spots};
use crate::state::patterns::{CardNo, Fact, Pattern, Patterns, Spot};
use patsat_encodings::task::CardId;

/// A place as files say it.
pub(super) fn spot(place: Place) -> Spot {
    match place {
        Place::On(below) => Spot::On(CardNo(below.0)),
        Place::OnHidden(below) => Spot::OnHidden(CardNo(below.0)),
        Place::Bottom => Spot::Bottom,
        Place::BottomOf(column) => Spot::BottomOf(column as u16),
        Place::Cell => Spot::Cell,
        Place::Reserve => Spot::Reserve,
        Place::Stock => Spot::Stock,
        Place::StockLeft(left) | Place::StockMost(left) => Spot::StockLeft(left as u16),
        Place::Waste => Spot::Waste,
        Place::WasteLeft(left) | Place::WasteMost(left) => Spot::WasteLeft(left as u16),
        Place::Home => Spot::Home,
    }
}

/// The fact that holds where this is said of a card, if it is ever true.
fn said(spots: &Spots, fact: &Fact) -> Option<u32> {
    let card = CardId(fact.card.0);
    if fact.card.index() >= spots.start.len() {
        return None;
    }
    let covered = |&narrow: &u32| fact.spot.covers(spot(spots.facts[narrow as usize].1));
    let narrow: Vec<u32> = spots.of(card).filter(covered).collect();
    match narrow[..] {
        [] => None,
        [one] => Some(one),
        _ => (spots.narrow()..spots.len() as u32).find(|&wide| spots.covered(wide) == Some(&narrow)),
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
    let mut facts: Vec<u32> = pattern.facts().iter().map(|fact| said(spots, fact)).collect::<Option<_>>()?;
    facts.sort_unstable();
    Some(facts.into())
}
