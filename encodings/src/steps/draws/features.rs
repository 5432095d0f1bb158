//! What may be counted in the last position.
//!
//! A card is in the place where it was dealt or drawn to, or it has left it and is in one of the others, so as many of the
//! literals are true as the position has of a feature.

use super::facts::Facts;
use super::layer::Layer;
use crate::task::{CardId, Feature};
use rustsat::types::Lit;

/// The literals of a feature.
pub(super) fn literals(facts: &Facts, last: &Layer, feature: Feature) -> Vec<Lit> {
    let stays = |card: CardId| !last.left[card.index()];
    let drawn = |card: &CardId| facts.place[card.index()].is_none_or(|place| place < facts.ends);
    match feature {
        // No card leaves as a run, so none has a neighbour in one.
        Feature::InPlay | Feature::Unlinked => {
            facts.cards().filter(drawn).map(|card| !last.home[card.index()]).collect()
        }
        Feature::Dealt => {
            facts.cards().filter(|card| facts.dealt_on[card.index()].is_some()).map(stays).collect()
        }
        Feature::FaceDown => facts.covers.iter().copied().map(stays).collect(),
        Feature::Columns | Feature::Taken => {
            let bottoms = facts.cards().filter(|card| facts.bottom[card.index()]).map(stays);
            bottoms.chain(last.base.iter().copied()).collect()
        }
        Feature::Waste => facts.chain[..facts.ends].iter().copied().map(stays).collect(),
    }
}
