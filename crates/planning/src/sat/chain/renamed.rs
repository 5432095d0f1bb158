//! Shuffles the variables and clauses of a formula.
//!
//! CaDiCaL takes a seed, but rarely uses it in its first thousand conflicts, and most stages need no more. Which of
//! several optima it finds depends on the numbers of the variables and the order of the clauses. Both are shuffled, so
//! that every seed gives another run.

use patsat_encodings::formula::Formula;
use rustsat::types::{Lit, Var};

/// New names for variables.
#[derive(Clone, Debug)]
pub(super) struct Renamed {
    names: Vec<u32>,
    numbers: Numbers,
}

/// A pseudorandom number generator (splitmix64; Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, values: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % values.max(1) as u64) as usize
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

impl Renamed {
    /// Returns new names for the variables of a formula; seed 0 keeps them.
    pub(super) fn new(formula: &Formula, seed: u64) -> Renamed {
        let mut numbers = Numbers(seed);
        let mut names: Vec<u32> = (0..formula.size().variables).collect();
        if seed != 0 {
            numbers.shuffle(&mut names);
        }
        Renamed { names, numbers }
    }

    /// Returns the clauses with renamed variables, shuffled unless the seed is 0.
    pub(super) fn clauses(&mut self, formula: &Formula) -> Vec<Vec<Lit>> {
        let shuffles = self.numbers.0 != 0;
        let mut clauses: Vec<Vec<Lit>> = formula
            .clauses_from(0)
            .map(|clause| clause.iter().map(|&lit| self.name(lit)).collect())
            .collect();
        if shuffles {
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
