//! Where the cards of a task lie, each in one place, and the columns they make.

use super::cards::Cards;
use super::facts::{Fact, Facts};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::Card;
use std::collections::{BTreeMap, BTreeSet};

/// The cards that have a place so far.
pub(super) struct PlacedCards<'a> {
    facts: &'a Facts,
    cards: &'a Cards,
    in_play: &'a dyn Fn(&Card) -> bool,
    placed: BTreeSet<Card>,
}

impl<'a> PlacedCards<'a> {
    /// No card placed; `in_play` says which ones need a place.
    pub(super) fn new(
        facts: &'a Facts,
        cards: &'a Cards,
        in_play: &'a dyn Fn(&Card) -> bool,
    ) -> PlacedCards<'a> {
        PlacedCards { facts, cards, in_play, placed: BTreeSet::new() }
    }

    /// Takes the first card of a fact as placed, and returns it.
    pub(super) fn place(&mut self, fact: &Fact, what: &str) -> Result<Card, FormatError> {
        let (card, name) = (self.cards.get(self.facts, fact, 0)?, quoted(self.facts.name(fact.args[0])));
        if !(self.in_play)(&card) {
            let found = format!("{name} {what}, though it is home or stands for an empty foundation");
            return Err(FormatError::unexpected(found, "each card in one place").at(fact.line));
        }
        if !self.placed.insert(card) {
            let found = format!("{name} {what}, after another place for it");
            return Err(FormatError::unexpected(found, "each card in one place").at(fact.line));
        }
        Ok(card)
    }

    /// The cards of each column, deepest first.
    pub(super) fn columns(&mut self) -> Result<Vec<Vec<Card>>, FormatError> {
        let (facts, cards) = (self.facts, self.cards);
        let mut upon = BTreeMap::new();
        let mut columns = Vec::new();
        for fact in facts.of("bottomcol") {
            columns.push(vec![self.place(fact, "at the bottom of a column")?]);
        }
        for fact in facts.of("on") {
            let upper = self.place(fact, "on a card")?;
            let below = cards.get(facts, fact, 1)?;
            if upon.insert(below, (upper, fact)).is_some() {
                let found = format!("a second card on {}", quoted(facts.name(fact.args[1])));
                return Err(FormatError::unexpected(found, "one").at(fact.line));
            }
        }
        let mut clear = BTreeMap::new();
        for fact in facts.of("clear") {
            clear.insert(cards.get(facts, fact, 0)?, fact);
        }
        for column in &mut columns {
            let mut top = column[0];
            while let Some((upper, _)) = upon.remove(&top) {
                column.push(upper);
                top = upper;
            }
            if clear.remove(&top).is_none() {
                let found = format!("{} on top of a column but not clear", self.called(top));
                return Err(FormatError::unexpected(found, "(clear CARD) for the top of each column"));
            }
        }
        if let Some((_, fact)) = upon.values().next() {
            let found = format!("{} on a card that is in no column", quoted(facts.name(fact.args[0])));
            return Err(
                FormatError::unexpected(found, "columns that begin with (bottomcol CARD)").at(fact.line)
            );
        }
        if let Some(fact) = clear.values().next() {
            let found =
                format!("{} clear, which is not on top of a column", quoted(facts.name(fact.args[0])));
            return Err(FormatError::unexpected(found, "(clear CARD) for the tops only").at(fact.line));
        }
        Ok(columns)
    }

    /// Checks that each card has a place; `places` are those of the domain.
    pub(super) fn check_all(&self, places: &str) -> Result<(), FormatError> {
        let lost = |(_, card): &(_, &Card)| (self.in_play)(card) && !self.placed.contains(*card);
        match self.cards.card.iter().find(lost) {
            Some((&object, _)) => {
                let found = format!("no place for {}", quoted(self.facts.name(object)));
                Err(FormatError::unexpected(found, format!("each card {places}")))
            }
            None => Ok(()),
        }
    }

    /// A card's name in the file, in quotation marks.
    pub(super) fn called(&self, card: Card) -> String {
        let object = self.cards.card.iter().find(|(_, known)| **known == card);
        quoted(object.map_or("", |(&object, _)| self.facts.name(object)))
    }
}
