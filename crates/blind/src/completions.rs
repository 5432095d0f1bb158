//! The orders in which cards that were not seen may lie.

use patsat_game::cards::Card;

/// Returns the number of different orders of these cards, at most `most`. Copies of a card are alike.
#[must_use]
pub fn count_orders(mut cards: Vec<Card>, most: u64) -> u64 {
    cards.sort_unstable();
    let (mut orders, mut cards_so_far) = (1u128, 0u128);
    for copies in cards.chunk_by(|a, b| a == b).map(<[Card]>::len) {
        // A binomial coefficient, so each step is a whole number.
        for n in 1..=copies as u128 {
            cards_so_far += 1;
            orders = orders * cards_so_far / n;
            if orders > u128::from(most) {
                return most;
            }
        }
    }
    orders as u64
}

/// Returns every order of these cards once, in rising order. Copies of a card are alike.
pub fn every_order(mut cards: Vec<Card>) -> impl Iterator<Item = Vec<Card>> {
    cards.sort_unstable();
    std::iter::successors(Some(cards), |last| {
        // The last place that can rise takes the next larger card, and the rest is sorted again.
        let rise = (1..last.len()).rev().find(|&n| last[n - 1] < last[n])? - 1;
        let larger = (rise..last.len()).rev().find(|&n| last[n] > last[rise])?;
        let mut next = last.clone();
        next.swap(rise, larger);
        next[rise + 1..].reverse();
        Some(next)
    })
}
