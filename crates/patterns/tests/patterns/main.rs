//! Dead patterns held against brute force.
#![allow(clippy::unwrap_used, reason = "tests")]

mod find;
mod tiny;
