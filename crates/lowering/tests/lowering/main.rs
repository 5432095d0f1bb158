//! Lowered games and shortened plans, compared with the rules.
#![allow(clippy::unwrap_used, reason = "tests")]

mod lowering;
mod tidied;
