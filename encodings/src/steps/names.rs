//! Names of the variables that mean something, for the map beside a formula.

use super::Motion;
use crate::fluents::{Layer, Location, Places};
use rustsat::types::Var;

/// The names of positions and movers, in the order of the variables.
pub(super) fn names(places: &Places, layers: &[Layer], motions: &[Motion]) -> Vec<(Var, String)> {
    let mut names = Vec::new();
    for (time, layer) in layers.iter().enumerate() {
        for card in places.cards() {
            for (location, lit) in places.of[card.index()].iter().zip(layer.of(card)) {
                let place = match location {
                    Location::On(below) => format!("on-{}", below.0),
                    other => format!("{other:?}").to_lowercase(),
                };
                names.push((lit.var(), format!("card-{} {place} time-{time}", card.0)));
            }
        }
    }
    for (step, motion) in motions.iter().enumerate() {
        let name = |card| format!("card-{card} moves step-{step}");
        names.extend(places.cards().map(|card| (motion.of(card).var(), name(card.0))));
    }
    names.sort_by_key(|(var, _)| *var);
    names
}
