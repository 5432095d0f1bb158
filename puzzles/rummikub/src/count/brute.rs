//! The same count by enumeration of all hands, for small games: a second method that shares only the
//! definition of a set with the first.
//!
//! It decides whether a hand wins by removing sets: the first tile that is left lies in some group
//! or some run, with jokers for missing tiles.

use super::super::shape::Shape;
use num_bigint::BigUint;

/// The most hands that are enumerated.
pub const MOST_HANDS: u64 = 50_000_000;

/// A game with too many hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game has too many hands to look at each: expected at most {MOST_HANDS}")]
pub struct HandCountError;

/// Winning hands by size, and by the number of jokers in the hand; plain, and weighed as deals of tiles.
///
/// # Errors
/// If there are too many hands.
pub fn brute_force(shape: &Shape) -> Result<Vec<[Vec<BigUint>; 2]>, HandCountError> {
    let kinds = shape.kind_count();
    let hands = (f64::from(shape.copies) + 1.0).powi(kinds as i32) * (f64::from(shape.jokers) + 1.0);
    if hands > MOST_HANDS as f64 {
        return Err(HandCountError);
    }
    let tiles = kinds * usize::from(shape.copies);
    let jokers = usize::from(shape.jokers);
    let none = || vec![BigUint::default(); tiles + 1];
    let mut totals: Vec<[Vec<BigUint>; 2]> = (0..=jokers).map(|_| [none(), none()]).collect();
    let mut hand = vec![0u8; kinds];
    loop {
        let size: usize = hand.iter().map(|&n| usize::from(n)).sum();
        let ways = |&n: &u8| (0..u64::from(n)).fold(1, |w, i| w * (u64::from(shape.copies) - i) / (i + 1));
        let weight: BigUint = hand.iter().map(ways).product();
        for (used, [plain, weighed]) in (0..).zip(&mut totals) {
            if wins(shape, &mut hand.clone(), used) {
                plain[size] += 1u8;
                weighed[size] += &weight;
            }
        }
        let Some(at) = hand.iter().position(|&n| n < shape.copies) else { return Ok(totals) };
        hand[at] += 1;
        hand[..at].fill(0);
    }
}

/// Whether everything makes sets.
fn wins(shape: &Shape, hand: &mut [u8], jokers: u8) -> bool {
    let (values, least) = (usize::from(shape.values), usize::from(shape.least));
    let Some(first) = hand.iter().position(|&n| n > 0) else { return jokers_alone(shape, jokers) };
    let (colour, value) = (first / values, first % values);
    // Runs that hold it: from some value up to some value.
    for start in 0..=value {
        for end in (value + 1).max(start + least)..=values {
            let places: Vec<usize> = (start..end).map(|v| colour * values + v).collect();
            if lay(shape, hand, jokers, &places, first) {
                return true;
            }
        }
    }
    let others: Vec<usize> =
        (0..usize::from(shape.colours)).filter(|&c| c != colour).map(|c| c * values + value).collect();
    for mask in 0..1u32 << others.len() {
        let chosen = others.iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1).map(|(_, &kind)| kind);
        let places: Vec<usize> = [first].into_iter().chain(chosen).collect();
        if places.len() >= least && lay(shape, hand, jokers, &places, first) {
            return true;
        }
    }
    false
}

/// Lays a set that holds the tile `first`; each other place is taken by a tile or a joker.
fn lay(shape: &Shape, hand: &mut [u8], jokers: u8, places: &[usize], first: usize) -> bool {
    let others: Vec<usize> = places.iter().copied().filter(|&kind| kind != first).collect();
    for mask in 0..1u32 << others.len() {
        let stand = |n: usize| mask >> n & 1 == 1;
        let needed = mask.count_ones();
        let there = others.iter().enumerate().all(|(n, &kind)| stand(n) || hand[kind] > 0);
        if needed > jokers.into() || !there {
            continue;
        }
        let real: Vec<usize> = others
            .iter()
            .enumerate()
            .filter(|(n, _)| !stand(*n))
            .map(|(_, &kind)| kind)
            .chain([first])
            .collect();
        real.iter().for_each(|&kind| hand[kind] -= 1);
        let found = wins(shape, hand, jokers - needed as u8);
        real.iter().for_each(|&kind| hand[kind] += 1);
        if found {
            return true;
        }
    }
    false
}

/// Whether jokers alone make sets, which may be groups or runs.
fn jokers_alone(shape: &Shape, jokers: u8) -> bool {
    let longest = u16::from(shape.colours).max(shape.values);
    let fits = |sets: u16| {
        let least = u16::from(shape.least);
        longest >= least && sets * least <= jokers.into() && u16::from(jokers) <= sets * longest
    };
    jokers == 0 || (1..=u16::from(jokers)).any(fits)
}
