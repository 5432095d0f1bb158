//! The literals of one position, one for each fact.

use super::spots::Spots;
use patsat_encodings::formula::Formula;
use rustsat::types::Lit;

/// The literals of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    first: u32,
}

impl Layer {
    /// New literals, one a fact, narrow or wide.
    pub(super) fn new(formula: &mut Formula, spots: &Spots) -> Layer {
        let first = formula.size().variables;
        (0..spots.len()).for_each(|_| {
            formula.new_lit();
        });
        Layer { first }
    }

    /// The literal of a fact.
    pub(super) fn lit(self, fact: u32) -> Lit {
        Lit::positive(self.first + fact)
    }
}
