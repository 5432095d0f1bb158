//! Formulas whose deals are good tests for solvers: seeded families, a file each.
//!
//! All have three literals a clause, so that every reduction takes them. A seed means the same
//! formula for ever: the draws are spelled out here and not left to a library.

mod parity;
mod pigeonhole;
mod random;

pub use parity::parity;
pub use pigeonhole::pigeonhole;
pub use random::{planted, random};

use super::Cnf;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The clause ratio at which random 3-SAT changes from mostly satisfiable to mostly not, and
/// where solvers find it hardest (Mitchell, Selman and Levesque 1992; 4.267 for many variables,
/// Mezard, Parisi and Zecchina 2002).
pub const THRESHOLD: f64 = 4.26;

/// A family of formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Random 3-SAT.
    Random,
    /// Random 3-SAT that a hidden assignment satisfies.
    Planted,
    /// One pigeon more than holes.
    Pigeonhole,
    /// Sums modulo 2 along a graph that contradict each other.
    Parity,
}

/// Numbers that no formula of a family has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{found}: expected {expected}")]
pub struct FamilyError {
    found: String,
    expected: String,
}

impl FamilyError {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> FamilyError {
        FamilyError { found: found.into(), expected: expected.into() }
    }
}

impl Family {
    /// The formula of a seed.
    ///
    /// `variables` is their number in the random families, and in the others the most that there
    /// may be before the formula becomes one of three literals a clause. `ratio` is clauses a
    /// variable, in the random families only.
    ///
    /// # Errors
    /// If there are too few or too many variables, or clauses.
    pub fn formula(self, variables: u32, ratio: f64, seed: u64) -> Result<Cnf, FamilyError> {
        match self {
            Family::Random => random(variables, clauses(variables, ratio)?, seed),
            Family::Planted => Ok(planted(variables, clauses(variables, ratio)?, seed)?.0),
            Family::Pigeonhole => pigeonhole(variables, seed),
            Family::Parity => parity(variables, seed),
        }
    }
}

fn clauses(variables: u32, ratio: f64) -> Result<u32, FamilyError> {
    let clauses = (f64::from(variables) * ratio).round();
    if (0.0..=4e6).contains(&clauses) {
        return Ok(clauses as u32);
    }
    Err(FamilyError::new(format!("{clauses} clauses ({variables} variables by {ratio})"), "at most 4000000"))
}

/// A seeded source of choices.
struct Dice(ChaCha8Rng);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A uniform draw from `0..values`.
    fn below(&mut self, values: u32) -> u32 {
        let limit = u32::MAX - u32::MAX % values;
        loop {
            let draw = self.0.next_u32();
            if draw < limit {
                return draw % values;
            }
        }
    }

    /// Any order of these, each equally likely.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// The literal of a variable or its negation.
    fn sign(&mut self, variable: u32) -> i32 {
        if self.below(2) == 0 { variable as i32 } else { -(variable as i32) }
    }

    /// The same formula with variables renamed, some of them negated, and clauses in another
    /// order: where a family has one formula of a size, its seeds give different deals.
    fn disguise(&mut self, mut formula: Cnf) -> Cnf {
        let mut names: Vec<u32> = (1..=formula.variables).collect();
        self.shuffle(&mut names);
        let names: Vec<i32> = names.into_iter().map(|name| self.sign(name)).collect();
        for literal in formula.clauses.iter_mut().flatten() {
            *literal = names[literal.unsigned_abs() as usize - 1] * literal.signum();
        }
        self.shuffle(&mut formula.clauses);
        formula
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_match_their_definitions() {
        for seed in 0..20 {
            let satisfiable = |family: Family, n| {
                let formula = family.formula(n, THRESHOLD, seed).unwrap();
                assert_eq!(formula, family.formula(n, THRESHOLD, seed).unwrap());
                assert!(formula.clauses.iter().all(|c| c.len() == 3), "{family:?}");
                assert!(formula.clauses.iter().flatten().all(|l| l.unsigned_abs() <= formula.variables));
                formula.satisfied_by_trying().is_some()
            };
            assert!(satisfiable(Family::Planted, 12));
            assert!(!satisfiable(Family::Pigeonhole, 12), "{seed}");
            assert!(!satisfiable(Family::Parity, 12));
            let _either = satisfiable(Family::Random, 12);
            let (formula, hidden) = planted(300, 2000, seed).unwrap();
            assert_eq!(formula.falsified(&hidden), None);
        }
        let different = |f: Family| f.formula(12, 4.0, 1).unwrap() != f.formula(12, 4.0, 2).unwrap();
        assert!(
            [Family::Random, Family::Planted, Family::Pigeonhole, Family::Parity].into_iter().all(different)
        );
        for family in [Family::Random, Family::Planted, Family::Pigeonhole, Family::Parity] {
            assert!(family.formula(1, 4.0, 1).is_err());
            assert!(family.formula(u32::MAX, 4.0, 1).is_err());
        }
        assert!(Family::Random.formula(10, f64::NAN, 1).is_err());
        assert!(Family::Random.formula(10, -1.0, 1).is_err());
    }
}
