//! `encode`: a bounded plan as clauses, and a model of them back to a plan.

use crate::errors::Wrong;
use crate::plan::Plan;
use crate::source::deal_of;
use crate::work;
use patsat::encodings::formula::Size;
use patsat::game::state::Instance;
use patsat::planning::formula::{FormulaRequest, NoPlan};
use patsat::{Bounded, encodings::schemes};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The formula "there is a plan within this horizon", its goal included.
///
/// `len(formula)` is the number of clauses; iterating gives them one by one, without a list of all:
/// `solver.append_formula(formula)`, `CNF(from_clauses=formula.clauses)`.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Formula {
    instance: Arc<Instance>,
    encoding: &'static str,
    horizon: u32,
    size: Size,
    /// Reading a model may ask the encoding for clauses that the formula was spared.
    bounded: Arc<Mutex<Bounded<'static>>>,
}

/// Writes the formula of a deal, an encoding (see `encodings()`) and a horizon; what is not said is usual.
/// `memory_limit` is in MiB.
///
/// Raises InputError if there is no such encoding, it cannot say this game, or the formula is too large.
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
    let row = schemes::encoding(encoding.unwrap_or(schemes::DEFAULT)).map_err(Wrong::input)?;
    let horizon = horizon.unwrap_or(row.first_bound);
    let usual = FormulaRequest::new(row, horizon);
    let request = FormulaRequest { memory_mib: memory_limit.unwrap_or(usual.memory_mib), ..usual };
    work::run(py, move |_| {
        let bounded = Bounded::build(&instance, request).map_err(Wrong::input)?.into_owned();
        let size = bounded.formula().size();
        let bounded = Arc::new(Mutex::new(bounded));
        Ok::<_, Wrong>(Formula {
            instance: Arc::clone(&instance),
            encoding: row.name,
            horizon,
            size,
            bounded,
        })
    })
}

impl Formula {
    fn with<T>(&self, look: impl FnOnce(&Bounded<'static>) -> T) -> T {
        look(&self.bounded.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns at most `most` clauses, starting at `first`.
    fn some(&self, first: usize, most: usize) -> Vec<Vec<i32>> {
        self.with(|bounded| {
            let clauses = bounded.formula().clauses_from(first).take(most);
            clauses.map(|clause| clause.iter().map(|literal| literal.to_ipasir()).collect()).collect()
        })
    }
}

#[pymethods]
impl Formula {
    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &str {
        self.encoding
    }

    /// The bound, in what `unit` says.
    #[getter]
    fn horizon(&self) -> u32 {
        self.horizon
    }

    /// What the horizon counts, such as `steps`.
    #[getter]
    fn unit(&self) -> PyResult<&'static str> {
        Ok(schemes::encoding(self.encoding).map_err(Wrong::input)?.unit.word(self.horizon))
    }

    /// Number of variables; they are 1 to nv.
    #[getter]
    fn nv(&self) -> u32 {
        self.size.variables
    }

    /// The clauses, lists of literals: variable v is v, its negation -v.
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

    /// What variables mean, for those that mean something.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let legend = self.with(|bounded| bounded.legend(""));
        for (var, name) in legend.names {
            dict.set_item(var.idx() + 1, name)?;
        }
        Ok(dict)
    }

    /// All literals, a 0 after each clause, as 32-bit integers in the machine's order of bytes:
    /// `numpy.frombuffer(formula.literals(), "int32")`.
    fn literals<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let numbers = self.with(|bounded| {
            let mut numbers = Vec::with_capacity(4 * (self.size.literals + self.size.clauses));
            for clause in bounded.formula().clauses_from(0) {
                for literal in clause.iter().map(|literal| literal.to_ipasir()).chain([0]) {
                    numbers.extend_from_slice(&literal.to_ne_bytes());
                }
            }
            numbers
        });
        PyBytes::new(py, &numbers)
    }

    /// The formula in DIMACS, what its variables mean in comments before it.
    fn dimacs(&self) -> String {
        self.with(Bounded::dimacs)
    }

    /// The plan of a model: its literals, as PySAT gives them, or the text that a solver printed. Every clause is
    /// looked at, the plan is replayed from the rules. Literals of variables beyond nv are left out.
    ///
    /// Raises InvalidError if it is no model of this formula.
    fn decode(&self, py: Python<'_>, model: &Bound<'_, PyAny>) -> PyResult<Plan> {
        let text = if let Ok(text) = model.extract::<String>() { text } else { self.printed(model)? };
        let (bounded, instance) = (Arc::clone(&self.bounded), Arc::clone(&self.instance));
        work::run(py, move |_| {
            let read = bounded.lock().unwrap_or_else(PoisonError::into_inner).plan(&text);
            match read {
                Ok(plan) => Ok(Plan { instance: Arc::clone(&instance), plan }),
                Err(NoPlan::Fault(what)) => Err(Wrong::bug(what)),
                Err(other) => Err(Wrong::Invalid(other.to_string())),
            }
        })
    }

    fn __len__(&self) -> usize {
        self.size.clauses
    }

    fn __iter__(slf: Bound<'_, Self>) -> Clauses {
        Clauses { formula: slf.unbind(), next: 0, ready: Vec::new().into_iter() }
    }

    fn __repr__(&self) -> String {
        let Size { variables, clauses, .. } = self.size;
        let told = self.with(Bounded::describe);
        format!("<Formula {told}: {variables} variables, {clauses} clauses>")
    }
}

impl Formula {
    /// A model as a solver prints it, from its literals. Those of variables that the formula does not
    /// have belong to what its user added.
    fn printed(&self, model: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut text = String::from("v");
        for literal in model.try_iter()? {
            let literal: i64 = literal?.extract()?;
            if literal.unsigned_abs() <= u64::from(self.size.variables) && literal != 0 {
                // Memory takes everything.
                let _ = write!(text, " {literal}");
            }
        }
        Ok(text + " 0\n")
    }
}

/// Clauses that are made Python's at once.
const CHUNK: usize = 4096;

/// The clauses of a formula, one by one.
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
}

/// The SAT encodings: name and what each is.
#[pyfunction]
pub(crate) fn encodings(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for row in schemes::ENCODINGS {
        dict.set_item(row.name, row.about)?;
    }
    Ok(dict)
}
