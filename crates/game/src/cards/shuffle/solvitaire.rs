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

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use sha2::{Digest, Sha256};

    /// First 16 hex digits of the SHA-256 of the card names, ten written `10`.
    fn digest(copies: u16, seed: u32) -> String {
        let deck = DeckSpec { copies, ..DeckSpec::STANDARD };
        let text = order(deck, seed).iter().map(|c| c.to_string().replace('T', "10")).join(" ");
        Sha256::digest(text).iter().take(8).map(|b| format!("{b:02x}")).join("")
    }

    #[test]
    fn orders_agree_with_solvitaire() {
        let one = [
            (0, "234d4ec46746632d"),
            (1, "32ca750a25c7999c"),
            (2, "33d5a2b7c0f8b27b"),
            (42, "8a3a08e123dd4908"),
            (12345, "03386e1e862d99ac"),
        ];
        let two = [
            (0, "95662585df86c97d"),
            (1, "f82523c504797dcf"),
            (2, "69968482920a6e5c"),
            (42, "2387fa0b5e457cbf"),
            (12345, "b76297be3d0f8548"),
        ];
        for (seed, expected) in one {
            assert_eq!(digest(1, seed), expected, "52 cards, seed {seed}");
        }
        for (seed, expected) in two {
            assert_eq!(digest(2, seed), expected, "104 cards, seed {seed}");
        }
    }
}
