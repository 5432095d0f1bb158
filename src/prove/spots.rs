//! Where each card may lie: the facts that patterns are made of, by number.
//!
//! A card lies on a card, at the bottom of a column, in a cell, in the reserve, in the stock, on
//! the waste, or home. Cells and columns have no names: positions that differ by such names only
//! are one. A card on the card that it was dealt on has one fact whether it never moved or was
//! built there again. Each card has a short list of such facts; all are numbered densely, card
//! by card, home last.
//!
//! Where rows are yet to be dealt each column gets a card of its own, so there columns have names
//! after all; where the waste may be turned back, the number of redeals left is part of the place
//! of each card in stock and waste. After these facts come wider ones, which hold where any of
//! several does: at some bottom, with at most so many redeals left. A position has the narrow ones.

mod wide;

use super::Unsupported;
use patsat_encodings::task::{CardId, Goal, Group, Home, KindId, Native, Stock, Task};

/// Where a card lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// On this card.
    On(CardId),
    /// On this card, which is face down, and on which it would move with it.
    OnHidden(CardId),
    /// Deepest in some column.
    Bottom,
    /// Deepest in this column.
    BottomOf(u32),
    /// In some cell.
    Cell,
    /// In the reserve.
    Reserve,
    /// In the stock.
    Stock,
    /// In the stock, with exactly so many redeals left.
    StockLeft(u32),
    /// In the stock, with at most so many redeals left.
    StockMost(u32),
    /// On the waste.
    Waste,
    /// On the waste, with exactly so many redeals left.
    WasteLeft(u32),
    /// On the waste, with at most so many redeals left.
    WasteMost(u32),
    /// Home.
    Home,
}

impl Place {
    /// The card beneath, if there is one.
    #[must_use]
    pub fn below(self) -> Option<CardId> {
        match self {
            Place::On(below) | Place::OnHidden(below) => Some(below),
            _ => None,
        }
    }

    /// Whether this is in a column.
    #[must_use]
    pub fn in_a_column(self) -> bool {
        matches!(self, Place::On(_) | Place::OnHidden(_) | Place::Bottom | Place::BottomOf(_))
    }

    /// Whether this is the stock.
    #[must_use]
    pub fn is_stock(self) -> bool {
        matches!(self, Place::Stock | Place::StockLeft(_))
    }

    /// Whether this is the waste.
    #[must_use]
    pub fn is_waste(self) -> bool {
        matches!(self, Place::Waste | Place::WasteLeft(_))
    }
}

/// A position: the fact of each card.
pub type State = Box<[u32]>;

/// The facts of a task.
#[derive(Clone, Debug)]
pub struct Spots {
    /// The task.
    pub task: Task,
    /// Card and place of each fact.
    pub facts: Vec<(CardId, Place)>,
    /// For each card its first fact; one entry more than cards. The wider facts come after.
    pub first: Vec<u32>,
    /// For each wider fact the narrow ones of which it needs one.
    pub covers: Vec<Vec<u32>>,
    /// For each fact the next wider one.
    pub wider: Vec<Option<u32>>,
    /// For each card the facts of others that they lie on it.
    pub uppers: Vec<Vec<u32>>,
    /// The fact of each card at the start.
    pub start: State,
    /// For each fact whether the card lies so only if it never moved.
    pub leave_only: Vec<bool>,
    /// For each card that was dealt where it may not stand, the cards beneath it.
    pub beneath: Vec<Vec<CardId>>,
    /// For each kind its cards.
    pub cards_of: Vec<Vec<CardId>>,
    /// The cards of stock and waste, as they come to lie on the waste, deepest first.
    pub chain: Vec<CardId>,
    /// How many redeals are left, where there are cards for them.
    pub redeals: u32,
    /// The rows yet to be dealt, next one first.
    pub rows: Vec<Vec<CardId>>,
    /// The row of each card in one.
    pub row_of: Vec<Option<usize>>,
}

