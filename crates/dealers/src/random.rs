//! Our own seeded deals, for any deck.
//!
//! ChaCha with 8 rounds, seeded with the number as sixty-four bits, draws a
//! Fisher-Yates shuffle from the end; draws beyond the last full multiple of the range
//! are rejected, so every order is equally likely. The rule is spelled out here and
//! not left to a library's shuffle, so that a seed means the same deal for ever.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The cards of this deck in dealing order for this seed.
#[must_use]
pub fn order<C>(deck: impl IntoIterator<Item = C>, seed: u64) -> Vec<C> {
    let mut cards: Vec<C> = deck.into_iter().collect();
    shuffle(&mut cards, &mut ChaCha8Rng::seed_from_u64(seed));
    cards
}

/// Returns an endless iterator over random orders of these cards. A seed always yields the same sequence.
pub fn orders<C: Clone>(cards: &[C], seed: u64) -> impl Iterator<Item = Vec<C>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        let mut order = cards.to_vec();
        shuffle(&mut order, &mut rng);
        order
    })
}

fn shuffle<C>(cards: &mut [C], rng: &mut ChaCha8Rng) {
    for last in (1..cards.len()).rev() {
        let pick = below(rng, last as u32 + 1);
        cards.swap(last, pick as usize);
    }
}

/// A uniform draw from `0..values`.
fn below(rng: &mut ChaCha8Rng, values: u32) -> u32 {
    let limit = u32::MAX - u32::MAX % values;
    loop {
        let draw = rng.next_u32();
        if draw < limit {
            return draw % values;
        }
    }
}
