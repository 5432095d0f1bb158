//! Planning tasks as their domains state them, without a card game.
//!
//! [`ground_search`] searches the ground task for tasks that no game of ours expresses. [`pseudo_boolean`] writes proofs
//! for VeriPB that no plan costs less.

#![warn(clippy::unwrap_used)]

pub mod ground_search;
pub mod pseudo_boolean;
