//! Where a card lies in a position that is the goal.
//!
//! Time alone distinguishes a card that was dealt on another from one that was built on it. If a card lies on
//! one that lay face down and is now face up, it has been built there. If the lower card still lies face
//! down, the card on it has never moved.

use super::DealtPairs;
use super::facts::{Facts, Origin};
use super::layer::Layer;
use crate::steps::ends::LieClauses;
use crate::task::{CardId, Spot};

/// Clauses that say where a card lies, on a card that lies face up or not; of literals that are
/// certain, too.
pub(super) fn lies(
    facts: &Facts,
    dealt: &DealtPairs,
    layer: &Layer,
    card: CardId,
    spot: Spot,
    up: bool,
) -> LieClauses {
    let mut clauses = lies_at(facts, dealt, layer, card, spot, up);
    // Where a complete run is left lying, it is not collected at the last time.
    if facts.collected && matches!(spot, Spot::Base(_) | Spot::On(_)) {
        clauses.push(vec![!layer.leaves[card.index()]]);
    }
    clauses
}

fn lies_at(
    facts: &Facts,
    dealt: &DealtPairs,
    layer: &Layer,
    card: CardId,
    spot: Spot,
    up: bool,
) -> LieClauses {
    let n = card.index();
    let alone = |lit| vec![vec![lit]];
    match spot {
        Spot::Home => vec![vec![layer.off[n], layer.leaves[n]]],
        Spot::Stock => Vec::new(),
        Spot::Cell | Spot::Reserve | Spot::Waste => vec![Vec::new()],
        Spot::Base(column) => match &layer.in_column {
            Some(named) => alone(named[n][column as usize]),
            None => alone(layer.base[n]),
        },
        Spot::On(below) => {
            let built = facts.parents[n].iter().position(|&parent| parent == below);
            let turned = up && facts.face_down[below.index()];
            let row = dealt.on[below.index()].iter().find(|(cover, _)| *cover == card);
            let native = match facts.origins[n] {
                Origin::Dealt(_) if facts.covers[below.index()] == Some(card) && !turned => {
                    Some(alone(layer.native[n]))
                }
                Origin::Row(..) if up => row.map(|&(_, there)| vec![vec![layer.native[n]], vec![there]]),
                _ => None,
            };
            match built.filter(|_| up) {
                Some(parent) => alone(layer.on[n][parent]),
                None => native.unwrap_or_else(|| vec![Vec::new()]),
            }
        }
    }
}
