//! Formulas with one change of quantifiers: for all values of some variables there are values
//! of the others.

use super::Cnf;

/// For all `universal` there are `existential` such that every clause holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qbf2 {
    /// The variables whose values the adversary chooses, in the order of the file.
    pub universal: Vec<u32>,
    /// The variables whose values answer them, in the order of the file.
    pub existential: Vec<u32>,
    /// The clauses, in order; their literals are DIMACS numbers of variables of the two lists.
    pub clauses: Vec<Vec<i32>>,
}

impl Qbf2 {
    /// The clauses alone, every variable free.
    #[must_use]
    pub fn matrix(&self) -> Cnf {
        let variables = self.universal.iter().chain(&self.existential).copied().max().unwrap_or(0);
        Cnf { variables, clauses: self.clauses.clone() }
    }
}
