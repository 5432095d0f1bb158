//! A verdict with its basis and its cost.

use crate::count::moves;
use crate::errors::ApiError;
use crate::json;
use crate::plan::{Plan, lengths};
use patsat::formats::Style;
use patsat::game::state::Instance;
use patsat::{Answer as SolveAnswer, Basis, Lengths, Measure, Optimality, Outcome, ShortestProof};
use patsat_cli::report::jsonl::ResultData;
use patsat_report::human;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{Map, Value};
use std::sync::Arc;

/// A verdict with its basis and its cost.
///
/// >>> answer = patsat.solve("ms:617")
/// >>> answer.verdict, answer.lengths["m2"]
/// ('solved', 105)
///
/// The verdict is `solved` (`plan` is verified), `no_plan_within` (no plan within `bound`; longer plans were not
/// excluded), `unwinnable` (see `basis`) or `unknown` (see `limit`). `bool(answer)` is true if there is a plan.
/// `str(answer)` returns the verdict in sentences, then the plan.
#[pyclass(frozen, module = "patsat")]
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    instance: Arc<Instance>,
    found: Arc<SolveAnswer>,
    /// The name of the strategy or solver.
    by: String,
}

impl Answer {
    pub(crate) fn new(instance: Arc<Instance>, found: SolveAnswer, by: &str) -> Answer {
        Answer { instance, found: Arc::new(found), by: by.to_owned() }
    }

    fn fields(&self) -> PyResult<Map<String, Value>> {
        match serde_json::to_value(ResultData::of(&self.instance, &self.found)).map_err(ApiError::bug)? {
            Value::Object(fields) => Ok(fields),
            other => Err(ApiError::bug(other).into()),
        }
    }

    fn text(&self, name: &str) -> PyResult<Option<String>> {
        Ok(self.fields()?.get(name).and_then(Value::as_str).map(str::to_owned))
    }
}

/// Returns the certificate of an answer, if it has one.
fn certificate(found: &SolveAnswer) -> Option<&[u8]> {
    match (&found.outcome, &found.shortest_proof) {
        (Outcome::Unwinnable(Basis::ClosedSet(set)), _) => Some(&set.bytes),
        (Outcome::Unwinnable(Basis::SweptSet(set)), _) => Some(&set.bytes),
        (Outcome::Unwinnable(Basis::TrackedCards(set)), _) => Some(&set.bytes),
        (Outcome::Unwinnable(Basis::HeightGame(set)), _) => Some(&set.bytes),
        (Outcome::Unwinnable(Basis::Patterns(proof)), _) => Some(proof.text.as_bytes()),
        (
            Outcome::Unwinnable(Basis::Locks { proof, .. } | Basis::Bound { proof, .. })
            | Outcome::NoPlanWithin { proof, .. },
            _,
        ) => proof.as_ref().map(|proof| proof.bytes.as_slice()),
        (Outcome::Solved(..), Some(ShortestProof::BoundedSet(set))) => Some(&set.bytes),
        (Outcome::Solved(..), Some(ShortestProof::Refutation(proof))) => Some(&proof.bytes),
        _ => None,
    }
}

#[pymethods]
impl Answer {
    /// The verdict: solved, no_plan_within, unwinnable or unknown.
    #[getter]
    pub(crate) fn verdict(&self) -> PyResult<String> {
        Ok(self.text("verdict")?.unwrap_or_default())
    }

    /// The plan; None without one.
    #[getter]
    fn plan(&self) -> Option<Plan> {
        let plan = self.found.plan()?.clone();
        Some(Plan { instance: Arc::clone(&self.instance), plan })
    }

