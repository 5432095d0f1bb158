//! Weights varied at random around good ones.

use super::weights::{FEATURES, Weights};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The weights themselves for number 0; for any other each moved by at most its size and one.
pub(super) fn weights(around: &Weights, number: u64) -> Weights {
    if number == 0 {
        return *around;
    }
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let mut numbers: [i32; FEATURES] = around.numbers();
    for value in &mut numbers {
        let spread = value.abs() + 1;
        *value += (random.next_u32() % (2 * spread as u32 + 1)) as i32 - spread;
    }
    Weights::new(numbers)
}
