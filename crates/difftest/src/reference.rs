//! Compares a share of the games with the reference implementation, `tests/reference/reference.py`.
//!
//! That script was written from the documentation of the rules and shares no code with the program. It is started once
//! for many games and reads one line of JSON for each.

use crate::oracle::Oracle;
use crate::{Disagreement, Tally};
use anyhow::{Context, bail};
use patsat_formats::{Format, write_instance};
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of the script in the repository.
#[must_use]
pub fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reference/reference.py")
}

/// Compares games with the reference, and returns the disagreement of each game that has one.
///
/// Returns `None` if there is no Python.
///
/// # Errors
/// If the script fails.
pub fn compare(
    script: &Path,
    games: &[(Instance, Oracle)],
    tally: &mut Tally,
) -> anyhow::Result<Option<Vec<Option<Disagreement>>>> {
    let mut lines = String::new();
    for (instance, oracle) in games {
        let game: Value = serde_json::from_str(&write_instance(instance, Format::Json)?)?;
        lines += &format!("{}\n", json!({"game": game, "most": oracle.positions + 1}));
    }
    let mut command = Command::new("python3");
    command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut python) = command.spawn() else { return Ok(None) };
    let mut input = python.stdin.take().context("python3 has no standard input")?;
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output()?;
    let written = writer.join();
    if !output.status.success() || !matches!(written, Ok(Ok(()))) {
        bail!("{} ended with {}", script.display(), output.status);
    }
    let answers: Vec<Value> = String::from_utf8(output.stdout)?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .context("an answer of the reference is no JSON")?;
    if answers.len() != games.len() {
        bail!("the reference answered {} of {} questions", answers.len(), games.len());
    }
    let compared = games.iter().zip(&answers).map(|((_, oracle), answer)| {
        let expected = json!({
            "positions": oracle.positions,
            "winnable": oracle.is_won(),
            "m1": oracle.least(Cost::M1),
            "m2": oracle.least(Cost::M2),
            "m3": oracle.least(Cost::M3),
        });
        if *answer == expected {
            tally.add("reference: agrees");
            return None;
        }
        let message = format!("the reference says {answer}, brute force {expected}");
        Some(Disagreement { kind: "reference".to_owned(), message })
    });
    Ok(Some(compared.collect()))
}
