//! The relational view: a card lies on a card, or in a place without a name.
//!
//! Which locations a card has is the same at all times. Cells and columns that were emptied
//! have no names, and neither have equal foundations, so positions that differ by such names
//! only are one. Cells and the bottoms of emptied columns are kept apart or, in the view
//! [`View::Loose`], are one location: a loose card with a card on it stands in a column, one
//! without may be anywhere. Which of them is where is found out after solving.
//!
//! A card that nothing may stand on and that needs no other card home before it (an ace)
//! only ever goes home: any plan in which it first goes elsewhere is won without that move.
//! (Where the goal is a position, it goes anywhere.)

use crate::task::{CardId, EmptyColumn, Goal, Group, Home, KindId, Spot, Stock, Task};
use crate::unroll::{UnsupportedError, basic};

/// How places without a name are distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Cells, and bottoms of emptied columns.
    Apart,
    /// One location for both.
    Loose,
}

/// Where a card may lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    /// Where it was dealt, a place that it can only leave.
    Native,
    /// On this card, a legal build.
    On(CardId),
    /// At the bottom of an emptied column.
    Base,
    /// In a cell.
    Cell,
    /// In a cell, or at the bottom of an emptied column.
    Loose,
    /// Home.
    Home,
}

/// The locations of every card, and what follows from the task for all times.
#[derive(Clone, Debug)]
pub struct Places {
    /// The view.
    pub view: View,
    /// For each card its locations, that at the start first, home last.
    pub of: Vec<Vec<Location>>,
    /// For each card the cards that may lie on it, with their location there.
    pub upper: Vec<Vec<(CardId, Location)>>,
    /// For each card the card that it was dealt on.
    pub dealt_on: Vec<Option<CardId>>,
    /// For each card whether it was dealt to the reserve, where nothing can lie on it.
    pub reserved: Vec<bool>,
    /// The cards dealt to the bottoms of columns.
    pub bottoms: Vec<CardId>,
    /// For each card whether it may fill an empty column.
    pub fills: Vec<bool>,
    /// For each kind its cards.
    pub cards_of: Vec<Vec<CardId>>,
    /// For each kind the kind before it on the way home.
    pub before: Vec<Option<KindId>>,
    /// For each kind how many more of the kind before it were home at the start.
    pub slack: Vec<usize>,
    /// For each card how many kinds go home before its own.
    pub depth: Vec<u32>,
    /// Number of cells.
    pub cells: usize,
    /// Number of columns.
    pub columns: usize,
}

impl Places {
    /// The places of a task of the FreeCell family: every card open, cards go home one by one,
    /// a move of several cards is a shorthand.
    ///
    /// # Errors
    /// If the task is of another family.
    pub fn new(encoding: &'static str, task: &Task, view: View) -> Result<Places, UnsupportedError> {
        let fault = |what| Err(UnsupportedError { encoding, what });
        let Home::After(before) = &task.home else { return fault("complete runs that leave") };
        basic(encoding, task)?;
        if task.stock != Stock::None {
            return fault("a stock");
        }
        if task.goal != Goal::Win && task.start.face_down.iter().any(|&n| n > 0) {
            return fault("face-down cards on the way to a position");
        }
        if matches!(task.group, Group::Freely(_)) {
            return fault("runs that move as one whatever their length");
        }
        let mut cards_of = vec![Vec::new(); task.kinds.len()];
        for card in task.card_ids() {
            cards_of[task.cards[card.index()].index()].push(card);
        }
        let mut natives = vec![Spot::Reserve; task.cards.len()];
        task.natives().for_each(|(card, native)| natives[card.index()] = native);
        let mut places = Places {
            view,
            of: Vec::new(),
            upper: vec![Vec::new(); task.cards.len()],
            dealt_on: natives
                .iter()
                .map(|native| if let Spot::On(below) = native { Some(*below) } else { None })
                .collect(),
            reserved: natives.iter().map(|native| *native == Spot::Reserve).collect(),
            bottoms: task.start.columns.iter().filter_map(|column| column.first().copied()).collect(),
            fills: task.card_ids().map(|card| task.may_fill(card)).collect(),
            cards_of,
            before: before.clone(),
            slack: (before.iter().zip(&task.kinds))
                .map(|(before, kind)| {
                    let first = before.map_or(0, |before| task.kinds[before.index()].home_at_start);
                    first.saturating_sub(kind.home_at_start) as usize
                })
                .collect(),
            depth: Vec::new(),
            cells: task.cells as usize,
            columns: task.columns as usize,
        };
        places.depth = task.card_ids().map(|card| places.chain_length(task.cards[card.index()])).collect();
        places.of = task.card_ids().map(|card| places.locations(task, card, natives[card.index()])).collect();
        for card in task.card_ids() {
            for &location in &places.of[card.index()] {
                let below = match location {
                    Location::On(below) => Some(below),
                    Location::Native => places.dealt_on[card.index()],
                    _ => None,
                };
                if let Some(below) = below {
                    places.upper[below.index()].push((card, location));
                }
            }
        }
        Ok(places)
    }

