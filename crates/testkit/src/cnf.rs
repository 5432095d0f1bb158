//! Small and planted formulas for the tests of the reductions.

use super::Dice;
use itertools::Itertools;
use patsat_reductions::{Assignment, Cnf, Qbf2};

pub fn cnf(variables: u32, clauses: &[[i32; 3]]) -> Cnf {
    Cnf { variables, clauses: clauses.iter().map(|c| c.to_vec()).collect() }
}

fn literals(variables: i32) -> Vec<i32> {
    (1..=variables).flat_map(|v| [v, -v]).collect()
}

/// All renamings and negations of variables, those of the first `apart` among themselves.
fn symmetries(variables: i32, apart: i32) -> Vec<Vec<i32>> {
    let orders = |range: std::ops::RangeInclusive<i32>| {
        let count = range.clone().count();
        range.permutations(count).collect_vec()
    };
    let mut found = Vec::new();
    for (first, last) in orders(1..=apart).into_iter().cartesian_product(orders(apart + 1..=variables)) {
        for signs in 0..1 << variables {
            let images = first.iter().chain(&last).enumerate();
            found.push(images.map(|(n, &v)| if signs >> n & 1 == 1 { -v } else { v }).collect());
        }
    }
    found
}

/// A formula under a symmetry, literals and clauses in order.
fn image(clauses: &[Vec<i32>], symmetry: &[i32]) -> Vec<Vec<i32>> {
    let literal = |l: i32| l.signum() * symmetry[l.unsigned_abs() as usize - 1];
    let mut image: Vec<Vec<i32>> =
        clauses.iter().map(|c| c.iter().map(|&l| literal(l)).sorted().collect()).collect();
    image.sort();
    image
}

/// Returns all formulas with this number of variables and of clauses of three literals, up to symmetry.
///
/// Formulas are equal up to order, renaming (the first `apart` variables among themselves) and negation.
pub fn classes(variables: i32, clauses: usize, apart: i32) -> Vec<Cnf> {
    let clause: Vec<Vec<i32>> = literals(variables).into_iter().combinations_with_replacement(3).collect();
    let symmetries = symmetries(variables, apart);
    let all = clause.into_iter().combinations_with_replacement(clauses);
    let least = |formula: &Vec<Vec<i32>>| {
        let own = image(formula, &(1..=variables).collect_vec());
        symmetries.iter().all(|symmetry| own <= image(formula, symmetry))
    };
    all.filter(least).map(|clauses| Cnf { variables: variables as u32, clauses }).collect()
}

/// A random formula.
pub fn random(dice: &mut Dice, variables: usize, clauses: usize) -> Cnf {
    let literal =
        |dice: &mut Dice| (1 + dice.below(variables) as i32) * if dice.below(2) == 0 { 1 } else { -1 };
    let clauses = (0..clauses).map(|_| (0..3).map(|_| literal(dice)).collect()).collect();
    Cnf { variables: variables as u32, clauses }
}

/// A random formula that the assignment satisfies.
pub fn planted(dice: &mut Dice, variables: usize, clauses: usize) -> (Cnf, Assignment) {
    let assignment = Assignment((0..variables).map(|_| dice.below(2) == 0).collect());
    let mut formula = random(dice, variables, clauses);
    for clause in &mut formula.clauses {
        if !clause.iter().any(|&literal| assignment.holds(literal)) {
            let place = dice.below(3);
            clause[place] = -clause[place];
        }
    }
    (formula, assignment)
}

/// The formula with its first variables for all values.
pub fn for_all(universal: u32, formula: &Cnf) -> Qbf2 {
    Qbf2 {
        universal: (1..=universal).collect(),
        existential: (universal + 1..=formula.variables).collect(),
        clauses: formula.clauses.clone(),
    }
}
