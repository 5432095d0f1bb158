//! Games as tasks, and plans made shorter, held against the rules.
#![allow(clippy::unwrap_used, reason = "tests")]

mod lowering;
mod tidied;
