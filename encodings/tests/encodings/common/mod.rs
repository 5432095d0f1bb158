//! Questions to a solver, and exhaustive search, for tests of encodings.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "each test file uses its own part")]

pub mod tiny;

use patsat_encodings::formula::Formula;
use patsat_encodings::options::Options;
use patsat_encodings::task::{Position, Step, Task};
use patsat_encodings::unroll::{Encoding, Unroll};
use rustsat::types::Lit;
use std::collections::{HashSet, VecDeque};
use varisat::ExtendFormula;

/// A model of the clauses with this literal, or `None`.
pub fn solve(formula: &Formula, goal: Lit) -> Option<Vec<bool>> {
    let mut solver = varisat::Solver::new();
    let to = |lit: &Lit| varisat::Lit::from_dimacs(lit.to_ipasir() as isize);
    for clause in formula.clauses_from(0) {
        solver.add_clause(&clause.iter().map(to).collect::<Vec<_>>());
    }
    solver.add_clause(&[to(&goal)]);
    if !solver.solve().unwrap() {
        return None;
    }
    let mut values = vec![false; formula.size().variables as usize];
    for lit in solver.model().unwrap() {
        if lit.is_positive() && lit.index() < values.len() {
            values[lit.index()] = true;
        }
    }
    Some(values)
}

/// An encoding with its formula.
pub struct Question {
    pub formula: Formula,
    pub unroll: Box<dyn Unroll>,
    about: String,
}

impl Question {
    /// Begins; `None` where the encoding cannot express the task.
    pub fn new(encoding: &Encoding, task: &Task, options: &Options) -> Option<Question> {
        let unroll = (encoding.start)(task, options).ok()?;
        let about = format!("{} with {options} on {task:?}", encoding.name);
        Some(Question { formula: Formula::default(), unroll, about })
    }

    /// The plan within a bound, or `None`.
    pub fn query(&mut self, bound: u32) -> Option<Vec<Step>> {
        let goal = self.unroll.grow(bound, &mut self.formula).unwrap();
        let values = solve(&self.formula, goal)?;
        let model = |lit: Lit| values.get(lit.vidx()).copied().unwrap_or(false) == lit.is_pos();
        Some(self.unroll.read(&model).unwrap_or_else(|e| panic!("{}: {e}", self.about)))
    }
}

/// The least number of single-card steps to the goal: `Some(None)` if it cannot be reached, `None` if there
/// are too many positions.
pub fn shortest(task: &Task, most: usize) -> Option<Option<u32>> {
    let start = Position::new(task);
    let mut seen = HashSet::from([start.key()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((position, depth)) = queue.pop_front() {
        if position.is_reached() {
            return Some(Some(depth));
        }
        if seen.len() > most {
            return None;
        }
        for step in position.single_steps() {
            let mut next = position.clone();
            next.apply(step).unwrap();
            if seen.insert(next.key()) {
                queue.push_back((next, depth + 1));
            }
        }
    }
    Some(None)
}

/// Whether the steps reach the goal.
pub fn wins(task: &Task, steps: &[Step]) -> bool {
    let mut position = Position::new(task);
    steps.iter().all(|&step| position.apply(step).is_ok()) && position.is_reached()
}
