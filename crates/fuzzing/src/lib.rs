//! Inputs for every reader and every checker, by the million.
//!
//! A [`Target`] is a function of bytes, with valid inputs to begin from and the words of its format. It panics where
//! something is wrong: a reader that breaks down or whose sentence is none; a checker that accepts what cannot be so,
//! because the games of this crate are so small that their answers are known from looking at all positions.
//!
//! Three things call targets. `cargo run --release -p patsat-fuzzing -- TARGET` makes inputs by dice, on stable Rust,
//! and counts them; the package in `fuzz/` gives them to cargo-fuzz, which goes by coverage; and the tests of this
//! crate replay what once broke something (`kept/TARGET`, a file each, named for what it was) with a few hundred
//! inputs more.

pub mod games;
pub mod mutate;
pub mod run;
mod said;
pub mod targets;

use patsat_testkit::Dice;
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

/// How inputs are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Kind {
    /// Any bytes, letters, or words of the format.
    Raw,
    /// Valid inputs with a few changes.
    Structured,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Raw, Kind::Structured];

    /// As it is told.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Raw => "raw",
            Kind::Structured => "structured",
        }
    }
}

impl Target {
    /// The input of this number: the same for the same seed, whatever was asked before.
    #[must_use]
    pub fn input(&self, kind: Kind, seeds: &[Vec<u8>], seed: u64, number: u64) -> Vec<u8> {
        let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        match kind {
            Kind::Raw => mutate::raw(&mut dice, self.words),
            Kind::Structured => mutate::changed(&mut dice, seeds, self.words),
        }
    }

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
