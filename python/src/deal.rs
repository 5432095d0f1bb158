//! A deal: rules and a position.

use crate::errors::Wrong;
use crate::json;
use crate::plan::read_moves;
use crate::source::{Changed, from_source};
use patsat::formats::{Format, Style, board, write_instance};
use patsat::game::cards::Card;
use patsat::game::state::Instance;
use patsat::planning::why::after;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

/// A deal: rules and a position, checked to fit each other.
///
/// `Deal("ms:617")` is a deal by its name: `ms:N` (Microsoft's numbers), `pysol:N`, `kpat:GAME:N`,
/// `solvitaire:GAME:N`, `random:GAME:N`. Anything else is a file in any supported format (detected), or, if it has
/// several lines, the text of a board. `game` names the rules (see `games()`); `cells`, `columns` and `ranks` override
/// their numbers. `lines` ("rows" or "columns") sets how the lines of a board are read where the board allows both.
///
/// Raises InputError, with file and line where known.
#[pyclass(frozen, module = "patsat")]
#[derive(Clone, Debug)]
pub(crate) struct Deal {
    pub(crate) instance: Arc<Instance>,
    /// Whether it was read as a task of planners, whose actions move one card each.
    pub(crate) task: bool,
}

impl From<Instance> for Deal {
    fn from(instance: Instance) -> Deal {
        Deal { instance: Arc::new(instance), task: false }
    }
}

#[pymethods]
impl Deal {
    #[new]
    #[pyo3(signature = (source, *, game=None, cells=None, columns=None, ranks=None, lines=None))]
    fn new(
        source: &Bound<'_, PyAny>,
        game: Option<String>,
        cells: Option<u16>,
        columns: Option<u16>,
        ranks: Option<u32>,
        lines: Option<String>,
    ) -> PyResult<Deal> {
        from_source(source, &Changed { game, cells, columns, ranks, lines })
    }

