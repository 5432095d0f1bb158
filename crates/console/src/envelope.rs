//! JSON Lines of every command: one event a line, `{"type": ..., "data": {...}}`.
//!
//! `begin` comes first, with the number of the schema, the version and the command; `result` is what the
//! command found, once; `end` comes last, with the exit code. Between `begin` and `result` a long command
//! says what happens on the way. New fields may appear under the same schema number, old ones never
//! change. Times are in milliseconds and the only fields that differ between runs.

use crate::exit::Exit;
use serde_json::{Value, json};

/// Number of the schema; `docs/src/reference/schema` has it as JSON Schema.
pub const SCHEMA: u32 = 2;

#[must_use]
pub fn line(kind: &str, data: &Value) -> String {
    format!("{}\n", json!({ "type": kind, "data": data }))
}

/// The first line of a command; `instance` is the name of the deal, or of the file, that it is about.
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

/// All lines of a command that says nothing on the way.
#[must_use]
pub fn lines(command: &str, instance: Option<&str>, result: &Value, exit: Exit) -> String {
    begin(command, instance) + &line("result", result) + &end(exit)
}
