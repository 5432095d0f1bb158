//! Surveys of many deals, campaigns of many runs, packs of rated deals, and folders of instances for competitions.

#![warn(clippy::unwrap_used)]

pub mod campaign;
pub mod harness;
mod lines;
mod lock;
pub mod pack;
pub mod report;
pub mod submission;
pub mod survey;

pub use lines::LinesError;
