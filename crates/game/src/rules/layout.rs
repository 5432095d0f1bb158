//! How a shuffled deck becomes a position.

use super::Rules;
use crate::cards::number::DealOrder;
use crate::cards::shuffle::kpat::triangle;
use crate::cards::{Card, Deal, DealId, DealIdError, DeckSpec, Pile};
use serde::{Deserialize, Serialize};

/// How many cards each column gets.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sizes {
    /// All cards that no other part of the layout takes, round the columns.
    All,
    /// This many cards, round the columns; the first columns get one more where they do not divide.
    Round(u32),
    /// These sizes, one a column.
    Listed(Vec<u32>),
}

/// Which cards of a column lie face up at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaceUp {
    /// All of them.
    #[default]
    All,
    /// The top one.
    Top,
}

/// The parts of a fresh deal. What nothing else takes is the stock.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Sizes of the columns.
    pub sizes: Sizes,
    /// Which of their cards lie face up.
    #[serde(default)]
    pub face_up: FaceUp,
    /// Cards dealt into cells.
    #[serde(default)]
    pub cells: u16,
    /// Cards dealt into the reserve, whose places can only be left.
    #[serde(default)]
    pub reserve: u16,
    /// Whether the aces lie on the foundations before anything is dealt.
    #[serde(default)]
    pub aces_home: bool,
}

/// A layout that does not fit its rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    /// The parts need more cards than there are.
    #[error("the layout places {placed} cards: expected at most the deck's {deck}")]
    TooMany {
        /// Cards that the parts take.
        placed: usize,
        /// Cards there are.
        deck: usize,
    },
    /// Cards are left over and there is no stock.
    #[error("the layout leaves {0} cards over and the game has no stock")]
    LeftOver(usize),
    /// Sizes for another number of columns.
    #[error("the layout lists {listed} columns: expected {columns}")]
    Columns {
        /// Sizes listed.
        listed: usize,
        /// Columns of the rules.
        columns: usize,
    },
    /// More cards in cells than cells.
    #[error("the layout puts {cards} cards into {cells} cells")]
    Cells {
        /// Cards dealt into cells.
        cards: u16,
        /// Cells there are.
        cells: u16,
    },
}

impl Layout {
    /// Every card face up round the columns, as in FreeCell.
    #[must_use]
    pub fn open() -> Layout {
        Layout { sizes: Sizes::All, face_up: FaceUp::All, cells: 0, reserve: 0, aces_home: false }
    }

    fn beside_the_columns(&self, deck: DeckSpec) -> usize {
        let aces = if self.aces_home { deck.foundations() } else { 0 };
        usize::from(self.cells) + usize::from(self.reserve) + aces
    }

    /// The size of each column.
    fn sizes(&self, rules: &Rules) -> Vec<usize> {
        let columns = usize::from(rules.columns);
        let round =
            |cards: usize| (0..columns).map(|c| cards / columns + usize::from(c < cards % columns)).collect();
        match &self.sizes {
            Sizes::All => round(rules.deck.len().saturating_sub(self.beside_the_columns(rules.deck))),
            Sizes::Round(cards) => round(*cards as usize),
            Sizes::Listed(sizes) => sizes.iter().map(|&n| n as usize).collect(),
        }
    }

    /// Checks that the layout fits the rules.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self, rules: &Rules) -> Result<(), LayoutError> {
        let sizes = self.sizes(rules);
        if sizes.len() != usize::from(rules.columns) {
            return Err(LayoutError::Columns { listed: sizes.len(), columns: rules.columns.into() });
        }
        if self.cells > rules.cells {
            return Err(LayoutError::Cells { cards: self.cells, cells: rules.cells });
        }
        let placed = sizes.iter().sum::<usize>() + self.beside_the_columns(rules.deck);
        let deck = rules.deck.len();
        match placed.cmp(&deck) {
            std::cmp::Ordering::Greater => Err(LayoutError::TooMany { placed, deck }),
            std::cmp::Ordering::Less if rules.stock == super::Stock::None => {
                Err(LayoutError::LeftOver(deck - placed))
            }
            _ => Ok(()),
        }
    }
}

impl Rules {
    /// Number of cards that a fresh deal leaves for the stock.
    ///
    /// `None` if the layout does not say: it puts all cards elsewhere.
    #[must_use]
    pub fn dealt_stock(&self) -> Option<usize> {
        if self.layout.sizes == Sizes::All {
            return None;
        }
        let placed =
            self.layout.sizes(self).iter().sum::<usize>() + self.layout.beside_the_columns(self.deck);
        self.deck.len().checked_sub(placed)
    }

