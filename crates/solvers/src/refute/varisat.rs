//! Varisat's proofs, translated to LRAT.
//!
//! Varisat's own format names clauses by their hashes. Its checker (crate `varisat-checker`)
//! follows the proof and reports each step with numbers.
//!
//! The checker accepts more than refutations: a proof may go on adding clauses to the formula. So
//! its verdict is not used. The steps that derive are written as LRAT, and that is checked against
//! the formula alone.

use super::lrat::LratWriter;
use super::{Attempt, ClauseList, RefutationResult, model, most_variables};
use crate::control::Watch;
use crate::varisat::Varisat;
use crate::{Backend, BackendError, BackendOptions, Control, Limit, SolverAnswer, hand_over};
use anyhow::{Error, anyhow};
use varisat_checker::{CheckedProofStep, Checker, CheckerData, CheckerError, ProofProcessor};

struct Translator<'a> {
    writer: LratWriter,
    watch: Watch<'a>,
    stopped: Option<Limit>,
}

impl ProofProcessor for Translator<'_> {
    fn process_step(&mut self, step: &CheckedProofStep<'_>, data: CheckerData<'_, '_>) -> Result<(), Error> {
        match *step {
            CheckedProofStep::AddClause { id, clause }
            | CheckedProofStep::DuplicatedClause { id, clause, .. }
            | CheckedProofStep::TautologicalClause { id, clause } => {
                self.writer.original(id, clause.is_empty());
            }
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                self.stopped = self.watch.check();
                if self.stopped.is_some() {
                    return Err(anyhow!("stopped"));
                }
                let mut literals = Vec::with_capacity(clause.len());
                for literal in clause {
                    let variable = data.user_from_proof_var(literal.var());
                    let variable = variable.ok_or_else(|| anyhow!("its proof has a variable of its own"))?;
                    let number = i32::try_from(variable.to_dimacs())?;
                    literals.push(if literal.is_positive() { number } else { -number });
                }
                self.writer.derived(id, literals.into_iter(), propagations.iter().copied());
            }
            CheckedProofStep::DeleteClause { id, .. }
            | CheckedProofStep::DeleteAtClause { id, keep_as_redundant: false, .. }
            | CheckedProofStep::DeleteRatClause { id, keep_as_redundant: false, .. } => {
                self.writer.delete(id);
            }
            _ => {}
        }
        Ok(())
    }
}

pub(crate) fn refute(
    clauses: ClauseList<'_, '_>,
    count: usize,
    _options: &BackendOptions,
    control: Control<'_>,
) -> Attempt {
    let mut varisat = Varisat::new(0, control);
    varisat.keep_proof();
    let mut variables = 0;
    let clauses = clauses.inspect(|clause| variables = most_variables(variables, clause));
    let answer = match hand_over(clauses, &mut varisat, &control)? {
        Some(limit) => SolverAnswer::Unknown(limit),
        None => varisat.solve(&[])?,
    };
    let stats = varisat.stats();
    match answer {
        SolverAnswer::Satisfiable(()) => {
            return Ok((RefutationResult::No(model(&varisat, variables)), stats));
        }
        SolverAnswer::Unknown(limit) => return Ok((RefutationResult::Unknown(limit), stats)),
        SolverAnswer::Unsatisfiable => {}
    }
    let broken = |what: String| BackendError::Broken(format!("varisat: {what}"));
    let proof = match varisat.take_proof() {
        Ok(proof) => proof,
        Err(limit) => return Ok((RefutationResult::Unknown(limit), stats)),
    };
    let (writer, watch) = (LratWriter::new(count), Watch::new(control));
    let mut translator = Translator { writer, watch, stopped: None };
    let followed = follow(&mut translator, &varisat, &proof);
    if let Some(limit) = translator.stopped {
        return Ok((RefutationResult::Unknown(limit), stats));
    }
    followed.map_err(|e| broken(e.to_string()))?;
    Ok((RefutationResult::Yes(translator.writer.finish().map_err(broken)?), stats))
}

fn follow(translator: &mut Translator<'_>, varisat: &Varisat<'_>, proof: &[u8]) -> Result<(), CheckerError> {
    let mut checker = Checker::new();
    checker.add_processor(translator);
    varisat.clauses().try_for_each(|clause| checker.add_clause(clause))?;
    checker.check_proof(proof)
}