impl Spots {
    /// The facts of a task.
    ///
    /// # Errors
    /// If positions of this game are more than a place a card.
    pub fn new(task: Task) -> Result<Spots, Unsupported> {
        if task.goal != Goal::Win {
            return Err(Unsupported("a goal other than the win"));
        }
        let chain = match &task.stock {
            Stock::None => Vec::new(),
            Stock::Waste { order, waste, .. } => waste.iter().chain(order).copied().collect(),
            Stock::Rows { .. } => Vec::new(),
        };
        let redeals = match task.stock {
            Stock::Waste { redeals, .. } if !chain.is_empty() => redeals,
            _ => 0,
        };
        let mut rows = if let Stock::Rows { rows, .. } = &task.stock { rows.clone() } else { Vec::new() };
        rows.retain(|row| !row.is_empty());
        let mut row_of = vec![None; task.cards.len()];
        for (n, row) in rows.iter().enumerate() {
            row.iter().for_each(|card| row_of[card.index()] = Some(n));
        }
        let mut hidden = vec![false; task.cards.len()];
        for (column, &down) in task.start.columns.iter().zip(&task.start.face_down) {
            column.iter().take(down as usize).for_each(|card| hidden[card.index()] = true);
        }
        let mut cards_of = vec![Vec::new(); task.kinds.len()];
        for card in task.card_ids() {
            cards_of[task.cards[card.index()].index()].push(card);
        }
        let mut natives = vec![Native::Reserve; task.cards.len()];
        task.natives().for_each(|(card, native)| natives[card.index()] = native);
        let mut spots = Spots {
            facts: Vec::new(),
            first: Vec::new(),
            covers: Vec::new(),
            wider: Vec::new(),
            uppers: vec![Vec::new(); task.cards.len()],
            start: Box::default(),
            leave_only: Vec::new(),
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
            spots.add_card(card, natives[card.index()], &hidden, &mut start);
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

    fn add_card(&mut self, card: CardId, native: Native, hidden: &[bool], start: &mut Vec<u32>) {
        let task = &self.task;
        let parents = task.kinds[task.cards[card.index()].index()].may_stand_on.iter();
        let mut places: Vec<Place> =
            parents.flat_map(|kind| &self.cards_of[kind.index()]).map(|&card| Place::On(card)).collect();
        let (named, turned) = (!self.rows.is_empty(), self.redeals > 0);
        let together = matches!(task.group, Group::Freely(_)) || matches!(task.home, Home::Runs(_));
        let dealt = match native {
            Native::Base(column) if named => Place::BottomOf(column),
            Native::Base(_) => Place::Bottom,
            Native::On(below) if together && hidden[below.index()] && task.may_stand(card, below) => {
                Place::OnHidden(below)
            }
            Native::On(below) => Place::On(below),
            Native::Cell => Place::Cell,
            Native::Reserve => Place::Reserve,
            Native::Stock(_) if turned => Place::StockLeft(self.redeals),
            Native::Stock(_) => Place::Stock,
            Native::Waste(_) if turned => Place::WasteLeft(self.redeals),
            Native::Waste(_) => Place::Waste,
        };
        match (task.may_fill(card), named) {
            (true, true) => places.extend((0..task.columns).map(Place::BottomOf)),
            (true, false) => places.push(Place::Bottom),
            (false, _) => {}
        }
        if task.cells > 0 {
            places.push(Place::Cell);
        }
        if turned && self.chain.contains(&card) {
            let stocked = matches!(native, Native::Stock(_));
            places.extend((0..self.redeals + u32::from(stocked)).map(Place::StockLeft));
            places.extend((0..=self.redeals).map(Place::WasteLeft));
        } else if dealt == Place::Stock && !self.chain.is_empty() {
            places.extend([Place::Stock, Place::Waste]);
        }
        let built = places.len();
        if let Some(row) = self.row_of[card.index()] {
            // A row may find any card at the end of its column that is in play before it.
            let before = |other: &CardId| self.row_of[other.index()].is_none_or(|other| other < row);
            places.extend(
                task.card_ids()
                    .filter(before)
                    .map(Place::On)
                    .filter(|place| place.below().is_some_and(|below| !task.may_stand(card, below))),
            );
            let column = self.rows[row].iter().zip(0..).find(|(other, _)| **other == card);
            let column = column.map(|(_, column)| Place::BottomOf(column));
            places.extend(column.filter(|_| !task.may_fill(card)));
        }
        if !places.contains(&dealt) {
            places.push(dealt);
        }
        places.push(Place::Home);
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
                Place::Reserve => true,
                Place::Home => false,
                _ => place.is_stock() || place.is_waste() || n >= built,
            };
            self.leave_only.push(only);
            self.facts.push((card, place));
        }
    }

    /// All cards.
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
    pub fn find(&self, card: CardId, place: Place) -> Option<u32> {
        self.of(card).find(|&fact| self.facts[fact as usize].1 == place)
    }

    /// The fact, narrow or wide, that a card lies at a place, if it may.
    #[must_use]
    pub fn find_any(&self, card: CardId, place: Place) -> Option<u32> {
        let wide = || (self.narrow()..self.len() as u32).find(|&f| self.facts[f as usize] == (card, place));
        self.find(card, place).or_else(wide)
    }

    /// The fact that a card is in the stock, with however many redeals left, if it may be.
    #[must_use]
    pub fn in_stock(&self, card: CardId) -> Option<u32> {
        let one = || self.find(card, Place::StockLeft(0));
        self.find_any(card, Place::Stock).or_else(one)
    }

    /// The fact that a card is on the waste, with however many redeals left, if it may be.
    #[must_use]
    pub fn on_waste(&self, card: CardId) -> Option<u32> {
        self.find_any(card, Place::Waste)
    }

    /// The fact that a card is home.
    #[must_use]
    pub fn home(&self, card: CardId) -> u32 {
        self.first[card.index() + 1] - 1
    }

    /// The card of a fact.
    #[must_use]
    pub fn card(&self, fact: u32) -> CardId {
        self.facts[fact as usize].0
    }

    /// Whether a fact is that a card is home.
    #[must_use]
    pub fn is_home(&self, fact: u32) -> bool {
        self.facts[fact as usize].1 == Place::Home
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
        match &self.task.home {
            Home::Runs(runs) => runs,
            Home::After(_) => &[],
        }
    }
}
