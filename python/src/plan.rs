//! Plans that the verifier has replayed from the rules.

use crate::count::moves;
use crate::errors::ApiError;
use crate::json;
use crate::tables;
use patsat::Lengths;
use patsat::Verified;
use patsat::formats::{Format, Style, read_plan, write_plan};
use patsat::game::state::{Instance, Plan as Moves};
use patsat::game::verify::replay;
use patsat_report::sentences::sentence;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A winning plan of a deal, replayed from the rules.
///
/// >>> plan = patsat.solve("ms:617").plan
/// >>> plan
/// <Plan: 105 moves, verified>
/// >>> plan.words[0]
/// 'QH from column 8 to column 3, on KC'
///
/// `str(plan)` returns standard notation, a start and a target for each move: columns count from 1, cells are a, b and
/// so on, h is home. `len(plan)` is the number of moves; a move of several cards counts once. Notebooks show a table.
#[pyclass(frozen, module = "patsat")]
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) instance: Arc<Instance>,
    pub(crate) plan: Verified<Moves>,
}

impl Plan {
    /// Returns the plan as JSON, which names places and so fits other deals too.
    pub(crate) fn text(&self, _deal: &Instance) -> Result<String, ApiError> {
        Ok(write_plan(&self.instance, &self.plan, Format::PlanJson)?)
    }

    /// Replays moves and returns the plan.
    ///
    /// # Errors
    /// If a move is illegal or the moves do not win.
    pub(crate) fn replayed(instance: Arc<Instance>, moves: Moves) -> Result<Plan, ApiError> {
        match replay(&instance, moves) {
            Ok(plan) => Ok(Plan { instance, plan }),
            Err(fault) => Err(ApiError::Invalid(fault.to_string())),
        }
    }
}

/// Reads the moves of a Plan or a text, without a check that they are legal.
pub(crate) fn read_moves(what: &Bound<'_, PyAny>, deal: &Instance) -> PyResult<Moves> {
    if let Ok(plan) = what.cast::<Plan>() {
        return Ok((*plan.get().plan).clone());
    }
    let text: String = what.extract()?;
    if text.trim().is_empty() {
        return Ok(Moves::default());
    }
    Ok(read_plan(text.as_bytes(), deal).map_err(ApiError::from)?)
}

/// Returns the lengths of a plan as a dict.
pub(crate) fn lengths(py: Python<'_>, lengths: Lengths) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("m1", lengths.m1)?;
    dict.set_item("m2", lengths.m2)?;
    dict.set_item("m3", lengths.m3)?;
    Ok(dict)
}

#[pymethods]
impl Plan {
    /// The lengths: `m1` counts single cards, `m2` moves, `m3` moves without those home.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        lengths(py, Lengths::of(&self.instance, &self.plan))
    }

    /// The moves as in the JSON of the program; places count from 0.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::value(py, &serde_json::to_value(&self.plan.moves).map_err(ApiError::bug)?)
    }

    /// The moves in words, one text each.
    #[getter]
    fn words(&self) -> PyResult<Vec<String>> {
        let mut table = self.instance.table();
        let mut words = Vec::new();
        for &action in &self.plan.moves {
            words.push(sentence(&table, action, Style::PLAIN));
            table.apply(action).map_err(ApiError::bug)?;
        }
        Ok(words)
    }

    /// Returns the plan in a format: standard, plan-json, replay, ipc-plan, kpat or klondike-solver.
    ///
    /// Raises InputError if the format is unknown or cannot express this plan.
    #[pyo3(signature = (format="standard"))]
    fn to(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(ApiError::input)?;
        Ok(write_plan(&self.instance, &self.plan, format).map_err(ApiError::from)?)
    }

    fn __len__(&self) -> usize {
        self.plan.moves.len()
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.to("standard")?.trim_end().to_owned())
    }

    fn __repr__(&self) -> String {
        format!("<Plan: {}, verified>", moves(self.plan.moves.len()))
    }

    /// Returns the moves as a table, for notebooks.
    fn _repr_html_(&self) -> PyResult<String> {
        Ok(tables::plan(&self.instance, &self.plan).map_err(ApiError::bug)?)
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
