//! One pigeon more than holes: every pigeon has a hole, no two the same.
//!
//! Resolution needs exponentially many steps to refute it (Haken 1985). Clauses longer than
//! three are cut into chains, which keeps it that hard up to the new variables.

use super::{Cnf, Dice, FamilyError};

/// Returns the pigeonhole formula with the largest number of holes that `variables` variables allow
/// (`h` holes need `h * (h + 1)`). It has three literals a clause and is disguised by the seed.
///
/// # Errors
/// If there are fewer than 2 variables, or too many.
pub fn pigeonhole(variables: u32, seed: u64) -> Result<Cnf, FamilyError> {
    if !(2..=100_000).contains(&variables) {
        return Err(FamilyError::new(format!("{variables} variables"), "2 to 100000"));
    }
    let holes = (1..).take_while(|h| h * (h + 1) <= variables).last().unwrap_or(1);
    let at = |pigeon: u32, hole: u32| (pigeon * holes + hole + 1) as i32;
    let mut clauses: Vec<Vec<i32>> = (0..=holes).map(|p| (0..holes).map(|h| at(p, h)).collect()).collect();
    for hole in 0..holes {
        for second in 0..=holes {
            clauses.extend((0..second).map(|first| vec![-at(first, hole), -at(second, hole)]));
        }
    }
    let formula = Cnf { variables: holes * (holes + 1), clauses };
    Ok(Dice::new(seed).disguise(formula.to_3cnf()))
}
