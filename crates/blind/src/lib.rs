//! Solitaire as players play it: without seeing the hidden cards.
//!
//! * [`View`]: what a player sees of a position.
//! * [`HiddenGame`]: a game that gives its player nothing but views.
//! * [`Policy`]: a way of playing, which chooses moves by views alone; [`Player`] has those that are built in.
//! * [`advise`]: every legal move with the number of completions that it keeps.
//!
//! A player of one's own:
//!
//! ```
//! use patsat_blind::{Choice, Policy, View, play};
//! use patsat_game::rules::{Move, Rules};
//! use patsat_game::state::Instance;
//!
//! /// Moves cards home, else draws.
//! struct Lazy;
//!
//! impl Policy for Lazy {
//!     fn choose(&mut self, view: &View) -> Choice {
//!         let moves = view.moves();
//!         let home = moves.iter().find(|action| action.goes_home());
//!         let draw = moves.iter().find(|action| **action == Move::Draw);
//!         home.or(draw).map_or(Choice::Resign, |&action| Choice::Play(vec![action]))
//!     }
//! }
//!
//! let game = Instance::from_id(Rules::preset("klondike")?, "random:klondike:1".parse()?)?;
//! let played = play(&game, &mut Lazy)?;
//! assert!(played.won.is_none() && played.plan.moves.len() >= 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::unwrap_used)]

mod advice;
mod advise;
mod completions;
mod glance;
mod hidden;
// Public for `tests/blind/exact.rs`, which compares it with every order of the hidden cards.
pub mod klondike;
mod player;
mod policy;
mod sampled;
mod simple;
mod spider;
mod view;

pub use advice::{Advice, Foresight, Score};
pub use advise::{AdviceOptions, advise};
pub use completions::{count_orders, every_order};
pub use glance::{glance, turns};
pub use hidden::{HiddenGame, SeenDepth};
pub use player::Player;
pub use policy::{Choice, PlayError, Playout, Policy, play};
pub use view::{Completions, View};
