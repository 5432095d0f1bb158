//! `solve`: the method, its settings and limits.

use crate::answer::Answer;
use crate::deal::{Deal, deal_of};
use crate::errors::Wrong;
use crate::work;
use patsat::game::rules::Cost;
use patsat::planning::why::QUESTIONS;
use patsat::planning::{Compiled, solve as run};
use patsat::solvers::{BACKENDS, left_out, smt};
use patsat::{Asked, Failure, Horizon, Limits, Method, Request};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// Reads a horizon: a number, a pair, or a text such as `4..12` or `auto`.
pub(crate) fn horizon(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Horizon>> {
    let Some(given) = given else { return Ok(None) };
    if let Ok((first, last)) = given.extract::<(u32, u32)>() {
        return Ok(Some(format!("{first}..{last}").parse().map_err(Wrong::input)?));
    }
    let text = given.str()?.to_string();
    Ok(Some(text.parse().map_err(Wrong::input)?))
}

/// Reads the measure of a shortest plan.
fn cost(name: &str) -> Result<Cost, Wrong> {
    match name {
        "m1" => Ok(Cost::M1),
        "m2" => Ok(Cost::M2),
        "m3" => Ok(Cost::M3),
        _ => Err(Wrong::input(format!("unknown cost '{name}': expected m1, m2 or m3"))),
    }
}

/// The settings of a request as texts, owned because they go to another thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub(crate) by: String,
    pub(crate) strategy: Option<String>,
    pub(crate) encoding: Option<String>,
    pub(crate) horizon: Option<Horizon>,
    pub(crate) backend: Option<String>,
    pub(crate) optimal: bool,
    pub(crate) cost: Option<String>,
    pub(crate) seed: u64,
}

impl Words {
    /// Returns the method for a game; `task` marks a planning task in PDDL.
    pub(crate) fn method(&self, game: &Compiled<'_>, task: bool) -> Result<Method, Wrong> {
        let asked = Asked {
            by: self.by.parse()?,
            strategy: self.strategy.as_deref(),
            encoding: self.encoding.as_deref(),
            horizon: self.horizon,
            backend: self.backend.as_deref(),
            optimal: self.optimal,
            cost: self.cost.as_deref().map(cost).transpose()?,
            seed: self.seed,
        };
        let mut method = asked.method(game)?;
        if let Method::Search(search) = &mut method
            && asked.cost.is_none()
            && task
        {
            search.options.cost = Cost::M1;
        }
        Ok(method)
    }

    /// Number of queries about dead patterns after an undecided search. The default applies if neither a strategy nor a
    /// node limit is given.
    fn prove(&self, asked: Option<u64>, limits: Limits) -> Result<Option<u64>, Wrong> {
        if asked.is_some() && self.by != "search" {
            let by = &self.by;
            return Err(Wrong::input(format!(
                "found prove with by=\"{by}\"; expected prove with by=\"search\" only"
            )));
        }
        let plain = self.strategy.is_none() && !self.optimal && limits.nodes.is_none() && self.by == "search";
        Ok(asked.or(plain.then_some(QUESTIONS)).filter(|&questions| questions > 0))
    }
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
/// same options. "hybrid" combines search and SAT. A `horizon` counts steps of the encoding: a number, a pair, a text
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
    let Deal { instance, task } = deal_of(deal)?;
    let horizon = self::horizon(horizon)?;
    let backend = backend.or_else(|| z3_beside(py, by));
    let words = Words { by: by.to_owned(), strategy, encoding, horizon, backend, optimal, cost, seed };
    let limits: Limits = work::limits(time_limit, node_limit, memory_limit)?;
    work::run(py, move |flag| {
        let game = Compiled::new(&instance);
        let method = words.method(&game, task)?;
        // Only these two methods write certificates.
        let certify = certify && matches!(words.by.as_str(), "search" | "sat");
        let prove = words.prove(prove, limits)?;
        let request = Request { game, method, limits, certify, prove };
        request.check().map_err(Wrong::from)?;
        let found = run(&request, &mut flag.monitor()).map_err(|error: Failure| Wrong::from(error))?;
        let by = request.method.name();
        Ok::<_, Wrong>(Answer::new(Arc::clone(&instance), found, by))
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
