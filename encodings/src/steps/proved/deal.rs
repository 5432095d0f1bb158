//! The game: where each card may come to lie, and which cards wait for each other.

use super::NAME;
use super::facts::Lie;
use crate::task::{CardId, Group, Home, Spot, Stock, Task};
use crate::unroll::{UnsupportedError, basic, only_wins};

/// A task of one deck with foundations, and what holds at all times.
#[derive(Debug)]
pub(super) struct Deal {
    pub(super) task: Task,
    pub(super) cards: Vec<CardId>,
    starts: Vec<Lie>,
    spots: Vec<Vec<Lie>>,
    above: Vec<Vec<CardId>>,
}

impl Deal {
    /// # Errors
    /// If the game is not one of single cards of one deck in columns and cells, which all go home.
    pub(super) fn new(task: &Task) -> Result<Deal, UnsupportedError> {
        let refuse = |what| Err(UnsupportedError { encoding: NAME, what });
        only_wins(NAME, task)?;
        basic(NAME, task)?;
        if task.stock != Stock::None {
            return refuse("a stock");
        }
        if !matches!(task.home, Home::After(_)) {
            return refuse("complete runs that leave");
        }
        if matches!(task.group, Group::Freely(_)) {
            return refuse("runs that move as one whatever their length");
        }
        if !task.start.reserve.is_empty() {
            return refuse("a reserve");
        }
        if task.start.face_down.iter().any(|&n| n > 0) {
            return refuse("face-down cards");
        }
        let mut copies: Vec<u32> = task.kinds.iter().map(|kind| kind.home_at_start).collect();
        task.cards.iter().for_each(|kind| copies[kind.index()] += 1);
        if copies.iter().any(|&n| n > 1) {
            return refuse("several decks");
        }
        let cards: Vec<CardId> = task.card_ids().collect();
        let mut starts = vec![Lie::Bottom; cards.len()];
        for (card, spot) in task.natives() {
            starts[card.index()] = match spot {
                Spot::On(below) => Lie::On(below),
                Spot::Cell => Lie::Cell,
                _ => Lie::Bottom,
            };
        }
        let mut deal = Deal { task: task.clone(), cards, starts, spots: Vec::new(), above: Vec::new() };
        deal.spots = deal.cards.iter().map(|&card| deal.spots_of(card)).collect();
        let may_lie_on = |on: CardId, card: &CardId| deal.spots(*card).contains(&Lie::On(on));
        let above = |&on: &CardId| deal.cards.iter().copied().filter(|card| may_lie_on(on, card)).collect();
        deal.above = deal.cards.iter().map(above).collect();
        Ok(deal)
    }

    fn spots_of(&self, card: CardId) -> Vec<Lie> {
        let on = self.cards.iter().map(|&on| Lie::On(on));
        let may_lie = |lie: &Lie| self.may_be_put(card, *lie) || self.start(card) == *lie;
        on.chain([Lie::Bottom, Lie::Cell, Lie::Home]).filter(may_lie).collect()
    }

    pub(super) fn start(&self, card: CardId) -> Lie {
        self.starts[card.index()]
    }

    /// Where a card may come to lie.
    pub(super) fn spots(&self, card: CardId) -> &[Lie] {
        &self.spots[card.index()]
    }

    /// The cards that may come to lie on this one.
    pub(super) fn above(&self, card: CardId) -> &[CardId] {
        &self.above[card.index()]
    }

    /// Whether a move may lead there.
    pub(super) fn may_be_put(&self, card: CardId, lie: Lie) -> bool {
        match lie {
            Lie::On(below) => self.task.may_stand(card, below),
            Lie::Bottom => self.task.may_fill(card),
            Lie::Cell | Lie::Home => true,
        }
    }

    /// The cards that are home before this one.
    pub(super) fn before(&self, card: CardId) -> impl Iterator<Item = CardId> + '_ {
        let before = match &self.task.home {
            Home::After(before) => before[self.task.cards[card.index()].index()],
            _ => None,
        };
        self.cards.iter().copied().filter(move |other| Some(self.task.cards[other.index()]) == before)
    }

    /// For each card those that it waits for.
    pub(super) fn waits(&self) -> Vec<Vec<CardId>> {
        let mut waits = vec![Vec::new(); self.cards.len()];
        for &card in &self.cards {
            let mut lower: Vec<CardId> = self.before(card).collect();
            let mut n = 0;
            while n < lower.len() {
                lower.extend(self.before(lower[n]));
                n += 1;
            }
            for column in &self.task.start.columns {
                let above = column.iter().skip_while(|other| !lower.contains(other)).skip(1);
                waits[card.index()].extend(above);
            }
        }
        waits
    }
}
