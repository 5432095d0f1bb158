//! `why` and `hint`: why a deal is lost, and what to do next in one that is not.

use crate::answer::Answer;
use crate::errors::Wrong;
use crate::json;
use crate::plan::read_moves;
use crate::source::deal_of;
use crate::work;
use patsat::formats::{Style, board};
use patsat::game::state::{Instance, Plan};
use patsat::planning::hint::{Hint as Found, HintRequest, hint as find};
use patsat::planning::why::{FIRST, PlayedError, WhyAnswer, WhyRequest, why as ask};
use patsat::planning::{SearchMethod, prove};
use patsat::{Method, Request};
use patsat_report as report;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;
use std::time::Duration;

/// A verdict, and of a lost deal the dead patterns that prove it. `str(why)` reads them aloud, notebooks show
/// the first on its board.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Why {
    instance: Arc<Instance>,
    found: WhyAnswer,
}

/// Decides a deal and, if it is lost, looks for dead patterns that say why; they were checked by the rules.
/// `shrink` is how many seconds are spent on making them fewer; limits as in `solve`.
///
/// Raises InputError for bad input, SelfCheckError if the verifier refuses what was found.
#[pyfunction]
#[pyo3(signature = (deal, *, shrink=0.0, time_limit=None, node_limit=None, memory_limit=None, seed=0))]
pub(crate) fn why(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    shrink: f64,
    time_limit: Option<f64>,
    node_limit: Option<u64>,
    memory_limit: Option<u64>,
    seed: u64,
) -> PyResult<Why> {
    let instance = deal_of(deal)?.instance;
    let limits = work::limits(time_limit, node_limit, memory_limit)?;
    let shrink = Duration::try_from_secs_f64(shrink)
        .map_err(|_| Wrong::input(format!("shrink {shrink}: expected seconds, 0 or more")))?;
    work::run(py, move |flag| {
        let mut search = SearchMethod::default();
        search.options.seed = seed;
        let request = WhyRequest {
            search: Request { limits, ..Request::new(&instance, Method::Search(search)) },
            options: prove::Options { seed, ..prove::Options::default() },
            first: FIRST,
            shrink,
            known: None,
        };
        let found = ask(&request, &mut flag.monitor())?;
        Ok::<_, patsat::Failure>(Why { instance: Arc::clone(&instance), found })
    })
}

#[pymethods]
impl Why {
    /// The answer of the search, or of the patterns.
    #[getter]
    fn answer(&self) -> Answer {
        Answer::new(Arc::clone(&self.instance), self.found.answer.clone(), "auto")
    }

    /// solved, no_plan_within, unwinnable or unknown.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let answer = Bound::new(py, self.answer())?;
        Ok(answer.getattr("verdict")?.unbind())
    }

    /// Number of dead patterns, or 0.
    #[getter]
    fn patterns(&self) -> usize {
        self.found.patterns().map_or(0, |proof| proof.checked.patterns.0.len())
    }

    /// The patterns as a file for `verify`, or None.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.found.patterns().map(|proof| PyBytes::new(py, proof.text.as_bytes()))
    }

    /// Why a lost deal has no patterns; None if it has, or is not lost.
    #[getter]
    fn without(&self) -> Option<String> {
        self.found.without.as_ref().map(ToString::to_string)
    }

    /// The patterns in words, all of them in full if asked.
    #[pyo3(signature = (*, all=false))]
    fn text(&self, all: bool) -> String {
        let shown = report::why::Shown { pattern: None, all };
        report::why::text(&self.instance, "auto", &self.found, shown, Style::PLAIN)
    }

    /// The board with a pattern (from 0; the start's if none is named) as a picture; None without patterns.
    #[pyo3(signature = (pattern=None))]
    fn svg(&self, pattern: Option<usize>) -> Option<String> {
        self.found.patterns().map(|proof| report::why::svg::drawing(&self.instance, proof, pattern))
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self) -> Option<String> {
        self.svg(None)
    }

    fn __str__(&self) -> String {
        self.text(false).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let title = board::title(&self.instance);
        format!("<Why {title}: {} dead patterns>", self.patterns())
    }
}

/// The best next move, and what becomes of the game after every other. `str(hint)` says it.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Hint {
    start: Arc<Instance>,
    played: usize,
    found: Found,
}

/// Looks for the best next move of a deal after the moves `played` (a Plan or a text). Each move is marked:
/// winning (a plan that begins with it was replayed), losing (the position after it is lost), unknown (a limit was reached).
/// `node_limit` applies to the position, and again to all positions after the moves.
///
/// Raises InvalidError if a move that was played is illegal, InputError for bad input.
#[pyfunction]
#[pyo3(signature = (deal, played=None, *, time_limit=None, node_limit=None, memory_limit=None, seed=0))]
pub(crate) fn hint(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    played: Option<&Bound<'_, PyAny>>,
    time_limit: Option<f64>,
    node_limit: Option<u64>,
    memory_limit: Option<u64>,
    seed: u64,
) -> PyResult<Hint> {
    let instance = deal_of(deal)?.instance;
    let plan = played.map_or(Ok(Plan::default()), |moves| read_moves(moves, &instance))?;
    let limits = work::limits(time_limit, node_limit, memory_limit)?;
    work::run(py, move |flag| {
        let usual = HintRequest::new(&instance);
        let nodes = limits.nodes.or(if limits.time.is_none() { usual.limits.nodes } else { None });
        let mut search = usual.search.clone();
        search.options.seed = seed;
        let limits = patsat::Limits { nodes, ..limits };
        let request = HintRequest { played: plan.clone(), limits, search, ..usual };
        let found = find(&request, &mut flag.monitor()).map_err(|error| match error {
            PlayedError::Illegal(fault) => Wrong::Invalid(fault.to_string()),
            PlayedError::Failure(failure) => failure.into(),
        })?;
        Ok::<_, Wrong>(Hint { start: Arc::clone(&instance), played: plan.moves.len(), found })
    })
}

#[pymethods]
impl Hint {
    /// The answer of the search, or of the patterns.
    #[getter]
    fn answer(&self) -> Answer {
        Answer::new(Arc::new(self.found.now.clone()), self.found.answer.clone(), "auto")
    }

    /// solved, no_plan_within, unwinnable or unknown.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let answer = Bound::new(py, self.answer())?;
        Ok(answer.getattr("verdict")?.unbind())
    }

    /// The best move in words, or None.
    #[getter]
    fn best(&self) -> Option<String> {
        report::hint::data(&self.found, self.played, Style::PLAIN).words
    }

    /// What the best move gains, in words.
    #[getter]
    fn why(&self) -> Option<String> {
        report::hint::data(&self.found, self.played, Style::PLAIN).why
    }

    /// Every legal move: `words`, `mark` (winning, losing, unknown), `left` moves to the win, ...
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let data = report::hint::data(&self.found, self.played, Style::PLAIN);
        json::value(py, &serde_json::to_value(data.moves).map_err(Wrong::bug)?)
    }

    /// How many moves are winning, unknown and losing.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (winning, unknown, losing) = self.found.counts();
        let dict = PyDict::new(py);
        dict.set_item("winning", winning)?;
        dict.set_item("unknown", unknown)?;
        dict.set_item("losing", losing)?;
        Ok(dict)
    }

    fn __str__(&self) -> String {
        let text = report::hint::text(&self.start, self.played, &self.found, Style::PLAIN, false);
        text.trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let (winning, unknown, losing) = self.found.counts();
        format!("<Hint: {winning} winning, {unknown} unknown, {losing} losing moves>")
    }
}
