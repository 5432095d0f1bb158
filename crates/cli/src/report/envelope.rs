//! JSON Lines of commands that only look: `begin`, `result` and `end`, as those of `solve` have them.

use super::jsonl::SCHEMA;
use patsat_console::exit::Exit;
use serde_json::{Value, json};

/// The three lines of a command and its result.
#[must_use]
pub fn lines(command: &str, result: &Value, exit: Exit) -> String {
    let version = env!("CARGO_PKG_VERSION");
    [
        json!({"type": "begin", "data": {"schema": SCHEMA, "version": version, "command": command}}),
        json!({"type": "result", "data": result}),
        json!({"type": "end", "data": {"exit_code": exit as u8}}),
    ]
    .iter()
    .map(|line| format!("{line}\n"))
    .collect()
}
