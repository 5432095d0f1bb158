//! What may be counted in the last position.
//!
//! A card has one location there, and a feature is a set of locations: as many of the literals are true as the position
//! has of it.

use crate::fluents::{Layer, Location, Places, View};
use crate::task::{CardId, Feature};
use rustsat::types::Lit;

/// The literals of a feature; `None` where locations do not determine it.
pub(super) fn literals(places: &Places, last: &Layer, feature: Feature) -> Option<Vec<Lit>> {
    let at = |card: CardId, location| last.find(places, card, location);
    let all = |location: Location| places.cards().filter_map(move |card| at(card, location));
    let bottoms = places.bottoms.iter().filter_map(|&card| at(card, Location::Native));
    Some(match feature {
        // No card leaves as a run, so none has a neighbour in one.
        Feature::InPlay | Feature::Unlinked => places.cards().map(|card| !last.home(card)).collect(),
        // Where it was dealt on a card that it may be built on, its location is that card.
        Feature::Dealt => {
            let on_a_card = places.cards().filter(|card| places.dealt_on[card.index()].is_some());
            on_a_card.filter_map(|card| at(card, Location::Native)).collect()
        }
        Feature::FaceDown | Feature::Waste => Vec::new(),
        Feature::Columns if places.view == View::Loose => return None,
        Feature::Columns => bottoms.chain(all(Location::Base)).collect(),
        Feature::Taken => {
            let aside = [Location::Loose, Location::Cell, Location::Base].into_iter().flat_map(all);
            bottoms.chain(aside).collect()
        }
    })
}
