//! `patsat --version`, short or with what is built in.

use super::games;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_encodings::schemes::ENCODINGS;
use patsat_encodings::smt::ENCODINGS as SMT_ENCODINGS;
use patsat_formats::Format;
use patsat_game::rules::PRESETS;
use patsat_search as search;
use patsat_solvers::{BACKENDS, BackendRow, Kind, left_out, smt};
use std::path::PathBuf;
use std::sync::OnceLock;

/// What the program was built from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// The commit, where it is known.
    pub commit: &'static str,
    /// The target triple.
    pub target: &'static str,
    /// The program as one calls it, where that is another file than the running process's.
    pub program: Option<PathBuf>,
}

static BUILD: OnceLock<Build> = OnceLock::new();

/// Keeps what the program was built from; the first to say so is believed.
pub(crate) fn set(build: Build) {
    let _ = BUILD.set(build);
}

/// What the program was built from.
pub(crate) fn build() -> &'static Build {
    BUILD.get_or_init(|| Build { commit: "unknown commit", target: "unknown target", program: None })
}

/// The file to call for a command in a process of its own.
pub(crate) fn own() -> Result<PathBuf, Failure> {
    build().program.clone().map_or_else(std::env::current_exe, Ok).map_err(|e| {
        let sentence = format!("cannot find this program: {e}");
        Failure::missing(sentence)
    })
}

pub(crate) fn run(context: &Context) -> Result<Exit, Failure> {
    let mut text = format!("patsat {}\n", env!("CARGO_PKG_VERSION"));
    if context.verbose {
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        text += &format!("commit      {}\n", build().commit);
        text += &format!("target      {} ({profile})\n", build().target);
        let line = |label: &str, names: Vec<&str>| games::wrapped(&format!("{label:<12}"), &names.join(", "));
        let built = |b: &&BackendRow| matches!(b.kind, Kind::BuiltIn(..));
        let programs = |b: &&BackendRow| matches!(b.kind, Kind::Program(..));
        text += &line("back-ends", BACKENDS.iter().filter(built).map(|b| b.name).collect());
        let out: Vec<&str> = left_out().chain(smt::left_out()).collect();
        text += &line("left out", if out.is_empty() { vec!["nothing"] } else { out });
        text += &line("programs", BACKENDS.iter().filter(programs).map(|b| b.name).collect());
        if let Some(version) = smt::linked_version() {
            text += &line("z3", vec![&version]);
        }
        let encodings = ENCODINGS.iter().map(|e| e.name).chain(SMT_ENCODINGS.iter().map(|e| e.name));
        text += &line("encodings", encodings.collect());
        text += &line("games", PRESETS.iter().map(|p| p.name).collect());
        text += &line("strategies", search::strategies().map(|s| s.name).collect());
        text += &line("formats", Format::ALL.map(Format::name).to_vec());
    }
    context.print(&text)?;
    Ok(Exit::Done)
}
