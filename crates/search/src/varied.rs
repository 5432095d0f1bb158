//! Weights and widths of beams by number. The number is the seed by which the weights vary at random.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The number of varied beams that one run tries.
pub(crate) const MANY: u64 = 4096;

/// The weights themselves for number 0; for any other each moved by at most its size and one.
pub(crate) fn vary<const N: usize>(mut around: [i32; N], number: u64) -> [i32; N] {
    if number == 0 {
        return around;
    }
    let mut random = ChaCha8Rng::seed_from_u64(number);
    for value in &mut around {
        let spread = value.abs() + 1;
        *value += (random.next_u32() % (2 * spread as u32 + 1)) as i32 - spread;
    }
    around
}

/// The width of the beam of that number: mostly narrow, every eighth wider, every sixty-fourth
/// wide. (The doubling of Luby, Sinclair and Zuckerman 1993, in steps of eight.)
pub(crate) fn width(number: u64) -> usize {
    match number + 1 {
        n if n.is_multiple_of(512) => 6400,
        n if n.is_multiple_of(64) => 1600,
        n if n.is_multiple_of(8) => 400,
        _ => 100,
    }
}
