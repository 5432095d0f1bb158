//! Programs that the parts call.

use anyhow::{Context, Result, bail};
use std::process::Command;

/// Runs a program whose output the user sees.
pub(super) fn run(command: &mut Command) -> Result<()> {
    let name = name(command);
    let status = command.status().with_context(|| format!("'{name}' cannot be started"))?;
    if !status.success() {
        bail!("'{name}' failed ({status})");
    }
    Ok(())
}

/// Runs a program and returns what it prints.
pub(super) fn output(command: &mut Command) -> Result<String> {
    let name = name(command);
    let output = command.output().with_context(|| format!("'{name}' cannot be started"))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        bail!("'{name}' failed ({}): {}", output.status, why.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("'{name}' printed text that is not UTF-8"))
}

/// The program and its first two arguments.
fn name(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args().take(2));
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
