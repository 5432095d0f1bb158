//! A quantified formula with its variables in the order in which they are chosen.

use super::super::{Assignment, Cnf, Qbf2, ReduceError};

/// A formula whose first variables are the adversary's.
#[derive(Clone, Debug)]
pub(super) struct OrderedFormula {
    /// The clauses, variables renamed.
    pub(super) formula: Cnf,
    /// How many variables are the adversary's.
    pub(super) universal: u32,
    /// The number that each variable has in the quantified formula.
    pub(super) names: Vec<u32>,
}

impl OrderedFormula {
    /// Renames the variables of a formula; of the adversary's only those for which `keep` holds.
    ///
    /// # Errors
    /// If a literal is of no variable that is left.
    pub(super) fn new(quantified: &Qbf2, keep: impl Fn(u32) -> bool) -> Result<OrderedFormula, ReduceError> {
        let mut names: Vec<u32> = quantified.universal.iter().copied().filter(|&name| keep(name)).collect();
        let universal = names.len() as u32;
        names.extend(&quantified.existential);
        let most = names.iter().copied().max().unwrap_or(0);
        let mut numbers = vec![0; most as usize + 1];
        (1..).zip(&names).for_each(|(number, &name)| numbers[name as usize] = number);
        let mut clauses = quantified.clauses.clone();
        for (clause, literals) in clauses.iter_mut().enumerate() {
            for literal in literals {
                let number = numbers.get(literal.unsigned_abs() as usize).copied().unwrap_or(0);
                if number == 0 {
                    return Err(ReduceError::Literal { clause, literal: *literal, variables: most });
                }
                *literal = literal.signum() * number;
            }
        }
        Ok(OrderedFormula { formula: Cnf { variables: names.len() as u32, clauses }, universal, names })
    }

    /// An assignment to the quantified formula's variables as one to these.
    pub(super) fn inside(&self, assignment: &Assignment) -> Assignment {
        let value = |&name: &u32| assignment.0.get(name as usize - 1).copied().unwrap_or(false);
        Assignment(self.names.iter().map(value).collect())
    }

    /// An assignment to these variables as one to the quantified formula's, others false.
    pub(super) fn outside(&self, assignment: &Assignment, quantified: &Qbf2) -> Assignment {
        let mut values = vec![false; quantified.matrix().variables as usize];
        for (&name, &value) in self.names.iter().zip(&assignment.0) {
            values[name as usize - 1] = value;
        }
        Assignment(values)
    }
}
