//! Counting constraints, in the forms that the options name.

mod count;

pub use count::{AtLeast, Count};

use crate::formula::Formula;
use crate::options::{AtMostOne, Cardinality};
use rustsat::encodings::am1::{Bimander, Bitwise, Commander, Encode, Ladder, Pairwise, TwoProduct};
use rustsat::types::Lit;

/// Writes that at most one of the literals is true.
pub fn at_most_one(formula: &mut Formula, form: AtMostOne, literals: &[Lit]) {
    fn write<E: Encode + From<Vec<Lit>>>(formula: &mut Formula, literals: &[Lit]) {
        let (clauses, variables) = formula.parts();
        // The store never refuses by itself: its limit is checked after each piece.
        let written = E::from(literals.to_vec()).encode(clauses, variables);
        debug_assert!(written.is_ok());
    }
    match (form, literals.len()) {
        (_, 0 | 1) => {}
        // Every form is the pair itself, or worse.
        (AtMostOne::Pairwise, _) | (_, 2..=4) => write::<Pairwise>(formula, literals),
        (AtMostOne::Ladder, _) => write::<Ladder>(formula, literals),
        (AtMostOne::Bitwise, _) => write::<Bitwise>(formula, literals),
        (AtMostOne::Commander, _) => write::<Commander>(formula, literals),
        (AtMostOne::Product, _) => write::<TwoProduct>(formula, literals),
        (AtMostOne::Bimander, _) => write::<Bimander>(formula, literals),
    }
}

/// Writes that exactly one of the literals is true.
pub fn exactly_one(formula: &mut Formula, form: AtMostOne, literals: &[Lit]) {
    formula.add(literals);
    at_most_one(formula, form, literals);
}

/// Writes that at most `lead` more of the first are true than of the second.
pub fn at_most_as_many(formula: &mut Formula, form: Cardinality, of: &[Lit], than: &[Lit], lead: usize) {
    if let ([of], [than], 0) = (of, than, lead) {
        formula.add(&[!*of, *than]);
        return;
    }
    if of.len() <= lead {
        return;
    }
    let count = Count::new(formula, form, of, of.len());
    let claims = AtLeast::new(formula, form, than, of.len() - lead);
    for n in lead + 1..=of.len() {
        let clause: Vec<Lit> =
            [count.at_least(n).map(|lit| !lit), claims.claim(n - lead)].into_iter().flatten().collect();
        formula.add(&clause);
    }
}
