//! What a task says that does not change from step to step.

use crate::task::{CardId, Goal, Group, Home, KindId, Stock, Task};
use crate::unroll::{UnsupportedError, basic};

/// The relations of a task, by card.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) columns: usize,
    /// The cards that a card may be built on.
    pub(super) parents: Vec<Vec<CardId>>,
    /// For each parent, whether the card may move with it.
    pub(super) rides: Vec<Vec<bool>>,
    /// Whether runs move without waiting anywhere.
    pub(super) freely: bool,
    /// The cards that may be built on a card, and the numbers that it has as their parent.
    pub(super) children: Vec<Vec<(CardId, usize)>>,
    pub(super) may_fill: Vec<bool>,
    /// The card that a card was dealt on, where it was not as if built.
    pub(super) dealt_on: Vec<Option<CardId>>,
    /// The card that was dealt on a card.
    pub(super) cover: Vec<Option<CardId>>,
    /// The parent, by number, that a card lies on at the start as if it had been built there.
    pub(super) built: Vec<Option<usize>>,
    /// The cards that lie on one that lies face down.
    pub(super) covers: Vec<CardId>,
    /// Deepest of a column at the start.
    pub(super) bottom: Vec<bool>,
    /// Waste and stock, in the order in which the cards are drawn.
    pub(super) chain: Vec<CardId>,
    /// How many of them lie on the waste at the start.
    pub(super) drawn: usize,
    /// How many of them are drawn when a plan ends.
    pub(super) ends: usize,
    /// The place of a card in the chain.
    pub(super) place: Vec<Option<usize>>,
    /// How the cards of each kind go home.
    pub(super) homes: Vec<Homes>,
    /// A card that may stand on another, or goes home before it, has a smaller one.
    pub(super) ranks: Vec<u32>,
}

/// How the cards of a kind go home.
#[derive(Clone, Debug)]
pub(super) struct Homes {
    pub(super) cards: Vec<CardId>,
    /// The kind before it, and how many more of that are home at the start.
    pub(super) before: Option<(KindId, usize)>,
}

impl Facts {
    /// Reads a task.
    ///
    /// # Errors
    /// If it is not of Forty Thieves' kind.
    pub(super) fn new(name: &'static str, task: &Task) -> Result<Facts, UnsupportedError> {
        let cannot = |what| Err(UnsupportedError { encoding: name, what });
        let Home::After(after) = &task.home else { return cannot("runs that leave whole") };
        basic(name, task)?;
        if task.cells > 0 || !task.start.reserve.is_empty() {
            return cannot("cells or a reserve");
        }
        let (order, waste) = match &task.stock {
            Stock::None => (&[][..], &[][..]),
            Stock::Waste { redeals: Some(0), order, waste, .. } => (&order[..], &waste[..]),
            Stock::Waste { .. } => return cannot("redeals"),
            Stock::Rows { .. } => return cannot("rows of a stock"),
        };
        let count = task.cards.len();
        let parents: Vec<Vec<CardId>> = (task.card_ids())
            .map(|card| task.card_ids().filter(|&on| task.may_stand(card, on)).collect())
            .collect();
        let mut children = vec![Vec::new(); count];
        for (card, on) in task.card_ids().zip(&parents) {
            on.iter().enumerate().for_each(|(n, on)| children[on.index()].push((card, n)));
        }
        let freely = matches!(task.group, Group::Freely(_));
        let ride = |card: CardId, on: CardId| {
            if freely { task.moves_with(card, on) } else { task.may_fill(card) }
        };
        let homes = (0..task.kinds.len() as u32).map(KindId).map(|kind| {
            let cards = task.card_ids().filter(|card| task.cards[card.index()] == kind).collect();
            let home = |kind: KindId| task.kinds[kind.index()].home_at_start as usize;
            let before = after[kind.index()];
            let before = before.map(|before| (before, home(before).saturating_sub(home(kind))));
            Homes { cards, before }
        });
        let all = waste.len() + order.len();
        let mut facts = Facts {
            columns: task.columns as usize,
            rides: (task.card_ids().zip(&parents))
                .map(|(card, on)| on.iter().map(|&on| ride(card, on)).collect())
                .collect(),
            freely,
            may_fill: task.card_ids().map(|card| task.may_fill(card)).collect(),
            dealt_on: vec![None; count],
            cover: vec![None; count],
            built: vec![None; count],
            covers: Vec::new(),
            bottom: vec![false; count],
            chain: waste.iter().chain(order).copied().collect(),
            drawn: waste.len(),
            ends: if let Goal::Open(draws) = task.goal { all.min(waste.len() + draws as usize) } else { all },
            place: vec![None; count],
            homes: homes.collect(),
            ranks: Vec::new(),
            parents,
            children,
        };
        let Some(ranks) = facts.rank(task) else {
            return cannot("cards that stand on each other in a circle");
        };
        facts.ranks = ranks;
        facts.lay_out(task);
        Ok(facts)
    }

    /// The cards.
    pub(super) fn cards(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.parents.len() as u32).map(CardId)
    }

    /// Finds where cards lie at the start.
    fn lay_out(&mut self, task: &Task) {
        for (n, &card) in self.chain.iter().enumerate() {
            self.place[card.index()] = Some(n);
        }
        for (n, column) in task.start.columns.iter().enumerate() {
            let face_down = task.start.face_down.get(n).map_or(0, |&count| count as usize);
            if let Some(deepest) = column.first() {
                self.bottom[deepest.index()] = true;
            }
            for (depth, pair) in column.windows(2).enumerate() {
                let (below, card) = (pair[0], pair[1]);
                if depth < face_down {
                    self.covers.push(card);
                }
                let built = self.parents[card.index()].iter().position(|&on| on == below);
                self.built[card.index()] = built.filter(|_| depth >= face_down);
                if self.built[card.index()].is_none() {
                    self.dealt_on[card.index()] = Some(below);
                    self.cover[below.index()] = Some(card);
                }
            }
        }
    }

    /// Longest chains of cards that stand on each other or go home before each other; `None`
    /// if there is a circle.
    fn rank(&self, task: &Task) -> Option<Vec<u32>> {
        let mut ranks = vec![0u32; self.parents.len()];
        let mut kinds = vec![0u32; task.kinds.len()];
        loop {
            let mut changed = false;
            for (kind, Homes { cards, before }) in self.homes.iter().enumerate() {
                let after = before.map_or(0, |(before, _)| kinds[before.index()] + 1);
                let above = |card: &CardId| {
                    self.children[card.index()].iter().map(|(upper, _)| ranks[upper.index()] + 1).max()
                };
                let rank = cards.iter().filter_map(above).max().unwrap_or(0).max(after);
                if rank as usize > task.kinds.len() {
                    return None;
                }
                changed |= rank > kinds[kind];
                kinds[kind] = rank;
                cards.iter().for_each(|card| ranks[card.index()] = rank);
            }
            if !changed {
                return Some(ranks);
            }
        }
    }
}
