//! What a deal or a plan is read from: a name, a text, a file.

use crate::deal::Deal;
use crate::errors::Wrong;
use crate::plan::Plan;
use patsat::formats::{Format, Hints, read_instance};
use patsat::game::cards::DealId;
use patsat::game::rules::Rules;
use patsat::game::state::Instance;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rules of a game other than its own.
#[derive(Default)]
pub(crate) struct Changed {
    pub(crate) game: Option<String>,
    pub(crate) cells: Option<u16>,
    pub(crate) columns: Option<u16>,
    pub(crate) ranks: Option<u32>,
    /// What a line of a board is: `rows` or `columns`.
    pub(crate) lines: Option<String>,
}

impl Changed {
    fn hints(&self) -> Result<Hints, Wrong> {
        let game = self.game.as_deref().map(Rules::preset).transpose().map_err(Wrong::input)?;
        let Changed { columns, cells, ranks, .. } = *self;
        let lines = self.lines.as_deref().map(str::parse).transpose().map_err(Wrong::input)?;
        Ok(Hints { game, columns, cells, ranks, lines, ..Hints::default() })
    }

    /// The rules of a deal by number.
    pub(crate) fn rules_of(&self, id: &DealId) -> Result<Rules, Wrong> {
        Ok(patsat::rules_of(id, &self.hints()?)?)
    }

    /// The deal of a name.
    pub(crate) fn named(&self, name: &str) -> Result<Deal, Wrong> {
        let id: DealId = name.parse().map_err(Wrong::input)?;
        Ok(patsat::deal_of(name, self.rules_of(&id)?)?.into())
    }

    /// The position of a text.
    pub(crate) fn read(&self, bytes: &[u8], file: Option<&str>) -> Result<Deal, Wrong> {
        let read = read_instance(bytes, None, &self.hints()?);
        let instance = read.map_err(|e| file.map_or(e.clone(), |file| e.with_file(file)))?;
        let task = Format::sniff(bytes) == Ok(Format::Pddl);
        Ok(Deal { instance: Arc::new(instance), task })
    }

    pub(crate) fn file(&self, path: &Path) -> Result<Deal, Wrong> {
        let bytes = read_file(path, "a deal such as ms:617, or a file")?;
        self.read(&bytes, Some(&path.display().to_string()))
    }
}

/// A file, or a sentence why it cannot be read.
pub(crate) fn read_file(path: &Path, expected: &str) -> Result<Vec<u8>, Wrong> {
    let shown = path.display().to_string();
    std::fs::read(path).map_err(|error| {
        Wrong::Input(format!("cannot read '{shown}': {error}; expected {expected}"), Some(shown), None)
    })
}

/// What a deal is made of where one is asked for: a deal, a name, or a file.
pub(crate) fn deal_of(source: &Bound<'_, PyAny>) -> PyResult<Deal> {
    if let Ok(deal) = source.cast::<Deal>() {
        return Ok(deal.get().clone());
    }
    from_source(source, &Changed::default())
}

pub(crate) fn from_source(source: &Bound<'_, PyAny>, changed: &Changed) -> PyResult<Deal> {
    if let Ok(text) = source.extract::<String>() {
        if DealId::looks_like_one(&text) {
            return Ok(changed.named(&text)?);
        }
        if text.contains('\n') {
            return Ok(changed.read(text.as_bytes(), None)?);
        }
    }
    Ok(changed.file(&source.extract::<PathBuf>()?)?)
}

/// A plan, a text of one, bytes, or a file with one: its bytes, and its file.
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
