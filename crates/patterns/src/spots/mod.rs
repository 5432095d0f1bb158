//! Where each card may lie: the facts that patterns are made of, by number.
//!
//! A card lies on a card, at the bottom of a column, in a cell, in the reserve, in the stock, on
//! the waste, or home. Cells and columns have no numbers: positions that differ only in them
//! are one. A card on the card that it was dealt on has one fact whether it never moved or was
//! built there again. Each card has a short list of such facts; all are numbered densely, card
//! by card, home last.
//!
//! While rows are yet to be dealt, each column gets a card of its own, so there columns have numbers after
//! all. If the waste may be turned back, the number of redeals left is part of the place of each card in
//! stock and waste. After these narrow facts come wider ones, which hold where any of several narrow facts
//! does: at some bottom, or with at most a given number of redeals left. A position has the narrow ones.

mod wide;

use super::UnsupportedError;
use patsat_encodings::task::{CardId, Goal, Group, Home, KindId, Stock, Task};
use patsat_game::rules::Features;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{self, CardNo, Cards, Fact};

/// Where a card lies, by the task's numbers of cards.
///
/// In a wide fact a number of redeals is an upper bound, as in a pattern.
pub type Spot = patterns::Spot<CardId>;

/// A position: the fact of each card.
pub type State = Box<[u32]>;

/// The facts of a task.
#[derive(Clone, Debug)]
pub struct Spots {
    pub task: Task,
    /// Card and place of each fact.
    pub facts: Vec<(CardId, Spot)>,
    /// For each card its first fact; one entry more than cards. The wider facts come after.
    pub first: Vec<u32>,
    /// For each wider fact the narrow ones of which it needs one.
    pub covers: Vec<Vec<u32>>,
    /// For each fact the next wider one.
    pub wider: Vec<Option<u32>>,
    /// For each card the facts that another card lies on it.
    pub uppers: Vec<Vec<u32>>,
    /// The fact of each card at the start.
    pub start: State,
    /// For each fact whether no move leads to it: the card lies there only if it was dealt there.
    pub leave_only: Vec<bool>,
    /// Whether complete runs are collected by a move, so that one may lie open.
    pub collected: bool,
    /// For each card that was dealt where it may not stand, the cards beneath it.
    pub beneath: Vec<Vec<CardId>>,
    /// For each kind its cards.
    pub cards_of: Vec<Vec<CardId>>,
    /// The cards of stock and waste, as they come to lie on the waste, deepest first.
    pub chain: Vec<CardId>,
    /// How many redeals are left, where there are cards for them.
    pub redeals: u16,
    /// The rows yet to be dealt, next one first.
    pub rows: Vec<Vec<CardId>>,
    /// The row of each card in one.
    pub row_of: Vec<Option<usize>>,
}

impl Spots {
    /// Returns the facts of a game and its task; the game decides where its cards lie at the start.
    ///
    /// # Errors
    /// If a spot for each card does not determine the positions of this game.
    pub fn new(instance: &Instance, task: Task) -> Result<Spots, UnsupportedError> {
        if let Some(feature) = instance.rules.unsupported(Features::BASIC) {
            return Err(UnsupportedError(feature.text()));
        }
        if task.goal != Goal::Win {
            return Err(UnsupportedError("a goal other than the win"));
        }
        let chain = match &task.stock {
            Stock::None => Vec::new(),
            Stock::Waste { order, waste, .. } => waste.iter().chain(order).copied().collect(),
            Stock::Rows { .. } => Vec::new(),
        };
        let redeals = match task.stock {
            Stock::Waste { redeals: Some(redeals), .. } if !chain.is_empty() => redeals as u16,
            _ => 0,
        };
        let mut rows = if let Stock::Rows { rows, .. } = &task.stock { rows.clone() } else { Vec::new() };
        rows.retain(|row| !row.is_empty());
        let mut row_of = vec![None; task.cards.len()];
        for (n, row) in rows.iter().enumerate() {
            row.iter().for_each(|card| row_of[card.index()] = Some(n));
        }
        let mut cards_of = vec![Vec::new(); task.kinds.len()];
        for card in task.card_ids() {
            cards_of[task.cards[card.index()].index()].push(card);
        }
        let cards = Cards::of(instance);
        let mut spots = Spots {
            facts: Vec::new(),
            first: Vec::new(),
            covers: Vec::new(),
            wider: Vec::new(),
            uppers: vec![Vec::new(); task.cards.len()],
            start: Box::default(),
            leave_only: Vec::new(),
            collected: matches!(task.home, Home::Collected(_)),
            beneath: vec![Vec::new(); task.cards.len()],
            cards_of,
            chain,
            redeals,
            rows,
            row_of,
            task,
        };
        let mut start = Vec::new();
        for card in spots.task.card_ids() {
            let dealt = cards.dealt(CardNo(card.0)).map(|below| CardId(below.0));
            spots.add_card(card, dealt, &mut start);
        }
        spots.first.push(spots.facts.len() as u32);
        spots.add_wider();
        spots.start = start.into();
        for column in &spots.task.start.columns {
            for (depth, pair) in column.windows(2).enumerate() {
                if spots.leave_only[spots.start[pair[1].index()] as usize] {
                    spots.beneath[pair[1].index()] = column[..=depth].to_vec();
                }
            }
        }
        Ok(spots)
    }

