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
use itertools::Itertools;

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
    /// For each card its lies, home last, and the first one at the start unless that is home.
    pub of: Vec<Vec<Lie>>,
    /// For each card the numbers of the lies that it may have at the start.
    pub first_lies: Vec<Vec<usize>>,
    /// For each card the cards that may lie on it, each with the number of that lie.
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
        Piles::with_open_start(task, &[])
    }

    /// The lies of a task where some cards may be exchanged with each other at the start.
    #[must_use]
    pub fn with_open_start(task: &Task, exchanged: &[CardId]) -> Piles {
        let start = Position::new(task);
        let mut cards_of: Vec<Vec<CardId>> = vec![Vec::new(); task.kinds.len()];
        for card in task.card_ids().filter(|&card| task.worrying_back || start.spot(card) != Spot::Home) {
            cards_of[task.cards[card.index()].index()].push(card);
        }
        let rows = start.rows_left().to_vec();
        // A group without order may hold a card that its deepest could stand on: only columns show that the
        // two are apart.
        let named = !rows.is_empty() || task.group == Group::AnyFaceUp;
        let chain: Vec<CardId> = start.waste().iter().chain(start.stock().iter().rev()).copied().collect();
        let matters = matches!(task.group, Group::Freely(_) | Group::AnyFaceUp) || task.home.runs().is_some();
        let face_down = start.columns().iter().zip(start.face_down()).filter(|_| matters);
        let mut piles = Piles {
            of: Vec::new(),
            first_lies: Vec::new(),
            upper: vec![Vec::new(); task.cards.len()],
            cards_of,
            named,
            face_down: face_down.flat_map(|(column, &n)| column[..n].iter().copied()).collect(),
            run: task.cards.iter().map(|&kind| run_of(task, kind)).collect(),
            chain,
            rows,
        };
        for &card in exchanged {
            if matters && !piles.face_down.contains(&card) {
                piles.face_down.push(card);
            }
        }
        let lies = |card| piles.lies(task, card, &start, exchanged);
        piles.of = task.card_ids().map(lies).collect();
        let first_lies = |card: CardId| {
            let spots = first_spots(card, &start, exchanged).into_iter();
            let spots: Vec<Spot> =
                spots.map(|spot| if piles.named { spot } else { without_name(spot) }).collect();
            piles.of[card.index()].iter().positions(|lie| spots.contains(&lie.spot)).collect()
        };
        piles.first_lies = task.card_ids().map(first_lies).collect();
        for card in task.card_ids() {
            for (n, lie) in piles.of[card.index()].iter().enumerate() {
                if let Spot::On(below) = lie.spot {
                    piles.upper[below.index()].push((card, n));
                }
            }
        }
        piles
    }

    /// The row that a card is dealt with, from 0.
    #[must_use]
    pub fn row_of(&self, card: CardId) -> Option<usize> {
        self.rows.iter().position(|row| row.contains(&card))
    }

    /// The lies of a card, of which some are exchanged at the start.
    fn lies(&self, task: &Task, card: CardId, start: &Position<'_>, exchanged: &[CardId]) -> Vec<Lie> {
        let first = start.spot(card);
        if first == Spot::Home && !task.worrying_back {
            return vec![Lie { spot: Spot::Home, by_move: false }];
        }
        let columns = if self.named { task.columns } else { 1 };
        // The columns onto which it may be dealt.
        let places = self.rows.iter().flat_map(|row| row.iter().enumerate());
        let dealt: Vec<usize> =
            places.filter(|(_, place)| may_lie(card, **place, exchanged)).map(|(column, _)| column).collect();
        let fills = task.may_fill(card);
        let others = self.cards_of.iter().flatten().copied().filter(|&other| other != card);
        let on = others.filter_map(|other| {
            let by_move = task.may_stand(card, other);
            (by_move || !dealt.is_empty()).then_some(Lie { spot: Spot::On(other), by_move })
        });
        let base = (0..columns).filter(|&n| fills || dealt.contains(&(n as usize)));
        let base = base.map(|n| Lie { spot: Spot::Base(n), by_move: fills });
        let mut lies: Vec<Lie> = on.chain(base).collect();
        if task.cells > 0 {
            lies.push(Lie { spot: Spot::Cell, by_move: true });
        }
        if self.chain.contains(&card) {
            // Several cards are drawn by an action of its own.
            lies.push(Lie { spot: Spot::Waste, by_move: task.draw() == 1 });
            if self.redeals(task) != Some(0) {
                lies.push(Lie { spot: Spot::Stock, by_move: false });
            }
        }
        let spot = if self.named { first } else { without_name(first) };
        if spot != Spot::Home {
            let known = lies.iter().position(|lie| lie.spot == spot);
            let first = known.map_or(Lie { spot, by_move: false }, |n| lies.remove(n));
            lies.insert(0, first);
        }
        for spot in first_spots(card, start, exchanged) {
            let spot = if self.named { spot } else { without_name(spot) };
            if spot != Spot::On(card) && spot != Spot::Home && lies.iter().all(|lie| lie.spot != spot) {
                lies.push(Lie { spot, by_move: false });
            }
        }
        lies.push(Lie { spot: Spot::Home, by_move: matches!(task.home, Home::After(_)) });
        lies
    }

    /// How often the waste may be turned back; `None` if without limit.
    #[must_use]
    pub fn redeals(&self, task: &Task) -> Option<u32> {
        match task.stock {
            Stock::Waste { redeals, .. } => redeals,
            _ => Some(0),
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

/// Whether a card may lie at a place at the start, the place named by the card there as written.
fn may_lie(card: CardId, place: CardId, exchanged: &[CardId]) -> bool {
    card == place || exchanged.contains(&card) && exchanged.contains(&place)
}

/// Where a card may lie at the start.
fn first_spots(card: CardId, start: &Position<'_>, exchanged: &[CardId]) -> Vec<Spot> {
    let all = std::iter::once(card).chain(exchanged.iter().copied());
    let places = all.filter(|&place| may_lie(card, place, exchanged));
    let spots = places.flat_map(|place| match start.spot(place) {
        Spot::On(below) => {
            let others = exchanged.iter().copied().filter(|&other| may_lie(other, below, exchanged));
            std::iter::once(below).chain(others).map(Spot::On).collect()
        }
        spot => vec![spot],
    });
    spots.collect()
}

fn without_name(spot: Spot) -> Spot {
    if matches!(spot, Spot::Base(_)) { Spot::Base(0) } else { spot }
}

fn run_of(task: &Task, kind: KindId) -> Option<(usize, usize)> {
    let runs = task.home.runs()?;
    let place = |run: &Vec<KindId>| run.iter().position(|&k| k == kind);
    runs.iter().enumerate().find_map(|(n, run)| Some((n, place(run)?)))
}
