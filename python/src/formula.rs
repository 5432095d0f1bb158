//! `encode`: bounded plans as clauses, and models as plans.

use crate::deal::deal_of;
use crate::errors::ApiError;
use crate::plan::Plan;
use crate::work;
use patsat::encodings::Size;
use patsat::formula::{FormulaRequest, NoPlanError};
use patsat::game::state::Instance;
use patsat::{BoundedFormula, encodings::schemes};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::fmt::Write;
use std::sync::Arc;

/// The formula "there is a plan within this horizon" in conjunctive normal form.
///
/// >>> formula = patsat.encode(patsat.Deal("ms:1", ranks=4, columns=4), "exists", 9)
/// >>> formula.nv, len(formula), formula.unit
/// (1737, 6958, 'steps')
///
/// `len(formula)` is the number of clauses. Iteration returns one clause at a time, without a list of all. With PySAT:
/// `solver.append_formula(formula)`, `CNF(from_clauses=formula.clauses)`.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Formula {
    instance: Arc<Instance>,
    encoding: &'static str,
    horizon: u32,
    size: Size,
    bounded: Arc<BoundedFormula<'static>>,
}

/// Encodes "there is a plan within this horizon" as a formula.
///
/// >>> patsat.encode(patsat.Deal("ms:1", ranks=4, columns=4), "exists", 9)
/// <Formula: 9 steps of encoding exists, 1737 variables, 6958 clauses>
///
/// `encoding` and `horizon` have defaults; `encodings()` lists the encodings. `memory_limit` is in MiB.
///
/// Raises InputError if the encoding is unknown or cannot express this game, or if the formula is too large.
#[pyfunction]
#[pyo3(signature = (deal, encoding=None, horizon=None, *, memory_limit=None))]
pub(crate) fn encode(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    encoding: Option<&str>,
    horizon: Option<u32>,
    memory_limit: Option<u64>,
) -> PyResult<Formula> {
    let instance = deal_of(deal)?.instance;
    let row = schemes::encoding(encoding.unwrap_or(schemes::DEFAULT)).map_err(ApiError::input)?;
    let horizon = horizon.unwrap_or(row.first_bound);
    let usual = FormulaRequest::new(row, horizon);
    let request = FormulaRequest { memory_mib: memory_limit.unwrap_or(usual.memory_mib), ..usual };
    work::run(py, move |_| {
        let bounded = BoundedFormula::build(&instance, request).map_err(ApiError::input)?.into_owned();
        let size = bounded.formula().size();
        let (instance, bounded) = (Arc::clone(&instance), Arc::new(bounded));
        Ok::<_, ApiError>(Formula { instance, encoding: row.name, horizon, size, bounded })
    })
}

impl Formula {
    /// Returns at most `most` clauses, starting at `first`.
    fn some(&self, first: usize, most: usize) -> Vec<Vec<i32>> {
        let clauses = self.bounded.formula().clauses_from(first).take(most);
        clauses.map(|clause| clause.iter().map(|literal| literal.to_ipasir()).collect()).collect()
    }
}

#[pymethods]
impl Formula {
    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &str {
        self.encoding
    }

    /// The bound, counted in `unit`.
    #[getter]
    fn horizon(&self) -> u32 {
        self.horizon
    }