    /// The deal of a text: a board, JSON of patsat or Solvitaire, a saved game of KPatience, or a PDDL problem.
    /// Errors name it `file`.
    ///
    /// Raises InputError, with the line.
    #[classmethod]
    #[pyo3(signature = (text, *, file=None, game=None, cells=None, columns=None, ranks=None, lines=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn from_text(
        _: &Bound<'_, PyType>,
        text: &str,
        file: Option<&str>,
        game: Option<String>,
        cells: Option<u16>,
        columns: Option<u16>,
        ranks: Option<u32>,
        lines: Option<String>,
    ) -> PyResult<Deal> {
        Ok(Changed { game, cells, columns, ranks, lines }.read(text.as_bytes(), file)?)
    }

    /// The deal in a file. Raises InputError, with file and line.
    #[classmethod]
    #[pyo3(signature = (path, *, game=None, cells=None, columns=None, ranks=None, lines=None))]
    fn from_file(
        _: &Bound<'_, PyType>,
        path: PathBuf,
        game: Option<String>,
        cells: Option<u16>,
        columns: Option<u16>,
        ranks: Option<u32>,
        lines: Option<String>,
    ) -> PyResult<Deal> {
        Ok(Changed { game, cells, columns, ranks, lines }.file(&path)?)
    }

    /// A random deal of a game by its seed: the same seed, the same deal.
    #[classmethod]
    #[pyo3(signature = (seed, game="freecell", *, cells=None, columns=None, ranks=None))]
    fn random(
        _: &Bound<'_, PyType>,
        seed: u64,
        game: &str,
        cells: Option<u16>,
        columns: Option<u16>,
        ranks: Option<u32>,
    ) -> PyResult<Deal> {
        Ok(Changed { cells, columns, ranks, ..Changed::default() }.named(&format!("random:{game}:{seed}"))?)
    }

    /// The deal's name, such as `ms:617`; None if it has none.
    #[getter]
    fn name(&self) -> Option<String> {
        self.instance.id.as_ref().map(ToString::to_string)
    }

    /// The name of the rules, such as `freecell`.
    #[getter]
    fn game(&self) -> &str {
        &self.instance.rules.name
    }

    /// The rules as data, the fields of our JSON.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::value(py, &serde_json::to_value(&*self.instance.rules).map_err(Wrong::bug)?)
    }

    /// The columns, deepest card first; cards are rank and suit, as `TH`.
    #[getter]
    fn columns(&self) -> Vec<Vec<String>> {
        self.instance.deal.columns.iter().map(|pile| names(&pile.cards)).collect()
    }

    /// The cells, None where one is empty.
    #[getter]
    fn cells(&self) -> Vec<Option<String>> {
        self.instance.deal.cells.iter().map(|cell| cell.map(|card| card.to_string())).collect()
    }

    /// The stock, deepest card first: the last is dealt or drawn next.
    #[getter]
    fn stock(&self) -> Vec<String> {
        names(&self.instance.deal.stock)
    }

    /// Of a deal that was made from a formula: what each column stands for. Else empty.
    #[getter]
    fn labels(&self) -> Vec<String> {
        self.instance.made.as_ref().map(|made| made.labels.clone()).unwrap_or_default()
    }

    /// Whether nothing is left to do.
    #[getter]
    fn is_won(&self) -> bool {
        self.instance.table().is_won()
    }

    /// The board as a person reads it; `symbols` writes suits as symbols.
    #[pyo3(signature = (*, symbols=false))]
    fn show(&self, symbols: bool) -> String {
        board::instance(&self.instance, Style { symbols, ..Style::PLAIN })
    }

    /// The deal in a format: json, board, fcsolve, solvitaire, pddl, ...
    ///
    /// Raises InputError if there is no such format, or it cannot say this game.
    fn to(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(Wrong::input)?;
        Ok(write_instance(&self.instance, format).map_err(Wrong::from)?)
    }

    /// The deal after the moves of a plan, or the first `moves` of them; moves may be a text in standard
    /// notation and need not win.
    ///
    /// Raises InvalidError at an illegal move, InputError if the text has no moves.
    #[pyo3(signature = (plan, moves=None))]
    fn after(&self, plan: &Bound<'_, PyAny>, moves: Option<usize>) -> PyResult<Deal> {
        let plan = read_moves(plan, &self.instance)?;
        let after = after(&self.instance, &plan, moves.unwrap_or(usize::MAX));
        Ok(after.map_err(|fault| Wrong::Invalid(fault.to_string()))?.into())
    }

    /// The board as a picture, as notebooks show it.
    fn _repr_svg_(&self) -> String {
        patsat_report::why::svg::board(&self.instance)
    }

    fn __str__(&self) -> String {
        self.show(false)
    }

    fn __repr__(&self) -> String {
        let title = board::title(&self.instance);
        format!("<Deal {title}: {} cards in play>", self.instance.deal.cards_in_play().count())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Deal| {
            self.instance.rules == other.instance.rules && self.instance.deal == other.instance.deal
        };
        other.cast::<Deal>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.instance.deal.hash(&mut hasher);
        hasher.finish()
    }

    /// Our JSON says every game, and so carries it to other processes.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let json = slf.get().to("json")?;
        Ok((slf.get_type().getattr("from_text")?, (json,)))
    }
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// A planning domain in PDDL, as patsat writes tasks of it: freecell, autoscale or spider.
#[pyfunction]
pub(crate) fn domain(name: &str) -> PyResult<&'static str> {
    let found = patsat::formats::pddl::DOMAINS.iter().find(|row| row.0 == name);
    Ok(found.map(|row| row.1).ok_or_else(|| Wrong::input(format!("unknown domain '{name}'")))?)
}

/// The games: name and what each is.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for preset in patsat::game::rules::PRESETS {
        dict.set_item(preset.name, preset.about)?;
    }
    Ok(dict)
}
