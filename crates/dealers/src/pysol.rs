//! PySolFC's numbered deals of one deck.
//!
//! Source: the Python package `pysol_cards` 0.24 (Fish), which deals as PySolFC does; what is here was
//! compared with it, deal by deal. Up to 32,000 a number means Microsoft's deal. Beyond, Python's
//! generator draws: the Mersenne Twister, its key the number in words of 32 bits, and a draw below `n` is
//! `n` times a fraction of 53 bits, rounded down. The deck lists clubs, spades, hearts, diamonds, each
//! from the ace up; it is shuffled from its end (Fisher and Yates) and dealt from its end.
//!
//! PySolFC's numbers go up to 10^20, ours to 2^64 - 1.

use crate::microsoft;
use rand_mt::Mt;

/// The last number that means Microsoft's deal.
const LAST_MICROSOFT: u64 = 32_000;
/// The order of suits in the new deck.
const SUITS: [u16; 4] = [0, 3, 2, 1];

/// The 52 cards of deal `number` in dealing order.
#[must_use]
pub fn order<C: From<(u32, u16)>>(number: u64) -> Vec<C> {
    if number <= LAST_MICROSOFT {
        return microsoft::order(number);
    }
    let (low, high) = (number as u32, (number >> 32) as u32);
    let mut twister = Mt::new_with_key([low, high].into_iter().take(if high == 0 { 1 } else { 2 }));
    let mut fraction = || {
        let (high, low) = (twister.next_u32() >> 5, twister.next_u32() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    };
    let mut cards: Vec<(u32, u16)> =
        SUITS.iter().flat_map(|&suit| (1..=13).map(move |rank| (rank, suit))).collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, (fraction() * (last + 1) as f64) as usize);
    }
    cards.into_iter().rev().map(C::from).collect()
}
