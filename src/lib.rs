//! `patsat`: a planning solver for solitaire card games.

pub mod cards;
pub mod rules;
pub mod search;
pub mod state;
pub mod verify;
