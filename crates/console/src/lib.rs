//! Parts that every command shares: exit codes, output, live lines, signals, figures.

#![warn(clippy::unwrap_used)]

pub mod args;
pub mod context;
pub mod envelope;
pub mod exit;
pub mod input;
pub mod memory;
pub mod output;
pub mod plot;
pub mod progress;
pub mod signals;
