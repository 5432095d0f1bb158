//! Decides whether a formula can be satisfied, with a checked model or a checked proof.
//!
//! The formula is the user's, not one of a game. The reductions that make deals from formulas use its verdict as that
//! of the deal.

use crate::proof_text::{ProofTextError, Text, proof_text};
use patsat_base::Limit;
use patsat_game::state::Instance;
use patsat_lrat::{LratFault, Refutation, check_refutation, check_refutation_within};
use patsat_reductions::{Assignment, Cnf, RebuildError, Reduction};
use patsat_solvers::drat::{DratError, looks_like_drat, lrat_of};
use patsat_solvers::{
    BackendError, BackendOptions, BackendRow, Control, RefutationResult, SolverAnswer, hand_over,
};
use rustsat::types::Lit;

/// The verdict on a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulaVerdict {
    /// A model, checked clause by clause.
    Satisfiable(Assignment),
    /// There is no model, with a checked proof.
    Unsatisfiable {
        /// The proof in LRAT, as text; the clauses are numbered from 1 in their order.
        lrat: String,
        /// The size of the checked proof.
        checked: Refutation,
    },
    /// A limit was reached.
    Unknown(Limit),
}

/// The reason why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum DecideError {
    /// The solver failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The solver's model does not satisfy every clause.
    #[error("the solver's model does not satisfy clause {0}")]
    Model(usize),
    /// The proof cannot be unpacked.
    #[error("the solver's proof cannot be read: {0}")]
    Unreadable(#[from] ProofTextError),
    /// The proof did not pass its check.
    #[error("the solver's proof was refused: {0}")]
    Proof(#[from] LratFault),
    /// The solver reports "unsatisfiable" at first and then finds a model.
    #[error("the solver reports that there is no model, and that there is one")]
    Both,
}

/// Decides a formula with a back-end that writes proofs.
///
/// # Errors
/// If the back-end is missing or fails, or if its answer does not pass the check.
pub fn decide(
    formula: &Cnf,
    row: &BackendRow,
    seed: u64,
    control: Control<'_>,
) -> Result<FormulaVerdict, DecideError> {
    let options = BackendOptions { seed };
    let clauses: Vec<Vec<Lit>> = formula.clauses.iter().map(|c| c.iter().map(literal).collect()).collect();
    let mut solver = row.start(&options, control)?;
    if let Some(limit) = hand_over(clauses.iter().map(Vec::as_slice), &mut *solver, &control)? {
        return Ok(FormulaVerdict::Unknown(limit));
    }
    match solver.solve(&[])? {
        SolverAnswer::Satisfiable(()) => {
            let value = |variable| solver.value(Lit::positive(variable));
            let model = Assignment((0..formula.variables).map(value).collect());
            match formula.falsified(&model) {
                None => Ok(FormulaVerdict::Satisfiable(model)),
                Some(clause) => Err(DecideError::Model(clause + 1)),
            }
        }
        SolverAnswer::Unknown(limit) => Ok(FormulaVerdict::Unknown(limit)),
        SolverAnswer::Unsatisfiable => {
            let lists = clauses.iter().map(Vec::as_slice);
            match row.refute(lists.clone(), clauses.len(), &options, control)?.0 {
                RefutationResult::Yes(packed) => {
                    let lrat = proof_text(&packed, Text::Lrat, lists.clone())?;
                    let checked = check_refutation(lists, lrat.as_bytes())?;
                    Ok(FormulaVerdict::Unsatisfiable { lrat, checked })
                }
                RefutationResult::No(_) => Err(DecideError::Both),
                RefutationResult::Unknown(limit) => Ok(FormulaVerdict::Unknown(limit)),
            }
        }
    }
}

/// The reason why a proof about a formula shows nothing about a deal.
#[derive(Debug, thiserror::Error)]
pub enum FormulaFault {
    /// The deal was not made from a formula, or it differs from the deal of the formula that it names.
    #[error(transparent)]
    Deal(#[from] RebuildError),
    /// The deal was made from another formula.
    #[error("the deal was made from another formula")]
    Other,
    /// The proof did not pass its check.
    #[error(transparent)]
    Proof(#[from] LratFault),
    /// The proof is DRAT, and its conversion to LRAT failed.
    #[error(transparent)]
    Drat(#[from] DratError),
}

impl FormulaFault {
    /// Whether a limit ended the check. The proof may then still be valid.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            FormulaFault::Proof(LratFault::Memory { .. }) | FormulaFault::Drat(DratError::Limit(_))
        )
    }
}

/// Checks a proof, LRAT or DRAT, text or binary, that the formula behind a deal has no model. The formula is the one
/// that the deal was made from, or one that has this 3-CNF. By the reduction's argument the deal is then unwinnable.
///
/// An external program converts DRAT to LRAT, which is then checked here.
///
/// # Errors
/// If the deal was not made from this formula, or if the proof does not pass its check.
pub fn check_formula_proof(
    instance: &Instance,
    of: Option<&Cnf>,
    proof: &[u8],
    memory_mib: u64,
    control: Control<'_>,
) -> Result<Refutation, FormulaFault> {
    let made = Reduction::of(instance)?.formula;
    let formula = match of {
        Some(formula) if *formula != made && formula.to_3cnf() != made => return Err(FormulaFault::Other),
        Some(formula) => formula,
        None => &made,
    };
    let clauses = formula.clauses.iter().map(Vec::as_slice);
    if !looks_like_drat(proof) {
        return Ok(check_refutation_within(clauses, proof, memory_mib)?);
    }
    let literals: Vec<Vec<Lit>> = formula.clauses.iter().map(|c| c.iter().map(literal).collect()).collect();
    let lrat = lrat_of(&mut literals.iter().map(Vec::as_slice), proof, control)?;
    Ok(check_refutation_within(clauses, &*lrat, memory_mib)?)
}

fn literal(number: &i32) -> Lit {
    Lit::new(number.unsigned_abs() - 1, *number < 0)
}

/// Whether a text looks like an LRAT proof: its first line has numbers that end in 0, and another 0 or a `d` after the
/// first of them.
#[must_use]
pub fn looks_like_lrat(bytes: &[u8]) -> bool {
    let line = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
    let words: Vec<&str> =
        str::from_utf8(line).map_or_else(|_| Vec::new(), |text| text.split_whitespace().collect());
    words.len() > 2
        && words.last() == Some(&"0")
        && (words[1] == "d" || words.iter().filter(|word| **word == "0").count() == 2)
        && words.iter().enumerate().all(|(n, word)| word.parse::<i64>().is_ok() || (n == 1 && *word == "d"))
}
