//! `why` and `hint`: reasons why a deal is lost, and the best next move.

use crate::answer::Answer;
use crate::blind::{Advice, View};
use crate::deal::deal_of;
use crate::errors::ApiError;
use crate::json;
use crate::plan::read_moves;
use crate::work;
use patsat::SolveOptions;
use patsat::analysis::hint::{Hint as HintAnswer, HintRequest, hint as find};
use patsat::analysis::why::{PlayedError, WhyAnswer, WhyRequest, why as explain};
use patsat::formats::Style;
use patsat::game::state::{Instance, Plan};
use patsat_report as report;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;
use std::time::Duration;

/// A verdict, with dead patterns that prove it for a lost deal.
///
/// >>> patsat.why(patsat.Deal("ms:41", cells=1))
/// <Why: unwinnable, 1 dead pattern verified>
///
/// `str(why)` describes the patterns in words. Notebooks show the pattern of the start on its board.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Why {
    instance: Arc<Instance>,
    found: WhyAnswer,
}

/// Decides a deal and explains a lost one by dead patterns, which the verifier has checked.
///
/// >>> print(patsat.why(patsat.Deal("ms:41", cells=1)).text())  # doctest: +ELLIPSIS
/// freecell ms:41
/// ...
///
/// `shrink` is the time in seconds for making the patterns fewer. The limits are those of `solve`.
///
/// Raises InputError for bad input, and SelfCheckError if the verifier rejects a result.
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
        .map_err(|_| ApiError::input(format!("shrink {shrink}: expected seconds, 0 or more")))?;
    work::run(py, move |flag| {
        // Dead patterns have queries of their own.
        let options = SolveOptions { seed, limits, prove: Some(0), ..SolveOptions::default() };
        let request = WhyRequest { shrink, ..WhyRequest::new(options.request(&instance)?) };
        let found = explain(&request, &mut flag.monitor())?;
        Ok::<_, ApiError>(Why { instance: Arc::clone(&instance), found })
    })
}

#[pymethods]
impl Why {
    /// The answer for the position: a plan, a proof, or a limit.
    #[getter]
    fn answer(&self) -> Answer {
        Answer::new(Arc::clone(&self.instance), self.found.answer.clone(), "auto")
    }

    /// The verdict: solved, no_plan_within, unwinnable or unknown.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let answer = Bound::new(py, self.answer())?;
        Ok(answer.getattr("verdict")?.unbind())
    }

    /// The number of dead patterns, or 0.
    #[getter]
    fn patterns(&self) -> usize {
        self.found.patterns().map_or(0, |proof| proof.checked.patterns.0.len())
    }

    /// The patterns as a certificate for `verify`; None without patterns.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.found.patterns().map(|proof| PyBytes::new(py, proof.text.as_bytes()))
    }

    /// The reason why no patterns were found for a lost deal; else None.
    #[getter]
    fn without(&self) -> Option<String> {
        self.found.without.as_ref().map(ToString::to_string)
    }

    /// Returns the patterns in words; `all` describes all of them in full.
    #[pyo3(signature = (*, all=false))]
    fn text(&self, all: bool) -> String {
        let shown = report::why::ProofDisplayOptions { pattern: None, all };
        report::why::text(&self.instance, "auto", &self.found, shown, Style::PLAIN)
    }

    /// Returns the board with a pattern as a picture in SVG; None without patterns.
    ///
    /// `pattern` is its number from 0. The default is the pattern of the start.
    #[pyo3(signature = (pattern=None))]
    fn svg(&self, pattern: Option<usize>) -> Option<String> {
        self.found.patterns().map(|proof| report::why::svg::drawing(&self.instance, proof, pattern))
    }

    /// Returns the picture for notebooks.
    fn _repr_svg_(&self) -> Option<String> {
        self.svg(None)
    }

    fn __str__(&self) -> String {
        self.text(false).trim_end().to_owned()
    }

    fn __repr__(&self) -> PyResult<String> {
        let patterns = match self.patterns() {
            0 => "no dead pattern".to_owned(),
            1 => "1 dead pattern verified".to_owned(),
            count => format!("{count} dead patterns verified"),
        };
        Ok(format!("<Why: {}, {patterns}>", self.answer().verdict()?.replace('_', " ")))
    }
}

