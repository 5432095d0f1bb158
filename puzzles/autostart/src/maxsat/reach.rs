//! The moves that can happen at all, overestimated by a fixed point.
//!
//! The fixed point ignores order, twins that compete, and moves that use each other up.
//! A card can leave its place only if all cards above it can. It can go home only if it is an
//! ace or a card one rank lower can; onto a card that can lie bare and fits; to a column whose
//! cards can all leave. Every play satisfies this, so a move outside the least fixed point needs
//! no variable.
//!
//! Nor does an intermediate move that uncovers nothing of use. Three things are of use: a card that
//! can go home, a card that a move of use goes onto, and the floor of a column that a move of use
//! goes to. A move is of use if something of use lies below its card at the start. Leave all others
//! out of a play: their cards stay at the top of their first columns until they go home. The cards
//! below them have no event left. Their targets are bare for longer, and no empty column is missed.
//! So the play stays legal and as good.

use super::super::game::Game;
use super::super::plan::IntermediatePlace;

/// The moves that are not ruled out.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// Whether each card can go home.
    pub(super) home: Vec<bool>,
    /// The cards that each card can be placed on.
    pub(super) onto: Vec<Vec<u8>>,
    /// The columns that each card can go to once they are empty.
    pub(super) into: Vec<Vec<u8>>,
    /// The card that lies on each card at the start.
    pub(super) above: Vec<Option<u8>>,
    /// The deepest card of each column at the start.
    pub(super) bottom: Vec<Option<u8>>,
}

impl Reach {
    pub(super) fn new(game: &Game, rules: IntermediatePlace) -> Reach {
        let count = game.cards.len();
        // Cards are numbered column by column, deepest first.
        let above = |card: usize| {
            let next = card + 1;
            (next < count && game.column[next] == game.column[card]).then_some(next as u8)
        };
        let bottom =
            |column: usize| game.column.iter().position(|&c| usize::from(c) == column).map(|c| c as u8);
        let mut reach = Reach {
            home: vec![false; count],
            onto: vec![Vec::new(); count],
            into: vec![Vec::new(); count],
            above: (0..count).map(above).collect(),
            bottom: (0..game.columns).map(bottom).collect(),
        };
        while reach.grow(game, rules) {}
        reach.keep_what_is_of_use(game);
        reach
    }

    /// Whether a card has an event.
    pub(super) fn leaves(&self, card: u8) -> bool {
        self.home[usize::from(card)] || self.places(card)
    }

    /// Whether it has an intermediate move.
    pub(super) fn places(&self, card: u8) -> bool {
        let card = usize::from(card);
        !self.onto[card].is_empty() || !self.into[card].is_empty()
    }

    /// Whether all cards above can leave.
    fn bare(&self, card: u8) -> bool {
        let mut cards = std::iter::successors(self.above[usize::from(card)], |&c| self.above[usize::from(c)]);
        cards.all(|card| self.leaves(card))
    }

    fn keep_what_is_of_use(&mut self, game: &Game) {
        let count = game.cards.len();
        let mut of_use = self.home.clone();
        let mut floors = vec![false; game.columns];
        loop {
            // Cards are numbered column by column, deepest first.
            let below = |card: usize, of_use: &[bool], floors: &[bool]| {
                let column = game.column[card];
                floors[usize::from(column)] || (0..card).any(|c| game.column[c] == column && of_use[c])
            };
            let moves: Vec<usize> = (0..count).filter(|&card| below(card, &of_use, &floors)).collect();
            let mut new = false;
            for &card in &moves {
                for &onto in &self.onto[card] {
                    new |= !std::mem::replace(&mut of_use[usize::from(onto)], true);
                }
                for &column in &self.into[card] {
                    new |= !std::mem::replace(&mut floors[usize::from(column)], true);
                }
            }
            if !new {
                for card in (0..count).filter(|card| !moves.contains(card)) {
                    self.onto[card].clear();
                    self.into[card].clear();
                }
                return;
            }
        }
    }

    /// Runs one round; returns whether it found a new move.
    fn grow(&mut self, game: &Game, rules: IntermediatePlace) -> bool {
        let mut new = false;
        let count = game.cards.len() as u8;
        for card in (0..count).filter(|&card| self.bare(card)).collect::<Vec<_>>() {
            let at = usize::from(card);
            let lower = |other: u8| game.fits(other, card) && self.home[usize::from(other)];
            if !self.home[at] && (game.ranks[at] == 1 || (0..count).any(lower)) {
                self.home[at] = true;
                new = true;
            }
            if rules == IntermediatePlace::None {
                continue;
            }
            let lies_on = |other: u8| self.above[usize::from(other)] == Some(card);
            let onto: Vec<u8> = (0..count)
                .filter(|&other| game.fits(card, other) && !lies_on(other) && self.bare(other))
                .collect();
            new |= onto.len() > self.onto[at].len();
            self.onto[at] = onto;
            if rules == IntermediatePlace::SuitOrEmpty {
                let empties = |column: u8| {
                    let bottom = self.bottom[usize::from(column)];
                    bottom.is_none_or(|bottom| self.bare(bottom) && self.leaves(bottom))
                };
                let into: Vec<u8> =
                    (0..game.columns as u8).filter(|&c| c != game.column[at] && empties(c)).collect();
                new |= into.len() > self.into[at].len();
                self.into[at] = into;
            }
        }
        new
    }
}