    /// Lays out the cards, given in dealing order.
    ///
    /// The rules must have passed [`Rules::check`], and the cards be the whole deck.
    #[must_use]
    pub fn lay_out(&self, cards: &[Card], order: DealOrder) -> Deal {
        let layout = &self.layout;
        let mut deal = Deal { cells: vec![None; self.cells.into()], ..Deal::default() };
        let mut cards = cards.to_vec();
        if layout.aces_home {
            cards.retain(|card| card.rank != self.first_rank());
            deal.foundations = vec![1; self.foundations()];
        }
        let sizes = layout.sizes(self);
        let tableau: usize = sizes.iter().sum();
        let beside = usize::from(layout.cells) + usize::from(layout.reserve);
        let stock = cards.len() - (tableau + beside).min(cards.len());
        let mut cards = cards.into_iter();
        if order == DealOrder::TableauLast {
            self.deal_beside(&mut deal, &mut cards, stock, order);
        }
        deal.columns = vec![Pile::default(); sizes.len()];
        let rows = sizes.iter().copied().max().unwrap_or(0);
        // Solvitaire deals a triangle from the right (the constructor of its `game_state`); what is left
        // over after as many rows as columns goes from the left again.
        let triangle = order == DealOrder::TableauLast
            && matches!(layout.sizes, Sizes::Listed(_))
            && sizes.is_sorted()
            && sizes.first() < sizes.last();
        for row in 0..rows {
            let mut filled: Vec<usize> = (0..sizes.len()).filter(|&column| row < sizes[column]).collect();
            if triangle && row < sizes.len() {
                filled.reverse();
            }
            for column in filled {
                deal.columns[column].cards.extend(cards.next());
            }
        }
        if order == DealOrder::TableauFirst {
            self.deal_beside(&mut deal, &mut cards, stock, order);
        }
        if layout.face_up == FaceUp::Top {
            for pile in &mut deal.columns {
                pile.face_down = pile.cards.len().saturating_sub(1);
            }
        }
        deal
    }

    /// Fills cells, stock and reserve.
    fn deal_beside(
        &self,
        deal: &mut Deal,
        cards: &mut impl Iterator<Item = Card>,
        stock: usize,
        order: DealOrder,
    ) {
        for cell in deal.cells.iter_mut().take(self.layout.cells.into()) {
            *cell = cards.next();
        }
        if order == DealOrder::TableauLast {
            deal.stock = cards.take(stock).collect();
        }
        deal.reserve = cards.take(self.layout.reserve.into()).collect();
        if order == DealOrder::TableauFirst {
            // What is left is dealt from later: its first card is drawn first.
            deal.stock = cards.take(stock).collect();
            deal.stock.reverse();
        }
    }

    /// The deal of that name under these rules.
    ///
    /// A Microsoft number with fewer than 13 ranks is the ordinary deal cut to those ranks.
    ///
    /// # Errors
    /// If the dealer does not know this deck.
    pub fn deal(&self, id: &DealId) -> Result<Deal, DealIdError> {
        let partial = DeckSpec { ranks: 13, ..self.deck } == DeckSpec::STANDARD && self.deck.ranks < 13;
        if partial && matches!(id, DealId::Microsoft(_)) && matches!(self.layout.sizes, Sizes::All) {
            let whole = Rules { deck: DeckSpec::STANDARD, ..self.clone() };
            return Ok(whole.deal(id)?.cut_to_ranks(self.deck.ranks));
        }
        let (cards, order) = id.cards(self.deck)?;
        self.place(id, &cards, order)
    }

