//! Formulas in conjunctive normal form, and assignments to their variables.
//!
//! Literals are DIMACS numbers: variable `v` (from 1) is `v`, its negation `-v`. What makes a
//! formula fit for a reduction (three literals a clause, say) is for the reduction to ask.

use itertools::Itertools;

/// A formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cnf {
    /// Number of variables; they are `1..=variables`.
    pub variables: u32,
    /// The clauses, in order; their literals are not 0 and within the variables.
    pub clauses: Vec<Vec<i32>>,
}

/// A truth value for each variable; variable `v` has place `v - 1`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Assignment(pub Vec<bool>);

impl Assignment {
    /// Whether a literal is true. One beyond the assignment is false, as is its negation.
    #[must_use]
    pub fn holds(&self, literal: i32) -> bool {
        let place = (literal.unsigned_abs() as usize).wrapping_sub(1);
        self.0.get(place).is_some_and(|&value| value == (literal > 0))
    }

    /// The true literals, variable by variable.
    pub fn literals(&self) -> impl Iterator<Item = i32> {
        (1..).zip(&self.0).map(|(variable, &value)| if value { variable } else { -variable })
    }
}

impl Cnf {
    /// The first clause (from 0) that has no true literal.
    #[must_use]
    pub fn falsified(&self, assignment: &Assignment) -> Option<usize> {
        self.clauses.iter().position(|clause| !clause.iter().any(|&literal| assignment.holds(literal)))
    }

    /// A formula of clauses with exactly three literals that is satisfiable exactly when this one is.
    ///
    /// Its first variables are those of this formula, and what satisfies it satisfies this one
    /// in them. Shorter clauses repeat a literal; a longer one is cut into a chain by new
    /// variables (Karp 1972): `(a b c d e)` becomes `(a b y)(-y c z)(-z d e)`. The empty clause
    /// becomes a contradiction over a new variable.
    #[must_use]
    pub fn to_3cnf(&self) -> Cnf {
        let mut result = Cnf { variables: self.variables, clauses: Vec::new() };
        let mut fresh = || {
            result.variables += 1;
            i32::try_from(result.variables).unwrap_or(i32::MAX)
        };
        for clause in &self.clauses {
            match clause[..] {
                [] => {
                    let new = fresh();
                    result.clauses.extend([vec![new; 3], vec![-new; 3]]);
                }
                [a] => result.clauses.push(vec![a, a, a]),
                [a, b] => result.clauses.push(vec![a, b, b]),
                [a, b, c] => result.clauses.push(vec![a, b, c]),
                [a, b, ref middle @ .., y, z] => {
                    let mut link = fresh();
                    result.clauses.push(vec![a, b, link]);
                    for &literal in middle {
                        let next = fresh();
                        result.clauses.push(vec![-link, literal, next]);
                        link = next;
                    }
                    result.clauses.push(vec![-link, y, z]);
                }
            }
        }
        result
    }

    /// An assignment to the first variables made one to all.
    ///
    /// Clauses are read in order: where all other literals are false and the last one is of a
    /// variable without a value, it becomes true; what is without a value at the end is
    /// false. For a formula of [`Cnf::to_3cnf`] and an assignment that satisfies the first
    /// formula, the result satisfies it: a link is true exactly while no literal before it is,
    /// and of the links after the first true literal none is forced.
    #[must_use]
    pub fn complete(&self, first: &Assignment) -> Assignment {
        let mut values: Vec<Option<bool>> = first.0.iter().copied().map(Some).collect();
        values.resize(self.variables as usize, None);
        for clause in &self.clauses {
            let value =
                |l: i32| values.get(l.unsigned_abs() as usize - 1).copied().flatten().map(|v| v == (l > 0));
            // What stands before has no value yet only if nothing forces it.
            let open = match clause.split_last() {
                Some((&last, before)) if value(last).is_none() => {
                    before.iter().all(|&l| !value(l).unwrap_or(l < 0)).then_some(last)
                }
                _ => None,
            };
            if let Some(place) = open {
                values[place.unsigned_abs() as usize - 1] = Some(place > 0);
            }
        }
        Assignment(values.into_iter().map(|value| value.unwrap_or(false)).collect())
    }

    /// Some assignment that satisfies it, by trying all: for tests and very small formulas.
    ///
    /// `None` too if it has more than 24 variables.
    #[must_use]
    pub fn satisfied_by_trying(&self) -> Option<Assignment> {
        let variables = (self.variables <= 24).then_some(self.variables)?;
        (0..1u32 << variables)
            .map(|bits| Assignment((0..variables).map(|v| bits >> v & 1 == 1).collect()))
            .find(|assignment| self.falsified(assignment).is_none())
    }

    /// A clause as a person reads it: `(1 or -2 or 3)`.
    #[must_use]
    pub(crate) fn clause_in_words(&self, clause: usize) -> String {
        format!("({})", self.clauses.get(clause).into_iter().flatten().join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_of_three_are_satisfiable_with_the_formula() {
        let formulas: [&[&[i32]]; 5] = [
            &[&[1, 2, 3, 4, 5], &[-1], &[-2], &[-3], &[-4]],
            &[&[1, 2, 3, 4], &[-1], &[-2], &[-3], &[-4]],
            &[&[1, -2], &[2, -1], &[]],
            &[&[1, 2], &[-1, 2], &[1, -2]],
            &[],
        ];
        for clauses in formulas {
            let formula = Cnf { variables: 5, clauses: clauses.iter().map(|c| c.to_vec()).collect() };
            let three = formula.to_3cnf();
            assert!(three.clauses.iter().all(|clause| clause.len() == 3));
            let (mut found, old) = (three.satisfied_by_trying(), formula.satisfied_by_trying());
            assert_eq!(found.is_some(), old.is_some());
            if let Some(assignment) = &mut found {
                assignment.0.truncate(5);
                assert_eq!(formula.falsified(assignment), None);
            }
            for bits in 0..32 {
                let first = Assignment((0..5).map(|v| bits >> v & 1 == 1).collect());
                let all = three.complete(&first);
                assert_eq!(all.0[..5], first.0);
                assert_eq!(three.falsified(&all).is_none(), formula.falsified(&first).is_none());
            }
        }
    }
}
