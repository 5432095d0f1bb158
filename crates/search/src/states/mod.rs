//! The fast states, each for its kind of games.
//!
//! [`Packed`] holds games of one deck, [`runs`] those of Spider's kind, [`thieves`] those with a
//! waste. Tests hold each against [`Table`](patsat_game::state::Table) on long random walks.

pub mod packed;
pub mod runs;
pub mod thieves;

pub use packed::Packed;
