//! Deals: rules and a position.

use crate::errors::ApiError;
use crate::json;
use crate::plan::read_moves;
use crate::source::{RuleChanges, from_source};
use patsat::analysis::why::after;
use patsat::formats::{Format, Style, board, write_instance};
use patsat::game::cards::Card;
use patsat::game::rules::Rules;
use patsat::game::state::Instance;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

/// A deal: rules and a position that fit each other.
///
/// >>> patsat.Deal("ms:617")
/// Deal('ms:617', game='freecell')
/// >>> patsat.Deal("kpat:spider4:1").columns[9]
/// ['KD', '8D', '6C', '4H', '9C']
///
/// `source` is the name of a numbered deal, a file, or the text of a board. Names are `ms:N` (Microsoft FreeCell),
/// `pysol:N`, `kpat:GAME:N`, `solvitaire:GAME:N`, `random:GAME:N` and others, or a game and a number: `klondike 5`. A
/// text of several lines is a board; any other text is the path of a file, whose format is detected. `game` names the
/// rules (see `games()`). `cells`, `columns` and `ranks` change their numbers. `lines` ("rows" or "columns") sets how a
/// board is read that allows both.
///
/// Notebooks show the board as a picture. Raises InputError, with file and line where there are any.
#[pyclass(frozen, module = "patsat")]
#[derive(Clone, Debug)]
pub(crate) struct Deal {
    pub(crate) instance: Arc<Instance>,
}

impl From<Instance> for Deal {
    fn from(instance: Instance) -> Deal {
        Deal { instance: Arc::new(instance) }
    }
}

/// Returns the deal of an argument: a Deal, a name, a text or a file.
pub(crate) fn deal_of(source: &Bound<'_, PyAny>) -> PyResult<Deal> {
    if let Ok(deal) = source.cast::<Deal>() {
        return Ok(deal.get().clone());
    }
    Ok(from_source(source, &RuleChanges::default())?.into())
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
        Ok(from_source(source, &RuleChanges { game, cells, columns, ranks, lines })?.into())
    }

    /// Reads a deal from a text: a board, JSON of patsat or Solvitaire, a saved game of KPatience, or a PDDL problem.
    ///
    /// The options are those of `Deal`. Raises InputError with the line; its file is `file`.
    #[classmethod]
    #[pyo3(signature = (text, *, file=None, game=None, cells=None, columns=None, ranks=None, lines=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
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
        Ok(RuleChanges { game, cells, columns, ranks, lines }.read(text.as_bytes(), file)?.into())
    }

    /// Reads a deal from a file, which may be compressed by gzip, xz or bzip2.
    ///
    /// The options are those of `Deal`. Raises InputError with file and line.
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
        Ok(RuleChanges { game, cells, columns, ranks, lines }.file(&path)?.into())
    }

    /// Returns a random deal of a game. The same seed gives the same deal.
    ///
    /// >>> patsat.Deal.random(7, "eight-off")
    /// Deal('random:eight-off:7', game='eight-off')
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
        Ok(RuleChanges { cells, columns, ranks, ..RuleChanges::default() }
            .named(&format!("random:{game}:{seed}"))?
            .into())
    }

    /// The name, such as `ms:617`; None if the deal has no number.
    #[getter]
    fn name(&self) -> Option<String> {
        self.instance.id.as_ref().map(ToString::to_string)
    }

    /// The name of the rules, such as `freecell`.
    #[getter]
    fn game(&self) -> &str {
        &self.instance.rules.name
    }

    /// The rules as a dict, with the fields of the program's JSON.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::value(py, &serde_json::to_value(&*self.instance.rules).map_err(ApiError::bug)?)
    }

    /// The columns, deepest card first; a card is its rank and suit, such as `TH`.
    #[getter]
    fn columns(&self) -> Vec<Vec<String>> {
        self.instance.deal.columns.iter().map(|pile| names(&pile.cards)).collect()
    }

    /// The cells, with None for an empty cell.
    #[getter]
    fn cells(&self) -> Vec<Option<String>> {
        self.instance.deal.cells.iter().map(|cell| cell.map(|card| card.to_string())).collect()
    }

    /// The stock, deepest card first; the last card is dealt or drawn next.
    #[getter]
    fn stock(&self) -> Vec<String> {
        names(&self.instance.deal.stock)
    }

    /// The meaning of each column, in a deal that `reduce` made from a formula; else empty.
    #[getter]
    fn labels(&self) -> Vec<String> {
        self.instance.origin.as_ref().map(|origin| origin.labels.clone()).unwrap_or_default()
    }

    /// Whether the game is won.
    #[getter]
    fn is_won(&self) -> bool {
        self.instance.table().is_won()
    }

    /// Returns the board as text; `symbols` writes suits as symbols.
    #[pyo3(signature = (*, symbols=false))]
    fn show(&self, symbols: bool) -> String {
        board::instance(&self.instance, Style { symbols, ..Style::PLAIN })
    }

    /// Returns the deal in a format: json, board, fc-solve, solvitaire, pddl and others (`patsat --list formats`).
    ///
    /// Raises InputError if the format is unknown or cannot express this game.
    fn to(&self, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(ApiError::input)?;
        Ok(write_instance(&self.instance, format).map_err(ApiError::from)?)
    }

    /// Returns the deal after the moves of a plan, or after the first `moves` of them.
    ///
    /// `plan` is a Plan or a text in standard notation; its moves need not win. Raises InvalidError at an illegal move,
    /// and InputError if the text cannot be read.
    #[pyo3(signature = (plan, moves=None))]
    fn after(&self, plan: &Bound<'_, PyAny>, moves: Option<usize>) -> PyResult<Deal> {
        let plan = read_moves(plan, &self.instance)?;
        let after = after(&self.instance, &plan, moves.unwrap_or(usize::MAX));
        Ok(after.map_err(|fault| ApiError::Invalid(fault.to_string()))?.into())
    }

    /// Returns the board as a picture, for notebooks.
    fn _repr_svg_(&self) -> String {
        patsat_report::why::svg::board(&self.instance)
    }

    fn __str__(&self) -> String {
        self.show(false)
    }

    fn __repr__(&self) -> String {
        self.call().unwrap_or_else(|| {
            let title = board::title(&self.instance);
            format!("<Deal: {title}, {} cards in play>", self.instance.deal.cards_in_play().count())
        })
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

    /// Pickles the deal as JSON, which can express every game.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let json = slf.get().to("json")?;
        Ok((slf.get_type().getattr("from_text")?, (json,)))
    }
}

