//! Clauses as they are written.
//!
//! The rules of the SAT Competition want every variable up to the number in the header to appear, and no literal
//! twice or with its opposite in a clause. Encodings number what they may need, so clauses are cleaned first; all
//! that follows (work, model, proof) is about the cleaned clauses, which are those of the file.

use patsat_encodings::formula::Formula;
use rustsat::types::Lit;
use std::fmt::Write;

/// Clauses as they are written.
pub(super) struct OutputClauses {
    pub(super) variables: u32,
    pub(super) clauses: Vec<Vec<Lit>>,
    pub(super) costs: Vec<Lit>,
    /// The number in the file of each variable of the formula.
    pub(super) numbers: Vec<Option<u32>>,
}

impl OutputClauses {
    pub(super) fn of(formula: &Formula, costs: &[Lit]) -> OutputClauses {
        let most = formula.size().variables as usize;
        let (mut numbers, mut variables) = (vec![None; most], 0);
        let mut number = |lit: Lit| {
            let number = *numbers[lit.vidx()].get_or_insert_with(|| {
                variables += 1;
                variables - 1
            });
            Lit::new(number, lit.is_neg())
        };
        // In their order, so that what stands together in the formula stands together in the file.
        let mut used: Vec<Lit> =
            formula.clauses_from(0).flatten().chain(costs).map(|lit| lit.var().pos_lit()).collect();
        used.sort_unstable();
        used.dedup();
        used.into_iter().for_each(|lit| {
            number(lit);
        });
        let mut clauses = Vec::with_capacity(formula.size().clauses);
        // The clause in which a literal was seen last: some clauses have thousands.
        let mut seen = vec![0; 2 * most];
        for (n, clause) in (1_usize..).zip(formula.clauses_from(0)) {
            let mut clean: Vec<Lit> = Vec::with_capacity(clause.len());
            let mut always = false;
            for &lit in clause {
                let lit = number(lit);
                let at = 2 * lit.vidx() + usize::from(lit.is_neg());
                always |= seen[at ^ 1] == n;
                if seen[at] != n {
                    seen[at] = n;
                    clean.push(lit);
                }
            }
            if !always {
                clauses.push(clean);
            }
        }
        let costs = costs.iter().map(|&lit| number(lit)).collect();
        let mut clean = OutputClauses { variables, clauses, costs, numbers };
        clean.leave_out_unused();
        clean
    }

    /// Clauses that were left out may have been the only ones of a variable.
    fn leave_out_unused(&mut self) {
        let mut used = vec![false; self.variables as usize];
        self.clauses.iter().flatten().chain(&self.costs).for_each(|lit| used[lit.vidx()] = true);
        if used.iter().all(|&used| used) {
            return;
        }
        let mut variables = 0;
        let kept: Vec<Option<u32>> = used
            .iter()
            .map(|&used| {
                variables += u32::from(used);
                used.then(|| variables - 1)
            })
            .collect();
        let renamed = |lit: Lit| kept[lit.vidx()].map(|number| Lit::new(number, lit.is_neg()));
        self.clauses
            .iter_mut()
            .for_each(|clause| *clause = clause.iter().filter_map(|&lit| renamed(lit)).collect());
        self.costs = self.costs.iter().filter_map(|&lit| renamed(lit)).collect();
        self.numbers.iter_mut().for_each(|number| *number = number.and_then(|n| kept[n as usize]));
        self.variables = variables;
    }

    fn clause(out: &mut String, clause: &[Lit]) {
        for lit in clause {
            let _ = write!(out, "{} ", lit.to_ipasir());
        }
        out.push_str("0\n");
    }

    pub(super) fn dimacs(&self, comments: &str) -> String {
        let mut out = format!("{comments}p cnf {} {}\n", self.variables, self.clauses.len());
        self.clauses.iter().for_each(|clause| OutputClauses::clause(&mut out, clause));
        out
    }

    pub(super) fn wcnf(&self, comments: &str) -> String {
        let mut out = comments.to_owned();
        for clause in &self.clauses {
            out.push_str("h ");
            OutputClauses::clause(&mut out, clause);
        }
        for &cost in &self.costs {
            out.push_str("1 ");
            OutputClauses::clause(&mut out, &[!cost]);
        }
        out
    }

    /// What a model of the file says of a literal of the formula.
    pub(super) fn value(&self, model: &[bool], lit: Lit) -> bool {
        let number = self.numbers.get(lit.vidx()).copied().flatten();
        number.is_some_and(|n| model[n as usize]) != lit.is_neg()
    }

    pub(super) fn satisfied_by(&self, model: &[bool]) -> bool {
        let holds = |lit: &Lit| model[lit.vidx()] != lit.is_neg();
        self.clauses.iter().all(|clause| clause.iter().any(holds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_clause_needs_is_left_out_and_models_find_back() {
        let mut formula = Formula::default();
        let lits: Vec<Lit> = (0..7).map(|_| formula.new_lit()).collect();
        // The second variable is in no clause, the third only in one that is always true.
        formula.add(&[lits[0], lits[3], lits[0]]);
        formula.add(&[lits[2], !lits[2], lits[3]]);
        formula.add(&[!lits[3], lits[6]]);
        let clean = OutputClauses::of(&formula, &[!lits[5], lits[6]]);
        assert_eq!(clean.dimacs("c x\n"), "c x\np cnf 4 2\n1 2 0\n-2 4 0\n");
        assert_eq!(clean.wcnf(""), "h 1 2 0\nh -2 4 0\n1 3 0\n1 -4 0\n");
        let model = [false, true, false, true];
        assert!(clean.satisfied_by(&model) && !clean.satisfied_by(&[false, true, false, false]));
        let values: Vec<bool> = lits.iter().map(|&lit| clean.value(&model, lit)).collect();
        assert_eq!(values, [false, false, false, true, false, false, true]);
        assert!(clean.value(&model, !lits[5]) && !clean.value(&model, !lits[6]));
    }
}
