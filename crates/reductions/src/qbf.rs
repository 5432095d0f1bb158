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

    /// Whether it is true, by trying every choice of the adversary.
    ///
    /// For tests and very small formulas: `None` if it has more than 24 variables.
    #[must_use]
    pub fn true_by_trying(&self) -> Option<bool> {
        let matrix = self.matrix();
        if matrix.variables > 24 || self.universal.len() > 24 {
            return None;
        }
        let wins = (0..1u32 << self.universal.len()).all(|choice| {
            let mut fixed = matrix.clone();
            for (n, &variable) in self.universal.iter().enumerate() {
                let literal = i32::try_from(variable).unwrap_or(i32::MAX);
                fixed.clauses.push(vec![if choice >> n & 1 == 1 { literal } else { -literal }]);
            }
            fixed.satisfied_by_trying().is_some()
        });
        Some(wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adversary_moves_first() {
        let formula = |clauses: &[&[i32]]| Qbf2 {
            universal: vec![1],
            existential: vec![2],
            clauses: clauses.iter().map(|c| c.to_vec()).collect(),
        };
        assert_eq!(formula(&[&[1, -2], &[-1, 2]]).true_by_trying(), Some(true));
        assert_eq!(formula(&[&[1], &[2]]).true_by_trying(), Some(false));
    }
}
