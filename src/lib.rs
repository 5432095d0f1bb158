//! `patsat`: a planning solver for solitaire card games.

#![warn(clippy::unwrap_used)]

pub mod cards;
pub mod formats;
pub mod rules;
pub mod search;
pub mod state;
pub mod verify;
