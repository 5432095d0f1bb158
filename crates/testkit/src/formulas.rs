//! Small formulas for the tests of solvers and proofs.

use super::Dice;
use patsat_solvers::{AssumptionSolver, Control, SolverAnswer};
use rustsat::types::Lit;

pub type Clauses = Vec<Vec<Lit>>;

/// The literal of a DIMACS number.
pub fn lit(number: i32) -> Lit {
    Lit::from_ipasir(number).unwrap()
}

pub fn clauses(numbers: &[&[i32]]) -> Clauses {
    numbers.iter().map(|clause| clause.iter().map(|&n| lit(n)).collect()).collect()
}

/// The clauses of a DIMACS file; of a WCNF file the hard ones.
pub fn read(text: &str) -> Clauses {
    let weighted = text.lines().any(|line| line.starts_with("h "));
    let hard = text
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .filter_map(|line| if weighted { line.strip_prefix("h ") } else { Some(line) });
    let numbers = |line: &str| line.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<i32>>();
    hard.map(|line| numbers(line).into_iter().take_while(|&n| n != 0).map(lit).collect()).collect()
}

/// A model as DIMACS numbers, by Batsat, which every build includes.
pub fn model(clauses: &[Vec<Lit>]) -> Option<Vec<i32>> {
    let mut solver = AssumptionSolver::new(1, Control::default());
    clauses.iter().for_each(|clause| solver.add(clause));
    let found = solver.solve(&[], None) == SolverAnswer::Satisfiable(());
    let variables = clauses.iter().flatten().map(|l| l.vidx32() + 1).max().unwrap_or(0);
    let all = (0..variables).map(|v| Lit::new(v, !solver.value(Lit::positive(v))).to_ipasir());
    found.then(|| all.collect())
}

/// The pigeonhole formula: every pigeon is in a hole, no two in the same one.
pub fn pigeons(pigeons: u32, holes: u32) -> Clauses {
    let at = |p: u32, h: u32| Lit::positive(p * holes + h);
    let mut found: Clauses = (0..pigeons).map(|p| (0..holes).map(|h| at(p, h)).collect()).collect();
    for hole in 0..holes {
        for p in 0..pigeons {
            found.extend((0..p).map(|q| vec![!at(p, hole), !at(q, hole)]));
        }
    }
    found
}

/// Random clauses of up to three literals.
pub fn random(dice: &mut Dice, variables: usize, count: usize) -> Clauses {
    let literal = |dice: &mut Dice| Lit::new(dice.below(variables) as u32, dice.below(2) == 0);
    (0..count)
        .map(|_| {
            let length = if dice.below(12) == 0 { 1 + dice.below(2) } else { 3 };
            (0..length).map(|_| literal(dice)).collect()
        })
        .collect()
}

/// Returns whether some assignment satisfies all clauses; it tries every one.
pub fn satisfiable(clauses: &[Vec<Lit>], variables: usize) -> bool {
    let masks: Vec<(u32, u32)> = clauses
        .iter()
        .map(|clause| {
            clause.iter().fold((0, 0), |(yes, no), l| {
                let bit = 1 << l.vidx();
                if l.is_pos() { (yes | bit, no) } else { (yes, no | bit) }
            })
        })
        .collect();
    (0..1u32 << variables).any(|a| masks.iter().all(|&(yes, no)| a & yes != 0 || !a & no != 0))
}
