//! Counts that a formula may leave to a solver that adds.
//!
//! An SMT solver counts by itself. A formula that is written for one keeps a count as a sum of truth values,
//! in place of equivalent clauses. Encodings do not depend on this: they count through
//! [`crate::constraints`], which checks the formula.

use rustsat::types::Lit;

/// At most `most` of these literals are true, unless another one is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// What is counted: a number of [`Sums::counted`].
    pub counted: usize,
    /// How many of them may be true.
    pub most: usize,
    /// The literal that lifts the bound.
    pub unless: Lit,
}

/// Counts beside clauses.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// Sets of literals that are counted.
    pub counted: Vec<Vec<Lit>>,
    /// Bounds on counts.
    pub bounds: Vec<Sum>,
}
