//! The relational view for every kind of rule: stocks, complete runs that leave, face-down
//! cards, groups of any length.
//!
//! A card lies on a card, at the bottom of a column, or in a pile: one literal each. Columns
//! have names only while rows may be dealt. The cards of a stock with a waste keep one order
//! for ever (waste from below, then stock from above), so which of the two a card lies in is
//! all there is to say.
//!
//! Runs that leave by force do so between two steps: a time describes the position just after
//! a step and marks the cards that leave now; at the next time they are home.

use crate::task::{CardId, Group, Home, KindId, Position, Spot, Stock, Task};

/// Where a card may lie, and whether a move may bring it there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lie {
    /// Where. A column without a name has number 0.
    pub spot: Spot,
    /// Whether a move may bring it there; otherwise it lies there from the start, or was dealt.
    pub by_move: bool,
}

impl Lie {
    /// Whether it is in a column.
    #[must_use]
    pub fn in_column(self) -> bool {
        matches!(self.spot, Spot::On(_) | Spot::Base(_))
    }
}

/// The lies of every card, and what follows from the task for all times.
#[derive(Clone, Debug)]
pub struct Piles {
    /// For each card its lies, the first one at the start and home last.
    pub of: Vec<Vec<Lie>>,
    /// For each card who may lie on it, with the number of that lie.
    pub upper: Vec<Vec<(CardId, usize)>>,
    /// For each kind its cards.
    pub cards_of: Vec<Vec<CardId>>,
    /// Whether columns have names.
    pub named: bool,
    /// Waste from below, then stock from above.
    pub chain: Vec<CardId>,
    /// The rows to be dealt.
    pub rows: Vec<Vec<CardId>>,
    /// Cards that lie face down at the start, where that matters.
    pub face_down: Vec<CardId>,
    /// For each card its run and its place in it, from the deepest, where runs leave.
    pub run: Vec<Option<(usize, usize)>>,
}

impl Piles {
    /// The lies of a task.
    #[must_use]
    pub fn new(task: &Task) -> Piles {
        let start = Position::new(task);
        let mut cards_of: Vec<Vec<CardId>> = vec![Vec::new(); task.kinds.len()];
        for card in task.card_ids().filter(|&card| start.spot(card) != Spot::Home) {
            cards_of[task.cards[card.index()].index()].push(card);
        }
        let rows = start.rows_left().to_vec();
        let named = !rows.is_empty();
        let chain: Vec<CardId> = start.waste().iter().chain(start.stock().iter().rev()).copied().collect();
        let matters = matches!(task.group, Group::Freely(_)) || matches!(task.home, Home::Runs(_));
        let face_down = start.columns().iter().zip(start.face_down()).filter(|_| matters);
        let mut piles = Piles {
            of: Vec::new(),
            upper: vec![Vec::new(); task.cards.len()],
            cards_of,
            named,
            face_down: face_down.flat_map(|(column, &n)| column[..n].iter().copied()).collect(),
            run: task.cards.iter().map(|&kind| run_of(task, kind)).collect(),
            chain,
            rows,
        };
        piles.of = task.card_ids().map(|card| piles.lies(task, card, start.spot(card))).collect();
        for card in task.card_ids() {
            for (n, lie) in piles.of[card.index()].iter().enumerate() {
                if let Spot::On(below) = lie.spot {
                    piles.upper[below.index()].push((card, n));
                }
            }
        }
        piles
    }

    fn lies(&self, task: &Task, card: CardId, first: Spot) -> Vec<Lie> {
        if first == Spot::Home {
            return vec![Lie { spot: Spot::Home, by_move: false }];
        }
        let columns = if self.named { task.columns } else { 1 };
        let dealt = self.rows.iter().find_map(|row| row.iter().position(|&c| c == card));
        let fills = task.may_fill(card);
        let others = self.cards_of.iter().flatten().copied().filter(|&other| other != card);
        let on = others.filter_map(|other| {
            let by_move = task.may_stand(card, other);
            (by_move || dealt.is_some()).then_some(Lie { spot: Spot::On(other), by_move })
        });
        let base = (0..columns).filter(|&n| fills || dealt == Some(n as usize));
        let base = base.map(|n| Lie { spot: Spot::Base(n), by_move: fills });
        let mut lies: Vec<Lie> = on.chain(base).collect();
        if task.cells > 0 {
            lies.push(Lie { spot: Spot::Cell, by_move: true });
        }
        if self.chain.contains(&card) {
            lies.push(Lie { spot: Spot::Waste, by_move: true });
            if self.redeals(task) > 0 {
                lies.push(Lie { spot: Spot::Stock, by_move: false });
            }
        }
        let spot = match first {
            Spot::Base(_) if !self.named => Spot::Base(0),
            spot => spot,
        };
        let known = lies.iter().position(|lie| lie.spot == spot);
        let first = known.map_or(Lie { spot, by_move: false }, |n| lies.remove(n));
        lies.insert(0, first);
        lies.push(Lie { spot: Spot::Home, by_move: matches!(task.home, Home::After(_)) });
        lies
    }

    /// How often the waste may be turned back.
    #[must_use]
    pub fn redeals(&self, task: &Task) -> u32 {
        match task.stock {
            Stock::Waste { redeals, .. } => redeals,
            _ => 0,
        }
    }

    /// All cards in order.
    pub fn cards(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.of.len() as u32).map(CardId)
    }

    /// The number of a lie of a card.
    #[must_use]
    pub fn number(&self, card: CardId, spot: Spot) -> Option<usize> {
        self.of[card.index()].iter().position(|lie| lie.spot == spot)
    }

    /// Number of lies of all cards.
    #[must_use]
    pub fn count(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }
}

fn run_of(task: &Task, kind: KindId) -> Option<(usize, usize)> {
    let Home::Runs(runs) = &task.home else { return None };
    let place = |run: &Vec<KindId>| run.iter().position(|&k| k == kind);
    runs.iter().enumerate().find_map(|(n, run)| Some((n, place(run)?)))
}
