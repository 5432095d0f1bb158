//! A plan that was replayed from the rules and wins. There is no other kind.

use crate::errors::Wrong;
use crate::json;
use patsat::Verified;
use patsat::formats::{Format, Style, read_plan, write_plan};
use patsat::game::state::{Instance, Plan as Moves};
use patsat::game::verify::replay;
use patsat::planning::Lengths;
use patsat_report::sentences::sentence;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// Moves that win a deal, as the verifier replayed them. There are no other plans.
///
/// `str(plan)` is standard notation: two characters a move, columns from 1, cells from `a`, `h` home; `len(plan)` its
/// moves, a supermove being one.
#[pyclass(frozen, module = "patsat")]
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) instance: Arc<Instance>,
    pub(crate) plan: Verified<Moves>,
}

impl Plan {
    /// The plan as a file that says exactly its moves; of another deal they are read as places.
    pub(crate) fn text(&self, _deal: &Instance) -> Result<String, Wrong> {
        Ok(write_plan(&self.instance, &self.plan, Format::PlanJson)?)
    }

    /// Replays moves; only what wins becomes a plan.
    ///
    /// # Errors
    /// If the verifier refuses it.
    pub(crate) fn replayed(instance: Arc<Instance>, moves: Moves) -> Result<Plan, Wrong> {
        match replay(&instance, moves) {
            Ok(plan) => Ok(Plan { instance, plan }),
            Err(fault) => Err(Wrong::Invalid(fault.to_string())),
        }
    }
}

/// Moves of a plan or a text. Whether they are legal is for others to say.
pub(crate) fn read_moves(what: &Bound<'_, PyAny>, deal: &Instance) -> PyResult<Moves> {
    if let Ok(plan) = what.cast::<Plan>() {
        return Ok((*plan.get().plan).clone());
    }
    let text: String = what.extract()?;
    if text.trim().is_empty() {
        return Ok(Moves::default());
    }
    Ok(read_plan(text.as_bytes(), deal).map_err(Wrong::from)?)
}

/// The lengths of a plan as a dictionary.
pub(crate) fn lengths(py: Python<'_>, lengths: Lengths) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("m1", lengths.m1)?;
    dict.set_item("m2", lengths.m2)?;
    dict.set_item("m3", lengths.m3)?;
    Ok(dict)
}

#[pymethods]
impl Plan {
    /// The lengths: `m1` single-card moves, `m2` moves with a supermove as one, `m3` moves without those home.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        lengths(py, Lengths::of(&self.instance, &self.plan))
    }

    /// The moves as our JSON has them; places count from 0.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::value(py, &serde_json::to_value(&self.plan.moves).map_err(Wrong::bug)?)
    }

    /// The moves in words, one sentence each.
    #[getter]
    fn words(&self) -> PyResult<Vec<String>> {
        let mut table = self.instance.table();
        let mut told = Vec::new();
        for &action in &self.plan.moves {
            told.push(sentence(&table, action, Style::PLAIN));
            table.apply(action).map_err(Wrong::bug)?;
        }
        Ok(told)
    }

    /// The plan in a format: standard, plan-json, replay, ipc-plan, kpat.
    ///
    /// Raises InputError if there is no such format, or it cannot say this plan.
    #[pyo3(signature = (format="standard"))]
    fn to(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(Wrong::input)?;
        Ok(write_plan(&self.instance, &self.plan, format).map_err(Wrong::from)?)
    }

    fn __len__(&self) -> usize {
        self.plan.moves.len()
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.to("standard")?.trim_end().to_owned())
    }

    fn __repr__(&self) -> String {
        format!("<Plan of {} moves>", self.plan.moves.len())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Plan>().is_ok_and(|other| {
            let other = other.get();
            self.plan == other.plan && self.instance.deal == other.instance.deal
        })
    }

    fn __hash__(&self) -> usize {
        self.plan.moves.len()
    }
}