    fn add_card(&mut self, card: CardId, dealt: Spot, start: &mut Vec<u32>) {
        let task = &self.task;
        let parents = task.kinds[task.cards[card.index()].index()].may_stand_on.iter();
        let mut places: Vec<Spot> =
            parents.flat_map(|kind| &self.cards_of[kind.index()]).map(|&card| Spot::On(card)).collect();
        let (named, turned) = (!self.rows.is_empty(), self.redeals > 0);
        match (task.may_fill(card), named) {
            (true, true) => places.extend((0..task.columns as u16).map(Spot::BottomOf)),
            (true, false) => places.push(Spot::Bottom),
            (false, _) => {}
        }
        if task.cells > 0 {
            places.push(Spot::Cell);
        }
        if turned && self.chain.contains(&card) {
            let stocked = matches!(dealt, Spot::StockLeft(_));
            places.extend((0..self.redeals + u16::from(stocked)).map(Spot::StockLeft));
            places.extend((0..=self.redeals).map(Spot::WasteLeft));
        } else if dealt == Spot::Stock && !self.chain.is_empty() {
            places.extend([Spot::Stock, Spot::Waste]);
        }
        let built = places.len();
        if let Some(row) = self.row_of[card.index()] {
            // A row may deal onto any card at the end of its column that is in play before it.
            let before = |other: &CardId| self.row_of[other.index()].is_none_or(|other| other < row);
            places.extend(
                task.card_ids()
                    .filter(before)
                    .map(Spot::On)
                    .filter(|place| place.below().is_some_and(|below| !task.may_stand(card, below))),
            );
            let column = self.rows[row].iter().zip(0..).find(|(other, _)| **other == card);
            let column = column.map(|(_, column)| Spot::BottomOf(column));
            places.extend(column.filter(|_| !task.may_fill(card)));
        }
        if !places.contains(&dealt) {
            places.push(dealt);
        }
        places.push(Spot::Home);
        let first = self.facts.len() as u32;
        self.first.push(first);
        for (n, place) in places.into_iter().enumerate() {
            let fact = self.facts.len() as u32;
            if let Some(below) = place.below() {
                self.uppers[below.index()].push(fact);
            }
            if place == dealt {
                start.push(fact);
            }
            let only = match place {
                Spot::Reserve => true,
                Spot::Home => false,
                Spot::Stock | Spot::StockLeft(_) | Spot::Waste | Spot::WasteLeft(_) => true,
                _ => n >= built,
            };
            self.leave_only.push(only);
            self.facts.push((card, place));
        }
    }

    pub fn cards(&self) -> impl Iterator<Item = CardId> + use<> {
        self.task.card_ids()
    }

    /// Number of facts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there are no facts, as no card is in play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The facts of a card.
    #[must_use]
    pub fn of(&self, card: CardId) -> std::ops::Range<u32> {
        self.first[card.index()]..self.first[card.index() + 1]
    }

    /// The fact that a card lies at a place, if it may.
    #[must_use]
    pub fn find(&self, card: CardId, place: Spot) -> Option<u32> {
        self.of(card).find(|&fact| self.facts[fact as usize].1 == place)
    }

    /// The fact, narrow or wide, that a card lies at a place, if it may.
    #[must_use]
    pub fn find_any(&self, card: CardId, place: Spot) -> Option<u32> {
        let wide = || (self.narrow()..self.len() as u32).find(|&f| self.facts[f as usize] == (card, place));
        self.find(card, place).or_else(wide)
    }

    /// The fact that a card is in the stock, with however many redeals left, if it may be.
    #[must_use]
    pub fn in_stock(&self, card: CardId) -> Option<u32> {
        let one = || self.find(card, Spot::StockLeft(0));
        self.find_any(card, Spot::Stock).or_else(one)
    }

    /// The fact that a card is on the waste, with however many redeals left, if it may be.
    #[must_use]
    pub fn on_waste(&self, card: CardId) -> Option<u32> {
        self.find_any(card, Spot::Waste)
    }

    /// The fact that a card is home.
    #[must_use]
    pub fn home(&self, card: CardId) -> u32 {
        self.first[card.index() + 1] - 1
    }

    /// Returns a fact in the form of files and checkers.
    #[must_use]
    pub fn fact(&self, fact: u32) -> Fact {
        let (card, spot) = self.facts[fact as usize];
        Fact { card: CardNo(card.0), spot: spot.map(|below| CardNo(below.0)) }
    }

    #[must_use]
    pub fn card(&self, fact: u32) -> CardId {
        self.facts[fact as usize].0
    }

    /// Whether a fact is that a card is home.
    #[must_use]
    pub fn is_home(&self, fact: u32) -> bool {
        self.facts[fact as usize].1 == Spot::Home
    }

    /// The position in which every card is home.
    #[must_use]
    pub fn goal(&self) -> State {
        self.cards().map(|card| self.home(card)).collect()
    }

    /// Whether a position holds all these facts.
    #[must_use]
    pub fn holds(&self, facts: &[u32], state: &[u32]) -> bool {
        facts.iter().all(|&fact| {
            let lies = state[self.card(fact).index()];
            lies == fact || self.covered(fact).is_some_and(|narrow| narrow.contains(&lies))
        })
    }

    /// Whether these facts hold where every card is home.
    #[must_use]
    pub fn holds_at_goal(&self, facts: &[u32]) -> bool {
        facts.iter().all(|&fact| self.is_home(fact))
    }

    /// Whether the card above moves with the one below it.
    #[must_use]
    pub fn moves_with(&self, upper: CardId, lower: CardId) -> bool {
        matches!(self.task.group, Group::Freely(_)) && self.task.moves_with(upper, lower)
    }

    /// The runs that leave as one, each a list of kinds, deepest first.
    #[must_use]
    pub fn runs(&self) -> &[Vec<KindId>] {
        self.task.home.runs().unwrap_or_default()
    }
}