    /// Places the cards of that deal, in the order in which its dealer deals them.
    ///
    /// # Errors
    /// If the dealer has another layout for this game.
    pub(crate) fn place(&self, id: &DealId, cards: &[Card], order: DealOrder) -> Result<Deal, DealIdError> {
        let mut deal = match (id, &self.layout.sizes) {
            (DealId::PySol(_), Sizes::Listed(sizes)) if *sizes == [8, 8, 8, 7, 6, 5, 4, 3, 2, 1] => {
                self.lay_out(&triangle(cards), order)
            }
            (DealId::PySol(_), Sizes::Listed(_) | Sizes::Round(_)) => {
                return Err(DealIdError::PySol);
            }
            _ => self.lay_out(cards, order),
        };
        let turned = deal.stock.len() - id.turned().min(deal.stock.len());
        deal.waste = deal.stock.split_off(turned);
        Ok(deal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;
    use itertools::Itertools;

    fn column(deal: &Deal, index: usize) -> String {
        deal.columns[index].cards.iter().join(" ")
    }

    #[test]
    fn microsoft_deals_cut_to_ranks_are_the_competition_tasks() {
        let mut rules = Rules::preset("freecell").unwrap();
        let whole = rules.deal(&DealId::Microsoft(1)).unwrap();
        assert_eq!(column(&whole, 0), "JD KD 2S 4C 3S 6D 6S");
        rules.deck.ranks = 6;
        // Task probfreecell-6-1 of the International Planning Competition of 2000.
        let cut = rules.deal(&DealId::Microsoft(1)).unwrap();
        assert_eq!(column(&cut, 0), "2S 4C 3S 6D 6S");
        cut.check(rules.deck).unwrap();
    }

    /// The boards that `pysol_cards` 0.24.0 prints for its deal 100001.
    #[test]
    fn pysol_lays_out_as_its_own_games() {
        let id = DealId::PySol(100_001);
        let deal = |game: &str| Rules::preset(game).unwrap().deal(&id).unwrap();
        let fresh = deal("freecell");
        assert_eq!(
            (column(&fresh, 0), column(&fresh, 7)),
            ("AS 7C 6H 8S 4D 6C 9C".into(), "KS KH JS 6S 2D 9D".into())
        );
        let cells = |deal: &Deal| deal.cells.iter().flatten().join(" ");
        let eight = deal("eight-off");
        assert_eq!((column(&eight, 3), cells(&eight)), ("TS KC TH 5C 6D 2S".into(), "9C 8H KD JD".into()));
        let seahaven = deal("seahaven-towers");
        assert_eq!((column(&seahaven, 9), cells(&seahaven)), ("8D TH 4H 2D 8H".into(), "KD JD".into()));
        let simon = deal("simple-simon");
        assert_eq!(column(&simon, 0), "AS 8D QD 8S TD 6D 2D AH");
        assert_eq!([5, 8, 9].map(|n| column(&simon, n)), ["4S JC 3C 4H 9D", "7C KD", "JD"]);
        for game in ["king-albert", "spider", "spiderette", "forty-thieves"] {
            let refused = Rules::preset(game).unwrap().deal(&id).unwrap_err().to_string();
            assert!(refused.starts_with("pysol:N deals one deck of 13 ranks and 4 suits"), "{refused}");
        }
    }

    #[test]
    fn solvitaire_deals_triangles_from_the_right() {
        let id = DealId::Solvitaire { game: None, seed: 1 };
        let (cards, _) = id.cards(DeckSpec::STANDARD).unwrap();
        let deal = Rules::preset("king-albert").unwrap().deal(&id).unwrap();
        assert_eq!(deal.reserve, cards[..7]);
        // The first row lies on all nine columns, the second leaves the first one out.
        let dealt = |row: usize| deal.columns[row..].iter().rev().map(move |pile| pile.cards[row]);
        assert!((0..9).flat_map(dealt).eq(cards[7..].iter().copied()));
        // Other dealers begin at the left.
        let id = DealId::Random { game: None, seed: 1 };
        let (cards, _) = id.cards(DeckSpec::STANDARD).unwrap();
        let deal = Rules::preset("king-albert").unwrap().deal(&id).unwrap();
        assert_eq!(deal.columns[0].cards[0], cards[0]);
    }

    #[test]
    fn solvitaire_deals_are_solvitaires() {
        let id = DealId::Solvitaire { game: None, seed: 1 };
        let freecell = Rules::preset("freecell").unwrap().deal(&id).unwrap();
        assert_eq!(column(&freecell, 0), "6H QS 4S 2H 3C 8S JH");
        assert_eq!(column(&freecell, 7), "QC 7C TS 5D 5H 9H");
        let forty = Rules::preset("forty-thieves").unwrap().deal(&id).unwrap();
        assert_eq!(column(&forty, 0), "TS 4C 2S 9H");
        assert_eq!(column(&forty, 9), "7S 2S JH 5S");
        assert_eq!(forty.stock.len(), 64);
        assert_eq!(forty.stock[..3].iter().join(" "), "JD KS 6H");
        assert_eq!(forty.stock[62..].iter().join(" "), "7C 7D");
    }

    #[test]
    fn every_preset_deals_its_whole_deck() {
        for preset in PRESETS {
            let rules = Rules::preset(preset.name).unwrap();
            let deal = rules.deal(&DealId::Random { game: None, seed: 5 }).unwrap();
            deal.check(rules.deck).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
        }
    }
}
