//! `solve`: the method, its settings and limits.

use crate::answer::Answer;
use crate::deal::deal_of;
use crate::errors::ApiError;
use crate::work;
use patsat::solvers::{BACKENDS, left_out, smt};
use patsat::{Failure, MethodKind, SolveOptions, run};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// Returns options with a cost and a horizon: a number, a pair, or a text such as `4..12`, `auto` or `complete`.
pub(crate) fn options(cost: Option<&str>, horizon: Option<&Bound<'_, PyAny>>) -> PyResult<SolveOptions> {
    let cost = cost.map(str::parse).transpose().map_err(ApiError::input)?;
    let mut options = SolveOptions { cost, ..SolveOptions::default() };
    if let Some(given) = horizon {
        let text = match given.extract::<(u32, u32)>() {
            Ok((first, last)) => format!("{first}..{last}"),
            Err(_) => given.str()?.to_string(),
        };
        options.set_horizon(&text).map_err(ApiError::from)?;
    }
    Ok(options)
}

/// Solves a deal and returns an Answer: a verified plan, a proof that none exists, or the limit that was reached.
///
/// >>> patsat.solve("ms:617")
/// <Answer: solved in 105 moves, plan verified>
///
/// `deal` is a Deal, a name such as `ms:617`, a path, or the text of a board.
///
/// `by` is the method. "search" is native search; `strategy` names the strategy. "sat" solves formulas, with `encoding`
/// (see `encodings()`), `horizon` and `backend` (see `backends()`). "smt" writes scripts for z3 or cvc5 and takes the
/// same options. "hybrid" combines search and SAT. "pdr"
/// is property-directed reachability. A `horizon` counts steps of the encoding: a number, a pair, a text
/// such as "4..12", or "auto".
///
/// `optimal` requests a shortest plan. `cost` is its measure: m1, m2 or m3, see `Plan.lengths`. The default is m2 for
/// a search and m1 otherwise, also for tasks in PDDL. `certify` requests a certificate for an unwinnable deal or a
/// shortest plan. `prove` is the number of queries about dead patterns after an undecided search. 0 makes none. The
/// default applies if neither `strategy` nor `node_limit` is given.
///
/// Limits: `time_limit` in seconds, `node_limit` in expanded positions, `memory_limit` in MiB. A limit is no error: the
/// verdict is then `unknown`, or the answer has the best plan so far. Other Python threads run meanwhile. Ctrl-C stops
/// the work and raises KeyboardInterrupt. The same input, options and seed give the same answer.
///
/// Raises InputError for bad input, MissingError if a solver is missing, and SelfCheckError if the verifier rejects a
/// result.
#[pyfunction]
#[pyo3(signature = (
    deal, by="search", *, strategy=None, encoding=None, horizon=None, backend=None, optimal=false, cost=None,
    certify=true, prove=None, time_limit=None, node_limit=None, memory_limit=None, seed=0
))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn solve(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    by: &str,
    strategy: Option<String>,
    encoding: Option<String>,
    horizon: Option<&Bound<'_, PyAny>>,
    backend: Option<String>,
    optimal: bool,
    cost: Option<String>,
    certify: bool,
    prove: Option<u64>,
    time_limit: Option<f64>,
    node_limit: Option<u64>,
    memory_limit: Option<u64>,
    seed: u64,
) -> PyResult<Answer> {
    let instance = deal_of(deal)?.instance;
    let backend = backend.or_else(|| z3_beside(py, by));
    let by: MethodKind = by.parse().map_err(ApiError::from)?;
    let options = SolveOptions {
        by,
        strategy,
        encoding,
        backend,
        optimal,
        seed,
        // The other methods write none, and `certify` is on by default.
        certify: certify && by.certifies(),
        prove,
        limits: work::limits(time_limit, node_limit, memory_limit)?,
        ..options(cost.as_deref(), horizon)?
    };
    work::run(py, move |flag| {
        let request = options.request(&instance)?;
        request.check().map_err(ApiError::from)?;
        let found = run(&request, &mut flag.monitor()).map_err(|error: Failure| ApiError::from(error))?;
        let by = request.method.name();
        Ok::<_, ApiError>(Answer::new(Arc::clone(&instance), found, by))
    })
}

/// Returns the command of the z3 in the Python package z3-solver, if no z3 is on the path.
fn z3_beside(py: Python<'_>, by: &str) -> Option<String> {
    if by != "smt" {
        return None;
    }
    let found = py.import("patsat._z3").ok()?.getattr("command").ok()?.call0().ok()?;
    found.extract().ok()?
}

/// Returns the SAT and SMT solvers of this build: names and descriptions, for `solve(..., backend=...)`.
///
/// >>> patsat.backends()["varisat"]
/// 'SAT: Varisat, pure Rust; in every build'
///
/// The descriptions mark solvers that are not linked into this build. An installed program replaces them:
/// `backend="cmd:COMMAND"` calls any program.
#[pyfunction]
pub(crate) fn backends(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    let add = |kind: &str, name: &str, about: &str, left_out: bool| {
        let about = if left_out { about.trim_end_matches(", linked in") } else { about };
        let note = if left_out { "; not linked into this build" } else { "" };
        dict.set_item(name, format!("{kind}: {about}{note}"))
    };
    for row in BACKENDS {
        add("SAT", row.name, row.about, left_out().any(|name| name == row.name))?;
    }
    for row in smt::BACKENDS {
        add("SMT", row.name, row.about, smt::left_out().any(|name| name == row.name))?;
    }
    Ok(dict)
}
