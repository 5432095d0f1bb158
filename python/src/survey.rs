//! `survey`: many deals, solved on several threads, as an iterator.

use crate::answer::Answer;
use crate::deal::Deal;
use crate::errors::ApiError;
use crate::solving;
use crate::source::RuleChanges;
use crate::work::{self, TICK};
use patsat::game::cards::DealRange;
use patsat::game::state::Instance;
use patsat::{Request, SolveOptions, SurveyedDeal};
use pyo3::prelude::*;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};

/// A running survey: an iterator over pairs of a Deal and its Answer, in the order of the deals.
///
/// Its threads stop at `close()`, at the end of a `with` block, or when the survey is garbage collected.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Survey {
    /// `None` after the survey was closed.
    going: Arc<Mutex<Option<patsat::Survey>>>,
    by: &'static str,
    range: String,
}

/// Solves a range of deals on several threads and returns the answers in order.
///
/// >>> [answer.verdict for deal, answer in patsat.survey("ms:11981..11983")]
/// ['solved', 'unwinnable', 'solved']
///
/// `range` is a range of numbered deals, such as `ms:1..32000`. `jobs` is the number of threads; the default is that of
/// the machine. Options are those of `Deal` and `solve`, without certificates. Limits apply to each deal. A data frame:
/// `pandas.DataFrame(patsat.row(*result) for result in patsat.survey("ms:1..100"))`.
///
/// Raises InputError if the range is invalid or the options do not fit.
#[pyfunction]
#[pyo3(signature = (
    range, *, game=None, cells=None, columns=None, ranks=None, by="search", strategy=None, encoding=None,
    horizon=None, backend=None, optimal=false, cost=None, time_limit=None, node_limit=None, memory_limit=None,
    seed=0, jobs=None
))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn survey(
    range: &str,
    game: Option<&str>,
    cells: Option<u16>,
    columns: Option<u16>,
    ranks: Option<u32>,
    by: &str,
    strategy: Option<String>,
    encoding: Option<String>,
    horizon: Option<&Bound<'_, PyAny>>,
    backend: Option<String>,
    optimal: bool,
    cost: Option<String>,
    time_limit: Option<f64>,
    node_limit: Option<u64>,
    memory_limit: Option<u64>,
    seed: u64,
    jobs: Option<usize>,
) -> PyResult<Survey> {
    let deals: DealRange = range.parse().map_err(ApiError::input)?;
    let changed = RuleChanges { game: game.map(str::to_owned), cells, columns, ranks, lines: None };
    let rules = changed.rules_of(&deals.first)?;
    let options = SolveOptions {
        by: by.parse().map_err(ApiError::from)?,
        strategy,
        encoding,
        backend,
        optimal,
        seed,
        limits: work::limits(time_limit, node_limit, memory_limit)?,
        ..solving::options(cost.as_deref(), horizon)?
    };
    // The method depends on the game, and the first deal has the same game as the others.
    let first = Instance::from_id(rules.clone(), deals.first.clone()).map_err(ApiError::input)?;
    let Request { method, limits, .. } = options.request(&first).map_err(ApiError::from)?;
    let by = method.name();
    let jobs = jobs.or(std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let going = patsat::survey(deals, rules, method, limits, jobs).map_err(ApiError::from)?;
    Ok(Survey { going: Arc::new(Mutex::new(Some(going))), by, range: range.to_owned() })
}

#[pymethods]
impl Survey {
    /// The range of deals.
    #[getter]
    fn range(&self) -> &str {
        &self.range
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Deal, Answer)>> {
        loop {
            let going = Arc::clone(&self.going);
            let next = py.detach(move || {
                let mut going = going.lock().unwrap_or_else(PoisonError::into_inner);
                going.as_mut().map_or(Ok(None), |going| going.next_within(TICK))
            });
            match next {
                Ok(None) => return Ok(None),
                Ok(Some(SurveyedDeal { id, game, answer })) => {
                    let answer = answer.map_err(|failure| ApiError::bug(format!("{id}: {failure}")))?;
                    let deal = Deal::from(game);
                    let answer = Answer::new(Arc::clone(&deal.instance), answer, self.by);
                    return Ok(Some((deal, answer)));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ApiError::bug("a worker has panicked").into());
                }
            }
            if let Err(signal) = py.check_signals() {
                self.close(py);
                return Err(signal);
            }
        }
    }

    /// Stops the survey and its threads.
    fn close(&self, py: Python<'_>) {
        let going = Arc::clone(&self.going);
        py.detach(move || drop(going.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }

    /// The number of deals that are not returned yet.
    #[getter]
    fn left(&self) -> usize {
        let going = self.going.lock().unwrap_or_else(PoisonError::into_inner);
        going.as_ref().map_or(0, |going| usize::try_from(going.left()).unwrap_or(usize::MAX))
    }

    fn __repr__(&self) -> String {
        let left = self.left();
        format!("<Survey: {}, {left} {} left>", self.range, if left == 1 { "deal" } else { "deals" })
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_ended))]
    fn __exit__(&self, py: Python<'_>, _ended: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }
}
