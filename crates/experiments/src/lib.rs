//! Surveys of many deals, campaigns of many runs, packs of rated deals, folders of instances for competitions, and games
//! played without seeing the hidden cards.

#![warn(clippy::unwrap_used)]
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "the program alone uses this crate: comments say what names, types and error texts do not"
)]

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
