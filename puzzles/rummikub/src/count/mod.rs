//! Exact counts of the hands that can be laid at once: different hands, not ways to lay them.
//!
//! A hand is a multiset of tiles; it wins if all its tiles make sets. The talk of van Rijn, Takes and Vis asks for the
//! number of winning hands of `t` tiles and gives ratios for 14 to 18. A dynamic programme over run states counts ways
//! to lay a hand, and many hands have many. So here a state is the *set* of all run states that the tiles of a hand so
//! far can lead to (`automaton`), and each hand has one path.
//!
//! The ratio of winning hands to hands is not the chance that a dealt hand wins. There are `C(m, c)` ways to draw `c`
//! of `m` equal tiles, so a hand with one of two is twice as likely as a hand with both. [`Row::chance`] weighs hands
//! by these numbers.

mod automaton;
mod brute;
mod exact;
mod sum;

pub use brute::{HandCountError, MOST_HANDS, brute_force};

use super::shape::Shape;
use automaton::Automaton;
use exact::Exact;
use num_bigint::BigUint;

/// The counts for hands of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Tiles in the hand, jokers among them.
    pub tiles: u32,
    /// The number of different hands.
    pub hands: BigUint,
    /// The number of hands that win.
    pub winning: BigUint,
    /// The number of hands that win, by the number of jokers in the hand, from 0.
    pub by_jokers: Vec<BigUint>,
    /// The number of deals: hands of tiles of which no two are the same.
    pub deals: BigUint,
    /// The number of deals that win.
    pub winning_deals: BigUint,
}

impl Row {
    /// Winning hands in proportion to hands, as in the talk.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        quotient(&self.winning, &self.hands)
    }

    /// The chance that a dealt hand wins.
    #[must_use]
    pub fn chance(&self) -> f64 {
        quotient(&self.winning_deals, &self.deals)
    }
}

/// `a / b`, for numbers of any length.
fn quotient(a: &BigUint, b: &BigUint) -> f64 {
    use num_traits::{ToPrimitive, Zero};
    if a.is_zero() || b.is_zero() {
        return 0.0;
    }
    // 64 bits of quotient, whatever the sizes.
    let shift = (b.bits() + 64).saturating_sub(a.bits());
    let scaled = ((a << shift) / b).to_f64().unwrap_or(f64::INFINITY);
    scaled * 2f64.powi(-i32::try_from(shift).unwrap_or(i32::MAX))
}

/// The progress of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of values that are done, and the number of all.
    pub values: (u16, u16),
    /// States found so far.
    pub states: usize,
}

/// The reason why a count failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// The states have too many parts.
    #[error(
        "{colours} colours with {runs} runs at a time each are too many to count: expected fewer colours, copies or jokers"
    )]
    TooMany {
        colours: u8,
        /// Runs through one tile, at most.
        runs: usize,
    },
    /// More states than the memory allowed has room for.
    #[error("more than {0} sets of run states: expected a smaller game, or fewer tiles")]
    States(usize),
    /// The caller stopped the count.
    #[error("interrupted")]
    Interrupted,
}

/// Counts the winning hands of every size up to `most_tiles`, or of all sizes.
///
/// Calls `go_on` with the progress; the count stops if it returns false.
///
/// # Errors
/// If the game is too large, or `go_on` returns false.
pub fn count(
    shape: &Shape,
    most_tiles: Option<u32>,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Vec<Row>, CountError> {
    let tiles = shape.kind_count() as u32 * u32::from(shape.copies);
    let most = most_tiles.unwrap_or(u32::MAX).min(tiles + u32::from(shape.jokers));
    let automaton = Automaton::grow(shape, most, go_on)?;
    // Every number counts deals of some of the tiles.
    let sums =
        if tiles < 128 { totals::<u128>(&automaton, most) } else { totals::<BigUint>(&automaton, most) };
    Ok(rows(shape, most, &sums))
}

/// For each number of jokers in the hand: winning hands and winning deals by the number of tiles
/// that are no jokers. Only the tiles are weighed.
type Totals = Vec<[Vec<BigUint>; 2]>;

fn totals<N: Exact>(automaton: &Automaton, most: u32) -> Totals {
    let whole = |numbers: Vec<N>| numbers.into_iter().map(N::big).collect();
    (0..=automaton.jokers())
        .map(|jokers| {
            let most = (most as usize).saturating_sub(jokers);
            [false, true].map(|weighed| whole(sum::winning::<N>(automaton, jokers, weighed, most)))
        })
        .collect()
}

fn rows(shape: &Shape, most: u32, totals: &Totals) -> Vec<Row> {
    let kinds = shape.kind_count();
    let copies = usize::from(shape.copies);
    let jokers = usize::from(shape.jokers);
    let one_kind = vec![BigUint::from(1u8); copies + 1];
    let hands = power(&one_kind, kinds, most as usize);
    let joker_deals = binomials(jokers);
    let deals = power(&[1u8, 1].map(BigUint::from), kinds * copies + jokers, most as usize);
    let get = |numbers: &[BigUint], at: usize| numbers.get(at).cloned().unwrap_or_default();
    (0..=most as usize)
        .map(|tiles| {
            let with = |used: usize| tiles.checked_sub(used);
            let of = |kind: usize, used: usize| {
                with(used).map_or_else(BigUint::default, |rest| get(&totals[used][kind], rest))
            };
            let by_jokers: Vec<BigUint> = (0..=jokers).map(|used| of(0, used)).collect();
            Row {
                tiles: tiles as u32,
                hands: (0..=jokers).filter_map(with).map(|rest| get(&hands, rest)).sum(),
                winning: by_jokers.iter().sum(),
                by_jokers,
                deals: get(&deals, tiles),
                winning_deals: (0..=jokers).map(|used| of(1, used) * &joker_deals[used]).sum(),
            }
        })
        .collect()
}

/// The coefficients of a polynomial's power, up to `most`.
fn power(base: &[BigUint], exponent: usize, most: usize) -> Vec<BigUint> {
    let mut result = vec![BigUint::from(1u8)];
    for _ in 0..exponent {
        let degree = (result.len() + base.len() - 2).min(most);
        let mut next = vec![BigUint::default(); degree + 1];
        for (i, a) in result.iter().enumerate() {
            for (j, b) in base.iter().enumerate().filter(|(j, _)| i + j <= degree) {
                next[i + j] += a * b;
            }
        }
        result = next;
    }
    result
}

/// `C(n, 0)` to `C(n, n)`.
fn binomials(n: usize) -> Vec<BigUint> {
    power(&[1u8, 1].map(BigUint::from), n, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_of_long_numbers() {
        let ten = |n: u32| BigUint::from(10u8).pow(n);
        assert!((quotient(&ten(100), &ten(107)) / 1e-7 - 1.0).abs() < 1e-12);
        assert!((quotient(&ten(107), &ten(100)) / 1e7 - 1.0).abs() < 1e-12);
        assert!(quotient(&BigUint::default(), &ten(3)).abs() < f64::MIN_POSITIVE);
    }

    #[test]
    fn the_hands_of_the_talk() {
        let hands = power(&[1u8; 3].map(BigUint::from), 52, 14);
        assert_eq!(hands[14], BigUint::from(37_418_772_170_780u64));
    }
}
