//! Fuzz targets for every reader and every checker.
//!
//! A [`Target`] is a function of bytes, with valid inputs as seeds and the words of its format. It panics on a fault: a
//! reader that panics or returns an ill-formed error message, or a checker that accepts a false claim. The games of
//! this crate are small enough to visit all positions, so their answers are known.
//!
//! Targets have two callers. The package in `fuzz/` runs them under cargo-fuzz, whose inputs are guided by coverage.
//! The tests of this crate replay inputs that exposed earlier faults (`kept/TARGET`, one file each, named after the
//! fault) and a few hundred changed valid inputs. `examples/seeds.rs` writes the valid and the kept inputs as a corpus
//! for cargo-fuzz.

pub mod games;
mod messages;
pub mod targets;

use std::path::PathBuf;

/// A reader or a checker that accepts any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// A description of the input in one line.
    pub about: &'static str,
    /// Reads or checks the bytes; panics on a fault.
    pub run: fn(&[u8]),
    /// Valid inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of the format.
    pub words: &'static [&'static str],
}

impl Target {
    /// Returns the inputs that exposed earlier faults, each with its name.
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
