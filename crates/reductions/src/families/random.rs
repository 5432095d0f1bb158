//! Random 3-SAT: clauses drawn one by one, each of three different variables.
//!
//! Mitchell, Selman and Levesque (Hard and easy distributions of SAT problems, AAAI 1992) call
//! this the fixed clause length model. For planted formulas a clause that the hidden assignment
//! does not satisfy is drawn again; such formulas are easier than random ones that happen to be
//! satisfiable, for true literals occur more often.

use super::{Cnf, Dice, FamilyError};
use crate::Assignment;

/// A random formula.
///
/// # Errors
/// If there are fewer than 3 variables, or too many.
pub fn random(variables: u32, clauses: u32, seed: u64) -> Result<Cnf, FamilyError> {
    check(variables)?;
    let mut dice = Dice::new(seed);
    let clauses = (0..clauses).map(|_| clause(&mut dice, variables)).collect();
    Ok(Cnf { variables, clauses })
}

/// A random formula and an assignment that satisfies it.
///
/// # Errors
/// As [`random`].
pub fn planted(variables: u32, clauses: u32, seed: u64) -> Result<(Cnf, Assignment), FamilyError> {
    check(variables)?;
    let mut dice = Dice::new(seed);
    let hidden = Assignment((0..variables).map(|_| dice.below(2) == 0).collect());
    let clauses = (0..clauses)
        .map(|_| {
            loop {
                let clause = clause(&mut dice, variables);
                if clause.iter().any(|&literal| hidden.holds(literal)) {
                    return clause;
                }
            }
        })
        .collect();
    Ok((Cnf { variables, clauses }, hidden))
}

fn check(variables: u32) -> Result<(), FamilyError> {
    match variables {
        0..3 => Err(FamilyError::new(format!("{variables} variables"), "at least 3")),
        3..=1_000_000 => Ok(()),
        _ => Err(FamilyError::new(format!("{variables} variables"), "at most 1000000")),
    }
}

fn clause(dice: &mut Dice, variables: u32) -> Vec<i32> {
    let mut chosen: Vec<u32> = Vec::with_capacity(3);
    while chosen.len() < 3 {
        let variable = 1 + dice.below(variables);
        if !chosen.contains(&variable) {
            chosen.push(variable);
        }
    }
    chosen.into_iter().map(|variable| dice.sign(variable)).collect()
}
