//! What may be counted in the last position.
//!
//! Each count is from above: a literal is implied wherever the feature is there, and a model in
//! which no others are true exists whenever there is one at all. So "at most `n` of these literals"
//! says "at most `n` of this feature", for every `n`.

use super::facts::Facts;
use super::layer::Layer;
use crate::constraints::{AtLeast, Count};
use crate::options::Options;
use crate::steps::clause_writer::ClauseWriter;
use crate::task::{CardId, Feature};
use rustsat::types::Lit;

/// The last position.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastPosition<'a> {
    pub(super) facts: &'a Facts,
    pub(super) layer: &'a Layer,
}

impl LastPosition<'_> {
    /// The literals of a feature.
    pub(super) fn feature(
        &self,
        feature: Feature,
        writer: &mut ClauseWriter<'_>,
        options: &Options,
    ) -> Vec<Lit> {
        let cards = || self.facts.cards().filter(|&card| self.facts.in_play(card, self.layer.dealt));
        match feature {
            Feature::Unlinked => cards().map(|card| self.unlinked(writer, card)).collect(),
            Feature::Dealt => cards().filter_map(|card| self.dealt(writer, card)).collect(),
            Feature::FaceDown => {
                let covers = cards().filter(|card| self.facts.face_down[card.index()]);
                let covers = covers.filter_map(|card| self.facts.covers[card.index()]);
                covers.filter_map(|cover| self.dealt(writer, cover)).collect()
            }
            Feature::Waste => Vec::new(),
            Feature::InPlay => cards().map(|card| self.in_play(writer, card)).collect(),
            Feature::Columns | Feature::Taken => {
                let base = |card: CardId| self.layer.base[card.index()];
                let uses: Vec<Lit> =
                    cards().filter_map(|card| self.stays(writer, base(card), card)).collect();
                // There are no more columns than columns, whatever the number of cards that may be deepest.
                if uses.len() <= self.facts.columns {
                    return uses;
                }
                let count = Count::new(writer.formula, options.cardinality, &uses, self.facts.columns);
                (1..=self.facts.columns).filter_map(|n| count.at_least(n)).collect()
            }
        }
    }

    /// A literal that is implied where this card is in play and lies on no neighbour in its run.
    fn unlinked(&self, writer: &mut ClauseWriter<'_>, card: CardId) -> Lit {
        let n = card.index();
        let unlinked = writer.new_lit();
        let mut some = vec![unlinked, self.layer.off[n], self.layer.leaves[n]];
        let joined = self.layer.on[n].iter().zip(&self.facts.joins[n]);
        some.extend(joined.filter(|&(_, &joined)| joined).map(|(&on, _)| on));
        writer.clause(&some);
        unlinked
    }

    /// A literal that is implied where this card is in play.
    fn in_play(&self, writer: &mut ClauseWriter<'_>, card: CardId) -> Lit {
        let in_play = writer.new_lit();
        writer.clause(&[in_play, self.layer.off[card.index()], self.layer.leaves[card.index()]]);
        in_play
    }

    /// A literal that is implied where this card lies on another where it was dealt.
    fn dealt(&self, writer: &mut ClauseWriter<'_>, card: CardId) -> Option<Lit> {
        self.stays(writer, self.layer.native[card.index()], card)
    }

    /// A literal that is implied where this card lies at a place and does not leave from there with its run.
    fn stays(&self, writer: &mut ClauseWriter<'_>, place: Lit, card: CardId) -> Option<Lit> {
        if writer.is_no(place) {
            return None;
        }
        let goes = self.layer.goes(writer, self.facts, card);
        if writer.is_no(goes) {
            return Some(place);
        }
        let stays = writer.new_lit();
        writer.imply(&[place], &[stays, goes]);
        Some(stays)
    }
}

/// Writes that the goal needs a card in every column: the next row cannot be dealt else.
pub(super) fn all_filled(
    last: &LastPosition<'_>,
    writer: &mut ClauseWriter<'_>,
    goal: Lit,
    options: &Options,
) {
    let mut stay = Vec::new();
    for card in last.facts.cards().filter(|&card| last.facts.in_play(card, last.layer.dealt)) {
        let base = last.layer.base[card.index()];
        let goes = last.layer.goes(writer, last.facts, card);
        if writer.is_no(base) || writer.is_no(goes) {
            if !writer.is_no(base) {
                stay.push(base);
            }
            continue;
        }
        let stays = writer.new_lit();
        writer.imply(&[stays], &[base]);
        writer.never(&[stays, goes]);
        stay.push(stays);
    }
    match AtLeast::new(writer.formula, options.cardinality, &stay, last.facts.columns)
        .claim(last.facts.columns)
    {
        Some(filled) => writer.imply(&[goal], &[filled]),
        None => writer.never(&[goal]),
    }
}