    /// The lengths of the plan in three measures, see `Plan.lengths`; None without a plan.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.found.lengths.map(|of: Lengths| lengths(py, of)).transpose()
    }

    /// Whether the plan is known to be shortest, in the measure `cost`.
    #[getter]
    fn optimal(&self) -> bool {
        matches!(self.found.outcome, Outcome::Solved(_, Optimality::Shortest { .. }))
    }

    /// The measure of `lower_bound` and of `bound`: m1, m2 or m3; None if there is neither.
    #[getter]
    fn cost(&self) -> PyResult<Option<String>> {
        self.text("cost")
    }

    /// The lower bound on the length of every plan, in the measure `cost`; None if optimality was not requested.
    #[getter]
    fn lower_bound(&self) -> Option<u32> {
        match self.found.outcome {
            Outcome::Solved(_, Optimality::Shortest { length, .. }) => Some(length),
            Outcome::Solved(_, Optimality::Between { lower, .. }) => Some(lower),
            _ => None,
        }
    }

    /// The excluded bound of `no_plan_within`, in the unit of the encoding (`data["unit"]`); else None.
    #[getter]
    fn bound(&self) -> Option<u32> {
        match self.found.outcome {
            Outcome::NoPlanWithin { bound, .. } => Some(bound),
            _ => None,
        }
    }

    /// The limit that was reached: time, nodes, memory, conflicts, interrupted or gave-up; else None.
    #[getter]
    fn limit(&self) -> PyResult<Option<String>> {
        Ok(self.text("limit")?.or(self.text("reason")?))
    }

    /// The basis of the verdict; None if it has no other than the plan or the solver.
    ///
    /// `unwinnable` has search, closed-set, swept-set, tracked-cards, height-game, dead-patterns, bound or locks;
    /// `no_plan_within` has proof if it was checked.
    #[getter]
    fn basis(&self) -> PyResult<Option<String>> {
        self.text("basis")
    }

    /// The certificate for `patsat.verify` and the command `patsat verify`, or None.
    ///
    /// A plan that need not be shortest has no certificate. `certify=False` and some methods write none.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        certificate(&self.found).map(|bytes| PyBytes::new(py, bytes))
    }

    /// The cost: `expanded`, `generated` and `stored` positions, `peak_bytes`; `sat` has the queries to solvers.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut fields = self.fields()?;
        fields.retain(|name, _| ["stats", "sat", "hybrid", "pdr"].contains(&name.as_str()));
        if let Some(Value::Object(stats)) = fields.remove("stats") {
            fields.extend(stats);
        }
        json::dict(py, &fields)
    }

    /// All fields of the line `result` that the program prints as JSON.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::dict(py, &self.fields()?)
    }

    /// The wall-clock time in seconds, including that for the certificate.
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
        let certified = |proof: bool| if proof { "refuted by a verified proof" } else { "not certified" };
        Ok(match &self.found.outcome {
            Outcome::Solved(plan, optimality) => {
                let bound = match optimality {
                    Optimality::NotRequested => String::new(),
                    Optimality::Shortest { cost, .. } => format!(", shortest in {cost}"),
                    Optimality::Between { cost, lower, .. } => format!(", lower bound {lower} in {cost}"),
                };
                format!("<Answer: solved in {}, plan verified{bound}>", moves(plan.moves.len()))
            }
            Outcome::NoPlanWithin { bound, of, proof } => {
                let bound = match of {
                    Measure::Cost(cost) => format!("{} in {cost}", moves(*bound as usize)),
                    Measure::Encoding(within) => within.words(*bound),
                };
                format!("<Answer: no plan within {bound}, {}>", certified(proof.is_some()))
            }
            Outcome::Unwinnable(basis) => {
                let basis = match basis {
                    Basis::ClosedSet(_) => "closed set verified",
                    Basis::SweptSet(_) => "swept set verified",
                    Basis::TrackedCards(_) => "tracked cards verified",
                    Basis::HeightGame(_) => "height game verified",
                    Basis::Patterns(_) => "dead patterns verified",
                    Basis::Locks { proof, .. } | Basis::Bound { proof, .. } => certified(proof.is_some()),
                    Basis::Search { .. } => "complete search, not certified",
                };
                format!("<Answer: unwinnable, {basis}>")
            }
            Outcome::Unknown(limit) => format!("<Answer: unknown, {limit}>"),
        })
    }
}
