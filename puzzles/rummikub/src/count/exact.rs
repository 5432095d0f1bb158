//! Exact numbers: machine integers where everything fits, long ones elsewhere.

use num_bigint::BigUint;

/// A number that counts.
pub(super) trait Exact: Clone + Default {
    fn one() -> Self;
    /// Adds `factor` times another number.
    fn add(&mut self, other: &Self, factor: u64);
    fn big(self) -> BigUint;
}

impl Exact for u128 {
    fn one() -> u128 {
        1
    }

    fn add(&mut self, other: &u128, factor: u64) {
        *self += other * u128::from(factor);
    }

    fn big(self) -> BigUint {
        self.into()
    }
}

impl Exact for BigUint {
    fn one() -> BigUint {
        1u8.into()
    }

    fn add(&mut self, other: &BigUint, factor: u64) {
        *self += other * factor;
    }

    fn big(self) -> BigUint {
        self
    }
}
