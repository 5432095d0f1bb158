//! Patterns of [`crate::prove`], in the words of [`crate::state::patterns`].

use super::WhyRequest;
use crate::prove::{self, NotFound, Progress};
use crate::search::{Budget, Limits};
use crate::state::Instance;
use crate::state::patterns::{CardNo, Fact, Pattern, Patterns, Spot};
use std::sync::atomic::AtomicBool;

pub(super) fn find(
    instance: &Instance,
    request: &WhyRequest<'_>,
    limits: Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Progress),
) -> Result<Patterns, NotFound> {
    let mut budget = Budget::new(limits).stopped_by(stop);
    let (spots, found, _) = prove::find_facts(instance, &request.options, &mut budget, watch)?;
    let fact = |&n: &u32| {
        use prove::spots::Place;
        let (card, place) = spots.facts[n as usize];
        let spot = match place {
            Place::On(below) => Spot::On(CardNo(below.0)),
            Place::Bottom => Spot::Bottom,
            Place::Cell => Spot::Cell,
            Place::Reserve => Spot::Reserve,
            Place::Stock => Spot::Stock,
            Place::Waste => Spot::Waste,
            Place::Home => Spot::Home,
        };
        Fact { card: CardNo(card.0), spot }
    };
    // What contradicts itself matches nothing and is not missed.
    let patterns = found.iter().filter_map(|facts| Pattern::new(facts.iter().map(fact).collect()).ok());
    Ok(Patterns(patterns.collect()))
}
