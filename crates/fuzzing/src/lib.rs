//! Fuzz targets for every reader and every checker.
//!
//! A [`Target`] is a function of bytes, with valid inputs to begin from and the words of its format. It panics where
//! something is wrong: a reader that breaks down or whose sentence is none; a checker that accepts what cannot be so,
//! because the games of this crate are so small that their answers are known from looking at all positions.
//!
//! Targets have two callers. The package in `fuzz/` gives them to cargo-fuzz, whose inputs are guided by coverage. The tests of
//! this crate replay the inputs that once broke something (`kept/TARGET`, a file each, named for what it was), with a few
//! hundred changed valid inputs. `examples/seeds.rs` writes both as a corpus for cargo-fuzz.
#![allow(
    clippy::missing_panics_doc,
    reason = "a target panics where something is wrong: that is what it is for"
)]

pub mod games;
mod said;
pub mod targets;

use std::path::PathBuf;

/// A reader or a checker, given any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// What it is called.
    pub name: &'static str,
    /// What is read or checked, in a line.
    pub about: &'static str,
    /// Reads or checks the bytes; panics where something is wrong.
    pub run: fn(&[u8]),
    /// Valid inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of the format.
    pub words: &'static [&'static str],
}

impl Target {
    /// Inputs that once broke something, each with its name.
    #[must_use]
    pub fn kept(&self) -> Vec<(String, Vec<u8>)> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("kept").join(self.name);
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        files.sort();
        let named = |path: PathBuf| {
            Some((path.file_name()?.to_string_lossy().into_owned(), std::fs::read(&path).ok()?))
        };
        files.into_iter().filter_map(named).collect()
    }
}
