//! What encodings of labelled steps share: `runs` and `draws`.
//!
//! Both know one literal to be true, write some literals as it or its negation
//! ([`super::clause_writer`]), and read back lists of moves that are replayed at once.

use crate::formula::Formula;
use crate::task::{Position, Step, Task};
use crate::unroll::ReadError;
use rustsat::types::{Lit, Var};

/// A new literal that is true by a unit clause.
pub(super) fn certain(formula: &mut Formula) -> Lit {
    let yes = formula.new_lit();
    formula.add(&[yes]);
    yes
}

/// The steps of a plan, each its moves in an order that is legal.
///
/// # Errors
/// The first fault of the list, or of a move that is not allowed.
pub(super) fn replayed(
    task: &Task,
    steps: impl Iterator<Item = Result<Vec<Step>, ReadError>>,
) -> Result<Vec<Vec<Step>>, ReadError> {
    let mut position = Position::new(task);
    let mut played = Vec::new();
    for (n, made) in steps.enumerate() {
        let made = made?;
        for &step in &made {
            let refused = |refusal| ReadError(format!("in step {n} {step:?} is not allowed: {refusal}"));
            position.apply(step).map_err(refused)?;
        }
        played.push(made);
    }
    Ok(played)
}

/// Names of variables; the certain literal, which stands for many things, gets none.
pub(super) struct Names {
    certain: Option<Var>,
    names: Vec<(Var, String)>,
}

impl Names {
    pub(super) fn new(certain: Option<Lit>) -> Names {
        Names { certain: certain.map(Lit::var), names: Vec::new() }
    }

    pub(super) fn name(&mut self, literal: Lit, text: String) {
        if Some(literal.var()) != self.certain {
            self.names.push((literal.var(), text));
        }
    }

    /// In the order of variables, each with its first name.
    pub(super) fn sorted(mut self) -> Vec<(Var, String)> {
        self.names.sort_by_key(|(var, _)| *var);
        self.names.dedup_by_key(|(var, _)| *var);
        self.names
    }
}
