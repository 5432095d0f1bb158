//! Surveys of many deals, campaigns of many runs, and packs of rated deals.

#![warn(clippy::unwrap_used)]

pub mod campaign;
pub mod harness;
mod lock;
pub mod pack;
pub mod report;
pub mod survey;
