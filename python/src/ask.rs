//! `solve`: who looks for a plan, how, and for how long.

use crate::answer::Answer;
use crate::deal::Deal;
use crate::errors::Wrong;
use crate::source::deal_of;
use crate::work;
use patsat::game::rules::Cost;
use patsat::planning::why::QUESTIONS;
use patsat::planning::{Compiled, solve as run};
use patsat::{Asked, Failure, Horizon, Limits, Method, Request};
use pyo3::prelude::*;
use std::sync::Arc;

/// A horizon as Python says it: a number, a text such as `4..12` or `auto`, or a pair.
pub(crate) fn horizon(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Horizon>> {
    let Some(given) = given else { return Ok(None) };
    if let Ok((first, last)) = given.extract::<(u32, u32)>() {
        return Ok(Some(format!("{first}..{last}").parse().map_err(Wrong::input)?));
    }
    let text = given.str()?.to_string();
    Ok(Some(text.parse().map_err(Wrong::input)?))
}

/// What a shortest plan is shortest in.
fn cost(name: &str) -> Result<Cost, Wrong> {
    match name {
        "m1" => Ok(Cost::M1),
        "m2" => Ok(Cost::M2),
        "m3" => Ok(Cost::M3),
        _ => Err(Wrong::input(format!("unknown cost '{name}': expected m1, m2 or m3"))),
    }
}

/// The names of a request, owned: they go to another thread.
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
    /// The method that they name for a game, or for a task of planners.
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
            return Err(Wrong::input("prove is for searches: it goes on where a search ends open"));
        }
        let plain = self.strategy.is_none() && !self.optimal && limits.nodes.is_none() && self.by == "search";
        Ok(asked.or(plain.then_some(QUESTIONS)).filter(|&questions| questions > 0))
    }
}

/// Looks for a plan of a deal (a Deal, a name such as `ms:617`, a file).
///
/// `by` is who looks: `search` (native; `strategy` names which), `sat` (formulas; `encoding`, `horizon`, `backend`),
/// `smt` (scripts, for z3 or cvc5, same options), `hybrid` (both). A `horizon` is a number of the encoding's steps, a
/// pair or a text such as `4..12`, or `auto`. `optimal` asks for a shortest plan, in the count `cost`: m1, m2 or m3 of a
/// search (usually m2, of tasks in PDDL m1), else m1. `certify` also makes a certificate where there is no plan, or a plan is shortest.
/// `prove` is how many questions about dead patterns are asked where a search ends open: 0 asks none, None as many as
/// is usual where neither `strategy` nor `node_limit` is given.
///
/// Limits: `time_limit` in seconds, `node_limit` in positions expanded, `memory_limit` in MiB. A limit ends in the
/// verdict `unknown` or in the best plan so far, never in an error. Other Python threads run meanwhile; Ctrl-C ends
/// the work and raises KeyboardInterrupt. The same input, options and seed give the same answer.
///
/// Raises InputError for bad input, MissingError if a solver is not here, SelfCheckError if the verifier refuses what
/// was found.
#[pyfunction]
#[pyo3(signature = (
    deal, by="search", *, strategy=None, encoding=None, horizon=None, backend=None, optimal=false, cost=None,
    certify=true, prove=None, time_limit=None, node_limit=None, memory_limit=None, seed=0
))]
#[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
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
        // SMT solvers write no proofs, and a hybrid proves nothing.
        let certify = certify && matches!(words.by.as_str(), "search" | "sat");
        let prove = words.prove(prove, limits)?;
        let request = Request { game, method, limits, certify, prove };
        request.check().map_err(Wrong::from)?;
        let found = run(&request, &mut flag.monitor()).map_err(|error: Failure| Wrong::from(error))?;
        let by = request.method.name();
        Ok::<_, Wrong>(Answer::new(Arc::clone(&instance), found, by))
    })
}

/// The z3 of Python's package z3-solver, where it lies beside Python and no z3 is on the path.
fn z3_beside(py: Python<'_>, by: &str) -> Option<String> {
    if by != "smt" {
        return None;
    }
    let found = py.import("patsat._z3").ok()?.getattr("command").ok()?.call0().ok()?;
    found.extract().ok()?
}
