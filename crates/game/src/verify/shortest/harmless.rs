//! Moves home that no shortest plan needs to put off.
//!
//! In games with foundations, one copy of each card and no stock, call a card *harmless* if it is the next
//! one of its suit to go home, and each card in play that may be put on it is harmless, too.
//!
//! **Theorem.** If a harmless card `x` can go home, some plan of least cost begins with that move; in each
//! of the three costs.
//!
//! *Proof.* Take a plan and play along with it, `x` home first. Let `E` be the cards that are home here and
//! not there; all of them are harmless, each the next of its suit. Apart from `E`, which is missing, each
//! pile here is as it is there. That is kept up: say the plan moves a group of cards to a place.
//!
//! * Let `e` be the deepest card of the group that is in `E`, or the card that the group is put on, if that is in
//!   `E`. Cards that lie in a group fit on each other, so those above `e` are harmless and next of their
//!   suits, and nothing lies on them here: they go home here, if they are not in `E`, and join it.
//! * If a part of the group under `e` is left, or there is no `e`, it makes the plan's move: its deepest
//!   card and what that is put on are the same, and there are at least as many empty cells and
//!   columns. If nothing is left, no move is made.
//! * A card that goes home there goes home here, or is in `E`, which it leaves. It is the next of its suit
//!   here as well: the next of a suit that has a card in `E` is that card.
//!
//! In the end all cards are home in both. Each card goes home once in both, and of other moves there are no
//! more here. So the cost is no higher.
//!
//! This is the rule of Jim Horne's FreeCell for Windows, for every way of building. (Blake and Gent, JAIR
//! 85:21, 2026, prove a stronger one for games that may take cards back.)

use crate::cards::Card;
use crate::rules::{Move, Place};
use crate::state::{Instance, Table};
use std::ops::BitOr;

/// Which cards may be put on which, as sets of bits: bit `deck.index(card)`, lower ranks first.
#[derive(Clone, Debug)]
pub(super) struct Harmless {
    /// For each card those that may be put on it.
    onto: Vec<u64>,
    /// For each foundation, by its height, the cards that it still needs.
    needs: Vec<Vec<u64>>,
}

impl Harmless {
    /// For a game with foundations, one copy of each of at most 64 cards, and no stock.
    pub(super) fn new(instance: &Instance) -> Harmless {
        let rules = &instance.rules;
        let on = |card: Card| rules.deck.distinct_cards().filter(move |&upper| rules.fits(upper, card));
        let set = |cards: &mut dyn Iterator<Item = Card>| {
            cards.fold(0, |set, card| set | 1 << rules.deck.index(card))
        };
        let needs = |suit: u16| {
            let from = |height| {
                set(&mut (height..rules.deck.ranks).filter_map(|height| rules.next_home(suit, height)))
            };
            (0..=rules.deck.ranks).map(from).collect()
        };
        Harmless {
            onto: rules.deck.distinct_cards().map(|card| set(&mut on(card))).collect(),
            needs: rules.deck.suits.iter().map(needs).collect(),
        }
    }

    /// Makes moves home of harmless cards until none is left; how many.
    pub(super) fn settle(&self, table: &mut Table) -> u32 {
        let mut moves = 0;
        while self.next(table).is_some_and(|action| table.apply(action).is_ok()) {
            moves += 1;
        }
        moves
    }

    /// A move home of a harmless card, if there is one.
    fn next(&self, table: &Table) -> Option<Move> {
        let needs =
            || (self.needs.iter().zip(table.foundations())).map(|(suit, &height)| suit[height as usize]);
        // The lowest card that a foundation needs is its next one.
        let first = |set: u64| set & set.wrapping_neg();
        let play = needs().fold(0, BitOr::bitor);
        let next = needs().map(first).fold(0, BitOr::bitor);
        (0u16..).zip(needs()).filter(|&(_, set)| set != 0).find_map(|(n, set)| {
            let harmless = self.is_harmless(set.trailing_zeros() as usize, play, next);
            let height = table.foundations()[usize::from(n)];
            let card = table.rules().next_home(table.rules().deck.suit_of_foundation(n.into()), height)?;
            let from = harmless.then(|| free(table, card))??;
            Some(Move::one(from, Place::Foundation(n)))
        })
    }

    /// Whether the card of this index, the next of its suit, is harmless. Cards on it are of lower rank.
    fn is_harmless(&self, index: usize, play: u64, next: u64) -> bool {
        let mut on = self.onto[index] & play;
        if on & !next != 0 {
            return false;
        }
        while on != 0 {
            if !self.is_harmless(on.trailing_zeros() as usize, play, next) {
                return false;
            }
            on &= on - 1;
        }
        true
    }
}

/// The place that a card can be taken from, if nothing lies on it.
fn free(table: &Table, card: Card) -> Option<Place> {
    let columns = (0..table.columns().len() as u16).map(Place::Column);
    let cells = (0..table.cells().len() as u16).map(Place::Cell);
    let reserve = (0..table.deal().reserve.len() as u16).map(Place::Reserve);
    columns.chain(cells).chain(reserve).find(|&place| table.top(place) == Some(card))
}
