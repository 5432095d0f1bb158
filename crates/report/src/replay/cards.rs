//! Which card is where, card by card, so that a picture can move the very card that moved.
//!
//! Two positions are compared pile by pile: what is no longer there is matched with equal cards
//! that are new elsewhere. No rule distinguishes two equal cards, so neither does this.

use patsat_game::cards::Card;
use patsat_game::rules::{Home, Stock};
use patsat_game::state::{Instance, Table};

/// What a pile is, for the one who draws it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PileKind {
    Cell,
    /// A foundation, with its suit, from 0.
    Home(u16),
    /// The hole that cards leave into.
    Hole,
    /// The whole reserve: its cards lie side by side.
    Reserve,
    Stock,
    Waste,
    Column,
}

/// The piles of a game in the order in which pages number them: of its start, for a reserve that has become
/// empty is no pile.
#[must_use]
pub fn kinds(instance: &Instance) -> Vec<PileKind> {
    let rules = &instance.rules;
    let deck = rules.deck;
    let mut kinds = vec![PileKind::Cell; rules.cells.into()];
    if rules.home.is_hole() {
        kinds.push(PileKind::Hole);
    } else {
        kinds.extend((0..deck.foundations()).map(|place| PileKind::Home(deck.suit_of_foundation(place))));
    }
    if !instance.deal.reserve.is_empty() {
        kinds.push(PileKind::Reserve);
    }
    match rules.stock {
        Stock::None => {}
        Stock::Rows { .. } | Stock::Hole => kinds.push(PileKind::Stock),
        Stock::Waste { .. } => kinds.extend([PileKind::Stock, PileKind::Waste]),
    }
    kinds.extend(vec![PileKind::Column; rules.columns.into()]);
    kinds
}

/// The cards of every pile, lowest first, and how many of them lie face down.
pub(crate) fn piles(table: &Table, kinds: &[PileKind]) -> Vec<(Vec<Card>, usize)> {
    let (rules, deal) = (table.rules(), table.deal());
    let mut cells = deal.cells.iter();
    let mut homes = deal.foundations.iter();
    let mut columns = deal.columns.iter();
    let mut next = |kind: &PileKind| match kind {
        PileKind::Cell => (cells.next().copied().flatten().into_iter().collect(), 0),
        PileKind::Home(suit) => {
            let height = homes.next().copied().unwrap_or(0);
            let mut cards: Vec<Card> = rules.on_foundation(*suit, height).collect();
            // A complete run lies as it left, its ace on top.
            if rules.home != Home::Foundations {
                cards.reverse();
            }
            (cards, 0)
        }
        PileKind::Hole => (deal.hole.clone(), 0),
        PileKind::Reserve => (deal.reserve.clone(), 0),
        PileKind::Stock => (deal.stock.clone(), deal.stock.len()),
        PileKind::Waste => (deal.waste.clone(), 0),
        PileKind::Column => {
            columns.next().map(|pile| (pile.cards.clone(), pile.face_down)).unwrap_or_default()
        }
    };
    kinds.iter().map(&mut next).collect()
}

/// The part of a pile that a move changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub(super) pile: usize,
    /// The number of cards that stay, and those that come on top of them.
    pub(super) keep: usize,
    pub(super) then: Vec<usize>,
    pub(super) face_down: usize,
}

/// Every card by its number, pile by pile.
#[derive(Clone, Debug)]
pub(super) struct NumberedPiles {
    kinds: Vec<PileKind>,
    pub(super) cards: Vec<Card>,
    pub(super) piles: Vec<Vec<usize>>,
    pub(super) face_down: Vec<usize>,
}

impl NumberedPiles {
    pub(super) fn new(table: &Table, kinds: Vec<PileKind>) -> NumberedPiles {
        let mut cards = Vec::new();
        let mut tracked =
            NumberedPiles { kinds, cards: Vec::new(), piles: Vec::new(), face_down: Vec::new() };
        for (pile, down) in piles(table, &tracked.kinds) {
            tracked.piles.push((cards.len()..cards.len() + pile.len()).collect());
            tracked.face_down.push(down);
            cards.extend(pile);
        }
        tracked.cards = cards;
        tracked
    }

    /// Follows to the next position; the piles that changed.
    pub(super) fn follow(&mut self, table: &Table) -> Vec<Change> {
        let now = piles(table, &self.kinds);
        let mut keeps = Vec::with_capacity(now.len());
        // Cards that left their pile: by pile and in order.
        let mut loose: Vec<(usize, usize)> = Vec::new();
        for (n, (cards, _)) in now.iter().enumerate() {
            let same = self.piles[n].iter().zip(cards).take_while(|&(&id, card)| self.cards[id] == *card);
            let (keep, before) = (same.count(), self.piles[n].len());
            loose.extend(self.piles[n].drain(keep..).map(|id| (n, id)));
            keeps.push((keep, before));
        }
        let mut changes = Vec::new();
        for (n, (cards, down)) in now.into_iter().enumerate() {
            let (keep, before) = keeps[n];
            let then: Vec<usize> = cards[keep..]
                .iter()
                .map(|card| {
                    let is = |own: bool| {
                        loose.iter().position(|&(pile, id)| (pile == n) == own && self.cards[id] == *card)
                    };
                    match is(true).or_else(|| is(false)) {
                        Some(at) => loose.remove(at).1,
                        // No move makes a card; were there one, it would get a number of its own.
                        None => {
                            self.cards.push(*card);
                            self.cards.len() - 1
                        }
                    }
                })
                .collect();
            let changed = !then.is_empty() || keep < before || self.face_down[n] != down;
            self.piles[n].extend(&then);
            self.face_down[n] = down;
            if changed {
                changes.push(Change { pile: n, keep, then, face_down: down });
            }
        }
        changes
    }
}
