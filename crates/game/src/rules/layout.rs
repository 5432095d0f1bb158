//! The layout of a shuffled deck as a position.

use super::first_card::{FirstCard, is_dealt};
use super::{Home, Rules, Stock};
use crate::cards::{Card, Deal, DealId, DealIdError, DeckSpec, Pile};
use patsat_dealers::DealOrder;
use patsat_dealers::kpat::triangle;
use patsat_dealers::pysol;
use serde::{Deserialize, Serialize};

/// The number of cards that each column gets.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sizes {
    /// All cards that no other part of the layout takes, round the columns.
    All,
    /// This many cards, round the columns; the first columns get one more where they do not divide.
    Round(u32),
    /// These sizes, one a column.
    Listed(Vec<u32>),
    /// All cards except this number of full rows, round the columns (the planning competition's Spider).
    LeavingRows(u32),
}

/// Which cards of a column lie face up at the start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaceUp {
    /// All of them.
    #[default]
    All,
    /// The top one.
    Top,
    /// This number of cards at the top.
    Last(u16),
    /// These numbers of cards at the top, one a column.
    Listed(Vec<u16>),
}

impl FaceUp {
    /// How many cards of a column, counted from 0, lie face down if it has this size.
    #[must_use]
    pub fn face_down(&self, column: usize, size: usize) -> usize {
        // The top card is turned up in any case.
        let all_but = |cards: u16| size.saturating_sub(usize::from(cards).max(1));
        match self {
            FaceUp::All => 0,
            FaceUp::Top => all_but(1),
            FaceUp::Last(cards) => all_but(*cards),
            FaceUp::Listed(cards) => cards.get(column).map_or(0, |&cards| all_but(cards)),
        }
    }
}

/// The parts of a fresh deal. All other cards are the stock.
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
    /// Whether the cards of the reserve lie on each other, so that only the top one can be played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stacked: bool,
    /// Whether the first cards of all foundations, which are the aces unless the rules say otherwise, lie there before
    /// anything is dealt.
    #[serde(default)]
    pub aces_home: bool,
    /// What the first card of the deal decides.
    #[serde(default, skip_serializing_if = "is_dealt")]
    pub first_card: FirstCard,
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
    /// Aces at home where no single card goes home.
    #[error(
        "the layout puts aces home, expected none there where cards leave as complete runs or into a hole"
    )]
    AcesHome,
    /// A first card that goes home where no single card does, or where all foundations are begun.
    #[error(
        "the first card cannot begin a foundation: expected a game with empty foundations for single cards"
    )]
    FirstCard,
    /// Face-up cards for another number of columns.
    #[error("the layout lists face-up cards of {listed} columns: expected {columns}")]
    FaceUp {
        /// Numbers listed.
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
        Layout {
            sizes: Sizes::All,
            face_up: FaceUp::All,
            cells: 0,
            reserve: 0,
            stacked: false,
            aces_home: false,
            first_card: FirstCard::Dealt,
        }
    }

    fn beside_the_columns(&self, rules: &Rules) -> usize {
        let home = match self.first_card {
            _ if self.aces_home => rules.deck.foundations(),
            FirstCard::Home => 1,
            FirstCard::Base => rules.deck.foundations().saturating_sub(1),
            FirstCard::Dealt => usize::from(rules.home.is_hole()),
        };
        usize::from(self.cells) + usize::from(self.reserve) + home
    }

    /// The size of each column.
    fn sizes(&self, rules: &Rules) -> Vec<usize> {
        let columns = usize::from(rules.columns);
        let round =
            |cards: usize| (0..columns).map(|c| cards / columns + usize::from(c < cards % columns)).collect();
        match &self.sizes {
            Sizes::All => round(rules.deck.len().saturating_sub(self.beside_the_columns(rules))),
            Sizes::Round(cards) => round(*cards as usize),
            Sizes::Listed(sizes) => sizes.iter().map(|&n| n as usize).collect(),
            Sizes::LeavingRows(rows) => {
                let elsewhere = self.beside_the_columns(rules) + *rows as usize * columns;
                round(rules.deck.len().saturating_sub(elsewhere))
            }
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
        if self.aces_home && rules.home != Home::Foundations {
            return Err(LayoutError::AcesHome);
        }
        let begun = self.aces_home || rules.home.of_runs();
        if begun && self.first_card != FirstCard::Dealt
            || rules.home.is_hole() && self.first_card == FirstCard::Base
        {
            return Err(LayoutError::FirstCard);
        }
        if let FaceUp::Listed(listed) = &self.face_up
            && listed.len() != usize::from(rules.columns)
        {
            return Err(LayoutError::FaceUp { listed: listed.len(), columns: rules.columns.into() });
        }
        let placed = sizes.iter().sum::<usize>() + self.beside_the_columns(rules);
        let deck = rules.deck.len();
        match placed.cmp(&deck) {
            std::cmp::Ordering::Greater => Err(LayoutError::TooMany { placed, deck }),
            std::cmp::Ordering::Less if rules.stock == Stock::None => {
                Err(LayoutError::LeftOver(deck - placed))
            }
            _ => Ok(()),
        }
    }
}

