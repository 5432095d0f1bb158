//! Sources of deals and plans: names, texts, files.

use crate::errors::ApiError;
use crate::plan::Plan;
use patsat::game::cards::DealId;
use patsat::game::rules::Rules;
use patsat::game::state::Instance;
use patsat::{DealError, Hints, Source, deal_name, open_with};
use patsat_cli::input;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::{Path, PathBuf};

/// The options of a deal that change its rules.
#[derive(Default)]
pub(crate) struct RuleChanges {
    pub(crate) game: Option<String>,
    pub(crate) cells: Option<u16>,
    pub(crate) columns: Option<u16>,
    pub(crate) ranks: Option<u32>,
    /// The meaning of a line of a board: `rows` or `columns`.
    pub(crate) lines: Option<String>,
}

impl RuleChanges {
    fn hints(&self) -> Result<Hints, ApiError> {
        let game = self.game.as_deref().map(Rules::preset).transpose().map_err(ApiError::input)?;
        let RuleChanges { columns, cells, ranks, .. } = *self;
        let lines = self.lines.as_deref().map(str::parse).transpose().map_err(ApiError::input)?;
        Ok(Hints { game, columns, cells, ranks, lines, ..Hints::default() })
    }

    /// Returns the rules of a numbered deal.
    pub(crate) fn rules_of(&self, id: &DealId) -> Result<Rules, ApiError> {
        Ok(patsat::rules_of(id, &self.hints()?)?)
    }

    /// Returns the deal of a name.
    pub(crate) fn named(&self, name: &str) -> Result<Instance, ApiError> {
        self.numbered(name.parse().map_err(ApiError::input)?)
    }

    fn numbered(&self, id: DealId) -> Result<Instance, ApiError> {
        Ok(open_with(&Source::Deal(id), None, &self.hints()?)?.instance)
    }

    /// Reads the position of a text; errors name `file`.
    pub(crate) fn read(&self, bytes: &[u8], file: Option<&str>) -> Result<Instance, ApiError> {
        let board = open_with(&Source::File(bytes.into()), None, &self.hints()?);
        board.and_then(|board| Ok(board.complete()?)).map_err(|error| match (error, file) {
            (DealError::Text(error), Some(file)) => error.with_file(file).into(),
            (error, _) => error.into(),
        })
    }

    pub(crate) fn file(&self, path: &Path) -> Result<Instance, ApiError> {
        let bytes = read_file(path, "a deal such as ms:617, or a file")?;
        self.read(&bytes, Some(&path.display().to_string()))
    }
}

/// Reads a file as the program does: same errors, and gzip, xz and bzip2 are unpacked.
pub(crate) fn read_file(path: &Path, expected: &str) -> Result<Vec<u8>, ApiError> {
    let shown = path.display().to_string();
    // The program reads standard input for `-`. In Python that is a file like any other.
    let path = if path == Path::new("-") { Path::new("./-") } else { path };
    input::read(path, expected).map_err(|failure| match ApiError::from(failure) {
        ApiError::Input(text, ..) => ApiError::Input(text, Some(shown), None),
        other => other,
    })
}

/// Returns the position of an argument: a name, a text or a file.
pub(crate) fn from_source(source: &Bound<'_, PyAny>, changed: &RuleChanges) -> PyResult<Instance> {
    if let Ok(text) = source.extract::<String>() {
        if let Some(name) = deal_name(&text) {
            return Ok(changed.numbered(name.map_err(ApiError::from)?.id)?);
        }
        if text.contains('\n') {
            return Ok(changed.read(text.as_bytes(), None)?);
        }
    }
    let Ok(path) = source.extract::<PathBuf>() else { return Err(no_source(source)) };
    Ok(changed.file(&path)?)
}

/// The error for an object that is neither text nor path.
fn no_source(source: &Bound<'_, PyAny>) -> PyErr {
    let found = match (source.get_type().name(), source.extract::<i64>()) {
        (_, Ok(number)) => format!("the number {number}; expected a deal such as 'ms:{}'", number.max(1)),
        (Ok(name), _) => format!("an object of type {name}; expected a deal such as 'ms:617'"),
        (Err(_), _) => "another object; expected a deal such as 'ms:617'".to_owned(),
    };
    PyTypeError::new_err(format!("found {found}, the path of a file or the text of a board"))
}

/// Returns the bytes of a plan or certificate (a Plan, a text, bytes or a path), and the name of its file.
pub(crate) fn file_of(what: &Bound<'_, PyAny>, deal: &Instance) -> PyResult<(Vec<u8>, Option<String>)> {
    if let Ok(plan) = what.cast::<Plan>() {
        return Ok((plan.get().text(deal)?.into_bytes(), None));
    }
    if let Ok(bytes) = what.cast::<PyBytes>() {
        return Ok((bytes.as_bytes().to_vec(), None));
    }
    if let Ok(text) = what.extract::<String>() {
        return Ok((text.into_bytes(), None));
    }
    let path: PathBuf = what.extract()?;
    Ok((read_file(&path, "a file with a plan or a certificate")?, Some(path.display().to_string())))
}
