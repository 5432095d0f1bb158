//! `patsat --version`, short or with what is built in.

use crate::build::build;
use patsat_base::filled;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_encodings::schemes::ENCODINGS;
use patsat_formats::Format;
use patsat_game::rules::PRESETS;
use patsat_search as search;
use patsat_smt::ENCODINGS as SMT_ENCODINGS;
use patsat_solvers::{BACKENDS, BackendRow, Kind, left_out, smt};

pub(crate) fn run(context: &Context) -> Result<Exit, Failure> {
    let mut text = format!("patsat {}\n", env!("CARGO_PKG_VERSION"));
    if context.verbose {
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        text += &format!("commit      {}\n", build().commit);
        text += &format!("target      {} ({profile})\n", build().target);
        let line = |label: &str, names: Vec<&str>| {
            filled(&names.join(", "), 80, &format!("{label:<12}"), "            ").join("\n") + "\n"
        };
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
