//! Solvitaire's seeded deals (Blake and Gent, JAIR 85:21, 2026).
//!
//! The algorithm was verified against the program on 24 deals. The deck lists, for each copy and each rank, the suits
//! clubs, hearts, spades, diamonds. A Fisher-Yates shuffle from the end draws from the Mersenne Twister through Boost's
//! `uniform_int` rule. Cards are dealt from the end of the deck.

use rand_mt::Mt;

/// Returns the cards of a deck in dealing order for this seed.
///
/// The deck has `copies` copies of the ranks `1..=ranks` of each entry of `suits`; a suit may be listed more than once.
///
/// Solvitaire supports four suits only; further ones follow in our own order.
#[must_use]
pub fn order<C: From<(u32, u16)>>(
    ranks: u32,
    suits: impl IntoIterator<Item = u16>,
    copies: u16,
    seed: u32,
) -> Vec<C> {
    let place = |suit: u16| match suit {
        2 => 1,
        3 => 2,
        1 => 3,
        other => other,
    };
    // With fewer than four suits the same order, the missing ones skipped.
    let mut suits: Vec<u16> = suits.into_iter().collect();
    suits.sort_by_key(|&suit| place(suit));
    let mut cards: Vec<(u32, u16)> = (0..copies)
        .flat_map(|_| 1..=ranks)
        .flat_map(|rank| suits.iter().map(move |&suit| (rank, suit)))
        .collect();
    let mut twister = Mt::new(seed);
    for last in (1..cards.len()).rev() {
        let pick = uniform(&mut twister, last as u32);
        cards.swap(last, pick as usize);
    }
    cards.into_iter().rev().map(C::from).collect()
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