    fn chain_length(&self, kind: KindId) -> u32 {
        let next = |kind: &KindId| self.before[kind.index()];
        std::iter::successors(next(&kind), next).count() as u32
    }

    fn locations(&self, task: &Task, card: CardId, native: Spot) -> Vec<Location> {
        let kind = task.cards[card.index()];
        let parents = task.kinds[kind.index()].may_stand_on.iter().flat_map(|k| &self.cards_of[k.index()]);
        let mut on: Vec<Location> = parents.map(|&parent| Location::On(parent)).collect();
        let in_cell = if self.view == View::Loose { Location::Loose } else { Location::Cell };
        let first = match native {
            Spot::On(below) if task.may_stand(card, below) => Location::On(below),
            Spot::Cell => in_cell,
            _ => Location::Native,
        };
        on.retain(|&location| location != first);
        on.sort_unstable();
        let fills = self.fills[card.index()] && task.empty_column != EmptyColumn::Nothing;
        let aside = match self.view {
            View::Apart => [fills.then_some(Location::Base), (self.cells > 0).then_some(Location::Cell)],
            View::Loose => [(fills || self.cells > 0).then_some(Location::Loose), None],
        };
        let mut all = vec![first];
        if task.goal != Goal::Win || !self.only_goes_home(task, kind) {
            all.extend(on);
            all.extend(aside.into_iter().flatten().filter(|&location| location != first));
        }
        all.push(Location::Home);
        all
    }

    fn only_goes_home(&self, task: &Task, kind: KindId) -> bool {
        let hosts = |other: &crate::task::Kind| other.may_stand_on.contains(&kind);
        let hosts_none =
            (task.kinds.iter().zip(&self.cards_of)).all(|(other, cards)| !hosts(other) || cards.is_empty());
        hosts_none && self.before[kind.index()].is_none_or(|before| self.cards_of[before.index()].is_empty())
    }

    /// All cards in order.
    pub fn cards(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.of.len() as u32).map(CardId)
    }

    /// Number of locations of all cards.
    #[must_use]
    pub fn count(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }

    /// The kinds whose cards may lie on a card of this one, as cards.
    pub fn builders(&self, card: CardId) -> impl Iterator<Item = CardId> + '_ {
        self.upper[card.index()]
            .iter()
            .filter(|(_, at)| matches!(at, Location::On(_)))
            .map(|&(upper, _)| upper)
    }

    /// The cards that all must be home before the last of this card's twins can go.
    pub fn predecessors<'a>(&'a self, task: &Task, card: CardId) -> &'a [CardId] {
        let before = self.before[task.cards[card.index()].index()];
        before.map_or(&[], |kind| &self.cards_of[kind.index()])
    }
}
