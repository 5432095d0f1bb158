//! What a formula may leave to a solver that knows more than clauses.
//!
//! An SMT solver counts and orders numbers by itself. A formula that is written for one keeps a
//! count as a sum of truth values, and the order of events as a comparison of their times, in
//! place of the clauses that would say the same. Encodings need not know: they count through
//! [`crate::constraints`] and order through the timeless encoding's own module, and these ask the formula.

use rustsat::types::Lit;

/// Which constraints are kept as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// Counts, as sums.
    pub sums: bool,
    /// Orders, as times.
    pub times: bool,
}

/// At most so many of these literals are true, unless another one is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// What is counted: a number of [`Theory::counted`].
    pub counted: usize,
    /// How many of them may be true.
    pub most: usize,
    /// The literal that lifts the bound.
    pub unless: Lit,
}

/// A literal that says that one event comes before another; its negation says the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Earlier {
    /// The literal.
    pub literal: Lit,
    /// The event that it says comes first.
    pub first: usize,
    /// The other one.
    pub second: usize,
}

/// Constraints beside clauses.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    pub(crate) keep: Keep,
    pub(crate) counted: Vec<Vec<Lit>>,
    pub(crate) sums: Vec<Sum>,
    pub(crate) earlier: Vec<Earlier>,
    pub(crate) certain: Vec<(usize, usize)>,
}

impl Theory {
    /// Which constraints are kept.
    #[must_use]
    pub fn keeps(&self) -> Keep {
        self.keep
    }

    /// Sets of literals that are counted.
    #[must_use]
    pub fn counted(&self) -> &[Vec<Lit>] {
        &self.counted
    }

    /// Bounds on counts.
    #[must_use]
    pub fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// Literals that order two events.
    #[must_use]
    pub fn earlier(&self) -> &[Earlier] {
        &self.earlier
    }

    /// Events that come before others in every model.
    #[must_use]
    pub fn certain(&self) -> &[(usize, usize)] {
        &self.certain
    }
}
