//! What lies on foundations or in the hole before others are dealt, and the rank that foundations begin with.

use super::Rules;
use crate::cards::{Card, Deal, DealId, DealIdError};
use patsat_dealers::DealOrder;
use serde::{Deserialize, Serialize};

/// What the first card of a deal decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstCard {
    /// Nothing: it is dealt as any other.
    #[default]
    Dealt,
    /// It goes home, and foundations begin with its rank (Canfield). In games with a hole it goes there (Golf); in those
    /// without this the ace of the last suit does.
    Home,
    /// It is dealt, foundations begin with its rank, and the other cards of that rank go home (Penguin).
    Base,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_dealt(first: &FirstCard) -> bool {
    *first == FirstCard::Dealt
}

impl Rules {
    /// The same rules with the rank that foundations begin with in the deal of that name.
    ///
    /// # Errors
    /// If the dealer does not know this deck.
    pub fn with_base_of(mut self, id: &DealId) -> Result<Rules, DealIdError> {
        if self.layout.first_card != FirstCard::Dealt && !self.home.is_hole() {
            let (cards, order) = self.deck.dealt(id)?;
            self.base = self.first_card(&cards, order).map_or(self.base, |card| card.rank.0);
        }
        Ok(self)
    }

    /// The card meant by [`Layout::first_card`].
    ///
    /// Solvitaire takes the first card of its deck, of which it deals from the other end.
    fn first_card(&self, cards: &[Card], order: DealOrder) -> Option<Card> {
        let last = order == DealOrder::TableauLast && self.layout.first_card == FirstCard::Home;
        if last { cards.last().copied() } else { cards.first().copied() }
    }

    /// Takes the cards out that lie on foundations or in the hole before others are dealt.
    pub(super) fn begin(&self, deal: &mut Deal, cards: &mut Vec<Card>, order: DealOrder) {
        let first = self.first_card(cards, order);
        if self.home.is_hole() {
            let ace = self.deck.suits.iter().last().map(|suit| Card::new(1, suit));
            let card = if self.layout.first_card == FirstCard::Home { first } else { ace };
            let at = card.and_then(|card| cards.iter().position(|&other| other == card));
            deal.hole.extend(at.map(|at| cards.remove(at)));
            return;
        }
        if self.layout.aces_home {
            cards.retain(|card| card.rank != self.first_rank());
            deal.foundations = vec![1; self.foundations()];
            return;
        }
        let Some(first) = first.filter(|_| self.layout.first_card != FirstCard::Dealt) else { return };
        deal.foundations = vec![0; self.foundations()];
        match self.layout.first_card {
            FirstCard::Dealt => {}
            FirstCard::Home => {
                deal.foundations[self.deck.foundations_of(first.suit.0).start] = 1;
                let at = if order == DealOrder::TableauLast { cards.len() - 1 } else { 0 };
                cards.remove(at);
            }
            FirstCard::Base => {
                deal.foundations = vec![1; self.foundations()];
                deal.foundations[self.deck.foundations_of(first.suit.0).start] = 0;
                cards.retain(|card| card.rank != first.rank);
                cards.insert(0, first);
            }
        }
    }
}
