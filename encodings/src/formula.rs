//! The formula under construction: clauses in one flat store, variables by number.
//!
//! Encodings write here and nowhere else. The clauses stay, so that the same formula can be
//! given to any solver, written to a file, and rebuilt by a checker of proofs. Cardinality
//! encodings of `rustsat` write to it through [`Formula::parts`].

use crate::sums::Sums;
use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Clause, Lit};

/// Clauses over variables `0..variables`.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    clauses: Clauses,
    variables: BasicVarManager,
    sums: Option<Sums>,
}

/// A flat list of clauses.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    literals: Vec<Lit>,
    ends: Vec<usize>,
    most_bytes: Option<usize>,
    refused: bool,
}

/// How large a formula is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Variables.
    pub variables: u32,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
}

/// A formula beyond its memory limit. What had been written is incomplete and useless.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the formula needs more than the {limit_mib} MiB allowed ({clauses} clauses were written)")]
pub struct FormulaSizeError {
    /// The limit.
    pub limit_mib: usize,
    /// Clauses when it was reached.
    pub clauses: usize,
}

impl Formula {
    /// Returns an empty formula that refuses clauses beyond `most_mib` MiB.
    #[must_use]
    pub fn with_limit(most_mib: Option<u64>) -> Formula {
        let most_bytes = most_mib.map(|mib| usize::try_from(mib << 20).unwrap_or(usize::MAX));
        Formula { clauses: Clauses { most_bytes, ..Clauses::default() }, ..Formula::default() }
    }

    /// The same formula for a solver that adds: counts are kept beside the clauses.
    #[must_use]
    pub fn with_sums(self) -> Formula {
        Formula { sums: Some(Sums::default()), ..self }
    }

    /// The counts beside the clauses, if they are kept.
    #[must_use]
    pub fn sums(&self) -> Option<&Sums> {
        self.sums.as_ref()
    }

    /// The same, for encoders that add to them.
    pub fn sums_mut(&mut self) -> Option<&mut Sums> {
        self.sums.as_mut()
    }

    /// A new variable, as its positive literal.
    pub fn new_lit(&mut self) -> Lit {
        self.variables.new_lit()
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.clauses.push(clause);
    }

    /// Adds `condition -> one of then`, `condition` being a conjunction.
    pub fn imply(&mut self, condition: &[Lit], then: &[Lit]) {
        let clause: Vec<Lit> = condition.iter().map(|&l| !l).chain(then.iter().copied()).collect();
        self.add(&clause);
    }

    /// The two parts, for encoders of `rustsat`.
    pub fn parts(&mut self) -> (&mut Clauses, &mut BasicVarManager) {
        (&mut self.clauses, &mut self.variables)
    }

    /// The clauses from number `first` on.
    pub fn clauses_from(&self, first: usize) -> impl Iterator<Item = &[Lit]> {
        (first..self.clauses.ends.len()).map(|n| self.clauses.get(n))
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        Size {
            variables: self.variables.n_used(),
            clauses: self.clauses.ends.len(),
            literals: self.clauses.literals.len(),
        }
    }

    /// Checks that everything written was kept. Encodings call it after each piece.
    ///
    /// # Errors
    /// If the memory limit was reached.
    pub fn check(&self) -> Result<(), FormulaSizeError> {
        match self.clauses.most_bytes {
            Some(most) if self.clauses.refused => {
                Err(FormulaSizeError { limit_mib: most >> 20, clauses: self.clauses.ends.len() })
            }
            _ => Ok(()),
        }
    }
}

impl Clauses {
    fn push(&mut self, clause: &[Lit]) {
        // What the stores hold, not what they reserve: the same formula always meets the same end.
        let bytes = size_of_val(self.literals.as_slice()) + size_of_val(self.ends.as_slice());
        self.refused |= self.most_bytes.is_some_and(|most| bytes >= most);
        if !self.refused {
            self.literals.extend_from_slice(clause);
            self.ends.push(self.literals.len());
        }
    }

    fn get(&self, n: usize) -> &[Lit] {
        let start = n.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[n]]
    }
}

impl CollectClauses for Clauses {
    fn n_clauses(&self) -> usize {
        self.ends.len()
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) -> Result<(), OutOfMemory> {
        for clause in clauses {
            self.push(clause.as_ref());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_come_back_in_order() {
        let mut formula = Formula::default();
        let (a, b) = (formula.new_lit(), formula.new_lit());
        formula.add(&[a]);
        formula.imply(&[a, b], &[!a]);
        formula.add(&[]);
        let found: Vec<&[Lit]> = formula.clauses_from(1).collect();
        assert_eq!(found, [&[!a, !b, !a][..], &[]]);
        assert_eq!(formula.size(), Size { variables: 2, clauses: 3, literals: 4 });
        assert_eq!(formula.check(), Ok(()));
    }

    #[test]
    fn a_memory_limit_is_kept_and_reported() {
        let mut formula = Formula::with_limit(Some(1));
        let lit = formula.new_lit();
        for _ in 0..1_000_000 {
            formula.add(&[lit, !lit]);
        }
        let error = formula.check().unwrap_err();
        assert_eq!(error.limit_mib, 1);
        assert!((10_000..1_000_000).contains(&error.clauses), "{error}");
    }
}
