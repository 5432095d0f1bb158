//! The options of [`crate::timeless`].

use super::row::{Row, word, words};

words! {
    /// How an order is kept free of cycles.
    Acyclicity {
        /// A variable a pair and every transitivity clause.
        Closure = "closure",
        /// A variable a pair; violated transitivity clauses are added when a model needs them.
        Lazy = "lazy",
        /// A number for each event, in unary.
        Levels = "levels",
    }
}

/// Options that only `timeless` reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimelessOptions {
    /// How the order is kept free of cycles.
    pub acyclicity: Acyclicity,
}

impl Default for TimelessOptions {
    fn default() -> TimelessOptions {
        TimelessOptions { acyclicity: Acyclicity::Closure }
    }
}

pub(super) const ACYCLICITY: Row<TimelessOptions> =
    word!(acyclicity, Acyclicity, "acyclicity", "encoding of acyclicity of the timeless order");
