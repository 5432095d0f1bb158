//! The cards of a numbered deal, in the order in which its dealer deals them.

use super::{Card, DeckSpec, Suits};
use patsat_dealers::{
    DealId, DealIdError, DealOrder, klondike_solver, kpat, microsoft, pysol, random, solvitaire,
};

impl From<(u32, u16)> for Card {
    /// The card of this rank (from 1) and suit (from 0).
    fn from((rank, suit): (u32, u16)) -> Card {
        Card::new(rank, suit)
    }
}

impl DeckSpec {
    /// The deck of a game of KPatience.
    #[must_use]
    pub fn of_kpat(game: kpat::Game) -> DeckSpec {
        match game {
            kpat::Game::Spider(suits) => {
                let suits = Suits::of_spider(suits.into());
                DeckSpec { ranks: 13, suits, copies: 8 / suits.len() as u16 }
            }
            _ => DeckSpec::new(13, 4, game.copies()),
        }
    }

    /// The cards of this deck in the order of a numbered deal, and in which order its dealer fills a layout.
    ///
    /// # Errors
    /// If the dealer does not know this deck.
    pub fn dealt(self, id: &DealId) -> Result<(Vec<Card>, DealOrder), DealIdError> {
        let is_standard = self == DeckSpec::STANDARD;
        let cards = match id {
            DealId::Microsoft(number) if is_standard => microsoft::order(*number),
            DealId::MicrosoftNegative(number) if is_standard => microsoft::negative(*number),
            DealId::Microsoft(_) | DealId::MicrosoftNegative(_) => return Err(DealIdError::Deck),
            DealId::PySol(number) if is_standard => pysol::order(*number),
            DealId::PySol(number) if self == DeckSpec::new(13, 4, 2) => pysol::two_decks(*number),
            DealId::PySolOld(number) if is_standard => pysol::old_order(*number),
            DealId::PySolOld(number) if self == DeckSpec::new(13, 4, 2) => pysol::old_two_decks(*number),
            DealId::PySol(_) | DealId::PySolOld(_) => return Err(DealIdError::PySol),
            DealId::KPatience { game, number } if self == DeckSpec::of_kpat(*game) => {
                kpat::order(*game, *number).into_iter().map(|n| game.card(n)).collect()
            }
            DealId::KPatience { game, .. } => return Err(DealIdError::KPatienceDeck(game.name())),
            DealId::KlondikeSolver(number) if is_standard => klondike_solver::order(*number),
            DealId::KlondikeSolver(_) => return Err(DealIdError::Klondike("klondike-solver")),
            DealId::Greenfelt(number) if is_standard => klondike_solver::greenfelt(*number),
            DealId::Greenfelt(_) => return Err(DealIdError::Klondike("greenfelt")),
            DealId::Solvitaire { seed, .. } => {
                let listed = |suit| (0..self.suits.times(suit)).map(move |_| suit);
                let suits = self.suits.iter().flat_map(listed);
                return Ok((
                    solvitaire::order(self.ranks, suits, self.copies, *seed),
                    DealOrder::TableauLast,
                ));
            }
            DealId::Random { seed, .. } => random::order(self.all_cards(), *seed),
        };
        Ok((cards, DealOrder::TableauFirst))
    }
}
