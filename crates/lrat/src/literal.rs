//! Literals in DIMACS form: numbers that are not 0.

/// A variable or its negation.
pub trait Literal: Copy {
    /// The literal as DIMACS has it: the variable, from 1, negative if it is negated; never 0.
    fn to_dimacs(self) -> i32;
}

impl Literal for i32 {
    fn to_dimacs(self) -> i32 {
        self
    }
}

#[cfg(feature = "rustsat")]
impl Literal for rustsat::types::Lit {
    fn to_dimacs(self) -> i32 {
        self.to_ipasir()
    }
}

/// Returns a literal as an index: twice its variable (from 0), plus one if it is negative.
///
/// # Panics
/// If the literal is 0.
pub(crate) fn index(literal: impl Literal) -> usize {
    let number = literal.to_dimacs();
    assert!(number != 0, "0 is no literal");
    2 * (number.unsigned_abs() as usize - 1) + usize::from(number < 0)
}
