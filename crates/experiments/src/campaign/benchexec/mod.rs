//! BenchExec, the harness of the verification competitions (Beyer, Löwe, Wendler, *Reliable
//! benchmarking*, STTT 21, 2019): definitions and tasks are written for it, its results read.
//!
//! The answers of its tool-info module are `true` for a plan, `false(unwinnable)`,
//! `false(no-plan-within)` and `unknown`.

mod read;
mod write;

pub use crate::text::slug;
pub use read::{BadResult, read};
pub use write::{Definition, PROPERTY, PROPERTY_TEXT, definition, task};

pub const TOOL_INFO: &str = include_str!("patsat.py");
