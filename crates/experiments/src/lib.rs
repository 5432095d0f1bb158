//! Surveys of many deals, campaigns of many runs, packs of rated deals, folders of instances for competitions, and games
//! played without seeing the hidden cards.

#![warn(clippy::unwrap_used)]

pub mod campaign;
pub mod harness;
mod lines;
mod lock;
pub mod pack;
pub mod plays;
pub mod report;
pub mod submission;
pub mod survey;
mod text;

pub use lines::{LineFault, LinesError};
