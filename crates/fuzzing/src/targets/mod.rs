//! All targets, in one table.

mod answers;
mod boards;
mod bounds;
mod experiments;
mod formulas;
mod lrat;
mod patterns;
mod planners;
mod plans;
mod players;
mod puzzles;
mod sets;
mod swept_sets;

use crate::Target;
use std::path::PathBuf;

/// Returns all targets.
pub fn all() -> impl Iterator<Item = &'static Target> {
    [
        boards::TARGETS,
        plans::TARGETS,
        players::TARGETS,
        planners::TARGETS,
        formulas::TARGETS,
        answers::TARGETS,
        experiments::TARGETS,
        puzzles::TARGETS,
        sets::TARGETS,
        swept_sets::TARGETS,
        patterns::TARGETS,
        lrat::TARGETS,
        bounds::TARGETS,
    ]
    .into_iter()
    .flatten()
}

#[must_use]
pub fn named(name: &str) -> Option<&'static Target> {
    all().find(|target| target.name == name)
}

/// A file of the repository.
fn file(path: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The first lines of a file of the repository.
fn beginning(path: &str, lines: usize) -> Vec<u8> {
    file(path).split_inclusive(|&byte| byte == b'\n').take(lines).collect::<Vec<_>>().concat()
}

/// Splits the input into the byte that selects a game or a case, and the other bytes.
fn chosen(bytes: &[u8]) -> (u8, &[u8]) {
    bytes.split_first().map_or((0, &[]), |(&first, rest)| (first, rest))
}