impl Deal {
    /// Returns the call that makes this deal, if its name and options do.
    fn call(&self) -> Option<String> {
        let (name, rules) = (self.name()?, &self.instance.rules);
        let preset = Rules::preset(&rules.name).ok()?;
        let changed = RuleChanges {
            game: Some(rules.name.clone()),
            cells: (rules.cells != preset.cells).then_some(rules.cells),
            columns: (rules.columns != preset.columns).then_some(rules.columns),
            ranks: (rules.deck.ranks != preset.deck.ranks).then_some(rules.deck.ranks),
            lines: None,
        };
        let same = changed.named(&name).ok()?;
        if same.rules != self.instance.rules || same.deal != self.instance.deal {
            return None;
        }
        let mut text = format!("Deal('{name}', game='{}'", rules.name);
        let cells = changed.cells.map(|n| format!(", cells={n}"));
        let columns = changed.columns.map(|n| format!(", columns={n}"));
        let ranks = changed.ranks.map(|n| format!(", ranks={n}"));
        text.extend([cells, columns, ranks].into_iter().flatten());
        Some(text + ")")
    }
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// Returns a planning domain in PDDL: freecell, autoscale, spider or thoughtful.
///
/// >>> patsat.domain("freecell").count("(:action")
/// 10
///
/// `Deal.to("pddl")` writes tasks of these domains. Raises InputError if the domain is unknown.
#[pyfunction]
pub(crate) fn domain(name: &str) -> PyResult<&'static str> {
    let found = patsat::formats::pddl::DOMAINS.iter().find(|row| row.0 == name);
    Ok(found.map(|row| row.1).ok_or_else(|| {
        let known: Vec<&str> = patsat::formats::pddl::DOMAINS.iter().map(|row| row.0).collect();
        ApiError::input(format!("unknown domain '{name}': expected {}", known.join(", ")))
    })?)
}

/// Returns the games: names and descriptions.
///
/// >>> "bakers-game" in patsat.games()
/// True
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for preset in patsat::game::rules::PRESETS {
        dict.set_item(preset.name, preset.about)?;
    }
    Ok(dict)
}
