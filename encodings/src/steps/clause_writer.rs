//! Clauses in which some literals are known.
//!
//! The place of a card at the start is known, and much that depends on it is known for a few steps. Such
//! facts are written as one literal, true by a unit clause, and its negation. A clause with the true literal
//! is left out, and the false literal is left out of a clause.

use crate::formula::Formula;
use rustsat::types::Lit;

/// Writes clauses to a formula.
pub(in crate::steps) struct ClauseWriter<'f> {
    pub(in crate::steps) formula: &'f mut Formula,
    yes: Lit,
}

impl<'f> ClauseWriter<'f> {
    /// A writer for a formula in which `yes` is a unit clause.
    pub(in crate::steps) fn new(formula: &'f mut Formula, yes: Lit) -> ClauseWriter<'f> {
        ClauseWriter { formula, yes }
    }

    pub(in crate::steps) fn yes(&self) -> Lit {
        self.yes
    }

    pub(in crate::steps) fn no(&self) -> Lit {
        !self.yes
    }

    pub(in crate::steps) fn is_yes(&self, literal: Lit) -> bool {
        literal == self.yes
    }

    pub(in crate::steps) fn is_no(&self, literal: Lit) -> bool {
        literal == !self.yes
    }

    /// A new variable.
    pub(in crate::steps) fn new_lit(&mut self) -> Lit {
        self.formula.new_lit()
    }

    /// Returns a new variable if the fact is open, else the false literal.
    pub(in crate::steps) fn new_if(&mut self, open: bool) -> Lit {
        if open { self.formula.new_lit() } else { !self.yes }
    }

    /// Writes a clause.
    pub(in crate::steps) fn clause(&mut self, literals: &[Lit]) {
        if literals.contains(&self.yes) {
            return;
        }
        if literals.contains(&!self.yes) {
            let rest: Vec<Lit> = literals.iter().copied().filter(|&l| l != !self.yes).collect();
            self.formula.add(&rest);
        } else {
            self.formula.add(literals);
        }
    }

    /// Writes that not all of these are true.
    pub(in crate::steps) fn never(&mut self, literals: &[Lit]) {
        self.imply(literals, &[]);
    }

    /// Writes `condition -> one of then`.
    pub(in crate::steps) fn imply(&mut self, condition: &[Lit], then: &[Lit]) {
        let clause: Vec<Lit> = condition.iter().map(|&l| !l).chain(then.iter().copied()).collect();
        self.clause(&clause);
    }

    /// Writes that exactly one of these is true.
    pub(in crate::steps) fn exactly_one(&mut self, literals: &[Lit]) {
        self.clause(literals);
        self.at_most_one(literals);
    }

    /// Writes that at most one of a few is true.
    pub(in crate::steps) fn at_most_one(&mut self, literals: &[Lit]) {
        let open: Vec<Lit> = literals.iter().copied().filter(|&l| l != !self.yes).collect();
        for (n, &first) in open.iter().enumerate() {
            for &second in &open[n + 1..] {
                self.never(&[first, second]);
            }
        }
    }
}