impl Rules {
    /// Replaces a layout that contradicts these rules by the plain one, for a position that is given and not dealt.
    /// Which cards lie face up stays: that says how unseen cards lie.
    pub fn keep_layout_possible(&mut self) {
        if self.layout.check(self).is_err() {
            self.layout = Layout { face_up: self.layout.face_up.clone(), ..Layout::open() };
        }
    }

    /// Number of cards that a fresh deal leaves for the stock.
    ///
    /// `None` if the layout does not say: it puts all cards elsewhere.
    #[must_use]
    pub fn dealt_stock(&self) -> Option<usize> {
        if self.layout.sizes == Sizes::All {
            return None;
        }
        let placed = self.layout.sizes(self).iter().sum::<usize>() + self.layout.beside_the_columns(self);
        self.deck.len().checked_sub(placed)
    }

    /// Whether a fresh deal is Klondike's: columns of 1 to 7 cards of one deck, only the top ones face up, and a stock
    /// of the other 24, which are drawn.
    #[must_use]
    pub fn dealt_as_klondike(&self) -> bool {
        let layout =
            Layout { sizes: Sizes::Listed((1..=7).collect()), face_up: FaceUp::Top, ..Layout::open() };
        self.deck == DeckSpec::STANDARD && self.layout == layout && matches!(self.stock, Stock::Waste { .. })
    }

    /// Lays out the cards, given in dealing order.
    ///
    /// The rules must have passed [`Rules::check`], and the cards be the whole deck.
    #[must_use]
    pub fn lay_out(&self, cards: &[Card], order: DealOrder) -> Deal {
        let layout = &self.layout;
        let mut deal = Deal { cells: vec![None; self.cells.into()], ..Deal::default() };
        let mut cards = cards.to_vec();
        self.begin(&mut deal, &mut cards, order);
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
        // Solvitaire deals a triangle from the right (the constructor of its `game_state`). Rows beyond the number of
        // columns are dealt from the left again.
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
        for (column, pile) in deal.columns.iter_mut().enumerate() {
            pile.face_down = layout.face_up.face_down(column, pile.cards.len());
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
            // The first of the other cards is drawn first.
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
        let (cards, order) = self.deck.dealt(id)?;
        self.place(id, &cards, order)
    }

    /// Places the cards of that deal, in the order in which its dealer deals them.
    ///
    /// # Errors
    /// If the dealer has another layout for this game.
    pub fn place(&self, id: &DealId, cards: &[Card], order: DealOrder) -> Result<Deal, DealIdError> {
        // PySolFC draws for the first time when it deals.
        let drawn = match (id, self.stock) {
            (DealId::PySol(_) | DealId::PySolOld(_), Stock::Waste { draw, .. }) => draw.into(),
            _ => 0,
        };
        let mut deal = match (id, &self.layout.sizes) {
            (DealId::PySol(_) | DealId::PySolOld(_), Sizes::Listed(sizes))
                if cards.len() == 52 && *sizes == [8, 8, 8, 7, 6, 5, 4, 3, 2, 1] =>
            {
                self.lay_out(&triangle(cards), order)
            }
            (DealId::PySol(_) | DealId::PySolOld(_), _) if self.dealt_as_klondike() => {
                self.lay_out(&pysol::klondike(cards), order)
            }
            // Dealt by rules of their own.
            (DealId::PySol(_) | DealId::PySolOld(_), _)
                if self.layout.first_card != FirstCard::Dealt || self.home.is_hole() =>
            {
                return Err(DealIdError::PySol);
            }
            (DealId::KlondikeSolver(_), _) if !self.dealt_as_klondike() => {
                return Err(DealIdError::Klondike("klondike-solver"));
            }
            (DealId::Greenfelt(_), _) if !self.dealt_as_klondike() => {
                return Err(DealIdError::Klondike("greenfelt"));
            }
            (DealId::PySol(_) | DealId::PySolOld(_), Sizes::Round(54))
                if cards.len() == 104 && self.columns == 10 =>
            {
                let sizes = Sizes::Listed(pysol::SPIDER.into());
                let rules = Rules { layout: Layout { sizes, ..self.layout.clone() }, ..self.clone() };
                rules.lay_out(&pysol::spider(cards), order)
            }
            (DealId::PySol(_) | DealId::PySolOld(_), sizes) if *sizes != Sizes::All || cards.len() != 52 => {
                return Err(DealIdError::PySol);
            }
            _ => self.lay_out(cards, order),
        };
        let turned = deal.stock.len() - id.turned().max(drawn).min(deal.stock.len());
        deal.waste = deal.stock.drain(turned..).rev().collect();
        Ok(deal)
    }
}
