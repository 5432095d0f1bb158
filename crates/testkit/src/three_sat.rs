//! Small formulas of three literals a clause, all of them up to symmetry, and random ones.

use super::Dice;
use itertools::Itertools;
use patsat_reductions::{Assignment, Cnf};
use std::collections::BTreeSet;

/// A formula.
pub fn cnf(variables: u32, clauses: &[[i32; 3]]) -> Cnf {
    Cnf { variables, clauses: clauses.iter().map(|c| c.to_vec()).collect() }
}

/// Returns all formulas of `variables` variables and at most `most_clauses` clauses, up to symmetry.
///
/// Formulas are equal up to renaming of variables, negating a variable everywhere, and the order of literals and
/// clauses.
pub fn up_to_symmetry(variables: u32, most_clauses: usize) -> Vec<Cnf> {
    let literals: Vec<i32> = (1..=variables as i32).flat_map(|v| [v, -v]).collect();
    let clauses: Vec<Vec<i32>> = literals.iter().copied().combinations_with_replacement(3).collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for count in 0..=most_clauses {
        for chosen in clauses.iter().cloned().combinations_with_replacement(count) {
            if seen.insert(canonical(&chosen, variables)) {
                found.push(Cnf { variables, clauses: chosen });
            }
        }
    }
    found
}

/// Returns the least formula of the class.
fn canonical(clauses: &[Vec<i32>], variables: u32) -> Vec<Vec<i32>> {
    let names = (1..=variables as i32).permutations(variables as usize);
    let images = names.cartesian_product(0..1u32 << variables).map(|(names, flips)| {
        let image = |&literal: &i32| {
            let variable = literal.unsigned_abs() as usize - 1;
            let sign = if flips >> variable & 1 == 1 { -literal.signum() } else { literal.signum() };
            sign * names[variable]
        };
        let clause = |c: &Vec<i32>| c.iter().map(image).sorted().collect::<Vec<i32>>();
        clauses.iter().map(clause).sorted().collect::<Vec<_>>()
    });
    images.min().unwrap_or_default()
}

/// The same formula with the literals of each clause and the clauses in another order.
pub fn shuffled(formula: &Cnf, dice: &mut Dice) -> Cnf {
    let mut formula = formula.clone();
    let mut shuffle = |n: usize| (1..n).rev().map(|i| (i, dice.below(i + 1))).collect::<Vec<_>>();
    for clause in &mut formula.clauses {
        shuffle(clause.len()).into_iter().for_each(|(i, j)| clause.swap(i, j));
    }
    shuffle(formula.clauses.len()).into_iter().for_each(|(i, j)| formula.clauses.swap(i, j));
    formula
}

/// A random formula; one in four with few variables, so that some cannot be satisfied.
pub fn random(dice: &mut Dice, most_variables: u32, most_clauses: usize) -> Cnf {
    let variables = 1 + dice.below(most_variables as usize) as u32;
    let used = if dice.below(4) == 0 { 1 } else { variables };
    let literal = |dice: &mut Dice| {
        let variable = 1 + dice.below(used as usize) as i32;
        if dice.below(2) == 0 { variable } else { -variable }
    };
    let count = dice.below(most_clauses + 1);
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for _ in 0..count {
        let one = literal(dice);
        // Short clauses in disguise are those that make a small formula unsatisfiable.
        let clause = match dice.below(3) {
            0 => vec![one; 3],
            1 => vec![one, literal(dice), one],
            _ => vec![one, literal(dice), literal(dice)],
        };
        clauses.push(clause);
    }
    Cnf { variables, clauses }
}

/// Random clauses that a hidden assignment satisfies, and that assignment.
pub fn planted(dice: &mut Dice, variables: u32, clauses: usize) -> (Cnf, Assignment) {
    let hidden = Assignment((0..variables).map(|_| dice.below(2) == 0).collect());
    let mut formula = Cnf { variables, clauses: Vec::new() };
    while formula.clauses.len() < clauses {
        let literal = |dice: &mut Dice| {
            let variable = 1 + dice.below(variables as usize) as i32;
            if dice.below(2) == 0 { variable } else { -variable }
        };
        let clause: Vec<i32> = (0..3).map(|_| literal(dice)).collect();
        if clause.iter().any(|&l| hidden.holds(l)) {
            formula.clauses.push(clause);
        }
    }
    (formula, hidden)
}
