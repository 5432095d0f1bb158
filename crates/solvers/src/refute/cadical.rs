//! CaDiCaL's proofs, recorded clause by clause as it derives them.

use super::lrat::LratWriter;
use super::{Attempt, ClauseList, RefutationResult, model, most_variables};
use crate::cadical::Cadical;
use crate::{Backend, BackendError, BackendOptions, Control, SolverAnswer, hand_over};
use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

struct Tracer(LratWriter);

fn number(id: ClauseId) -> u64 {
    id.0.unsigned_abs()
}

impl TraceProof for Tracer {
    fn add_original_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        clause: &CaDiCaLClause<'_>,
        restored: bool,
    ) {
        if !restored {
            self.0.original(number(id), clause.is_empty());
        }
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[ClauseId],
    ) {
        let hints = antecedents.iter().map(|&hint| number(hint));
        self.0.derived(number(id), clause.iter().map(|l| l.to_ipasir()), hints);
    }

    fn delete_clause(&mut self, id: ClauseId, _redundant: bool, _: &CaDiCaLClause<'_>) {
        self.0.delete(number(id));
    }
}

pub(crate) fn refute(
    clauses: ClauseList<'_, '_>,
    count: usize,
    options: &BackendOptions,
    control: Control<'_>,
) -> Attempt {
    let mut cadical = Cadical::new(options, control)?;
    // Nothing may return before the tracer is disconnected: the solver would keep calling it.
    let handle = cadical.solver.connect_proof_tracer(Tracer(LratWriter::new(count)), true);
    let mut variables = 0;
    let mut query = || {
        let clauses = clauses.inspect(|clause| variables = most_variables(variables, clause));
        match hand_over(clauses, &mut cadical, &control)? {
            Some(limit) => Ok(SolverAnswer::Unknown(limit)),
            None => cadical.solve(&[]),
        }
    };
    let answer = query();
    let stats = cadical.stats();
    let values = matches!(answer, Ok(SolverAnswer::Satisfiable(()))).then(|| model(&cadical, variables));
    let tracer = cadical.solver.disconnect_proof_tracer(handle);
    let broken = |what: String| BackendError::Broken(format!("cadical: {what}"));
    let tracer = tracer.map_err(|e| broken(e.to_string()))?;
    let refuted = match answer? {
        SolverAnswer::Satisfiable(()) => RefutationResult::No(values.unwrap_or_default()),
        SolverAnswer::Unknown(limit) => RefutationResult::Unknown(limit),
        SolverAnswer::Unsatisfiable => RefutationResult::Yes(tracer.0.finish().map_err(broken)?),
    };
    Ok((refuted, stats))
}
