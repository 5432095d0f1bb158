//! The talon as a ring of cards, one of which is playable.

use crate::cards::Cards;
use crate::columns::PlacedCards;
use crate::facts::{Fact, Facts};
use patsat_base::{FormatError, quoted};
use patsat_game::cards::Card;
use patsat_game::state::Table;
use std::collections::BTreeMap;

/// A talon.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Ring {
    /// Its cards from the bottom up.
    pub(super) cards: Vec<Card>,
    /// The place of the playable card in it; 0 in an empty talon.
    pub(super) playable: usize,
}

impl Ring {
    /// The talon of a table: the first of several draws onto an empty waste has no effect.
    pub(super) fn of(table: &Table) -> Ring {
        let deal = table.deal();
        let cards = deal.waste.iter().chain(deal.stock.iter().rev()).copied().collect();
        Ring { cards, playable: deal.waste.len().saturating_sub(1) }
    }

    /// The playable card.
    pub(super) fn card(&self) -> Option<Card> {
        self.cards.get(self.playable).copied()
    }

    /// The card above the playable one.
    pub(super) fn above(&self) -> Option<Card> {
        self.cards.get(self.playable + 1).copied()
    }

    /// The card beneath the playable one.
    pub(super) fn beneath(&self) -> Option<Card> {
        self.playable.checked_sub(1).map(|below| self.cards[below])
    }

    /// Waste and stock. The playable card at the bottom is not drawn yet.
    pub(super) fn waste_and_stock(&self) -> (Vec<Card>, Vec<Card>) {
        let turned = if self.playable == 0 { 0 } else { self.playable + 1 };
        let (waste, stock) = self.cards.split_at(turned);
        (waste.to_vec(), stock.iter().rev().copied().collect())
    }

    /// The talon of a task.
    pub(super) fn read(
        facts: &Facts,
        cards: &Cards,
        placed: &mut PlacedCards<'_>,
    ) -> Result<Ring, FormatError> {
        let of = |name: &'static str| facts.of(name);
        let named = ["bottomtalon", "toptalon", "talonplayable"];
        if named.iter().all(|name| of(name).is_empty()) && of("ontalon").is_empty() {
            return Ok(Ring::default());
        }
        let one = |name: &'static str| match of(name) {
            [fact] => Ok((cards.get(facts, fact, 0)?, fact)),
            [] => Err(FormatError::unexpected(format!("no ({name} CARD)"), "one, for there is a talon")),
            [_, second, ..] => {
                Err(FormatError::unexpected(format!("a second ({name} CARD)"), "one").at(second.line))
            }
        };
        let (bottom, at) = one("bottomtalon")?;
        let mut upon: BTreeMap<Card, (Card, &Fact)> = BTreeMap::new();
        for fact in of("ontalon") {
            let (upper, lower) = (cards.get(facts, fact, 0)?, cards.get(facts, fact, 1)?);
            if upon.insert(lower, (upper, fact)).is_some() {
                let found = format!("a second card on {} in the talon", quoted(facts.name(fact.args[1])));
                return Err(FormatError::unexpected(found, "one").at(fact.line));
            }
        }
        let mut ring = vec![placed.place(at, "at the bottom of the talon")?];
        let mut top = bottom;
        while let Some((upper, fact)) = upon.remove(&top) {
            ring.push(placed.place(fact, "in the talon")?);
            top = upper;
        }
        let (stated, fact) = one("toptalon")?;
        if stated != top {
            let found = format!("{} on top of the talon", quoted(facts.name(fact.args[0])));
            return Err(FormatError::unexpected(found, "the card that no other lies on").at(fact.line));
        }
        if let Some((_, fact)) = upon.values().min_by_key(|(_, fact)| fact.line) {
            let found = format!("{} on a card that is not in the talon", quoted(facts.name(fact.args[0])));
            return Err(FormatError::unexpected(found, "a talon from its bottom to its top").at(fact.line));
        }
        let (playable, fact) = one("talonplayable")?;
        let playable = ring.iter().position(|&card| card == playable).ok_or_else(|| {
            let found = format!("{} playable, which is not in the talon", quoted(facts.name(fact.args[0])));
            FormatError::unexpected(found, "a card of the talon").at(fact.line)
        })?;
        Ok(Ring { cards: ring, playable })
    }
}
