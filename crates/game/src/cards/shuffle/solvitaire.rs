//! Solvitaire's seeded deals (Blake and Gent, JAIR 85:21, 2026).
//!
//! The recipe, verified against the program on 24 deals: the deck lists, for each
//! copy and each rank, the suits clubs, hearts, spades, diamonds; a Fisher-Yates
//! shuffle from the end draws from the Mersenne Twister through Boost's
//! `uniform_int` rule; cards are dealt from the end of the deck.

use crate::cards::{Card, DeckSpec};
use rand_mt::Mt;

/// The cards of `deck` in dealing order for this seed.
///
/// Solvitaire knows four suits only; further ones follow in our own order.
#[must_use]
pub fn order(deck: DeckSpec, seed: u32) -> Vec<Card> {
    let suit_order = |place: u16| match place {
        0 => 0,
        1 => 2,
        2 => 3,
        3 => 1,
        other => other,
    };
    // With fewer than four suits the same order, the missing ones skipped.
    let listed = |suit| (0..deck.suits.times(suit)).map(move |_| suit);
    let suits: Vec<u16> = (0..deck.suits.end().max(4)).map(suit_order).flat_map(listed).collect();
    let mut cards: Vec<Card> = (0..deck.copies)
        .flat_map(|_| 1..=deck.ranks)
        .flat_map(|rank| suits.iter().map(move |&suit| Card::new(rank, suit)))
        .collect();
    let mut twister = Mt::new(seed);
    for last in (1..cards.len()).rev() {
        let pick = uniform(&mut twister, last as u32);
        cards.swap(last, pick as usize);
    }
    cards.reverse();
    cards
}

/// Boost's `uniform_int<>(0, max)` over a 32-bit generator: buckets of equal size, the rest rejected.
fn uniform(twister: &mut Mt, max: u32) -> u32 {
    let values = max + 1;
    let mut bucket = u32::MAX / values;
    if u32::MAX % values == max {
        bucket += 1;
    }
    loop {
        let pick = twister.next_u32() / bucket;
        if pick <= max {
            return pick;
        }
    }
}
