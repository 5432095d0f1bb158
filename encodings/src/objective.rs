//! What is to be as small as possible in the last position of a plan: a weighted count.
//!
//! An [`Objective`] is data: features of a position, each with a weight. An encoding supplies the literals
//! that count a feature ([`Unroll::feature`]). [`Position::count`] counts the feature again without any
//! formula, so that tests can compare the two.

use crate::constraints::Count;
use crate::formula::Formula;
use crate::options::Cardinality;
pub use crate::task::Feature;
use crate::task::Position;
use crate::unroll::Unroll;
use rustsat::types::Lit;

/// A weighted count of features, to be made small.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objective {
    /// Features, each with the weight of one.
    pub terms: Vec<(Feature, u32)>,
}

impl Objective {
    /// Its value in a position.
    #[must_use]
    pub fn of(&self, position: &Position<'_>) -> u32 {
        self.terms.iter().map(|&(feature, weight)| weight * position.count(feature)).sum()
    }

    /// Writes the value of the last position of a formula that has grown, up to `most`; the output for
    /// `n` is implied by a value of `n` or more. `None` if the encoding has no words for a feature.
    ///
    /// A feature of weight `w` is counted `w` times: weights are small.
    pub fn write(
        &self,
        unroll: &dyn Unroll,
        formula: &mut Formula,
        form: Cardinality,
        most: u32,
    ) -> Option<Count> {
        let mut inputs: Vec<Lit> = Vec::new();
        for &(feature, weight) in &self.terms {
            let literals = unroll.feature(feature, formula)?;
            (0..weight).for_each(|_| inputs.extend(&literals));
        }
        Some(Count::new(formula, form, &inputs, most as usize))
    }
}
