//! JSON Lines of every command: one event a line, `{"type": ..., "data": {...}}`.
//!
//! `begin` comes first, with the number of the schema, the version and the command. `result` follows once, with the
//! result of the command. `end` comes last, with the exit code. Between `begin` and `result` a long command
//! reports its progress. New fields may appear under the same schema number; existing ones never
//! change. Times are in milliseconds, and only they differ between runs.

use crate::exit::Exit;
use serde_json::{Value, json};

/// Number of the schema; `docs/src/reference/schema` contains it as JSON Schema.
pub const SCHEMA: u32 = 2;

#[must_use]
pub fn line(kind: &str, data: &Value) -> String {
    format!("{}\n", json!({ "type": kind, "data": data }))
}

/// The first line of a command; `instance` is the name of its deal or file.
#[must_use]
pub fn begin(command: &str, instance: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    line("begin", &json!({ "schema": SCHEMA, "version": version, "command": command, "instance": instance }))
}

/// The last line of a command.
#[must_use]
pub fn end(exit: Exit) -> String {
    line("end", &json!({ "exit_code": exit as u8 }))
}

/// All lines of a command without progress events.
#[must_use]
pub fn lines(command: &str, instance: Option<&str>, result: &Value, exit: Exit) -> String {
    begin(command, instance) + &line("result", result) + &end(exit)
}