/// The best next move, and the outcome of every legal move.
///
/// >>> patsat.hint(patsat.Deal("ms:1", ranks=4, cells=1, columns=3)).best
/// '2C from column 2 to column 1, on 3D'
///
/// `str(hint)` returns sentences.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Hint {
    start: Arc<Instance>,
    played: usize,
    found: HintAnswer,
}

/// Finds the best next move of a deal, and the outcome of every legal move.
///
/// >>> patsat.hint(patsat.Deal("ms:1", ranks=4, cells=1, columns=3))
/// <Hint: 2C from column 2 to column 1, on 3D (3 winning, 0 unknown, 1 losing)>
///
/// `played` has the moves before, as a Plan or a text. Each move has a mark: winning (a plan that begins with it was
/// verified), losing (the position after it is lost) or unknown (a limit was reached). `node_limit` applies to the
/// position, and again to all positions after the moves.
///
/// Of a View the moves are scored by at most `samples` arrangements of the cards that were not seen. The result is an
/// Advice then, and the other options are not used.
///
/// Raises InvalidError if a move of `played` is illegal, and InputError for bad input.
#[pyfunction]
#[pyo3(signature = (deal, played=None, *, samples=100, time_limit=None, node_limit=None, memory_limit=None, seed=0))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn hint<'py>(
    py: Python<'py>,
    deal: &Bound<'py, PyAny>,
    played: Option<&Bound<'py, PyAny>>,
    samples: u64,
    time_limit: Option<f64>,
    node_limit: Option<u64>,
    memory_limit: Option<u64>,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(view) = deal.cast::<View>() {
        return Ok(Bound::new(py, Advice::of(py, view.get(), samples, seed)?)?.into_any());
    }
    let instance = deal_of(deal)?.instance;
    let plan = played.map_or(Ok(Plan::default()), |moves| read_moves(moves, &instance))?;
    let limits = work::limits(time_limit, node_limit, memory_limit)?;
    let hint = work::run(py, move |flag| {
        let usual = HintRequest::new(&instance);
        let nodes = limits.nodes.or(if limits.time.is_none() { usual.limits.nodes } else { None });
        let mut search = usual.search.clone();
        search.options.seed = seed;
        let limits = patsat::Limits { nodes, ..limits };
        // A limit of the caller is the only one.
        let further = if limits == usual.limits { usual.further } else { None };
        let request = HintRequest { played: plan.clone(), limits, search, further, ..usual };
        let found = find(&request, &mut flag.monitor()).map_err(|error| match error {
            PlayedError::Illegal(fault) => ApiError::Invalid(fault.to_string()),
            PlayedError::Failure(failure) => failure.into(),
        })?;
        Ok::<_, ApiError>(Hint { start: Arc::clone(&instance), played: plan.moves.len(), found })
    })?;
    Ok(Bound::new(py, hint)?.into_any())
}

#[pymethods]
impl Hint {
    /// The answer for the position: a plan, a proof, or a limit.
    #[getter]
    fn answer(&self) -> Answer {
        Answer::new(Arc::new(self.found.now.clone()), self.found.answer.clone(), "auto")
    }

    /// The verdict: solved, no_plan_within, unwinnable or unknown.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let answer = Bound::new(py, self.answer())?;
        Ok(answer.getattr("verdict")?.unbind())
    }

    /// The best move in words; None if no move is known to be best.
    #[getter]
    fn best(&self) -> Option<String> {
        report::hint::data(&self.found, self.played, Style::PLAIN).words
    }

    /// The gain of the best move in words; None without a best move.
    #[getter]
    fn why(&self) -> Option<String> {
        report::hint::data(&self.found, self.played, Style::PLAIN).why
    }

    /// The legal moves, a dict each.
    ///
    /// `words` has the move in words, `mark` is winning, losing or unknown, `left` is the number of moves to the win.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let data = report::hint::data(&self.found, self.played, Style::PLAIN);
        json::value(py, &serde_json::to_value(data.moves).map_err(ApiError::bug)?)
    }

    /// The numbers of winning, unknown and losing moves.
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
        let best = self.best().unwrap_or_else(|| "no best move".to_owned());
        format!("<Hint: {best} ({winning} winning, {unknown} unknown, {losing} losing)>")
    }
}
