//! Shuffles the variables and clauses of a formula.
//!
//! CaDiCaL takes a seed, but rarely uses it in its first thousand conflicts, and most stages need no more. Which of
//! several optima it finds depends on the numbers of the variables and the order of the clauses. Both are shuffled, so
//! that every seed gives another run.

use patsat_base::SplitMix64;
use patsat_encodings::formula::Formula;
use rustsat::types::{Lit, Var};

/// New names for variables.
#[derive(Clone, Debug)]
pub(super) struct Renaming {
    names: Vec<u32>,
    /// Whether the seed is not 0.
    shuffles: bool,
    numbers: SplitMix64,
}

impl Renaming {
    /// Returns new names for the variables of a formula; seed 0 keeps them.
    pub(super) fn new(formula: &Formula, seed: u64) -> Renaming {
        let mut numbers = SplitMix64::new(seed);
        let mut names: Vec<u32> = (0..formula.size().variables).collect();
        if seed != 0 {
            numbers.shuffle(&mut names);
        }
        Renaming { names, shuffles: seed != 0, numbers }
    }

    /// Returns the clauses with renamed variables, shuffled unless the seed is 0.
    pub(super) fn clauses(&mut self, formula: &Formula) -> Vec<Vec<Lit>> {
        let mut clauses: Vec<Vec<Lit>> = formula
            .clauses_from(0)
            .map(|clause| clause.iter().map(|&lit| self.name(lit)).collect())
            .collect();
        if self.shuffles {
            self.numbers.shuffle(&mut clauses);
        }
        clauses
    }

    /// Returns a literal under its new name.
    pub(super) fn name(&self, literal: Lit) -> Lit {
        let var = self.names.get(literal.vidx()).map_or(literal.var(), |&name| Var::new(name));
        if literal.is_pos() { var.pos_lit() } else { var.neg_lit() }
    }
}
