//! Microsoft's FreeCell numbers, with the extensions of FreeCell Pro.
//!
//! Source: Jim Horne's description of the Windows 3.1 program, and the behaviour of
//! `make-microsoft-freecell-board` of Freecell Solver for numbers beyond 2^31, which
//! the tests compare with ours.

use crate::cards::Card;

/// The largest number that FreeCell Pro deals.
pub const LAST: u64 = (1 << 33) - 1;

/// The 52 cards of deal `number` in dealing order (round-robin over the columns).
///
/// `number` is taken modulo 2^32 as the generator's seed; which bits of its state pick
/// a card depends on whether the number is below 2^31, below 2^32, or above.
#[must_use]
pub fn order(number: u64) -> Vec<Card> {
    let mut state = number as u32;
    let mut next = || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        let low = (state >> 16) & 0x7fff;
        match number {
            0..0x8000_0000 => low,
            0x8000_0000..0x1_0000_0000 => low | 0x8000,
            _ => (state >> 16) + 1,
        }
    };
    let mut deck: Vec<Card> =
        (1..=13).flat_map(|rank| (0..4).map(move |suit| Card::new(rank, suit))).collect();
    let mut dealt = Vec::with_capacity(52);
    while !deck.is_empty() {
        let pick = next() as usize % deck.len();
        dealt.push(deck.swap_remove(pick));
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn deal_1_is_the_published_one() {
        let text = order(1).iter().join(" ");
        assert!(text.starts_with("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H"), "{text}");
        assert!(text.ends_with("6S 9C 2H 6H"), "{text}");
    }
}
