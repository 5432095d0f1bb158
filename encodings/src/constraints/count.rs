//! Counts with an output a number.

use crate::formula::Formula;
use crate::options::Cardinality;
use crate::sums::Sum;
use itertools::Itertools;
use rustsat::encodings::card::{BoundUpper, Totalizer};
use rustsat::types::Lit;

/// A count of true literals from below: where at least `n` of the inputs are true, output
/// `n` is. (Not the other way round: an output may be true for nothing.)
#[derive(Clone, Debug)]
pub struct Count {
    /// Output `n - 1` is implied by `n` true inputs.
    outputs: Vec<Lit>,
}

impl Count {
    /// Writes a count up to `most`.
    pub fn new(formula: &mut Formula, form: Cardinality, inputs: &[Lit], most: usize) -> Count {
        let most = most.min(inputs.len());
        let outputs = match (form, most) {
            (_, 0) => Vec::new(),
            _ if formula.sums().is_some() => sums(formula, inputs, most),
            (Cardinality::Sequential, _) => sequential(formula, inputs, most),
            (Cardinality::Totalizer, _) => totalizer(formula, inputs, most),
        };
        Count { outputs }
    }

    /// Returns the literal implied by `n` true inputs; `None` for 0, and beyond what was counted.
    #[must_use]
    pub fn at_least(&self, n: usize) -> Option<Lit> {
        self.outputs.get(n.checked_sub(1)?).copied()
    }

    /// Writes that at most `n` inputs are true. `n` must be below the count's `most`, or no
    /// constraint at all.
    pub fn at_most(&self, formula: &mut Formula, n: usize) {
        if let Some(&more) = self.outputs.get(n) {
            formula.add(&[!more]);
        }
    }
}

/// Sums, for a solver that adds: output `n - 1` lifts the bound of `n - 1` true inputs. Bounds without a use
/// are left out when the script is written.
fn sums(formula: &mut Formula, inputs: &[Lit], most: usize) -> Vec<Lit> {
    let outputs: Vec<Lit> = (0..most).map(|_| formula.new_lit()).collect();
    if let Some(sums) = formula.sums_mut() {
        let counted = sums.counted.len();
        sums.counted.push(inputs.to_vec());
        sums.bounds.extend(outputs.iter().enumerate().map(|(most, &unless)| Sum { counted, most, unless }));
    }
    outputs
}

/// The sequential counter (Sinz 2005), in the direction that a count needs.
fn sequential(formula: &mut Formula, inputs: &[Lit], most: usize) -> Vec<Lit> {
    // row[n - 1]: at least n of the inputs so far.
    let mut row: Vec<Lit> = Vec::new();
    for &input in inputs {
        let mut next: Vec<Lit> = Vec::new();
        for n in 0..most.min(row.len() + 1) {
            let output = formula.new_lit();
            if let Some(&before) = row.get(n) {
                formula.add(&[!before, output]);
            }
            match n.checked_sub(1).map(|less| row[less]) {
                Some(less) => formula.add(&[!less, !input, output]),
                None => formula.add(&[!input, output]),
            }
            next.push(output);
        }
        row = next;
    }
    row
}

fn totalizer(formula: &mut Formula, inputs: &[Lit], most: usize) -> Vec<Lit> {
    if let [only] = inputs {
        return vec![*only];
    }
    let mut tree: Totalizer = inputs.iter().copied().collect();
    let (clauses, variables) = formula.parts();
    let written = tree.encode_ub(0..most, clauses, variables);
    debug_assert!(written.is_ok());
    let output = |n: usize| {
        // The only assumption that a totalizer needs: "not more than n".
        let enforced = tree.enforce_ub(n).unwrap_or_default();
        debug_assert_eq!(enforced.len(), 1);
        enforced.first().map(|&lit| !lit)
    };
    (0..most).map_while(output).collect()
}

/// Claims about how many of a few literals are true: claim `n` implies at least `n`.
#[derive(Clone, Debug)]
pub struct AtLeast {
    claims: Vec<Lit>,
}

/// From this many literals on, claims are made by counting the false ones.
const MANY: usize = 9;

impl AtLeast {
    /// Writes claims up to `most`, which may be no more than there are literals.
    pub fn new(formula: &mut Formula, form: Cardinality, literals: &[Lit], most: usize) -> AtLeast {
        let all = literals.len();
        let most = most.min(all);
        let claims: Vec<Lit> = (0..most).map(|_| formula.new_lit()).collect();
        if all < MANY {
            for (n, &claim) in (1..).zip(&claims) {
                for some in literals.iter().copied().combinations(all - n + 1) {
                    formula.imply(&[claim], &some);
                }
            }
        } else {
            let inverse: Vec<Lit> = literals.iter().map(|&l| !l).collect();
            let missing = Count::new(formula, form, &inverse, all);
            for (n, &claim) in (1..).zip(&claims) {
                // At least n true: not so many false that fewer remain.
                if let Some(too_many) = missing.at_least(all - n + 1) {
                    formula.add(&[!claim, !too_many]);
                }
            }
        }
        AtLeast { claims }
    }

    /// The claim of at least `n`; `None` for more than was written.
    #[must_use]
    pub fn claim(&self, n: usize) -> Option<Lit> {
        self.claims.get(n.checked_sub(1)?).copied()
    }
}
