//! A verdict with its basis and its cost.

use crate::errors::Wrong;
use crate::json;
use crate::plan::{Plan, lengths};
use patsat::formats::Style;
use patsat::game::state::Instance;
use patsat::planning::{Answer as Found, Basis, Lengths, Optimality, Outcome, ShortestProof};
use patsat_cli::report::jsonl::ResultData;
use patsat_report::human;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{Map, Value};
use std::sync::Arc;

/// A verdict with its basis and its cost. True if and only if it has a plan.
///
/// Verdicts: `solved` (`plan` is verified), `no_plan_within` (no plan within `bound`; longer plans were not excluded),
/// `unwinnable` (proved; see `basis`), `unknown` (see `limit`). `str(answer)` returns sentences.
#[pyclass(frozen, module = "patsat")]
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    instance: Arc<Instance>,
    found: Arc<Found>,
    /// The name of the strategy or solver.
    by: String,
}

impl Answer {
    pub(crate) fn new(instance: Arc<Instance>, found: Found, by: &str) -> Answer {
        Answer { instance, found: Arc::new(found), by: by.to_owned() }
    }

    fn fields(&self) -> PyResult<Map<String, Value>> {
        match serde_json::to_value(ResultData::of(&self.instance, &self.found)).map_err(Wrong::bug)? {
            Value::Object(fields) => Ok(fields),
            other => Err(Wrong::bug(other).into()),
        }
    }

    fn text(&self, name: &str) -> PyResult<Option<String>> {
        Ok(self.fields()?.get(name).and_then(Value::as_str).map(str::to_owned))
    }
}

/// The file that shows a verdict, where there is one beside the plan.
fn certificate(found: &Found) -> Option<&[u8]> {
    match (&found.outcome, &found.shortest_proof) {
        (Outcome::Unwinnable(Basis::ClosedSet(set)), _) => Some(&set.bytes),
        (Outcome::Unwinnable(Basis::SweptSet(set)), _) => Some(&set.bytes),
        (Outcome::Unwinnable(Basis::Patterns(proof)), _) => Some(proof.text.as_bytes()),
        (Outcome::Unwinnable(Basis::Locks { proof, .. }) | Outcome::NoPlanWithin { proof, .. }, _) => {
            proof.as_ref().map(|proof| proof.bytes.as_slice())
        }
        (Outcome::Solved(..), Some(ShortestProof::BoundedSet(set))) => Some(&set.bytes),
        (Outcome::Solved(..), Some(ShortestProof::Refutation(proof))) => Some(&proof.bytes),
        _ => None,
    }
}

#[pymethods]
impl Answer {
    /// solved, no_plan_within, unwinnable or unknown.
    #[getter]
    fn verdict(&self) -> PyResult<String> {
        Ok(self.text("verdict")?.unwrap_or_default())
    }

    /// The plan, or None.
    #[getter]
    fn plan(&self) -> Option<Plan> {
        let plan = self.found.plan()?.clone();
        Some(Plan { instance: Arc::clone(&self.instance), plan })
    }

    /// The lengths of the plan in three counts, as `Plan.lengths`; None without a plan.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.found.lengths.map(|of: Lengths| lengths(py, of)).transpose()
    }

    /// Whether the plan is known to be shortest, in the count `cost`.
    #[getter]
    fn optimal(&self) -> bool {
        matches!(self.found.outcome, Outcome::Solved(_, Optimality::Shortest { .. }))
    }

    /// The count of `lower_bound`, or of the bound: m1, m2 or m3; None if nothing is said in one.
    #[getter]
    fn cost(&self) -> PyResult<Option<String>> {
        self.text("cost")
    }

    /// Lower bound on the length of every plan, in the count `cost`; None if optimality was not requested.
    #[getter]
    fn lower_bound(&self) -> Option<u32> {
        match self.found.outcome {
            Outcome::Solved(_, Optimality::Shortest { length, .. }) => Some(length),
            Outcome::Solved(_, Optimality::Between { lower, .. }) => Some(lower),
            _ => None,
        }
    }

    /// Of `no_plan_within`: what is excluded, in the unit of the encoding (see `data["unit"]`).
    #[getter]
    fn bound(&self) -> Option<u32> {
        match self.found.outcome {
            Outcome::NoPlanWithin { bound, .. } => Some(bound),
            _ => None,
        }
    }

    /// Of `unknown`: the limit that was reached: time, nodes, memory, conflicts, interrupted, gave-up.
    #[getter]
    fn limit(&self) -> PyResult<Option<String>> {
        Ok(self.text("limit")?.or(self.text("reason")?))
    }

    /// What `unwinnable` rests on: search, closed-set, swept-set, dead-patterns or locks; of `no_plan_within` `proof`, if checked.
    #[getter]
    fn basis(&self) -> PyResult<Option<String>> {
        self.text("basis")
    }

    /// The file that shows the verdict and that `verify` and `patsat verify` check; None if the plan is all there
    /// is, or no file was asked for or could be made.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        certificate(&self.found).map(|bytes| PyBytes::new(py, bytes))
    }

    /// What it cost: `expanded`, `generated`, `stored` positions, `peak_bytes`; `sat` of questions to solvers.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut fields = self.fields()?;
        fields.retain(|name, _| ["stats", "sat", "hybrid"].contains(&name.as_str()));
        if let Some(Value::Object(stats)) = fields.remove("stats") {
            fields.extend(stats);
        }
        json::dict(py, &fields)
    }

    /// All fields of the program's `result` line in JSON.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::dict(py, &self.fields()?)
    }

    /// Wall-clock seconds, certificate included.
    #[getter]
    fn seconds(&self) -> f64 {
        self.found.time.as_secs_f64()
    }

    fn __bool__(&self) -> bool {
        matches!(self.found.outcome, Outcome::Solved(..))
    }

    fn __str__(&self) -> String {
        let text = human::answer(&self.instance, &self.by, &self.found, Style::PLAIN, false);
        text.trim_end().to_owned()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(match &self.found.outcome {
            Outcome::Solved(plan, _) => format!("<Answer solved: {} moves>", plan.moves.len()),
            _ => format!("<Answer {}>", self.verdict()?),
        })
    }
}
