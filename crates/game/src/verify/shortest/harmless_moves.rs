//! Moves home that no shortest plan needs to put off.
//!
//! Consider games with foundations, one copy of each card and no stock. Call a card *harmless* if it is the
//! next one of its suit to go home, and each card in play that may be put on it is harmless, too.
//!
//! **Theorem.** If a harmless card `x` can go home, some plan of least cost begins with that move. This holds
//! for each of the three costs.
//!
//! *Proof.* Take a plan; it plays game A. In game B, `x` goes home first, and we follow the plan. Let `E` be
//! the cards that are home in B but not in A. All of them are harmless, each the next of its suit in A. Each
//! pile of B equals that of A without the cards of `E`. This stays true when the plan moves a group of cards
//! to a place:
//!
//! * Let `e` be the deepest card of the group that is in `E`, or the card that the group is put on if that
//!   card is in `E`. Cards of a group fit on each other, so those above `e` are harmless and the next of their
//!   suits. No card lies on them in B. Those that are not in `E` go home in B and join `E`.
//! * If a part of the group under `e` remains, or there is no `e`, the remaining cards make the plan's move in
//!   B: their deepest card and the card that it is put on are the same. B has no fewer empty cells and columns
//!   than A. If no card remains, B makes no move.
//! * A card that goes home in A goes home in B, too, or is in `E`, which it leaves. In B it is the next of its
//!   suit as well: if a suit has a card in `E`, that card is the next of the suit in A.
//!
//! In the end all cards are home in both games. Each card goes home once in both, and B has no more other
//! moves than A. So the cost is no higher.
//!
//! This is the rule of Jim Horne's FreeCell for Windows, for every way of building. (Blake and Gent, JAIR
//! 85:21, 2026, prove a stronger one for games that may take cards back.)

use crate::cards::Card;
use crate::rules::{Move, Place};
use crate::state::{Instance, Table};
use std::ops::BitOr;

/// The cards that may be put on each card, as bit sets: bit `deck.index(card)`, lower ranks first.
#[derive(Clone, Debug)]
pub(super) struct HarmlessMoves {
    /// For each card, the cards that may be put on it.
    onto: Vec<u64>,
    /// For each foundation, by its height, the cards that it still needs.
    needs: Vec<Vec<u64>>,
}

impl HarmlessMoves {
    /// The game must have foundations, one copy of each of at most 64 cards, and no stock.
    pub(super) fn new(instance: &Instance) -> HarmlessMoves {
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
        HarmlessMoves {
            onto: rules.deck.distinct_cards().map(|card| set(&mut on(card))).collect(),
            needs: rules.deck.suits.iter().map(needs).collect(),
        }
    }

    /// Makes moves home of harmless cards until none is left, and returns their number.
    pub(super) fn settle(&self, table: &mut Table) -> u32 {
        let mut moves = 0;
        while self.next(table).is_some_and(|action| table.apply(action).is_ok()) {
            moves += 1;
        }
        moves
    }

    /// Returns a move home of a harmless card, if there is one.
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

    /// Returns whether the card of this index, the next of its suit, is harmless.
    ///
    /// The recursion ends because cards that may be put on it are of lower rank.
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

/// Returns the place of a card, if no card lies on it.
fn free(table: &Table, card: Card) -> Option<Place> {
    let columns = (0..table.columns().len() as u16).map(Place::Column);
    let cells = (0..table.cells().len() as u16).map(Place::Cell);
    let reserve = (0..table.deal().reserve.len() as u16).map(Place::Reserve);
    columns.chain(cells).chain(reserve).find(|&place| table.top(place) == Some(card))
}
