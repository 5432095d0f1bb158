//! Whether a formula can be satisfied, with a model or a proof that anyone can check.
//!
//! The formula is one from outside, not of a game: what makes deals of formulas asks here for
//! the verdict that their deals will have.

use flate2::read::DeflateDecoder;
use patsat_lrat::{LratFault, Refutation, check_refutation};
use patsat_reductions::{Assignment, Cnf};
use patsat_solvers::{BackendError, BackendOptions, BackendRow, Control, Limit, Refuted, SolverAnswer};
use rustsat::types::Lit;
use std::fmt::Write;
use std::io::Read;

/// What is known of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    /// A model, checked clause by clause.
    Satisfiable(Assignment),
    /// None, with a proof that was checked.
    Unsatisfiable {
        /// The proof in LRAT, as text; the clauses are numbered from 1 in their order.
        lrat: String,
        /// What the checker says.
        checked: Refutation,
    },
    /// A limit came first.
    Unknown(Limit),
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum DecideError {
    /// The solver could not answer.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A model that satisfies not every clause.
    #[error("the solver's model does not satisfy clause {0}")]
    Model(usize),
    /// A proof that cannot be unpacked.
    #[error("the solver's proof cannot be read: {0}")]
    Unreadable(String),
    /// A proof that proves nothing.
    #[error("the solver's proof was refused: {0}")]
    Proof(#[from] LratFault),
    /// It finds no model and no proof that there is none.
    #[error("the solver says that there is no model, and that there is one")]
    Both,
}

/// Decides a formula with a back-end that writes proofs.
///
/// # Errors
/// If the back-end is not there, breaks down, or its answer is refused.
pub fn decide(
    formula: &Cnf,
    row: &BackendRow,
    seed: u64,
    control: Control<'_>,
) -> Result<Decided, DecideError> {
    let options = BackendOptions { seed };
    let literal = |&l: &i32| Lit::new(l.unsigned_abs() - 1, l < 0);
    let clauses: Vec<Vec<Lit>> = formula.clauses.iter().map(|c| c.iter().map(literal).collect()).collect();
    let mut solver = row.start(&options, control)?;
    for clause in &clauses {
        solver.add(clause)?;
    }
    match solver.solve(&[])? {
        SolverAnswer::Satisfiable(()) => {
            let value = |variable| solver.value(Lit::positive(variable));
            let model = Assignment((0..formula.variables).map(value).collect());
            match formula.falsified(&model) {
                None => Ok(Decided::Satisfiable(model)),
                Some(clause) => Err(DecideError::Model(clause + 1)),
            }
        }
        SolverAnswer::Unknown(limit) => Ok(Decided::Unknown(limit)),
        SolverAnswer::Unsatisfiable => {
            let lists = clauses.iter().map(Vec::as_slice);
            match row.refute(lists.clone(), clauses.len(), &options, control)?.0 {
                Refuted::Yes(packed) => {
                    let mut binary = Vec::new();
                    let unpacked = DeflateDecoder::new(&packed[..]).read_to_end(&mut binary);
                    unpacked.map_err(|e| DecideError::Unreadable(e.to_string()))?;
                    let lrat = lrat_text(&binary)
                        .ok_or_else(|| DecideError::Unreadable("it ends within a step".into()))?;
                    let checked = check_refutation(lists, lrat.as_bytes())?;
                    Ok(Decided::Unsatisfiable { lrat, checked })
                }
                Refuted::No(_) => Err(DecideError::Both),
                Refuted::Unknown(limit) => Ok(Decided::Unknown(limit)),
            }
        }
    }
}

/// Binary LRAT as the text that most checkers read; `None` if it ends within a step.
fn lrat_text(mut binary: &[u8]) -> Option<String> {
    let mut text = String::new();
    let mut last = 0;
    while let Some((&kind, rest)) = binary.split_first() {
        binary = rest;
        if kind == b'd' {
            // A deletion bears the number of the step before it.
            let _ = write!(text, "{last} d");
            while let id @ 1.. = number(&mut binary)? {
                let _ = write!(text, " {}", id / 2);
            }
        } else {
            last = number(&mut binary)? / 2;
            let _ = write!(text, "{last}");
            for _ in ["literals", "hints"] {
                while let code @ 1.. = number(&mut binary)? {
                    let sign = if code % 2 == 1 { "-" } else { "" };
                    let _ = write!(text, " {sign}{}", code / 2);
                }
                text.push_str(" 0");
            }
            text.push('\n');
            continue;
        }
        text.push_str(" 0\n");
    }
    Some(text)
}

/// A number in base 128, low part first.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 127).checked_shl(shift)?;
        shift += 7;
        if byte < 128 {
            return Some(value);
        }
    }
}
