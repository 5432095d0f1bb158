//! Surveys of many deals and campaigns of many runs.

#![warn(clippy::unwrap_used)]

pub mod campaign;
pub mod harness;
mod lock;
pub mod report;
pub mod survey;
