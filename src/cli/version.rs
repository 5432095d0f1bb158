//! `patsat --version`, short or with what is built in.

use super::context::Context;
use super::exit::{Exit, Failure};
use super::games;
use crate::formats::Format;
use crate::rules::PRESETS;
use crate::search;

pub(super) fn run(context: &Context) -> Result<Exit, Failure> {
    let mut text = format!("patsat {}\n", env!("CARGO_PKG_VERSION"));
    if context.verbose {
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        text += &format!("commit      {}\n", env!("PATSAT_COMMIT"));
        text += &format!("target      {} ({profile})\n", env!("PATSAT_TARGET"));
        let line = |label: &str, names: Vec<&str>| games::wrapped(&format!("{label:<12}"), &names.join(", "));
        text +=
            &line("features", FEATURES.iter().map(|&(name, on)| if on { name } else { "none" }).collect());
        text += &line("games", PRESETS.iter().map(|p| p.name).collect());
        text += &line("strategies", search::strategies().map(|s| s.name).collect());
        text += &line("formats", Format::ALL.map(Format::name).to_vec());
    }
    context.print(&text)?;
    Ok(Exit::Done)
}

/// Optional parts and whether they are built in.
const FEATURES: &[(&str, bool)] = &[("native search", true)];
