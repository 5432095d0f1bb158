//! Where each card may lie: the facts that patterns are made of, by number.
//!
//! A card lies on a card, at the bottom of a column, in a cell, in the reserve, in the stock, on
//! the waste, or home. Cells and columns have no names: positions that differ by such names only
//! are one. A card on the card that it was dealt on has one fact whether it never moved or was
//! built there again. Each card has a short list of such facts; all are numbered densely, card
//! by card, home last.

use super::Unsupported;
use patsat_encodings::task::{CardId, Goal, Group, Home, KindId, Native, Stock, Task};

/// Where a card lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// On this card.
    On(CardId),
    /// Deepest in some column.
    Bottom,
    /// In some cell.
    Cell,
    /// In the reserve.
    Reserve,
    /// In the stock.
    Stock,
    /// On the waste.
    Waste,
    /// Home.
    Home,
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
    /// For each card its first fact; one entry more than cards.
    pub first: Vec<u32>,
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
            Stock::Waste { redeals: 1.., order, waste, .. } if !(order.is_empty() && waste.is_empty()) => {
                return Err(Unsupported("a waste that is turned back"));
            }
            Stock::Waste { order, waste, .. } => waste.iter().chain(order).copied().collect(),
            Stock::Rows { rows, .. } if rows.iter().any(|row| !row.is_empty()) => {
                return Err(Unsupported("rows yet to be dealt"));
            }
            Stock::Rows { .. } => Vec::new(),
        };
        let mut cards_of = vec![Vec::new(); task.kinds.len()];
        for card in task.card_ids() {
            cards_of[task.cards[card.index()].index()].push(card);
        }
        let mut natives = vec![Native::Reserve; task.cards.len()];
        task.natives().for_each(|(card, native)| natives[card.index()] = native);
        let mut spots = Spots {
            facts: Vec::new(),
            first: Vec::new(),
            uppers: vec![Vec::new(); task.cards.len()],
            start: Box::default(),
            leave_only: Vec::new(),
            beneath: vec![Vec::new(); task.cards.len()],
            cards_of,
            chain,
            task,
        };
        let mut start = Vec::new();
        for card in spots.task.card_ids() {
            spots.add_card(card, natives[card.index()], &mut start);
        }
        spots.first.push(spots.facts.len() as u32);
        spots.start = start.into();
        for column in &spots.task.start.columns {
            for (depth, pair) in column.windows(2).enumerate() {
                if !spots.task.may_stand(pair[1], pair[0]) {
                    spots.beneath[pair[1].index()] = column[..=depth].to_vec();
                }
            }
        }
        Ok(spots)
    }

    fn add_card(&mut self, card: CardId, native: Native, start: &mut Vec<u32>) {
        let task = &self.task;
        let parents = task.kinds[task.cards[card.index()].index()].may_stand_on.iter();
        let mut places: Vec<Place> =
            parents.flat_map(|kind| &self.cards_of[kind.index()]).map(|&card| Place::On(card)).collect();
        let built = places.len();
        let dealt = match native {
            Native::Base(_) => Place::Bottom,
            Native::On(below) => Place::On(below),
            Native::Cell => Place::Cell,
            Native::Reserve => Place::Reserve,
            Native::Stock(_) => Place::Stock,
            Native::Waste(_) => Place::Waste,
        };
        if task.may_fill(card) {
            places.push(Place::Bottom);
        }
        if task.cells > 0 {
            places.push(Place::Cell);
        }
        if dealt == Place::Stock {
            places.extend([Place::Stock, Place::Waste]);
        }
        let legal = places.contains(&dealt);
        if !legal {
            places.push(dealt);
        }
        places.push(Place::Home);
        debug_assert!(built <= places.len());
        let first = self.facts.len() as u32;
        self.first.push(first);
        for place in places {
            let fact = self.facts.len() as u32;
            if let Place::On(below) = place {
                self.uppers[below.index()].push(fact);
            }
            if place == dealt {
                start.push(fact);
            }
            let only = match place {
                Place::Reserve | Place::Stock | Place::Waste => true,
                _ => place == dealt && !legal,
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
        facts.iter().all(|&fact| state[self.card(fact).index()] == fact)
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