    /// The unit of the horizon, such as `steps`.
    #[getter]
    fn unit(&self) -> PyResult<&'static str> {
        Ok(schemes::encoding(self.encoding).map_err(ApiError::input)?.unit.word(self.horizon))
    }

    /// The number of variables; they are 1 to nv.
    #[getter]
    fn nv(&self) -> u32 {
        self.size.variables
    }

    /// The clauses as lists of literals: v for variable v, -v for its negation.
    #[getter]
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for first in (0..self.size.clauses).step_by(CHUNK) {
            for clause in self.some(first, CHUNK) {
                list.append(clause)?;
            }
        }
        Ok(list)
    }

    /// The meanings of variables; auxiliary variables have none.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let legend = self.bounded.legend("");
        for (var, name) in legend.names {
            dict.set_item(var.idx() + 1, name)?;
        }
        Ok(dict)
    }

    /// Returns all literals as 32-bit integers in native byte order, with a 0 after each clause.
    ///
    /// `numpy.frombuffer(formula.literals(), "int32")` makes an array of them.
    fn literals<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut numbers = Vec::with_capacity(4 * (self.size.literals + self.size.clauses));
        for clause in self.bounded.formula().clauses_from(0) {
            for literal in clause.iter().map(|literal| literal.to_ipasir()).chain([0]) {
                numbers.extend_from_slice(&literal.to_ne_bytes());
            }
        }
        PyBytes::new(py, &numbers)
    }

    /// Returns the formula in DIMACS, with the meanings of variables as comments.
    fn dimacs(&self) -> String {
        self.bounded.dimacs()
    }

    /// Returns the plan of a model, after a check of every clause and a replay from the rules.
    ///
    /// `model` has literals, such as those of PySAT, or is the output of a solver. Variables beyond `nv` are ignored.
    /// Raises InvalidError if it is not a model of this formula.
    fn decode(&self, py: Python<'_>, model: &Bound<'_, PyAny>) -> PyResult<Plan> {
        let text = if let Ok(text) = model.extract::<String>() { text } else { self.printed(model)? };
        let (bounded, instance) = (Arc::clone(&self.bounded), Arc::clone(&self.instance));
        work::run(py, move |_| match bounded.plan(&text) {
            Ok(plan) => Ok(Plan { instance: Arc::clone(&instance), plan }),
            Err(NoPlanError::Fault(what)) => Err(ApiError::bug(what)),
            Err(other) => Err(ApiError::Invalid(other.to_string())),
        })
    }

    fn __len__(&self) -> usize {
        self.size.clauses
    }

    fn __iter__(slf: Bound<'_, Self>) -> Clauses {
        Clauses { formula: slf.unbind(), next: 0, ready: Vec::new().into_iter() }
    }

    fn __repr__(&self) -> PyResult<String> {
        let Size { variables, clauses, .. } = self.size;
        let (horizon, unit, encoding) = (self.horizon, self.unit()?, self.encoding);
        let bound = format!("{horizon} {unit} of encoding {encoding}");
        Ok(format!("<Formula: {bound}, {variables} variables, {clauses} clauses>"))
    }
}

impl Formula {
    /// Returns a model as a solver prints it. Variables beyond those of the formula are the caller's own.
    fn printed(&self, model: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut text = String::from("v");
        for literal in model.try_iter()? {
            let literal: i64 = literal?.extract()?;
            if literal.unsigned_abs() <= u64::from(self.size.variables) && literal != 0 {
                // A String accepts every write.
                let _ = write!(text, " {literal}");
            }
        }
        Ok(text + " 0\n")
    }
}

/// The number of clauses that are converted at once.
const CHUNK: usize = 4096;

/// An iterator over the clauses of a formula.
#[pyclass(module = "patsat")]
#[derive(Debug)]
pub(crate) struct Clauses {
    formula: Py<Formula>,
    next: usize,
    ready: std::vec::IntoIter<Vec<i32>>,
}

#[pymethods]
impl Clauses {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Vec<i32>> {
        if self.ready.len() == 0 {
            self.ready = self.formula.get().some(self.next, CHUNK).into_iter();
            self.next += self.ready.len();
        }
        self.ready.next()
    }

    fn __repr__(&self) -> String {
        let formula = self.formula.get();
        let left = formula.size.clauses - self.next + self.ready.len();
        format!("<Clauses: {left} of {} left>", formula.size.clauses)
    }
}

/// Returns the SAT encodings: names and descriptions.
///
/// >>> "exists" in patsat.encodings()
/// True
#[pyfunction]
pub(crate) fn encodings(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for row in schemes::ENCODINGS {
        dict.set_item(row.name, row.about)?;
    }
    Ok(dict)
}
