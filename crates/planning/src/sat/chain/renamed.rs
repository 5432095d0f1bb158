//! A formula with other names for its variables and another order of its clauses.
//!
//! CaDiCaL takes a seed, but hardly asks it before its first thousand conflicts, which is all that
//! most stages need. Which of several optima is found hangs on the names of variables and the order of clauses:
//! both are shuffled, and every seed is another run.

use patsat_encodings::formula::Formula;
use rustsat::types::{Lit, Var};

/// New names for variables.
#[derive(Clone, Debug)]
pub(super) struct Renamed {
    names: Vec<u32>,
    numbers: Numbers,
}

/// A small generator of numbers (splitmix64; Steele, Lea, Flood 2014).
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
    /// Names for the variables of a formula; seed 0 leaves them.
    pub(super) fn new(formula: &Formula, seed: u64) -> Renamed {
        let mut numbers = Numbers(seed);
        let mut names: Vec<u32> = (0..formula.size().variables).collect();
        if seed != 0 {
            numbers.shuffle(&mut names);
        }
        Renamed { names, numbers }
    }

    /// The clauses under their new names, in another order unless the seed is 0.
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

    /// The new name.
    pub(super) fn name(&self, literal: Lit) -> Lit {
        let var = self.names.get(literal.vidx()).map_or(literal.var(), |&name| Var::new(name));
        if literal.is_pos() { var.pos_lit() } else { var.neg_lit() }
    }
}
