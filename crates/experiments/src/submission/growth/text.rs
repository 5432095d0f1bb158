//! A question as the file that its solvers read.

use super::super::asking::asking;
use super::super::clauses::Clean;
use super::super::model::{Case, Fault};
use super::super::{Track, qbf};
use std::sync::atomic::AtomicBool;

/// A question as a file.
pub(super) struct Asked {
    pub(super) ending: &'static str,
    pub(super) text: Vec<u8>,
    pub(super) variables: u64,
    pub(super) clauses: u64,
}

/// The file of a question.
pub(super) fn of(case: &Case<'_>, stop: &AtomicBool) -> Result<Asked, Fault> {
    if case.recipe.track == Track::Qbf {
        let (text, variables, clauses) = qbf::text(case)?;
        return Ok(Asked { ending: "qdimacs", text, variables, clauses });
    }
    let asking = asking(case, stop)?;
    let clean = Clean::of(asking.clauses(), &asking.costs);
    let (ending, text) = match (&asking.script, case.recipe.track) {
        (Some((logic, script)), _) => ("smt2", format!("(set-logic {logic})\n{script}(check-sat)\n(exit)\n")),
        (None, Track::Maxsat) => ("wcnf", clean.wcnf("")),
        (None, _) => ("cnf", clean.dimacs("")),
    };
    Ok(Asked {
        ending,
        text: text.into_bytes(),
        variables: u64::from(clean.variables),
        clauses: clean.clauses.len() as u64,
    })
}
