//! `patsat`: a planning solver for solitaire card games.

#![warn(clippy::unwrap_used)]

pub mod cards;
pub mod cli;
pub mod formats;
pub mod pipeline;
pub mod report;
pub mod rules;
pub mod search;
pub mod state;
pub mod verify;
