//! Where a card lies in a position that is the goal.
//!
//! A card that was dealt on another and one that was built on it are told apart by time alone:
//! who lies face up on a card that lay face down has been built there, who lies on one that
//! still lies face down has never moved.

use super::Dealt;
use super::layer::Layer;
use super::shape::{Origin, Shape};
use crate::steps::ends::{Rest, Said};
use crate::task::CardId;

/// Clauses that say where a card lies; of literals that are certain, too.
pub(super) fn lies(shape: &Shape, dealt: &Dealt, layer: &Layer, card: CardId, rest: Rest) -> Said {
    let n = card.index();
    let alone = |lit| vec![vec![lit]];
    match rest {
        Rest::Home => vec![vec![layer.off[n], layer.leaves[n]]],
        Rest::Row => Vec::new(),
        Rest::Cell | Rest::Reserve => vec![Vec::new()],
        Rest::Base(column) => match &layer.in_column {
            Some(named) => alone(named[n][column as usize]),
            None => alone(layer.base[n]),
        },
        Rest::On(below, up) => {
            let built = shape.parents[n].iter().position(|&parent| parent == below);
            let turned = up && shape.face_down[below.index()];
            let row = dealt.on[below.index()].iter().find(|(cover, _)| *cover == card);
            let native = match shape.origins[n] {
                Origin::Dealt(_) if shape.covers[below.index()] == Some(card) && !turned => {
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
