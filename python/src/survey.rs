//! `survey`: many deals as an iterator that can be broken off.

use crate::answer::Answer;
use crate::ask::Words;
use crate::deal::Deal;
use crate::errors::Wrong;
use crate::source::Changed;
use crate::work::{self, TICK};
use patsat::game::cards::number::DealRange;
use patsat::game::state::Instance;
use patsat::planning::Compiled;
use patsat::{Surveyed, Surveying};
use pyo3::prelude::*;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};

/// A running survey on its own threads: an iterator over pairs of deal and answer, in the order of the deals. It
/// ends at `close()`, at the end of a `with` block, or when it is garbage collected. `left` is the number of deals
/// still to come.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Survey {
    /// `None` once it is broken off.
    going: Arc<Mutex<Option<Surveying>>>,
    by: &'static str,
    range: String,
}

/// Solves a range of deals, such as `ms:1..32000`, on `jobs` threads (as many as the machine has), and gives
/// them in order. Options and limits, which each deal has for itself, are those of `solve`, without certificates.
///
/// In a frame: `pandas.DataFrame(patsat.row(*r) for r in patsat.survey("ms:1..100"))`.
///
/// Raises InputError if there is no such range or method.
#[pyfunction]
#[pyo3(signature = (
    range, *, game=None, cells=None, columns=None, ranks=None, by="search", strategy=None, encoding=None,
    horizon=None, backend=None, optimal=false, cost=None, time_limit=None, node_limit=None, memory_limit=None,
    seed=0, jobs=None
))]
#[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
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
    let deals: DealRange = range.parse().map_err(Wrong::input)?;
    let changed = Changed { game: game.map(str::to_owned), cells, columns, ranks, lines: None };
    let rules = changed.rules_of(&deals.first)?;
    let horizon = crate::ask::horizon(horizon)?;
    let words = Words { by: by.to_owned(), strategy, encoding, horizon, backend, optimal, cost, seed };
    // What is asked goes by the game, of which the first deal is an example.
    let first = Instance::from_id(rules.clone(), deals.first.clone()).map_err(Wrong::input)?;
    let method = words.method(&Compiled::new(&first), false)?;
    let by = method.name();
    let limits = work::limits(time_limit, node_limit, memory_limit)?;
    let jobs = jobs.or(std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let going = patsat::survey(deals, rules, method, limits, jobs).map_err(Wrong::from)?;
    Ok(Survey { going: Arc::new(Mutex::new(Some(going))), by, range: range.to_owned() })
}

#[pymethods]
impl Survey {
    /// The range of deals as it was asked for.
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
                Ok(Some(Surveyed { id, game, answer })) => {
                    let answer = answer.map_err(|failure| Wrong::bug(format!("{id}: {failure}")))?;
                    let deal = Deal::from(game);
                    let answer = Answer::new(Arc::clone(&deal.instance), answer, self.by);
                    return Ok(Some((deal, answer)));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Wrong::bug("a worker has panicked").into()),
            }
            if let Err(signal) = py.check_signals() {
                self.close(py);
                return Err(signal);
            }
        }
    }

    /// Ends the survey; its workers stop where they are.
    fn close(&self, py: Python<'_>) {
        let going = Arc::clone(&self.going);
        py.detach(move || drop(going.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }

    /// Number of deals that are still to come.
    #[getter]
    fn left(&self) -> usize {
        let going = self.going.lock().unwrap_or_else(PoisonError::into_inner);
        going.as_ref().map_or(0, |going| usize::try_from(going.left()).unwrap_or(usize::MAX))
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_ended))]
    fn __exit__(&self, py: Python<'_>, _ended: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }
}
