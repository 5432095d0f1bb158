//! Solitaire as players play it: without seeing the hidden cards.
//!
//! * [`View`]: what a player sees of a position.
//! * [`HiddenGame`]: a game that gives its player nothing but views.
//! * [`Policy`]: a way of playing, which chooses moves by views alone.

#![warn(clippy::unwrap_used)]

mod advice;
mod completions;
mod hidden;
pub mod klondike;
mod player;
mod policy;
pub mod sampled;
pub mod simple;
mod view;

pub use advice::{Advice, AdviceOptions, Foresight, Score, advise, turns};
pub use completions::{count_orders, every_order};
pub use hidden::HiddenGame;
pub use player::Player;
pub use policy::{Choice, PlayError, Played, Policy, play};
pub use view::{Completions, View};
